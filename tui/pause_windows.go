package tui

import "os"

// Windows has no job control, so the program never pauses.

func pauses() chan os.Signal { return nil }
func askToPause()            {}
func stopProcess()           {}
