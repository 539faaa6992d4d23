package opener

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"larui/tui/session"
)

// mostCandidates bounds how many names of a folder are looked at.
const mostCandidates = 5000

// completePath completes the last name of a path as far as the folder allows, and
// returns the names that begin like it, folders with a separator at their end. A
// folder that can't be read has none.
func completePath(path string) (completed string, candidates []string) {
	typed := path
	if typed == "~" {
		typed = "~/"
	}
	folder, prefix := filepath.Split(typed)
	in := session.ExpandHome(folder)
	if in == "" {
		in = "."
	}
	for _, entry := range readNames(in) {
		name := entry.Name()
		if !strings.HasPrefix(name, prefix) || (strings.HasPrefix(name, ".") && prefix == "") {
			continue
		}
		if isFolder(in, entry) {
			name += string(filepath.Separator)
		}
		candidates = append(candidates, name)
	}
	if len(candidates) == 0 {
		return path, nil
	}
	slices.Sort(candidates)
	common := candidates[0]
	for _, name := range candidates[1:] {
		common = commonPrefix(common, name)
	}
	return folder + common, candidates
}

// readNames returns what is in a folder, up to a bound.
func readNames(folder string) []os.DirEntry {
	dir, err := os.Open(folder)
	if err != nil {
		return nil
	}
	defer dir.Close()
	entries, _ := dir.ReadDir(mostCandidates) // those before an error count
	return entries
}

func isFolder(in string, entry os.DirEntry) bool {
	if entry.Type()&os.ModeSymlink == 0 {
		return entry.IsDir()
	}
	info, err := os.Stat(filepath.Join(in, entry.Name()))
	return err == nil && info.IsDir()
}

// commonPrefix returns the whole characters that both begin with.
func commonPrefix(a, b string) string {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	for n > 0 && n < len(a) && !utf8.RuneStart(a[n]) {
		n--
	}
	return a[:n]
}
