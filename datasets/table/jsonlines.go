package table

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"larui/datasets/wording"
)

// isJSONLines reports whether start is text with a JSON object on each line, and has at least two
// lines.
func isJSONLines(start []byte) bool {
	objects := 0
	for line := range bytes.Lines(bytes.TrimPrefix(start, []byte(byteOrderMark))) {
		cut := line[len(line)-1] != '\n'
		line = bytes.TrimSpace(line)
		switch {
		case len(line) == 0:
		case cut, line[0] != '{', !json.Valid(line):
			return cut && objects > 0
		default:
			objects++
		}
		if objects == 2 {
			return true
		}
	}
	return false
}

// openJSONLines opens JSON lines as a table of text. The keys of the first object are the columns.
func openJSONLines(in *Input) ([]member, error) {
	in.disableMissingWords()
	in.skipMarkAndSeparator()
	lines := &jsonLinesReader{Part: in.Part, text: bufio.NewScanner(in.Reader), indices: map[string]int{}}
	lines.text.Buffer(nil, maxRow)
	lines.fields = csv.NewWriter(&lines.rows)
	in.Reader = bufio.NewReaderSize(lines, inputBuffer)
	rows := newTextRows(in, ',', -1) // the row of names is no line of the file
	rows.hasHeaderForm, rows.json = true, true
	if err := rows.readAhead(); err != nil {
		return nil, err
	}
	t := in.newTable("JSON lines", rows)
	t.Cols = len(rows.ahead[0].fields)
	return singleMember(t, nil)
}

// jsonLinesReader converts JSON lines to CSV. An array of n values becomes n columns, true 1, false 0,
// and a null or a missing value an empty field.
type jsonLinesReader struct {
	Part
	text   *bufio.Scanner
	line   int
	rows   bytes.Buffer
	fields *csv.Writer
	// names is nil before the first object. indices has the index of each name.
	names   []string
	indices map[string]int
}

func (l *jsonLinesReader) Read(p []byte) (int, error) {
	for l.rows.Len() == 0 {
		if !l.text.Scan() {
			if errors.Is(l.text.Err(), bufio.ErrTooLong) {
				return 0, l.FaultAt(l.line+1, 0, NewFault(ErrTooLarge, "a row is longer than %d MiB", maxRow>>20))
			}
			if l.text.Err() != nil {
				return 0, l.text.Err()
			}
			return 0, io.EOF
		}
		l.line++
		if err := l.convertLine(l.text.Bytes()); err != nil {
			return 0, l.FaultAt(l.line, 0, err)
		}
	}
	return l.rows.Read(p)
}

func (l *jsonLinesReader) convertLine(line []byte) error {
	if len(bytes.TrimSpace(line)) == 0 {
		return l.rows.WriteByte('\n') // keeps the count of lines
	}
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.UseNumber()
	if start, err := decoder.Token(); err != nil || start != json.Delim('{') {
		return NewFault(ErrSyntax, "the line is no object of JSON")
	}
	row, given := make([]string, len(l.names)), make([]bool, len(l.names))
	first := l.names == nil
	set := func(name string, value any) error {
		text, err := formatJSONField(value)
		if err != nil {
			return NewFault(ErrSyntax, "%s %s", wording.Excerpt(name), err)
		}
		at, known := l.indices[name]
		switch {
		case !known && first:
			at = len(l.names)
			l.indices[name] = at
			l.names, row, given = append(l.names, name), append(row, ""), append(given, false)
		case !known:
			return NewFault(ErrRagged, "%s is not in the first line", wording.Excerpt(name))
		case given[at]:
			return NewFault(ErrSyntax, "%s occurs twice", wording.Excerpt(name))
		}
		row[at], given[at] = text, true
		return nil
	}
	for decoder.More() {
		key, err := decoder.Token()
		name, _ := key.(string)
		var value any
		if err == nil {
			err = decoder.Decode(&value)
		}
		if err != nil {
			return NewFault(ErrSyntax, "the line is no object of JSON (%v)", err)
		}
		list, isList := value.([]any)
		if !isList {
			list = []any{value}
		}
		for i, value := range list {
			part := name
			if isList {
				part += "_" + strconv.Itoa(i)
			}
			if err := set(part, value); err != nil {
				return err
			}
		}
	}
	if _, err := decoder.Token(); err != nil || decoder.More() {
		return NewFault(ErrSyntax, "the line is no object of JSON")
	}
	if first {
		_ = l.fields.Write(l.names) // a Buffer takes all
	}
	if len(row) == 0 || !first && !slices.Contains(given, true) {
		return NewFault(ErrSyntax, "the object is empty")
	}
	_ = l.fields.Write(row)
	l.fields.Flush()
	return nil
}

func formatJSONField(value any) (string, error) {
	switch v := value.(type) {
	case nil:
		return "", nil
	case bool:
		if v {
			return "1", nil
		}
		return "0", nil
	case json.Number:
		return v.String(), nil
	case string:
		return strings.NewReplacer("\n", " ", "\r", " ").Replace(v), nil // keeps the count of lines
	}
	return "", errors.New("holds a list in a list, or an object: write its values beside the others")
}
