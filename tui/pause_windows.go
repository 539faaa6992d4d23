package tui

import "os"

// Windows has no job control, so the program never pauses.

func notifyPauses() chan os.Signal { return nil }
func pauseShellJob()               {}
func stopProcess()                 {}
