//go:build !unix

package main

import "os"

// peakOf would return the largest resident set of a process; it is not known here.
func peakOf(*os.ProcessState) int64 { return 0 }
