package moments_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"larui/datasets/moments"
	"larui/model/testutil"
)

// answer returns a database's answer for d: a row for each class, or one row of all rows for a
// regression.
func answer(d *drawn, regression bool, brackets string) []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	row := func(fields ...string) { _ = w.Write(fields) } // a Buffer never fails
	row("larui_moments", "class", "n", "gaps", "means", "covariances", "least", "largest")
	classes := []string{""}
	if !regression {
		classes = slices.Compact(slices.Sorted(slices.Values(d.labels)))
	}
	for _, class := range classes {
		var rows [][]float64
		for i, label := range d.labels {
			if regression || label == class {
				x := slices.Clone(d.x[i*width : (i+1)*width])
				if regression {
					y, _ := number(label)
					x = append(x, y)
				}
				rows = append(rows, x)
			}
		}
		column := func(j int) func(int) float64 { return func(i int) float64 { return rows[i][j] } }
		var lists [4][]string
		add := func(list int, v float64) { lists[list] = append(lists[list], fmt.Sprint(v)) }
		for i := range rows[0] {
			low, high := rows[0][i], rows[0][i]
			for _, x := range rows {
				low, high = min(low, x[i]), max(high, x[i])
			}
			mean, _ := exact(len(rows), column(i), column(i))
			add(0, mean)
			add(2, low)
			add(3, high)
			for j := i; j < len(rows[0]); j++ {
				_, products := exact(len(rows), column(i), column(j))
				add(1, products/float64(len(rows)))
			}
		}
		fields := []string{fmt.Sprintf(`{"columns":["a","b","c"],"label":"y","regression":%v}`, regression), class, fmt.Sprint(len(rows)), "0"}
		for _, list := range lists {
			fields = append(fields, brackets[:1]+strings.Join(list, ", ")+brackets[1:])
		}
		row(fields...)
	}
	w.Flush()
	return out.Bytes()
}

func readResult(content []byte) (*moments.Sums, error) { return read(content, moments.ReadResult) }

func readGramian(content []byte) (*moments.Sums, error) {
	g, err := moments.ReadGramMatrix(bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	return g.Sums()
}

// A database's answer gives the sums of the rows, however the database writes arrays.
func TestReadResult(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for _, shift := range []float64{0, 1e3} {
		for _, brackets := range []string{"[]", "{}"} {
			d := draw(r, 200, shift, 3)
			s, err := readResult(answer(d, false, brackets))
			testutil.NoError(t, err)
			whole := d.sum(t, 0, 200, 50, 0)
			if off := apart(whole, s); off > 1e-12 || s.LayoutHash != whole.LayoutHash || !slices.Equal(s.Low, whole.Low) || !slices.Equal(s.High, whole.High) {
				t.Errorf("%s: off by %.3g", brackets, off)
			}
			for i, c := range whole.Classes {
				if got := s.Classes[i]; got.Name != c.Name || got.N != c.N || math.Abs(s.Shift[0]+got.Sum[0]/float64(c.N)-whole.Shift[0]-c.Sum[0]/float64(c.N)) > 1e-12*(1+shift) {
					t.Errorf("class %v, not %v", got, c)
				}
			}
			d = draw(r, 200, shift, 0)
			whole = d.sum(t, 0, 200, 50, 0)
			s, err = readResult(answer(d, true, brackets))
			testutil.NoError(t, err)
			for i, want := range whole.Regression.Cross {
				if math.Abs(s.Regression.Cross[i]-want) > 1e-10*(1+shift) {
					t.Errorf("shift %g: cross %d is %v, not %v", shift, i, s.Regression.Cross[i], want)
				}
			}
		}
	}
	good := answer(draw(r, 50, 0, 2), false, "[]")
	for _, test := range [][3]string{
		{`,0,"[`, `,3,"[`, "3 rows have gaps"}, {`"[`, `"[NaN,`, "not a finite number"}, {`,"[`, `,"[1,`, "but needs 3"}, {`""columns"":`, `""x"":`, "does not name the columns"},
	} {
		bad := bytes.Replace(good, []byte(test[0]), []byte(test[1]), 1)
		if _, err := readResult(bad); err == nil || !strings.Contains(err.Error(), test[2]) {
			t.Errorf("%s: %v, not %q", test[1], err, test[2])
		}
	}
	for _, dialect := range moments.Dialects() {
		text, err := moments.BuildQuery(dialect, "t", []string{`a"b`, "c`d", "e'f"}, "y", false)
		if err != nil || strings.Count(text, "COVAR_POP") != 6 || strings.Count(text, "'")%2 != 0 {
			t.Errorf("%s: %v\n%s", dialect, err, text)
		}
	}
}

// A Gram matrix gives the sums of the rows. It is refused if it has lost the digits.
func TestReadGramian(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	write := func(d *drawn, shift float64, regression bool) []byte {
		size := width + 1
		classes := []string{"0", "1", "2"}
		if regression {
			size, classes = size+1, nil
		} else {
			size += len(classes)
		}
		gram := make([][]float64, size)
		for i := range gram {
			gram[i] = make([]float64, size)
		}
		for i, label := range d.labels {
			row := append(slices.Clone(d.x[i*width:(i+1)*width]), 1)
			for j := range width {
				row[j] -= shift
			}
			if regression {
				y, _ := number(label)
				row = append(row, y)
			}
			for _, class := range classes {
				row = append(row, map[bool]float64{true: 1}[class == label])
			}
			for a := range row {
				for b := range row {
					gram[a][b] += row[a] * row[b]
				}
			}
		}
		text, _ := json.Marshal(map[string]any{"columns": []string{"a", "b", "c"}, "label": "y", "regression": regression,
			"classes": classes, "shift": []float64{shift, shift, shift}, "gramian": gram})
		return text
	}
	for _, shift := range []float64{0, 1e5} {
		d := draw(r, 300, shift, 3)
		s, err := readGramian(write(d, shift, false))
		testutil.NoError(t, err)
		whole := d.sum(t, 0, 300, 300, 0)
		if off := apart(whole, s); off > 1e-12 || len(s.Classes) != 3 || s.Classes[2].N != whole.Classes[2].N {
			t.Errorf("shift %g: off by %.3g, classes %v", shift, off, s.Classes)
		}
		d = draw(r, 300, shift/1e5, 0)
		s, err = readGramian(write(d, 0, true))
		if err != nil || s.Regression.N != 300 {
			t.Errorf("%v", err)
		}
	}
	far := draw(r, 300, 1e6, 3)
	if _, err := readGramian(write(far, 0, false)); err == nil || !strings.Contains(err.Error(), "rounding loses") {
		t.Errorf("%v", err)
	}
	good := write(draw(r, 300, 0, 3), 0, false)
	for _, test := range [][3]string{
		{`"columns":["a",`, `"columns":["a","z",`, "does not fit 4 columns"}, {`"gramian":[[`, `"gramian":[[-`, "cannot be in a Gram matrix"}, {`"label"`, `"lable"`, "holds no Gram matrix"},
	} {
		bad := bytes.Replace(good, []byte(test[0]), []byte(test[1]), 1)
		if _, err := readGramian(bad); err == nil || !strings.Contains(err.Error(), test[2]) {
			t.Errorf("%s: %v, not %q", test[1], err, test[2])
		}
	}
}

// FuzzForeign checks that no content crashes the readers, and that what they read can be written.
func FuzzForeign(f *testing.F) {
	r := rand.New(rand.NewPCG(17, 18))
	f.Add(answer(draw(r, 20, 0, 2), false, "{}"))
	f.Add(answer(draw(r, 20, 0, 0), true, "[]"))
	f.Add([]byte(`{"columns":["a"],"label":"y","classes":["0","1"],"gramian":[[14,6,1,5],[6,3,1,2],[1,1,1,0],[5,2,0,2]]}`))
	f.Add([]byte(`{"columns":["a"],"label":"y","regression":true,"labelShift":2,"gramian":[[14,6,1],[6,3,1],[1,1,1]]}`))
	f.Fuzz(func(t *testing.T, content []byte) {
		s, err := readResult(content)
		if err != nil || s == nil { // no rows
			s, err = readGramian(content)
		}
		if err == nil {
			written(t, s)
		}
	})
}
