package stagetest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"larui/tui/session"
)

// OpenSession opens pair name with option values.
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

// SmallPair returns the options of a pair that is solved quickly, and more options as alternating names
// and values.
func SmallPair(more ...string) map[string]string {
	values := map[string]string{"n": "60", "m": "60"}
	for i := 0; i < len(more); i += 2 {
		values[more[i]] = more[i+1]
	}
	return values
}

// BinaryLabel, Thirds and Numbers return the label of row i: ±1, one of three classes, a number.
func BinaryLabel(i int) float64     { return float64(i%2*2 - 1) }
func ThreeClassLabel(i int) float64 { return float64(i % 3) }
func NumberLabel(i int) float64     { return float64(i*i%11) / 3 }

// WriteTable writes rows as a CSV file with the label in the last column and returns its path.
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

// FilePair returns the options of a pair of files with n rows and d features. label labels the source
// and, if labelled, the target.
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
