package datasets

import (
	"encoding/binary"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"larui/model/testutil"
)

// The index that pandas describes in Parquet is left out as the names of rows, unless it is kept or named for
// something else.
func TestPandasIndex(t *testing.T) {
	for name, index := range map[string][]string{"named": {"customer"}, "levels": {"year", "part"}} {
		content := string(testutil.Must(os.ReadFile("testdata/parquet/" + name + ".parquet")))
		for change, features := range map[string]int{"": 1, "keep": 1 + len(index), "features": 1, "drop": 1, "id": 1} {
			spec := pairSpec(t, map[string]string{"a": content}, "a", "")
			spec.Label = "last"
			switch change {
			case "keep":
				spec.Index = "keep"
			case "features":
				spec.Features = index[:1]
			case "drop":
				spec.Drop = index[:1]
			case "id":
				spec.ID = index[:1]
			}
			pair := mustOpen(t, spec)
			if _, d := pair.Source.X.Dims(); d != features {
				t.Errorf("%s, %s: %d features: %s", name, change, d, pair.Notes)
			}
			said := strings.Join(pair.Guesses, "\n")
			if left := strings.Count(said, "is the index of pandas"); change == "" && left != len(index) {
				t.Errorf("%s: %s", name, said)
			}
		}
	}
}

// Columns of arrays that number the rows are said, up or down and whatever they begin with, and others are not.
func TestNumberedArrays(t *testing.T) {
	const n = 6
	for _, step := range []float64{1, -1, 2, 0.5} {
		for _, start := range []float64{0, 1, 1000} {
			var c []float64
			svm := ""
			for i := range n {
				v := start + step*float64(i)
				c = append(c, v)
				svm += fmt.Sprintf("%d 1:%v 2:%v\n", i%2, v, float64(i*i%5))
			}
			other, y := []float64{3, 1, 4, 1, 5, 9}, []float64{0, 1, 0, 1, 0, 1}
			var rows []float64
			for i := range n {
				rows = append(rows, c[i], other[i])
			}
			x, labels := npyRows(2, rows...), npyVector(y...)
			m := newMATWriter(binary.LittleEndian)
			m.add(m.full(6, 9, n, 2, "X", append(slices.Clone(c), other...)), true).add(m.full(6, 9, n, 1, "y", y), false)
			for name, files := range map[string]map[string]string{
				"a_X.npy": {"a_X.npy": x, "a_y.npy": labels},
				"a.npz":   {"a.npz": npzFile("X", x, "y", labels)},
				"a.svm":   {"a.svm": svm},
				"a.mat":   {"a.mat": m.String()},
				"a.csv":   {"a.csv": "y number other\n" + strings.ReplaceAll(strings.ReplaceAll(svm, "1:", ""), "2:", "")},
			} {
				spec := pairSpec(t, files, name, "")
				spec.Memory = 1 << 20
				_, summed, err := SumRows(t.Context(), spec, SumOptions{}, nil)
				testutil.NoError(t, err)
				for command, guesses := range map[string][]string{"opened": mustOpen(t, spec).Guesses, "summed": summed} {
					said := strings.Join(guesses, "\n")
					if got := strings.Contains(said, "numbers its rows"); got != (step == 1 || step == -1) {
						t.Errorf("%s from %v by %v, %s: %s", name, start, step, command, said)
					}
				}
			}
		}
	}
}

// A constant column of large values does not number the rows.
func TestLargeConstantIsNoRowNumber(t *testing.T) {
	search := &rowNumberSearch{}
	for i := range 9 {
		search.add([]float64{1e19, float64(i)}, float64(i))
	}
	if search.isRowNumber(0) || !search.isRowNumber(1) {
		t.Errorf("found: %v, %v", search.isRowNumber(0), search.isRowNumber(1))
	}
}

// A word with more levels than half the rows is said, as every level is a feature.
func TestManyLevelsAreSaid(t *testing.T) {
	for rows, want := range map[int]bool{100: true, 102: false} {
		text := "word,x,y\n"
		for i := range rows {
			text += fmt.Sprintf("w%d,%d,%d\n", i%51, i*i%7, i%2)
		}
		spec := pairSpec(t, map[string]string{"s.csv": text}, "s.csv", "")
		spec.Encode = []string{"word"}
		said := strings.Join(mustOpen(t, spec).Guesses, "\n")
		if strings.Contains(said, `column "word" has 51 levels in 100 rows`) != want {
			t.Errorf("%d rows: %s", rows, said)
		}
	}
}
