package opener

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"larui/datasets"
	"larui/tui/session"
)

// Completes reports whether Tab completes the field: a path, one of a few values, or names of
// columns.
func (f *Form) Completes() bool {
	field := f.field()
	return field.Kind == session.PathKind || field.Values != nil || field.namesColumns()
}

// namesColumns reports whether the field takes names of columns.
func (f field) namesColumns() bool {
	return f.Name == "label" || f.Kind == session.ListKind && f.Name != "classes"
}

// complete extends the typed text as far as all matching names agree, and lists them if there
// are several. Names match that begin with the text, or else names that have all its words,
// or else, for a path, files below the folder.
func (f *Form) complete() {
	field := f.field()
	before, begun := "", field.text
	names := field.Values
	switch {
	case field.Kind == session.PathKind:
		if begun == "~" {
			begun = "~/"
		}
		before, begun = filepath.Split(begun)
		names = namesIn(before, strings.HasPrefix(begun, "."))
	case field.namesColumns():
		if field.Kind == session.ListKind {
			cut := strings.LastIndexByte(begun, ',') + 1
			before, begun = begun[:cut], begun[cut:]
		}
		names = f.columns()
	}
	f.candidates = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !strings.HasPrefix(name, begun) })
	if len(f.candidates) == 0 {
		f.candidates = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !hasWords(name, begun) })
	}
	if len(f.candidates) == 0 && field.Kind == session.PathKind {
		f.candidates = filesBelow(before, begun)
	}
	switch common := commonStart(f.candidates); {
	case len(f.candidates) == 1:
		field.text, f.candidates = before+common, nil
	case len(f.candidates) == 0:
		f.candidates = field.Values
	case strings.HasPrefix(common, begun):
		field.text = before + common
	}
}

// columns returns the names of the source's columns, as options take them.
func (f *Form) columns() (names []string) {
	for i := range f.fields {
		if f.fields[i].Name != "source" {
			continue
		}
		for _, name := range datasets.ListColumns(context.Background(), session.ExpandHome(f.fields[i].value())) {
			name, _, _ = strings.Cut(name, "\t")
			names = append(names, name)
		}
	}
	return names
}

// hasWords reports whether a name has all words of a text, in small or capital letters.
func hasWords(name, text string) bool {
	name = strings.ToLower(name)
	words := strings.Fields(strings.ToLower(text))
	return !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(name, word) })
}

// commonStart returns the longest beginning that all names share.
func commonStart(names []string) (common string) {
	for i, name := range names {
		if i == 0 {
			common = name
		}
		for !strings.HasPrefix(name, common) {
			_, last := utf8.DecodeLastRuneInString(common)
			common = common[:len(common)-last]
		}
	}
	return common
}

// namesIn returns the names in a folder, or none if the folder can't be read. Names of folders
// end in a separator. Names that begin with a dot need hidden.
func namesIn(folder string, hidden bool) []string {
	in := session.ExpandHome(folder)
	if in == "" {
		in = "."
	}
	var names []string
	entries, _ := os.ReadDir(in) // an error ends the list
	for _, entry := range entries {
		name := entry.Name()
		if strings.HasPrefix(name, ".") && !hidden {
			continue
		}
		if info, err := os.Stat(filepath.Join(in, name)); err == nil && info.IsDir() {
			name += string(filepath.Separator)
		}
		names = append(names, name)
	}
	return names
}

// filesBelow returns the paths of files below a folder, relative to the folder, that have all
// words of a text. It stops after many entries or files.
func filesBelow(folder, text string) (found []string) {
	const deepest, mostEntries, mostFound = 5, 20_000, 100
	in := session.ExpandHome(folder)
	if in == "" {
		in = "."
	}
	entries := 0
	_ = filepath.WalkDir(in, func(path string, entry fs.DirEntry, err error) error {
		within, wrong := filepath.Rel(in, path)
		entries++
		switch {
		case entries > mostEntries || len(found) == mostFound:
			return fs.SkipAll
		case err != nil || wrong != nil || path == in:
			return nil // an unreadable folder has no files
		case entry.IsDir() && (strings.HasPrefix(entry.Name(), ".") || strings.Count(within, string(filepath.Separator)) >= deepest):
			return fs.SkipDir
		case entry.Type().IsRegular() && hasWords(within, text):
			found = append(found, within)
		}
		return nil
	})
	return found
}
