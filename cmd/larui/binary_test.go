//go:build unix

package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestBinary builds the program and runs it as a process.
func TestBinary(t *testing.T) {
	program := filepath.Join(t.TempDir(), "larui")
	if out, err := exec.Command("go", "build", "-buildvcs=false", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}

	t.Run("version", func(t *testing.T) {
		out, err := exec.Command(program, "version").Output()
		if err != nil || !strings.HasPrefix(string(out), "larui ") {
			t.Errorf("%q, %v", out, err)
		}
	})
	t.Run("not a terminal", func(t *testing.T) {
		status, stdout, stderr := finish(t, exec.Command(program))
		if status != statusFailed || stdout != "" || !strings.Contains(stderr, "--snapshot") || !strings.Contains(stderr, "solve") {
			t.Errorf("status %d, stdout %q, stderr %q", status, stdout, stderr)
		}
		checkLine(t, stderr)
	})
	t.Run("wrong call", func(t *testing.T) {
		status, stdout, stderr := finish(t, exec.Command(program, "solve", "--lambda", "-1"))
		if status != statusWrongCall || stdout != "" {
			t.Errorf("status %d, stdout %q", status, stdout)
		}
		checkLine(t, stderr)
	})
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		t.Run(signal.String(), func(t *testing.T) { interrupt(t, program, signal) })
	}
}

// finish runs a process to its end.
func finish(t *testing.T, cmd *exec.Cmd) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), out.String(), errs.String()
}

// interrupt signals a process that waits for a file to be written.
func interrupt(t *testing.T, program string, signal os.Signal) {
	pipe := filepath.Join(t.TempDir(), "source.csv")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	var out, errs bytes.Buffer
	cmd := exec.Command(program, "solve", "--source", pipe, "--target", pipe)
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	// Opening for writing waits until the process reads.
	writer, err := os.OpenFile(pipe, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	if err := cmd.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if status := cmd.ProcessState.ExitCode(); status != statusInterrupted || out.Len() > 0 || errs.String() != "larui: interrupted\n" {
		t.Errorf("status %d, stdout %q, stderr %q", status, out.String(), errs.String())
	}
}
