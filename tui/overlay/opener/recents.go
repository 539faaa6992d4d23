package opener

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"larui/datasets"
	"larui/tui/session"
	"larui/tui/store"
)

// RecentPairs are the pairs of files opened last, newest first, saved as command lines in a file.
// The methods ignore errors of this file. The zero RecentPairs saves nothing.
type RecentPairs struct{ path string }

const (
	maxRecents      = 20
	maxRecentsBytes = 1 << 20
)

// UserRecentPairs returns the RecentPairs in the user's folder of settings.
func UserRecentPairs() RecentPairs { return RecentPairs{store.UserFilePath("recent")} }

// List returns the saved command lines, except for lines that can't be parsed.
func (r RecentPairs) List() []string {
	if info, err := os.Stat(r.path); err != nil || !info.Mode().IsRegular() {
		return nil // reading a pipe would block
	}
	file, err := os.Open(r.path)
	if err != nil {
		return nil
	}
	defer file.Close()
	var lines []string
	text, _ := io.ReadAll(io.LimitReader(file, maxRecentsBytes))
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if _, err := session.ParseOpening(line); err == nil && !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return lines[:min(len(lines), maxRecents)]
}

// AddColumns adds to o the options with which the same two files were opened last. found is false
// if o has options of the files itself; if the two files were not opened before; if they were
// opened with a file of validation rows.
func (r RecentPairs) AddColumns(o session.Opening) (with session.Opening, found bool) {
	pair := datasets.DefaultSpec(datasets.FilesName)
	pair.Source, pair.Target = o.Spec.Source, o.Spec.Target
	alone, _ := session.PairCommand(pair)
	if given, err := session.PairCommand(o.Spec); err != nil || given != alone {
		return o, false
	}
	lines := r.List()
	at := slices.IndexFunc(lines, func(line string) bool { return line == alone || strings.HasPrefix(line, alone+" ") })
	if at < 0 || lines[at] == alone {
		return o, false
	}
	last, err := session.ParseOpening(lines[at])
	if err == nil {
		last, err = last.Set.Merge(o.Set).Opening(o.Spec.Name)
	}
	if err != nil || last.Spec.Validation != "" {
		return o, false
	}
	o.Spec, o.Set = last.Spec, last.Set
	return o, true
}

// Add puts a pair of files at the beginning. It ignores built-in pairs, because the overlay always
// lists them.
func (r RecentPairs) Add(spec datasets.Spec) {
	if r.path == "" || !slices.Contains(session.PairOptionNames(spec.Name), "no-cache") {
		return
	}
	line, err := session.PairCommand(spec)
	if err != nil || os.MkdirAll(filepath.Dir(r.path), 0o700) != nil {
		return
	}
	others := slices.DeleteFunc(r.List(), func(other string) bool { return other == line })
	lines := append([]string{line}, others[:min(len(others), maxRecents-1)]...)
	_ = store.Replace(r.path, []byte(strings.Join(lines, "\n")+"\n"), 0o600)
}
