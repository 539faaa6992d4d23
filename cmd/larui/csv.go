package main

import (
	"encoding/csv"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// encodeCSV returns rows, which are structs, as CSV with a header. Columns have
// the names that the fields have in JSON; those of an embedded struct stand among
// the others, those of a struct in a field follow that field's name:
// closedTargetAccuracy. What JSON has as null is empty.
func encodeCSV[Row any](rows []Row) (string, error) {
	var b strings.Builder
	w := csv.NewWriter(&b)
	if err := w.Write(columns("", reflect.TypeFor[Row]())); err != nil {
		return "", err
	}
	for _, row := range rows {
		fields, err := fields(reflect.ValueOf(row))
		if err != nil {
			return "", err
		}
		if err := w.Write(fields); err != nil {
			return "", err
		}
	}
	w.Flush()
	return b.String(), w.Error()
}

func columns(prefix string, t reflect.Type) []string {
	var names []string
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if prefix != "" && name != "" {
			name = prefix + strings.ToUpper(name[:1]) + name[1:]
		}
		switch {
		case f.Anonymous:
			names = append(names, columns(prefix, f.Type)...)
		case f.Type.Kind() == reflect.Struct:
			names = append(names, columns(name, f.Type)...)
		default:
			names = append(names, name)
		}
	}
	return names
}

func fields(v reflect.Value) ([]string, error) {
	var texts []string
	for i := range v.NumField() {
		f := v.Field(i)
		switch f.Kind() {
		case reflect.Struct:
			inner, err := fields(f)
			if err != nil {
				return nil, err
			}
			texts = append(texts, inner...)
		case reflect.Float64:
			text := ""
			if number(f.Float()).known() {
				text = strconv.FormatFloat(f.Float(), 'g', -1, 64)
			}
			texts = append(texts, text)
		case reflect.Int:
			texts = append(texts, strconv.FormatInt(f.Int(), 10))
		case reflect.Bool:
			texts = append(texts, strconv.FormatBool(f.Bool()))
		case reflect.String:
			texts = append(texts, f.String())
		default:
			return nil, fmt.Errorf("no CSV column for a %s", f.Type())
		}
	}
	return texts, nil
}
