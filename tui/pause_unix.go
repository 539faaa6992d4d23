//go:build unix

package tui

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// notifyPauses returns a channel that receives SIGTSTP, the signal to pause, unless the process
// ignores SIGTSTP.
func notifyPauses() chan os.Signal {
	asked := make(chan os.Signal, 1)
	if !signal.Ignored(syscall.SIGTSTP) {
		signal.Notify(asked, syscall.SIGTSTP)
	}
	return asked
}

// pauseShellJob pauses all processes of the shell's job, as Ctrl+Z on a terminal does.
func pauseShellJob() { _ = syscall.Kill(0, syscall.SIGTSTP) }

// stopProcess returns when the process continues. The system does not stop a process that no shell
// can continue; stopProcess then returns after 100 ms.
func stopProcess() {
	const soon = 100 * time.Millisecond
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, syscall.SIGCONT)
	defer signal.Stop(continued)
	// SIGTSTP would not stop the process, because the Go runtime never removes its handler.
	_ = syscall.Kill(os.Getpid(), syscall.SIGTTIN)
	select {
	case <-continued:
	case <-time.After(soon):
	}
}
