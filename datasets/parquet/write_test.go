package parquet

import (
	"bytes"
	"slices"
	"strconv"
	"testing"

	"larui/model/testutil"
)

// A file reads back as written, in row groups of any size.
func TestWriter(t *testing.T) {
	for _, n := range []int{0, 1, 9, groupRows + 3} {
		var file bytes.Buffer
		w := NewWriter(&file, []Field{{"word", Text}, {"number", Number}, {"whole", Integer}, {"truth", Boolean}})
		var words, truths []string
		var numbers, wholes []float64
		for i := range n {
			words, truths = append(words, "é,\n"+strconv.Itoa(i%5)), append(truths, strconv.Itoa(i%3%2))
			numbers, wholes = append(numbers, float64(i)/7), append(wholes, float64(-i))
			testutil.NoError(t, w.Write(words[i], numbers[i], -i, i%3 == 1))
		}
		testutil.NoError(t, w.Close())
		f, err := open(file.Bytes())
		if err != nil || f.Rows != n || len(f.Columns) != 4 {
			t.Fatalf("%d rows: %v", n, err)
		}
		text, number := make([]string, n), make([]float64, n)
		for _, column := range []struct {
			at      int
			texts   []string
			numbers []float64
		}{{0, words, nil}, {1, nil, numbers}, {2, nil, wholes}, {3, truths, nil}} {
			r := f.NewReader(f.Columns[column.at])
			if column.texts == nil {
				if err := r.ReadNumbers(number); err != nil || !slices.Equal(number, column.numbers) {
					t.Errorf("%d rows: column %d differs (%v)", n, column.at, err)
				}
			} else if err := r.ReadTexts(text); err != nil || !slices.Equal(text, column.texts) {
				t.Errorf("%d rows: column %d differs (%v)", n, column.at, err)
			}
		}
	}
}
