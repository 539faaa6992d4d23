package lesson

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"larui/datasets"
	"larui/tui/session"
)

// A block is a step as its file has it: a heading, fields, and paragraphs.
type block struct {
	title  string
	line   int
	fields []field
	prose  []field // without names
}

// A field is a value with a name, and the line where it begins.
type field struct {
	name, value string
	line        int
}

// What fields there are: of a lesson, and of a step.
var (
	lessonFields = []string{"title", "about", "minutes", "pair"}
	stepFields   = []string{"state", "view", "panel", "select", "present", "do", "done", "solution", "wrong", "ask", "answer", "claim", "mostly"}
	repeated     = []string{"wrong", "claim", "mostly"}
)

// at blames a line of a file.
func at(file string, line int, err error) error {
	return &datasets.FormatError{File: file, Line: line, Err: err}
}

// read reads a lesson. Errors are *datasets.FormatError.
func read(file, name, source string, w Words) (*Lesson, error) {
	source = strings.ReplaceAll(strings.TrimPrefix(source, "\ufeff"), "\r\n", "\n")
	lines := strings.Split(source, "\n")
	for i, line := range lines {
		if !utf8.ValidString(line) {
			return nil, at(file, i+1, errors.New("not UTF-8: save the file as UTF-8"))
		}
		if strings.ContainsFunc(line, func(r rune) bool { return unicode.IsControl(r) && r != '\t' }) {
			return nil, at(file, i+1, errors.New("a control character has no place in a lesson"))
		}
	}
	head, blocks, line, err := split(lines)
	if err != nil {
		return nil, at(file, line, err)
	}
	l := &Lesson{Name: name, folder: filepath.Dir(file)}
	if line, err := l.readHead(head); err != nil {
		return nil, at(file, line, err)
	}
	if len(blocks) == 0 {
		return nil, at(file, len(lines), errors.New("there are no steps: each begins with a line ## TITLE"))
	}
	for _, b := range blocks {
		s := Step{Title: b.title, line: b.line}
		if line, err := s.read(l, b, w); err != nil {
			return nil, at(file, line, err)
		}
		l.Steps = append(l.Steps, s)
	}
	return l, nil
}

// split takes lines apart into what stands before the steps, and these.
func split(lines []string) (head []field, blocks []block, at int, err error) {
	const fence = "---"
	if strings.TrimSpace(lines[0]) != fence {
		return nil, nil, 1, errors.New("a lesson begins with a line ---, then title, minutes, about and pair, and another ---")
	}
	end := 1
	for ; end < len(lines) && strings.TrimSpace(lines[end]) != fence; end++ {
		name, value, ok := strings.Cut(lines[end], ":")
		switch line := strings.TrimSpace(lines[end]); {
		case line == "":
		case !ok:
			return nil, nil, end + 1, fmt.Errorf("%q is not a name, a colon and a value, such as minutes: 8", beginning(line))
		default:
			head = append(head, field{strings.TrimSpace(name), strings.TrimSpace(value), end + 1})
		}
	}
	if end == len(lines) {
		return nil, nil, end, errors.New("the line --- that ends what stands before the steps is missing")
	}
	var b *block
	var open *field // what the next line goes on with
	for i := end + 1; i < len(lines); i++ {
		line := strings.TrimSpace(lines[i])
		item, isItem := strings.CutPrefix(line, "- ")
		title, isTitle := strings.CutPrefix(line, "## ")
		switch {
		case isTitle:
			blocks = append(blocks, block{title: strings.TrimSpace(title), line: i + 1})
			b, open = &blocks[len(blocks)-1], nil
		case line == "":
			open = nil
		case b == nil:
			return nil, nil, i + 1, errors.New("this stands before the first step: a step begins with a line ## TITLE")
		case strings.HasPrefix(line, "#"):
			return nil, nil, i + 1, errors.New("a step begins with ## and a blank; there are no other headings")
		case isItem:
			name, value, ok := strings.Cut(item, ":")
			if !ok || strings.Contains(strings.TrimSpace(name), " ") {
				return nil, nil, i + 1, fmt.Errorf("%q is not a field such as - do: Turn λ up; there are %s", beginning(line), strings.Join(stepFields, ", "))
			}
			b.fields = append(b.fields, field{strings.TrimSpace(name), strings.TrimSpace(value), i + 1})
			open = &b.fields[len(b.fields)-1]
		case open != nil:
			open.value = strings.TrimSpace(open.value + " " + line)
		default:
			b.prose = append(b.prose, field{"", line, i + 1})
			open = &b.prose[len(b.prose)-1]
		}
	}
	return head, blocks, 0, nil
}

// fieldsOf tells fields by their names, which are to be known and each given once.
func fieldsOf(fields []field, known []string) (map[string]field, int, error) {
	by := map[string]field{}
	for _, f := range fields {
		switch _, again := by[f.name]; {
		case !slices.Contains(known, f.name):
			return nil, f.line, fmt.Errorf("there is no field %q: there are %s", f.name, strings.Join(known, ", "))
		case f.value == "":
			return nil, f.line, fmt.Errorf("%s has no value", f.name)
		case again && !slices.Contains(repeated, f.name):
			return nil, f.line, fmt.Errorf("%s is given twice", f.name)
		}
		by[f.name] = f
	}
	return by, 0, nil
}

// readHead takes in what stands before the steps.
func (l *Lesson) readHead(head []field) (int, error) {
	by, line, err := fieldsOf(head, lessonFields)
	if err != nil {
		return line, err
	}
	for _, name := range lessonFields {
		if _, given := by[name]; !given {
			return 1, fmt.Errorf("the lesson has no %s", name)
		}
	}
	l.Title, l.About, l.pair = by["title"].value, by["about"].value, by["pair"].value
	if l.Minutes, err = strconv.Atoi(by["minutes"].value); err != nil || l.Minutes < 1 {
		return by["minutes"].line, fmt.Errorf("minutes: %q is not a whole number above zero", by["minutes"].value)
	}
	_, err = l.open(l.pair)
	return by["pair"].line, plainly("pair", err)
}

// plainly names the field that an error is of.
func plainly(name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %s", name, session.PlainError(err))
}

// open reads a command line. Files are looked for from the folder of the lesson.
func (l *Lesson) open(line string) (session.Opening, error) {
	o, err := session.ParseOpening(line)
	if err != nil {
		return o, err
	}
	return o.Set.From(l.folder).Opening(o.Spec.Name)
}
