//go:build unix

package tui

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// notifyPauses returns a channel of the signals that ask the program to pause, unless they are ignored.
func notifyPauses() chan os.Signal {
	asked := make(chan os.Signal, 1)
	if !signal.Ignored(syscall.SIGTSTP) {
		signal.Notify(asked, syscall.SIGTSTP)
	}
	return asked
}

// askToPause stops all processes of the job, as Ctrl+Z on a terminal does.
func askToPause() { _ = syscall.Kill(0, syscall.SIGTSTP) }

// stopProcess stops the process and returns when the process continues. Without a shell that could
// continue it, the system does not stop the process, and stopProcess returns after 100 ms.
func stopProcess() {
	const soon = 100 * time.Millisecond
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, syscall.SIGCONT)
	defer signal.Stop(continued)
	// Not SIGTSTP: the Go runtime keeps its handler for good once the program has asked for it.
	_ = syscall.Kill(os.Getpid(), syscall.SIGTTIN)
	select {
	case <-continued:
	case <-time.After(soon):
	}
}
