//go:build unix

package tui

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// pauses returns the signals that ask the program to pause, unless those are ignored.
func pauses() chan os.Signal {
	asked := make(chan os.Signal, 1)
	if !signal.Ignored(syscall.SIGTSTP) {
		signal.Notify(asked, syscall.SIGTSTP)
	}
	return asked
}

// askToPause asks all of the job, as a terminal's Ctrl+Z does.
func askToPause() { _ = syscall.Kill(0, syscall.SIGTSTP) }

// stopProcess stops the process and returns once it goes on: at once where there is no
// shell that could call it back, since the system then does not stop it.
func stopProcess() {
	const soon = 100 * time.Millisecond
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, syscall.SIGCONT)
	defer signal.Stop(continued)
	// Of SIGTSTP the Go runtime never takes its handler away again, once it was asked for.
	_ = syscall.Kill(os.Getpid(), syscall.SIGTTIN)
	select {
	case <-continued:
	case <-time.After(soon):
	}
}
