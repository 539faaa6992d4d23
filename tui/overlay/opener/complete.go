package opener

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"larui/tui/session"
)

// Completes reports whether there is anything to complete in the field: a path, or one
// of a few values.
func (f *Form) Completes() bool {
	field := f.field()
	return field.Kind == session.Path || field.Values != nil
}

// complete completes what is typed into the field as far as there is but one way, and
// shows the names to choose from where there are several.
func (f *Form) complete() {
	field := f.field()
	folder, begun, names := "", field.text, field.Values
	if field.Kind == session.Path {
		if begun == "~" {
			begun = "~/"
		}
		folder, begun = filepath.Split(begun)
		names = namesIn(folder, begun)
	}
	f.candidates = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !strings.HasPrefix(name, begun) })
	if len(f.candidates) == 0 {
		f.candidates = field.Values
		return
	}
	common := f.candidates[0]
	for _, name := range f.candidates {
		for !strings.HasPrefix(name, common) {
			_, last := utf8.DecodeLastRuneInString(common)
			common = common[:len(common)-last]
		}
	}
	field.text = folder + common
	if len(f.candidates) == 1 {
		f.candidates = nil
	}
}

// namesIn returns the names in a folder that begin like that, hidden ones only where
// there is a beginning. Folders have a separator at their end. A folder that can't be
// read has none.
func namesIn(folder, begun string) []string {
	in := session.ExpandHome(folder)
	if in == "" {
		in = "."
	}
	var names []string
	entries, _ := os.ReadDir(in) // those before an error count
	for _, entry := range entries {
		name := entry.Name()
		if !strings.HasPrefix(name, begun) || strings.HasPrefix(name, ".") && begun == "" {
			continue
		}
		if info, err := os.Stat(filepath.Join(in, name)); err == nil && info.IsDir() {
			name += string(filepath.Separator)
		}
		names = append(names, name)
	}
	return names
}
