package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"

	"larui/datasets/wording"
	"larui/tui/number"
	"larui/tui/session"
	"larui/tui/store"
)

type output struct {
	cmd    *cobra.Command
	format string
}

func addFormat(cmd *cobra.Command) *output {
	o := &output{cmd, "text"}
	addChoice(cmd, &o.format, "format", "the format of the output: text, json, csv", "text", "json", "csv")
	return o
}

func (o *output) printAs(report any, rows *table, text func(*textBuilder)) (err error) {
	var b textBuilder
	switch o.format {
	case "json":
		var encoded string
		encoded, err = encodeJSON(report)
		b.WriteString(encoded)
	case "csv":
		err = rows.writeCSV(&b)
	default:
		text(&b)
	}
	if err == nil {
		o.cmd.Print(b.String())
	}
	return err
}

type result interface {
	report() record
	rows() *table
	writeText(b *textBuilder)
}

// print prints r, in JSON with the warnings first. If err is not nil, print only returns err.
func (o *output) print(r result, warnings []session.Warning, err error) error {
	if err != nil {
		return err
	}
	return o.printAs(withWarnings(warnings, r.report()), r.rows(), r.writeText)
}

// printList prints records as JSON or CSV, and as text the table t with the note below.
func (o *output) printList(records []record, t *table, note string) error {
	return o.printAs(records, newRecordTable(records...), func(b *textBuilder) {
		t.write(b)
		b.line("\n" + note)
	})
}

// encodeJSON removes the control characters of terminals that JSON does not escape.
func encodeJSON(report any) (string, error) {
	var b textBuilder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(jsonValue(report))
	return strings.Join(mapSlice(strings.Split(b.String(), "\n"), wording.OneLine), "\n"), err
}

// A record is a JSON object or a row of CSV. The names of the fields are stable across versions. In
// JSON a nil record, a NaN and an infinite number are null.
type record = []session.Fact

// newRecord returns a record made of parts. A part is a name with the value that follows, or a
// record whose fields are added.
func newRecord(parts ...any) record { return session.Facts(parts...) }

// An optionalValue is the value of a field that JSON omits if the value is zero.
type optionalValue struct{ value any }

func withWarnings(warnings []session.Warning, report record) record {
	if len(warnings) == 0 {
		return report
	}
	return newRecord("warnings", warnings, report)
}

// jsonValue replaces records and unknown numbers by values that encoding/json can encode.
func jsonValue(v any) any {
	switch v := v.(type) {
	case record:
		return jsonObject(v)
	case []record:
		return mapSlice(v, func(r record) jsonObject { return r })
	case float64:
		if !isKnown(v) {
			return nil
		}
	}
	return v
}

// A jsonObject is a record that encoding/json encodes with its fields in order.
type jsonObject record

func (r jsonObject) MarshalJSON() ([]byte, error) {
	if r == nil {
		return []byte("null"), nil
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	between := '{'
	for _, f := range r {
		o, is := f.Value.(optionalValue)
		switch {
		case is && reflect.ValueOf(o.value).IsZero():
			continue
		case is:
			f.Value = o.value
		}
		fmt.Fprintf(&b, "%c%q:", between, f.Name)
		if err := encoder.Encode(jsonValue(f.Value)); err != nil {
			return nil, err
		}
		between = ','
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func isKnown(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

func intIfKnown(known bool, n int) any {
	if known {
		return n
	}
	return nil
}

// mapSlice never returns nil.
func mapSlice[T, V any](all []T, f func(T) V) []V {
	values := make([]V, len(all))
	for i, v := range all {
		values[i] = f(v)
	}
	return values
}

// newRecordTable returns a table with a row for each record, and the names of the fields as the
// header. All records must have the same names. Fields of a nested record become columns:
// targetAccuracy in the record closed becomes closedTargetAccuracy.
func newRecordTable(rows ...record) *table {
	t := newTable("")
	for i, r := range rows {
		names, values := flattenRecord(r, "")
		if i == 0 {
			t.add(names...)
		}
		t.add(values...)
	}
	return t
}

func flattenRecord(r record, prefix string) (names, values []any) {
	for _, f := range r {
		name := f.Name
		if prefix != "" {
			name = prefix + strings.ToUpper(name[:1]) + name[1:]
		}
		columns, cells := []any{name}, []any{f.Value}
		switch v := f.Value.(type) {
		case record:
			columns, cells = flattenRecord(v, name)
		case optionalValue:
			cells[0] = v.value
		}
		names, values = append(names, columns...), append(values, cells...)
	}
	return names, values
}

type table struct {
	// align has a letter for each column in text: l for left or r for right.
	align string
	rows  [][]any
}

func newTable(align string, first ...any) *table {
	t := &table{align: align}
	if first != nil {
		t.add(first...)
	}
	return t
}

// add accepts fewer cells than the table has columns.
func (t *table) add(cells ...any) { t.rows = append(t.rows, cells) }

// addIfKnown appends nothing if all cells are unknown or empty.
func (t *table) addIfKnown(name string, cells ...any) {
	if slices.ContainsFunc(cells, func(cell any) bool {
		x, isNumber := cell.(float64)
		return cell != "" && cell != number.Unknown && !(isNumber && math.IsNaN(x))
	}) {
		t.add(append([]any{name}, cells...)...)
	}
}

// writeCSV leaves the cells of unknown values empty.
func (t *table) writeCSV(b *textBuilder) error {
	return csv.NewWriter(b).WriteAll(t.cellTexts("", func(x float64) string {
		if !isKnown(x) {
			return ""
		}
		return strconv.FormatFloat(x, 'g', -1, 64)
	}))
}

func (t *table) saveCSV(ctx context.Context, name string) error {
	var b textBuilder
	err := t.writeCSV(&b)
	return replaceFile(ctx, name, []byte(b.String()), err)
}

// replaceFile writes nothing if err is not nil or ctx has ended, and returns that error.
func replaceFile(ctx context.Context, name string, content []byte, err error) error {
	err = cmp.Or(err, ctx.Err())
	if err == nil {
		err = store.Replace(name, content, 0o644)
	}
	return err
}

// write writes the table as text with aligned columns. Numbers have four digits, and unknown values
// are a dash. Columns without any text are omitted.
func (t *table) write(b *textBuilder) {
	rows := t.cellTexts(number.Unknown, func(x float64) string { return number.PaddedDigits(x, 4) })
	widths := make([]int, len(t.align))
	for _, row := range rows {
		for j, cell := range row {
			cell = wording.OneLine(cell)
			row[j] = cell
			widths[j] = max(widths[j], ansi.StringWidth(cell))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for j, cell := range row {
			if widths[j] == 0 {
				continue
			}
			pad := strings.Repeat(" ", widths[j]-ansi.StringWidth(cell))
			if t.align[j] == 'r' {
				cell = pad + cell
			} else {
				cell += pad
			}
			line.WriteString("  " + cell)
		}
		b.line(strings.TrimRight(line.String(), " "))
	}
}

// String returns the text that write writes.
func (t *table) String() string {
	var b textBuilder
	t.write(&b)
	return b.String()
}

// cellTexts returns the cells as text. A nil becomes the text unknown, and formatNumber formats the
// numbers.
func (t *table) cellTexts(unknown string, formatNumber func(float64) string) [][]string {
	rows := make([][]string, len(t.rows))
	for i, row := range t.rows {
		for _, cell := range row {
			text := fmt.Sprint(cell)
			switch cell := cell.(type) {
			case nil:
				text = unknown
			case float64:
				text = formatNumber(cell)
			}
			rows[i] = append(rows[i], text)
		}
	}
	return rows
}

// writeParagraph wraps a text at 78 columns. mark is before the first line, and an indent of the
// same width before all others.
func writeParagraph(b *textBuilder, mark, text string) {
	const width, nbsp = 78, "\u00a0"
	indent := strings.Repeat(" ", ansi.StringWidth(mark))
	whole := strings.NewReplacer(" %", nbsp+"%", " ± ", nbsp+"±"+nbsp).Replace(joinLines(text)) // keeps numbers and their units on one line
	for i, line := range strings.Split(ansi.Wordwrap(whole, width-len(indent), ""), "\n") {
		if i > 0 {
			mark = indent
		}
		b.line(strings.TrimRight(mark+strings.ReplaceAll(line, nbsp, " "), " "))
	}
}
