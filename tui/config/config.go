// Package config reads the user's settings, a TOML file of names with texts or lists of texts,
// and changes single lines of it. [Read] returns a [File] of entries; [File.Bindings] returns
// the keys of actions. Other packages give the other names their meaning.
//
//	theme = "light"
//
//	[keys]
//	undo = ["u", "ctrl+u"]
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

// Variable is the environment variable that names another settings file.
const Variable = "LARUI_CONFIG"

// A File is a parsed settings file. A missing file has no entries.
type File struct {
	// Path is empty if the user has no folder of settings.
	Path string
	// Exists reports whether the file exists.
	Exists  bool
	Entries []Entry
	text    []byte
	// topLevelEnd is the offset in text behind the last setting above all tables, -1 if the file
	// has no table.
	topLevelEnd int
}

// An Entry is one setting.
type Entry struct {
	// Name is the full name: undo below [keys] is keys.undo.
	Name string
	// Texts is the value: one text, or the texts of a list if List is true.
	Texts []string
	List  bool
	// Line counts from 1.
	Line int
	// valueRange is the place in the file of a value that is one text.
	valueRange unstable.Range
}

// Read reads the user's settings file. A missing file counts as empty, unless Variable names
// it. A fault in the file is a *datasets.FormatError with its line.
func Read() (*File, error) {
	f := &File{Path: cmp.Or(os.Getenv(Variable), store.UserFile("config.toml")), topLevelEnd: -1}
	if f.Path == "" {
		return f, nil
	}
	info, err := os.Stat(f.Path)
	switch {
	case err != nil && os.Getenv(Variable) == "": // such as in a home that may not be entered
		return f, nil
	case errors.Is(err, fs.ErrNotExist):
		return f, fmt.Errorf("%s: there is no such file, which %s names", f.Path, Variable)
	case err == nil && info.IsDir():
		return f, fmt.Errorf("%s: it is a folder, not a file of settings", f.Path)
	}
	f.text, err = readLimited(f.Path)
	if err != nil {
		return f, fmt.Errorf("reading settings: %w", err)
	}
	if len(f.text) > maxSize {
		return f, fmt.Errorf("%s: it is larger than settings can be", f.Path)
	}
	f.Exists = true
	f.text = bytes.TrimPrefix(f.text, []byte("\ufeff")) // Notepad writes it
	return f, f.parse()
}

// maxSize is the largest size of a settings file in bytes.
const maxSize = 1 << 20

// readLimited reads no more than one byte above maxSize, because devices have no end.
func readLimited(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, maxSize+1))
}

// EntryError returns an error about the line of an entry.
func (f *File) EntryError(e Entry, format string, args ...any) error {
	return f.lineError(e.Line, format, args...)
}

func (f *File) lineError(line int, format string, args ...any) error {
	return &datasets.FormatError{File: f.Path, Line: line, Err: fmt.Errorf(format, args...)}
}

// Find returns the entry of a name.
func (f *File) Find(name string) (Entry, bool) {
	i := slices.IndexFunc(f.Entries, func(e Entry) bool { return e.Name == name })
	if i < 0 {
		return Entry{}, false
	}
	return f.Entries[i], true
}

// parse fills in the entries and topEnd.
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
			return f.lineError(e.Line, "[[%s]] makes a list of tables: settings are lines such as theme = \"dark\"", e.Name[1:])
		}
		e.Name = (table + e.Name)[1:]
		if twin, ok := f.Find(e.Name); ok {
			return f.lineError(e.Line, "%s is set in line %d already", e.Name, twin.Line)
		}
		switch value := x.Value(); value.Kind {
		case unstable.String:
			e.Texts, e.valueRange = []string{string(value.Data)}, value.Raw
			end = f.nextLineOffset(value)
		case unstable.Array:
			e.List = true
			for each := value.Children(); each.Next(); {
				if each.Node().Kind != unstable.String {
					return f.lineError(e.Line, "%s: all in the list are texts between quotes, [\"u\", \"ctrl+u\"]", e.Name)
				}
				e.Texts = append(e.Texts, string(each.Node().Data))
				end = f.nextLineOffset(each.Node())
			}
		default:
			return f.lineError(e.Line, "%s: it is a text between quotes, \"dark\", or a list of some, [\"u\", \"ctrl+u\"]", e.Name)
		}
		f.Entries = append(f.Entries, e)
	}
	wrong := new(unstable.ParserError)
	if err := p.Error(); !errors.As(err, &wrong) {
		return err
	}
	at := p.Shape(p.Range(wrong.Highlight)).Start.Line
	lines := strings.Split(string(f.text), "\n")
	// A text without quotes is the likely mistake.
	unquoted := regexp.MustCompile(`^\s*([\w.-]+)\s*=\s*([^\s"'\[\]{}#][^"'\[\]{}#]*?)\s*(?:#.*)?$`)
	if bare := unquoted.FindStringSubmatch(lines[min(at, len(lines))-1]); bare != nil {
		return f.lineError(at, "texts stand between quotes: %s = \"%s\"", bare[1], bare[2])
	}
	return f.lineError(at, "not a line such as theme = \"dark\": %s", strings.TrimSpace(wrong.Message))
}

// nextLineOffset returns the offset of the line below a value.
func (f *File) nextLineOffset(value *unstable.Node) int {
	end := int(value.Raw.Offset + value.Raw.Length)
	_, rest, _ := bytes.Cut(f.text[end:], []byte("\n"))
	return len(f.text) - len(rest)
}

// Set gives a name outside of tables a text in the user's file. It changes the name's line or
// adds one, and leaves the rest of the file as it is.
func Set(name, text string) error {
	f, err := Read()
	if err != nil || f.Path == "" {
		return cmp.Or(err, errors.New("there is no folder of settings"))
	}
	if e, ok := f.Find(name); ok && e.List {
		return f.EntryError(e, "%s is a list", name)
	}
	if info, err := os.Stat(f.Path); err == nil && info.Mode().Perm()&0o200 == 0 {
		return fmt.Errorf("%s is not to be written to", f.Path)
	}
	if err := os.MkdirAll(filepath.Dir(f.Path), 0o700); err != nil {
		return err
	}
	from, to, put := f.planEdit(name, `"`+text+`"`)
	return store.Replace(f.Path, slices.Concat(f.text[:from], []byte(put), f.text[to:]), 0o600)
}

// planEdit returns the text to put in place of f.text[from:to] so that name has the value.
func (f *File) planEdit(name, value string) (from, to int, put string) {
	end := "\n"
	if bytes.Contains(f.text, []byte("\r\n")) {
		end = "\r\n"
	}
	line := name + " = " + value + end
	if e, ok := f.Find(name); ok {
		from = int(e.valueRange.Offset)
		return from, from + int(e.valueRange.Length), value
	}
	if f.topLevelEnd >= 0 { // below a table's head the line would be in the table
		// firstTable matches the head of a table and the comments right above it.
		firstTable := regexp.MustCompile(`(?m)(?:^[ \t]*#.*\n)*^[ \t]*\[`)
		at := f.topLevelEnd + firstTable.FindIndex(f.text[f.topLevelEnd:])[0]
		return at, at, line
	}
	if n := len(f.text); n > 0 && f.text[n-1] != '\n' {
		line = end + line
	}
	return len(f.text), len(f.text), line
}
