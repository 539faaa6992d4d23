package stagetest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"larui/tui/session"
)

// OpenSession opens the pair called name with values of options, without a cache.
func OpenSession(t testing.TB, name string, values map[string]string) *session.Session {
	t.Helper()
	opening, err := session.NewOpening(name, values)
	if err != nil {
		t.Fatal(err)
	}
	opening.Spec.Cache = ""
	s, err := session.Open(t.Context(), opening.Spec, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// SmallPair returns values of options for a pair with few rows. more are further names and values of
// options, alternately.
func SmallPair(more ...string) map[string]string {
	values := map[string]string{"n": "60", "m": "60"}
	for i := 0; i < len(more); i += 2 {
		values[more[i]] = more[i+1]
	}
	return values
}

// BinaryLabel returns a label for row i: 1 or -1. ThreeClassLabel returns one of the classes 0, 1
// and 2, NumberLabel a number.
func BinaryLabel(i int) float64     { return float64(i%2*2 - 1) }
func ThreeClassLabel(i int) float64 { return float64(i % 3) }
func NumberLabel(i int) float64     { return float64(i*i%11) / 3 }

// WriteTable writes rows to a CSV file called name and returns its path.
func WriteTable(t testing.TB, name string, rows [][]float64) string {
	t.Helper()
	text := ""
	for _, row := range rows {
		text += strings.Join(strings.Fields(strings.Trim(fmt.Sprint(row), "[]")), ",") + "\n"
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// FilePair writes a pair of files with n rows and d features, and returns the options that open it.
// label returns the label of a row; the target has labels if labelled is true.
func FilePair(t testing.TB, n, d int, task string, labelled bool, label func(i int) float64) map[string]string {
	t.Helper()
	table := func(shift float64, labelled bool) [][]float64 {
		rows := make([][]float64, n)
		for i := range rows {
			for j := range d {
				v := float64((i*(j+3)+j*j)%17)/8 - 1
				rows[i] = append(rows[i], v+shift*float64(j)+label(i)*float64(1+j%2))
			}
			if labelled {
				rows[i] = append(rows[i], label(i))
			}
		}
		return rows
	}
	return map[string]string{
		"source": WriteTable(t, "source.csv", table(0, true)), "target": WriteTable(t, "target.csv", table(0.3, labelled)),
		"task": task,
	}
}
