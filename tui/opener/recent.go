package opener

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"larui/datasets"
	"larui/tui/session"
)

// Recents remember the pairs of files that were opened last, one command line each,
// newest first, in a file of the user's. What can't be read or written is forgotten
// without a word. The zero recents remember nothing.
type Recents struct{ path string }

const (
	// recentsKept is how many pairs are remembered.
	recentsKept = 20
	// recentsSize bounds how much of the file is read.
	recentsSize = 1 << 20
)

// UserRecents are those in the user's folder of settings.
func UserRecents() Recents {
	folder, err := os.UserConfigDir()
	if err != nil {
		return Recents{}
	}
	return Recents{filepath.Join(folder, "larui", "recent")}
}

// List returns the command lines that can be read.
func (r Recents) List() []string {
	if r.path == "" {
		return nil
	}
	file, err := os.Open(r.path)
	if err != nil {
		return nil
	}
	defer file.Close()
	var lines []string
	scanner := bufio.NewScanner(io.LimitReader(file, recentsSize))
	for scanner.Scan() && len(lines) < recentsKept {
		line := strings.TrimSpace(scanner.Text())
		if o, err := session.ParseOpening(line); err == nil && session.PairOptions(o.Spec.Name) != nil && !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return lines
}

// Add puts the pair first. Built-in pairs are always at hand and not remembered.
func (r Recents) Add(spec datasets.Spec) {
	if r.path == "" || session.PairOptions(spec.Name) == nil || !slices.Contains(session.PairOptions(spec.Name), "no-cache") {
		return
	}
	line, err := session.PairCommand(spec)
	if err != nil {
		return
	}
	lines := slices.DeleteFunc(r.List(), func(other string) bool { return other == line })
	lines = append([]string{line}, lines...)
	r.write(lines[:min(len(lines), recentsKept)])
}

// write replaces the file at once: whoever reads it finds the old lines or the new.
func (r Recents) write(lines []string) {
	folder := filepath.Dir(r.path)
	if os.MkdirAll(folder, 0o700) != nil {
		return
	}
	file, err := os.CreateTemp(folder, ".recent-")
	if err != nil {
		return
	}
	defer os.Remove(file.Name()) // gone already where the renaming succeeded
	_, err = file.WriteString(strings.Join(lines, "\n") + "\n")
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err == nil {
		_ = os.Rename(file.Name(), r.path)
	}
}
