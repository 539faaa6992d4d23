package tui

import "os"

// Windows knows neither jobs nor pauses.

func pauses() chan os.Signal { return nil }
func askToPause()            {}
func stopProcess()           {}
