// Package config reads what a person has settled for good, a file in TOML of names and
// texts, and changes single lines of it. What the names mean is for others to say.
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

// Variable is that of the environment that names another file than config.toml in the
// user's folder of settings.
const Variable = "LARUI_CONFIG"

// A File is what stands in a file; in one that is not there, nothing.
type File struct {
	// Path is where it is, empty where the user has no folder of settings.
	Path string
	// There tells that it is there.
	There   bool
	Entries []Entry
	text    []byte
	// inTables is behind all that is set above the tables, -1 where there are none.
	inTables int
}

// An Entry is one thing that is set.
type Entry struct {
	// Name is the whole name: undo below [keys] is keys.undo.
	Name string
	// Texts are one text, or those of a list. List tells which of both was written.
	Texts []string
	List  bool
	// Line counts from 1.
	Line int
	// at is where the value of one text stands.
	at unstable.Range
}

// Read reads the user's file. A missing one counts as empty; where the environment names
// it, it is an error. What is wrong in it is a datasets.FormatError with its line.
func Read() (*File, error) {
	f := &File{Path: cmp.Or(os.Getenv(Variable), store.UserFile("config.toml")), inTables: -1}
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
	f.text, err = readSome(f.Path)
	if err != nil {
		return f, fmt.Errorf("reading settings: %w", err)
	}
	if len(f.text) > most {
		return f, fmt.Errorf("%s: it is larger than settings can be", f.Path)
	}
	f.There = true
	f.text = bytes.TrimPrefix(f.text, []byte("\ufeff")) // by which Notepad begins a file
	return f, f.parse()
}

// most is more than settings need.
const most = 1 << 20

// readSome reads a file, or a little more than settings can be: devices have no end.
func readSome(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, most+1))
}

// Blame returns an error of an entry's line.
func (f *File) Blame(e Entry, format string, args ...any) error {
	return f.fault(e.Line, format, args...)
}

func (f *File) fault(line int, format string, args ...any) error {
	return &datasets.FormatError{File: f.Path, Line: line, Err: fmt.Errorf(format, args...)}
}

// Find returns the entry of that name.
func (f *File) Find(name string) (Entry, bool) {
	i := slices.IndexFunc(f.Entries, func(e Entry) bool { return e.Name == name })
	if i < 0 {
		return Entry{}, false
	}
	return f.Entries[i], true
}

// parse fills in the entries.
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
			if f.inTables < 0 {
				f.inTables = end
			}
			continue
		case unstable.KeyValue:
		default:
			return f.fault(e.Line, "[[%s]] makes a list of tables: settings are lines such as theme = \"dark\"", e.Name[1:])
		}
		e.Name = (table + e.Name)[1:]
		if twin, ok := f.Find(e.Name); ok {
			return f.fault(e.Line, "%s is set in line %d already", e.Name, twin.Line)
		}
		switch value := x.Value(); value.Kind {
		case unstable.String:
			e.Texts, e.at = []string{string(value.Data)}, value.Raw
			end = f.lineAfter(value)
		case unstable.Array:
			e.List = true
			for each := value.Children(); each.Next(); {
				if each.Node().Kind != unstable.String {
					return f.fault(e.Line, "%s: all in the list are texts between quotes, [\"u\", \"ctrl+u\"]", e.Name)
				}
				e.Texts = append(e.Texts, string(each.Node().Data))
				end = f.lineAfter(each.Node())
			}
		default:
			return f.fault(e.Line, "%s: it is a text between quotes, \"dark\", or a list of some, [\"u\", \"ctrl+u\"]", e.Name)
		}
		f.Entries = append(f.Entries, e)
	}
	wrong := new(unstable.ParserError)
	if err := p.Error(); !errors.As(err, &wrong) {
		return err
	}
	at := p.Shape(p.Range(wrong.Highlight)).Start.Line
	lines := strings.Split(string(f.text), "\n")
	// A line that lacks but quotes.
	unquoted := regexp.MustCompile(`^\s*([\w.-]+)\s*=\s*([^\s"'\[\]{}#][^"'\[\]{}#]*?)\s*(?:#.*)?$`)
	if bare := unquoted.FindStringSubmatch(lines[min(at, len(lines))-1]); bare != nil {
		return f.fault(at, "texts stand between quotes: %s = \"%s\"", bare[1], bare[2])
	}
	return f.fault(at, "not a line such as theme = \"dark\": %s", strings.TrimSpace(wrong.Message))
}

// lineAfter is where the line below a value begins.
func (f *File) lineAfter(value *unstable.Node) int {
	end := int(value.Raw.Offset + value.Raw.Length)
	_, rest, _ := bytes.Cut(f.text[end:], []byte("\n"))
	return len(f.text) - len(rest)
}

// Set has the file say that a name, which is in no table, is a text: the line that says
// otherwise is changed, or one added, and all else stays as it is.
func Set(name, text string) error {
	f, err := Read()
	if err != nil || f.Path == "" {
		return cmp.Or(err, errors.New("there is no folder of settings"))
	}
	if e, ok := f.Find(name); ok && e.List {
		return f.Blame(e, "%s is a list", name)
	}
	if info, err := os.Stat(f.Path); err == nil && info.Mode().Perm()&0o200 == 0 {
		return fmt.Errorf("%s is not to be written to", f.Path)
	}
	if err := os.MkdirAll(filepath.Dir(f.Path), 0o700); err != nil {
		return err
	}
	from, to, put := f.place(name, `"`+text+`"`)
	return store.Replace(f.Path, slices.Concat(f.text[:from], []byte(put), f.text[to:]), 0o600)
}

// place is which part of the text is to become another, for a name to have a value.
func (f *File) place(name, value string) (from, to int, put string) {
	end := "\n"
	if bytes.Contains(f.text, []byte("\r\n")) {
		end = "\r\n"
	}
	line := name + " = " + value + end
	if e, ok := f.Find(name); ok {
		from = int(e.at.Offset)
		return from, from + int(e.at.Length), value
	}
	if f.inTables >= 0 { // behind a table's name it would be in the table
		// Where a table begins, with the comments right above it.
		firstTable := regexp.MustCompile(`(?m)(?:^[ \t]*#.*\n)*^[ \t]*\[`)
		at := f.inTables + firstTable.FindIndex(f.text[f.inTables:])[0]
		return at, at, line
	}
	if n := len(f.text); n > 0 && f.text[n-1] != '\n' {
		line = end + line
	}
	return len(f.text), len(f.text), line
}
