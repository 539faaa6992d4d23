package lesson

import (
	"fmt"
	"slices"
	"strings"

	"larui/datasets"
	"larui/tui/session"
)

type stepSource struct {
	title  string
	line   int
	fields []field
	prose  []field
}

// A field is a value with a name and with the number of its first line in the file. A paragraph is
// a field without a name.
type field struct {
	name, value string
	line        int
}

// lessonFields stand before the first step, stepFields in a step. A step may have repeatableFields
// more than once.
var (
	lessonFields     = []string{"title", "about", "minutes", "pair"}
	stepFields       = []string{"state", "view", "panel", "point", "select", "present", "do", "done", "solution", "wrong", "ask", "answer", "claim", "mostly"}
	repeatableFields = []string{"wrong", "claim", "mostly"}
)

func lineError(line int, format string, args ...any) *datasets.FormatError {
	return &datasets.FormatError{Line: line, Err: fmt.Errorf(format, args...)}
}

// splitFile splits a file into the fields before the first step, and the sources of the steps.
func splitFile(lines []string) (head []field, blocks []stepSource, err *datasets.FormatError) {
	const fence = "---"
	if strings.TrimSpace(lines[0]) != fence {
		return nil, nil, lineError(1, "a lesson begins with a line ---, then lines for title, minutes, about and pair, and another line ---")
	}
	end := 1
	for ; end < len(lines) && strings.TrimSpace(lines[end]) != fence; end++ {
		name, value, ok := strings.Cut(lines[end], ":")
		switch line := strings.TrimSpace(lines[end]); {
		case line == "":
		case !ok:
			return nil, nil, lineError(end+1, "%q has no colon: write a name, a colon and a value, such as minutes: 8", shortenText(line))
		default:
			head = append(head, field{strings.TrimSpace(name), strings.TrimSpace(value), end + 1})
		}
	}
	if end == len(lines) {
		return nil, nil, lineError(end, "the line --- that ends the head is missing")
	}
	var b *stepSource
	var open *field // the field or paragraph that the next line continues
	for i := end + 1; i < len(lines); i++ {
		line := strings.TrimSpace(lines[i])
		item, isItem := strings.CutPrefix(line, "- ")
		title, isTitle := strings.CutPrefix(line, "## ")
		switch {
		case isTitle:
			blocks = append(blocks, stepSource{title: strings.TrimSpace(title), line: i + 1})
			b, open = &blocks[len(blocks)-1], nil
		case line == "":
			open = nil
		case b == nil:
			return nil, nil, lineError(i+1, "the text is before the first step: a step begins with a line ## TITLE")
		case strings.HasPrefix(line, "#"):
			return nil, nil, lineError(i+1, "a lesson has no such heading: a step begins with ## and a blank")
		case isItem:
			name, value, ok := strings.Cut(item, ":")
			if !ok || strings.Contains(strings.TrimSpace(name), " ") {
				return nil, nil, lineError(i+1, "%q is not a field such as - do: Turn λ up; the fields are %s", shortenText(line), strings.Join(stepFields, ", "))
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
	return head, blocks, nil
}

// known are the allowed names.
func fieldsByName(fields []field, known []string) (map[string]field, *datasets.FormatError) {
	by := map[string]field{}
	for _, f := range fields {
		switch _, again := by[f.name]; {
		case !slices.Contains(known, f.name):
			return nil, lineError(f.line, "unknown field %q: the fields are %s", f.name, strings.Join(known, ", "))
		case f.value == "":
			return nil, lineError(f.line, "%s has no value", f.name)
		case again && !slices.Contains(repeatableFields, f.name):
			return nil, lineError(f.line, "%s is given twice", f.name)
		}
		by[f.name] = f
	}
	return by, nil
}

func fieldError(name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %s", name, session.PlainError(err))
}
