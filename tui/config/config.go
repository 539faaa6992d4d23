// Package config reads the user's file of settings and changes single lines of it. The file is in
// TOML, with a text or a list of texts for each name:
//
//	theme = "light"
//
//	[keys]
//	undo = ["u", "ctrl+u"]
//
// [Read] returns a [File] of entries, and [Set] changes the text of a name. [File.Bindings] returns
// the keys of actions. The meaning of all other names is defined in cmd/larui. The package builds on
// the parser of go-toml and on package store. To allow another key of the keyboard, add the key to
// the tables in keys.go.
package config

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"larui/datasets"
	"larui/tui/store"
)

// PathVariable is the environment variable that holds the path of a settings file to use in place
// of the usual one.
const PathVariable = "LARUI_CONFIG"

// A File is a parsed file of settings. A missing file has no entries.
type File struct {
	// Path is the path of the file, empty if the user has no folder of settings.
	Path    string
	Exists  bool
	Entries []Entry
	text    []byte
	// topLevelEnd is the number of bytes before the first table, -1 if the file has no table.
	topLevelEnd int
}

// An Entry is one setting.
type Entry struct {
	// Name is the full name: in the table [keys], undo has the name keys.undo.
	Name string
	// Texts is the value: one text, or the texts of a list if List is true.
	Texts []string
	List  bool
	Line  int
	// valueRange is the place of the value in the file. It is set only if the value is one text.
	valueRange unstable.Range
}

// Read reads the user's file of settings. If the file is missing, the result has no entries; but it
// is an error if PathVariable names the file. A fault in the file is a *datasets.FormatError with
// the number of the line.
func Read() (*File, error) {
	f := &File{Path: cmp.Or(os.Getenv(PathVariable), store.UserFilePath("config.toml")), topLevelEnd: -1}
	if f.Path == "" {
		return f, nil
	}
	info, err := os.Stat(f.Path)
	switch {
	case err != nil && os.Getenv(PathVariable) == "": // also if the folder can't be read
		return f, nil
	case errors.Is(err, fs.ErrNotExist):
		return f, fmt.Errorf("%s: this file, which %s names, does not exist", f.Path, PathVariable)
	case err == nil && info.IsDir():
		return f, fmt.Errorf("%s: a folder can't be a file of settings", f.Path)
	}
	f.text, err = readLimited(f.Path)
	if err != nil {
		return f, fmt.Errorf("reading settings: %w", err)
	}
	if len(f.text) > maxSize {
		return f, fmt.Errorf("%s: a file of settings has at most 1 MB", f.Path)
	}
	f.Exists = true
	f.text = bytes.TrimPrefix(f.text, []byte("\ufeff")) // Notepad writes a byte order mark
	return f, f.parse()
}

const maxSize = 1 << 20

// readLimited reads at most maxSize+1 bytes, because a device such as /dev/zero has no end.
func readLimited(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, maxSize+1))
}

// EntryError returns an error with the file and the line of an entry.
func (f *File) EntryError(e Entry, format string, args ...any) error {
	return &datasets.FormatError{File: f.Path, Line: e.Line, Err: fmt.Errorf(format, args...)}
}

// Find returns the entry with the given name.
func (f *File) Find(name string) (Entry, bool) {
	i := slices.IndexFunc(f.Entries, func(e Entry) bool { return e.Name == name })
	if i < 0 {
		return Entry{}, false
	}
	return f.Entries[i], true
}

func (f *File) parse() error {
	var p unstable.Parser
	p.Reset(f.text)
	line := func(n *unstable.Node) int { return p.Shape(n.Raw).Start.Line }
	table, end := "", 0
	for p.NextExpression() {
		x := p.Expression()
		var e Entry
		for key := x.Key(); key.Next(); {
			e.Name += "." + string(key.Node().Data)
			e.Line = line(key.Node())
		}
		switch x.Kind {
		case unstable.Table:
			table = e.Name
			if f.topLevelEnd < 0 {
				f.topLevelEnd = end
			}
			continue
		case unstable.KeyValue:
		default:
			return f.EntryError(e, "[[%s]] begins a list of tables: write lines such as theme = \"dark\"", e.Name[1:])
		}
		e.Name = (table + e.Name)[1:]
		if twin, ok := f.Find(e.Name); ok {
			return f.EntryError(e, "%s is already set in line %d", e.Name, twin.Line)
		}
		switch value := x.Value(); value.Kind {
		case unstable.String:
			e.Texts, e.valueRange = []string{string(value.Data)}, value.Raw
			end = f.nextLineOffset(value)
		case unstable.Array:
			e.List = true
			for each := value.Children(); each.Next(); {
				if each.Node().Kind != unstable.String {
					return f.EntryError(e, "%s: write a list of texts in quotes, such as [\"u\", \"ctrl+u\"]", e.Name)
				}
				e.Texts = append(e.Texts, string(each.Node().Data))
				end = f.nextLineOffset(each.Node())
			}
		default:
			return f.EntryError(e, "%s: write a text in quotes, such as \"dark\", or a list of texts, such as [\"u\", \"ctrl+u\"]", e.Name)
		}
		f.Entries = append(f.Entries, e)
	}
	wrong := new(unstable.ParserError)
	if err := p.Error(); !errors.As(err, &wrong) {
		return err
	}
	at := Entry{Line: p.Shape(p.Range(wrong.Highlight)).Start.Line}
	lines := strings.Split(string(f.text), "\n")
	// unquoted matches a text without quotes, the most likely mistake.
	unquoted := regexp.MustCompile(`^\s*([\w.-]+)\s*=\s*([^\s"'\[\]{}#][^"'\[\]{}#]*?)\s*(?:#.*)?$`)
	if bare := unquoted.FindStringSubmatch(lines[min(at.Line, len(lines))-1]); bare != nil {
		return f.EntryError(at, "write texts in quotes: %s = \"%s\"", bare[1], bare[2])
	}
	return f.EntryError(at, "this is no line such as theme = \"dark\": %s", strings.TrimSpace(wrong.Message))
}

func (f *File) nextLineOffset(value *unstable.Node) int {
	end := int(value.Raw.Offset + value.Raw.Length)
	_, rest, _ := bytes.Cut(f.text[end:], []byte("\n"))
	return len(f.text) - len(rest)
}

// Set writes the line name = "text" into the user's file: in place of the value of this name, or as
// a new line before all tables. All other bytes of the file stay.
func Set(name, text string) error {
	f, err := Read()
	if err != nil || f.Path == "" {
		return cmp.Or(err, errors.New("the user has no folder of settings"))
	}
	if e, ok := f.Find(name); ok && e.List {
		return f.EntryError(e, "%s is a list of texts, not one text", name)
	}
	if err := os.MkdirAll(filepath.Dir(f.Path), 0o700); err != nil {
		return err
	}
	from, to, replacement := f.planEdit(name, `"`+text+`"`)
	return store.Replace(f.Path, slices.Concat(f.text[:from], []byte(replacement), f.text[to:]), 0o600)
}

// planEdit returns the edit that sets name to value: replacement takes the place of f.text[from:to].
func (f *File) planEdit(name, value string) (from, to int, replacement string) {
	end := "\n"
	if bytes.Contains(f.text, []byte("\r\n")) {
		end = "\r\n"
	}
	line := name + " = " + value + end
	if e, ok := f.Find(name); ok {
		from = int(e.valueRange.Offset)
		return from, from + int(e.valueRange.Length), value
	}
	if f.topLevelEnd >= 0 { // a line after the first line of a table would be in the table
		// firstTable matches the first line of a table and the comments right above it.
		firstTable := regexp.MustCompile(`(?m)(?:^[ \t]*#.*\n)*^[ \t]*\[`)
		at := f.topLevelEnd + firstTable.FindIndex(f.text[f.topLevelEnd:])[0]
		return at, at, line
	}
	if n := len(f.text); n > 0 && f.text[n-1] != '\n' {
		line = end + line
	}
	return len(f.text), len(f.text), line
}
