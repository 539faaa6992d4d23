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

// An output prints the result of a command in the format that --format names.
type output struct {
	cmd    *cobra.Command
	format string
}

// addFormat defines the flag --format.
func addFormat(cmd *cobra.Command) *output {
	o := &output{cmd, "text"}
	addChoice(cmd, &o.format, "format", "what to print: text, json, csv", "text", "json", "csv")
	return o
}

// emit prints report as JSON, rows as CSV, or the output of text.
func (o *output) emit(report any, rows *table, text func(*prose)) (err error) {
	var b prose
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

// A result is the result of a command as JSON, CSV and text.
type result interface {
	report() record
	rows() *table
	text(b *prose)
}

// print prints a result. The JSON begins with the warnings, if any.
func (o *output) print(r result, warnings []session.Warning) error {
	return o.emit(withWarnings(warnings, r.report()), r.rows(), r.text)
}

// list prints records or, as text, the table t with a note below.
func (o *output) list(records []record, t *table, note string) error {
	return o.emit(records, sheet(records...), func(b *prose) {
		t.write(b)
		b.line("\n" + note)
	})
}

// encodeJSON returns report as indented JSON without control characters of terminals; JSON itself
// escapes only the ASCII ones.
func encodeJSON(report any) (string, error) {
	var b prose
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(report)
	return strings.Join(mapSlice(strings.Split(b.String(), "\n"), wording.OneLine), "\n"), err
}

// A record is a JSON object or a row of CSV in the output of a command. The names are stable across
// versions. A nil record is null in JSON, as are NaN and infinite numbers.
type record []field

type field session.Fact

// recordOf returns facts as a record.
func recordOf(facts []session.Fact) record {
	return mapSlice(facts, func(f session.Fact) field { return field(f) })
}

// An optional is a value that JSON omits if it is zero.
type optional struct{ value any }

// withWarnings prepends the warnings, if any, to the report.
func withWarnings(warnings []session.Warning, report record) record {
	if len(warnings) == 0 {
		return report
	}
	return append(record{{"warnings", warnings}}, report...)
}

// MarshalJSON implements json.Marshaler.
func (r record) MarshalJSON() ([]byte, error) {
	if r == nil {
		return []byte("null"), nil
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	between := '{'
	for _, f := range r {
		o, is := f.Value.(optional)
		switch {
		case is && reflect.ValueOf(o.value).IsZero():
			continue
		case is:
			f.Value = o.value
		}
		switch v := f.Value.(type) {
		case float64:
			if !known(v) {
				f.Value = nil
			}
		case []session.Fact:
			f.Value = recordOf(v)
		case [][]session.Fact:
			f.Value = mapSlice(v, recordOf)
		}
		fmt.Fprintf(&b, "%c%q:", between, f.Name)
		if err := encoder.Encode(f.Value); err != nil {
			return nil, err
		}
		between = ','
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func known(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// knownIf returns n, or nil if known is false.
func knownIf(known bool, n int) any {
	if known {
		return n
	}
	return nil
}

// mapSlice returns f of each element of all; the result is never nil.
func mapSlice[T, V any](all []T, f func(T) V) []V {
	values := make([]V, len(all))
	for i, v := range all {
		values[i] = f(v)
	}
	return values
}

// sheet returns records with equal names as a table with a header. A record inside a field is
// flattened, and its names are prefixed with the name of the field, as in closedTargetAccuracy.
func sheet(rows ...record) *table {
	t := newTable("")
	for i, r := range rows {
		names, values := r.columns("")
		if i == 0 {
			t.add(names...)
		}
		t.add(values...)
	}
	return t
}

// columns returns the flattened names, with a prefix, and the values.
func (r record) columns(prefix string) (names, values []any) {
	for _, f := range r {
		name := f.Name
		if prefix != "" {
			name = prefix + strings.ToUpper(name[:1]) + name[1:]
		}
		columns, cells := []any{name}, []any{f.Value}
		switch v := f.Value.(type) {
		case record:
			columns, cells = v.columns(name)
		case []session.Fact:
			columns, cells = recordOf(v).columns(name)
		case optional:
			cells[0] = v.value
		}
		names, values = append(names, columns...), append(values, cells...)
	}
	return names, values
}

// A table has rows of cells for text or CSV.
type table struct {
	// align has one letter per column of the text: l (left) or r (right).
	align string
	rows  [][]any
}

// newTable returns a table with a first row, if any.
func newTable(align string, first ...any) *table {
	t := &table{align: align}
	if first != nil {
		t.add(first...)
	}
	return t
}

// add appends a row with at most one cell per column.
func (t *table) add(cells ...any) { t.rows = append(t.rows, cells) }

// addKnown appends a row unless all its cells are unknown or empty.
func (t *table) addKnown(name string, cells ...any) {
	if slices.ContainsFunc(cells, func(cell any) bool {
		x, isNumber := cell.(float64)
		return cell != "" && cell != number.Unknown && !(isNumber && math.IsNaN(x))
	}) {
		t.add(append([]any{name}, cells...)...)
	}
}

// writeCSV writes the rows as CSV; unknown values are empty.
func (t *table) writeCSV(b *prose) error {
	return csv.NewWriter(b).WriteAll(t.texts("", func(x float64) string {
		if !known(x) {
			return ""
		}
		return strconv.FormatFloat(x, 'g', -1, 64)
	}))
}

// save writes the rows to a CSV file.
func (t *table) save(ctx context.Context, name string) error {
	var b prose
	err := t.writeCSV(&b)
	return replace(ctx, name, []byte(b.String()), err)
}

// replace writes content to a file, unless ctx has ended or making the content failed with err.
func replace(ctx context.Context, name string, content []byte, err error) error {
	err = cmp.Or(err, ctx.Err())
	if err == nil {
		err = store.Replace(name, content, 0o644)
	}
	return err
}

// write writes the rows as text in aligned columns. Rows are indented by two spaces, columns are
// separated by two spaces, and lines have no trailing spaces. Numbers have four digits; unknown
// values are written as number.Unknown.
func (t *table) write(b *prose) {
	rows := t.texts(number.Unknown, func(x float64) string { return number.PaddedDigits(x, 4) })
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

// String returns the rows as write writes them.
func (t *table) String() string {
	var b prose
	t.write(&b)
	return b.String()
}

// texts returns the cells as strings: nil as unknown, numbers formatted by written.
func (t *table) texts(unknown string, written func(float64) string) [][]string {
	rows := make([][]string, len(t.rows))
	for i, row := range t.rows {
		for _, cell := range row {
			text := fmt.Sprint(cell)
			switch cell := cell.(type) {
			case nil:
				text = unknown
			case float64:
				text = written(cell)
			}
			rows[i] = append(rows[i], text)
		}
	}
	return rows
}

// paragraph writes text in lines of at most 78 columns. The first line starts with mark, the other
// lines are indented by its width.
func paragraph(b *prose, mark, text string) {
	const width, nbsp = 78, "\u00a0"
	indent := strings.Repeat(" ", ansi.StringWidth(mark))
	whole := strings.NewReplacer(" %", nbsp+"%", " ± ", nbsp+"±"+nbsp).Replace(oneLine(text)) // keeps numbers and their units on one line
	for i, line := range strings.Split(ansi.Wordwrap(whole, width-len(indent), ""), "\n") {
		if i > 0 {
			mark = indent
		}
		b.line(strings.TrimRight(mark+strings.ReplaceAll(line, nbsp, " "), " "))
	}
}
