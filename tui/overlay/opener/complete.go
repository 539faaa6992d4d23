package opener

import (
	"cmp"
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

// CanComplete reports whether Tab completes the selected field: a path, one of a few values, or
// names of columns.
func (f *Form) CanComplete() bool {
	field := f.selectedField()
	return field.Kind == session.PathKind || field.Values != nil || field.takesColumns()
}

// takesColumns reports whether the value of the field is a name of a column or a list of names.
func (f field) takesColumns() bool {
	return f.Name == "label" || f.Kind == session.ListKind && f.Name != "classes"
}

// completeText replaces the typed text by the longest beginning that all matching names share, and
// lists the names if several match. A name matches if it begins with the text. If there is no such
// name, a name matches if it contains all words of the text; for paths, finally files in the
// folders below match.
func (f *Form) completeText() {
	field := f.selectedField()
	before, begun := "", field.text
	names := field.Values
	switch {
	case field.Kind == session.PathKind:
		if begun == "~" {
			begun = "~/"
		}
		before, begun = filepath.Split(begun)
		names = listFolder(before, strings.HasPrefix(begun, "."))
	case field.takesColumns():
		if field.Kind == session.ListKind {
			cut := strings.LastIndexByte(begun, ',') + 1
			before, begun = begun[:cut], begun[cut:]
		}
		names = f.sourceColumns()
	}
	f.candidates = nil
	for _, matches := range []func(name, text string) bool{strings.HasPrefix, containsWords} {
		if len(f.candidates) == 0 {
			f.candidates = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !matches(name, begun) })
		}
	}
	if len(f.candidates) == 0 && field.Kind == session.PathKind {
		f.candidates = findFilesBelow(before, begun)
	}
	switch common := commonPrefix(f.candidates); {
	case len(f.candidates) == 1:
		field.text, f.candidates = before+common, nil
	case len(f.candidates) == 0:
		f.candidates = field.Values
	case strings.HasPrefix(common, begun):
		field.text = before + common
	}
}

// sourceColumns quotes the names of columns as options take them.
func (f *Form) sourceColumns() (names []string) {
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

// containsWords ignores whether letters are small or capital.
func containsWords(name, text string) bool {
	name = strings.ToLower(name)
	words := strings.Fields(strings.ToLower(text))
	return !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(name, word) })
}

func commonPrefix(names []string) (common string) {
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

// listFolder returns the names in a folder, none if the folder can't be read. Names of folders end
// in a separator. Names that begin with a dot are left out unless hidden is true.
func listFolder(folder string, hidden bool) []string {
	in := cmp.Or(session.ExpandHome(folder), ".")
	var names []string
	entries, _ := os.ReadDir(in)
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

// findFilesBelow returns the files below a folder whose paths, relative to the folder, contain all
// words of text. There are limits of depth, of visited entries and of found files.
func findFilesBelow(folder, text string) (found []string) {
	const deepest, mostEntries, mostFound = 5, 20_000, 100
	in := cmp.Or(session.ExpandHome(folder), ".")
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
		case entry.Type().IsRegular() && containsWords(within, text):
			found = append(found, within)
		}
		return nil
	})
	return found
}
