package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"

	"larui/tui/number"
)

// emit prints a report in a format: as JSON, as CSV of rows, which is a slice of
// structs, or as text.
func emit(cmd *cobra.Command, format string, report, rows any, text func(*strings.Builder)) error {
	var b strings.Builder
	var err error
	switch format {
	case "json":
		var indented bytes.Buffer
		encoder := json.NewEncoder(&indented)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		err = encoder.Encode(report)
		b.Write(indented.Bytes())
	case "csv":
		err = writeCSV(&b, reflect.ValueOf(rows))
	default:
		text(&b)
	}
	if err == nil {
		cmd.Print(b.String())
	}
	return err
}

// writeCSV writes a slice of structs with a header. Columns have the names that the
// fields have in JSON; those of an embedded struct stand among the others, those of a
// struct in a field follow that field's name: closedTargetAccuracy. What JSON has as
// null is empty.
func writeCSV(b *strings.Builder, rows reflect.Value) error {
	w := csv.NewWriter(b)
	header, _ := columns("", reflect.Zero(rows.Type().Elem()))
	lines := [][]string{header}
	for i := range rows.Len() {
		_, fields := columns("", rows.Index(i))
		lines = append(lines, fields)
	}
	return w.WriteAll(lines)
}

// columns returns the names and the values of the fields of a struct.
func columns(prefix string, v reflect.Value) (names, values []string) {
	for i := range v.NumField() {
		name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		if prefix != "" && name != "" {
			name = strings.ToUpper(name[:1]) + name[1:]
		}
		name = prefix + name
		switch f := v.Field(i); {
		case f.Kind() == reflect.Struct:
			inner, texts := columns(name, f)
			names, values = append(names, inner...), append(values, texts...)
			continue
		case f.Kind() != reflect.Float64:
			values = append(values, fmt.Sprint(f.Interface()))
		case orNull(f.Float()).known():
			values = append(values, strconv.FormatFloat(f.Float(), 'g', -1, 64))
		default:
			values = append(values, "")
		}
		names = append(names, name)
	}
	return names, values
}

// An orNull is a number that is null in JSON where it can't be known or is infinite.
type orNull float64

// MarshalJSON implements json.Marshaler.
func (x orNull) MarshalJSON() ([]byte, error) {
	if !x.known() {
		return []byte("null"), nil
	}
	return json.Marshal(float64(x))
}

func (x orNull) known() bool { return !math.IsNaN(float64(x)) && !math.IsInf(float64(x), 0) }

// A table is text in columns, aligned by what they show.
type table struct {
	// align has one letter per column: l or r.
	align string
	rows  [][]string
}

// add appends a row of at most as many cells as there are columns. Texts stand as they
// are, numbers with four digits; what is not known is number.Unknown.
func (t *table) add(cells ...any) {
	row := make([]string, len(cells))
	for i, cell := range cells {
		switch cell := cell.(type) {
		case float64:
			row[i] = number.Even(cell, 4)
		case orNull:
			row[i] = number.Even(float64(cell), 4)
		case *int:
			row[i] = number.Unknown
			if cell != nil {
				row[i] = strconv.Itoa(*cell)
			}
		default:
			row[i] = fmt.Sprint(cell)
		}
	}
	t.rows = append(t.rows, row)
}

// write writes the rows, indented by two, with two spaces between columns and
// none at the end.
func (t *table) write(b *strings.Builder) {
	widths := make([]int, len(t.align))
	for _, row := range t.rows {
		for j, cell := range row {
			widths[j] = max(widths[j], ansi.StringWidth(cell))
		}
	}
	for _, row := range t.rows {
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
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}

// paragraph writes text as lines of at most 78 columns, the first after mark
// and the others as far in.
func paragraph(b *strings.Builder, mark, text string) {
	const width = 78
	indent := strings.Repeat(" ", ansi.StringWidth(mark))
	for i, line := range strings.Split(ansi.Wordwrap(text, width-len(indent), ""), "\n") {
		if i > 0 {
			mark = indent
		}
		b.WriteString(strings.TrimRight(mark+line, " ") + "\n")
	}
}
