package lesson

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"larui/datasets"
	"larui/tui/session"
)

//
//go:embed lessons/*.md
var files embed.FS

// Names returns the names of the built-in lessons, in the order of their numbers.
func Names() []string {
	names := builtInFiles()
	for i, file := range names {
		names[i] = lessonName(file)
	}
	return names
}

// builtInFiles returns the paths of the built-in lessons, in the order of their numbers.
func builtInFiles() (names []string) {
	for {
		found, _ := fs.Glob(files, fmt.Sprintf("lessons/%d-*.md", len(names)+1)) // the pattern is valid
		if found == nil {
			return names
		}
		names = append(names, found...)
	}
}

func lessonName(file string) string {
	return strings.TrimLeft(strings.TrimSuffix(path.Base(file), ".md"), "0123456789-")
}

// LoadAll returns the built-in lessons.
func LoadAll(w ScreenNames) ([]*Lesson, error) {
	var all []*Lesson
	for _, name := range Names() {
		l, err := Load(name, w)
		if err != nil {
			return nil, err
		}
		all = append(all, l)
	}
	return all, nil
}

// Load returns a built-in lesson by its name or number, or a lesson by the path of its file. A
// mistake in a file is a *datasets.FormatError.
func Load(name string, w ScreenNames) (*Lesson, error) {
	own := Names()
	at := slices.Index(own, name)
	if n, err := strconv.Atoi(name); err == nil {
		at = n - 1
		if at < 0 || at >= len(own) {
			return nil, fmt.Errorf("unknown lesson %d: the lessons have the numbers from 1 to %d", n, len(own))
		}
	}
	if at >= 0 {
		file := builtInFiles()[at]
		text, _ := files.ReadFile(file) // builtInFiles has found the file
		return parseLesson(path.Base(file), name, string(text), w)
	}
	text, err := readFile(name)
	if errors.Is(err, os.ErrNotExist) && !strings.ContainsAny(name, "./\\") {
		return nil, fmt.Errorf("unknown lesson %q: the lessons are %s; write the path of your own lesson, such as ./mine.md", name, strings.Join(own, ", "))
	}
	if err != nil {
		return nil, err
	}
	l, err := parseLesson(name, lessonName(name), text, w)
	if err == nil {
		l.File = name
	}
	return l, err
}

// readFile refuses files of more than 1 MiB.
func readFile(name string) (string, error) {
	const most = 1 << 20
	file, err := os.Open(session.ExpandHome(name))
	if err != nil {
		return "", fmt.Errorf("reading the lesson: %w", err)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, most+1))
	switch {
	case err != nil:
		return "", fmt.Errorf("reading the lesson: %w", err)
	case len(text) > most:
		return "", &datasets.FormatError{File: name, Err: errors.New("the file has more than 1 MiB, too much for a lesson")}
	}
	return string(text), nil
}

func parseLesson(file, name, source string, w ScreenNames) (*Lesson, error) {
	l := &Lesson{Name: name, folder: filepath.Dir(file)}
	if err := l.parse(source, w); err != nil {
		err.File = file
		return nil, err
	}
	return l, nil
}

func (l *Lesson) parse(source string, w ScreenNames) *datasets.FormatError {
	source = strings.ReplaceAll(strings.TrimPrefix(source, "\ufeff"), "\r\n", "\n")
	lines := strings.Split(source, "\n")
	for i, line := range lines {
		if !utf8.ValidString(line) {
			return lineError(i+1, "the line is not UTF-8: save the file as UTF-8")
		}
		if strings.ContainsFunc(line, func(r rune) bool { return unicode.IsControl(r) && r != '\t' }) {
			return lineError(i+1, "the line has a control character: delete it")
		}
	}
	head, blocks, err := splitFile(lines)
	if err != nil {
		return err
	}
	if err := l.readHead(head); err != nil {
		return err
	}
	if len(blocks) == 0 {
		return lineError(len(lines), "the lesson has no steps: a step begins with a line ## TITLE")
	}
	for _, b := range blocks {
		s := Step{Title: b.title, line: b.line}
		if err := s.parse(l, b, w); err != nil {
			return err
		}
		l.Steps = append(l.Steps, s)
	}
	return nil
}

func (l *Lesson) readHead(head []field) *datasets.FormatError {
	by, err := fieldsByName(head, lessonFields)
	if err != nil {
		return err
	}
	for _, name := range lessonFields {
		if _, given := by[name]; !given {
			return lineError(1, "the lesson has no %s", name)
		}
	}
	l.Title, l.About, l.pair = by["title"].value, by["about"].value, by["pair"].value
	minutes := by["minutes"]
	var invalid error
	l.Minutes, invalid = strconv.Atoi(minutes.value)
	if invalid != nil || l.Minutes < 1 {
		return lineError(minutes.line, "minutes: %q is not a whole number above zero", minutes.value)
	}
	if _, err := l.parseOpening(l.pair); err != nil {
		return lineError(by["pair"].line, "pair: %s", session.PlainError(err))
	}
	return nil
}
