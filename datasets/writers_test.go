package datasets

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/datasets/table"
	"larui/datasets/wording"
	"larui/model"
)

// The facts about each file were found by a reading of it that shares nothing
// with this package: sizes, sums, a row, and how many labels are the lowest.
func TestFormatsRealData(t *testing.T) {
	folder := dataOrSkip(t)
	for _, test := range []struct {
		source, target, label string
		n, m, d, classes      int
		sourceSum, targetSum  float64
		row7Source            float64
		first                 []float64
		lowSource, lowTarget  int
		firstLabels           [2]float64
	}{
		{"office-caltech-surf/amazon_SURF_L10.mat", "office-caltech-surf/Caltech10_SURF_L10.mat", "", 958, 1123, 800, 10,
			152852, 251090, 145, []float64{0, 0, 0, 1, 0, 0, 1, 0}, 92, 151, [2]float64{0, 0}},
		{"amazon-reviews/books_400.mat", "amazon-reviews/dvd_400.mat", "", 2000, 1999, 400, 2,
			1999.9999999997467, 1998.9999999997444, 1, []float64{0, 0.029411764705882353, 0.029411764705882353, 0}, 1000, 1000, [2]float64{1, 1}},
		{"mnist/train-images-idx3-ubyte.gz", "mnist/t10k-images-idx3-ubyte.gz", "", 60000, 10000, 784, 10,
			math.NaN(), math.NaN(), math.NaN(), []float64{0, 0, 0, 0}, 5923, 980, [2]float64{5, 7}},
		{"usps/usps.bz2", "usps/usps.t.bz2", "", 7291, 2007, 256, 10,
			math.NaN(), math.NaN(), math.NaN(), nil, 1194, 359, [2]float64{6, 9}},
		{"usps/zip.train.gz", "usps/zip.test.gz", "1", 7291, 2007, 256, 10,
			math.NaN(), math.NaN(), math.NaN(), []float64{-1, -1, -1, -1, -1, -1, -1, -0.631, 0.862, -0.167}, 1194, 359, [2]float64{6, 9}},
	} {
		t.Run(filepath.Base(test.source), func(t *testing.T) {
			spec := DefaultSpec(FilesName)
			spec.Source, spec.Target = filepath.Join(folder, test.source), filepath.Join(folder, test.target)
			spec.Label, spec.Bias = test.label, false
			pair := mustOpen(t, spec)
			for _, part := range []struct {
				domain   model.Domain
				rows     int
				sum, row float64
				low      int
				label    float64
			}{
				{pair.Source, test.n, test.sourceSum, test.row7Source, test.lowSource, test.firstLabels[0]},
				{pair.Target, test.m, test.targetSum, math.NaN(), test.lowTarget, test.firstLabels[1]},
			} {
				n, d := part.domain.X.Dims()
				if n != part.rows || d != test.d || len(part.domain.Y) != n {
					t.Fatalf("%d×%d with %d labels", n, d, len(part.domain.Y))
				}
				// Sums are rounded in another order: n·d terms below 1 each.
				if sum := mat.Sum(part.domain.X); math.Abs(sum-part.sum) > 1e-9*part.sum {
					t.Errorf("sum %v, want %v", sum, part.sum)
				}
				if sum := mat.Sum(part.domain.X.RowView(7)); math.Abs(sum-part.row) > 1e-12*part.row {
					t.Errorf("sum of row 7 %v, want %v", sum, part.row)
				}
				low, count := slices.Min(part.domain.Y), 0
				for _, y := range part.domain.Y {
					if y == low {
						count++
					}
				}
				if count != part.low || part.domain.Y[0] != part.label {
					t.Errorf("%d of the first class, first label %v", count, part.domain.Y[0])
				}
			}
			if test.first != nil && !slices.Equal(pair.Source.X.RawRowView(0)[:len(test.first)], test.first) {
				t.Errorf("first row %v", pair.Source.X.RawRowView(0)[:len(test.first)])
			}
			if len(pair.ClassNames) != test.classes || (pair.Shape != PictureShape{}) != (test.d == 784) {
				t.Errorf("classes %v, shape %v", pair.ClassNames, pair.Shape)
			}
		})
	}
}

// A frame is what a tool is asked to write: rows of numbers with a label each, a word or a
// number, empty where it is missing.
type frame struct {
	rows   [][]float64
	labels []string
}

func (f frame) missing() bool { return slices.Contains(f.labels, "") }

// A writer is a tool that writes frames. It puts quotes about all names and words if quoted is set, otherwise
// about those that need them. Rows have names, numbers from first on, if rowNames is set; then the column of
// names has an empty name, or no place in the header if nameless is set.
type writer struct {
	comma, decimal, newline, mark, missing string
	quoted, header, rowNames, nameless     bool
	comment                                string
	first                                  int
	number                                 string
	// levels counts further columns of row names. end follows each line, and tail the last line.
	levels    int
	end, tail string
	// write, if not nil, writes the file in another format. change sets the options that read the file. numbers
	// is true if the tool writes no words, and refused if its files are refused.
	write            func(frame) string
	change           func(*Spec)
	numbers, refused bool
}

func (w writer) text(f frame) string {
	if w.write != nil {
		return w.write(f)
	}
	w.comma, w.newline = cmp.Or(w.comma, ","), cmp.Or(w.newline, "\n")
	text := func(s string) string {
		if w.quoted || strings.ContainsAny(s, "\""+w.comma) {
			return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
		}
		return s
	}
	number := func(v float64) string {
		if w.number != "" {
			return fmt.Sprintf(w.number, v)
		}
		return strings.Replace(strconv.FormatFloat(v, 'g', -1, 64), ".", cmp.Or(w.decimal, "."), 1)
	}
	var out strings.Builder
	line := func(fields []string) { out.WriteString(strings.Join(fields, w.comma) + w.end + w.newline) }
	out.WriteString(w.mark)
	if w.header {
		var names []string
		if w.rowNames && !w.nameless {
			names = append(names, slices.Repeat([]string{text("")}, 1+w.levels)...)
		}
		for j := range f.rows[0] {
			names = append(names, text("x"+strconv.Itoa(j)))
		}
		names = append(names, text("label"))
		names[0] = w.comment + names[0]
		line(names)
	}
	for i, row := range f.rows {
		var fields []string
		if w.rowNames {
			name := strconv.Itoa(i + w.first)
			if w.first == 1 {
				name = text(name)
			}
			fields = append(fields, slices.Repeat([]string{name}, 1+w.levels)...)
		}
		for _, v := range row {
			fields = append(fields, number(v))
		}
		label := f.labels[i]
		switch value, err := strconv.ParseFloat(label, 64); {
		case label == "":
			label = w.missing
		case err == nil:
			label = number(value)
		default:
			label = text(label)
		}
		line(append(fields, label))
	}
	return out.String() + w.tail
}

// values are the numbers of a frame, row by row, its labels among them or apart.
func (f frame) values(labels bool) (values, y []float64) {
	for i, row := range f.rows {
		values = append(values, row...)
		label, err := strconv.ParseFloat(f.labels[i], 64)
		if err != nil {
			label = math.NaN()
		}
		y = append(y, label)
		if labels {
			values = append(values, label)
		}
	}
	return values, y
}

// Files as other tools write them, by the tools' documentation.
func TestWriters(t *testing.T) {
	comma := func(s *Spec) { s.Decimal = "," }
	writers := map[string]writer{
		"pandas":                {header: true, rowNames: true},
		"pandas, index=False":   {header: true},
		"pandas, header=False":  {},
		"pandas, na_rep":        {header: true, missing: "NULL"},
		"pandas, tabs, quoted":  {comma: "\t", header: true, rowNames: true, quoted: true, missing: `""`},
		"pandas, MultiIndex":    {header: true, rowNames: true, levels: 1},
		"R, write.csv":          {header: true, rowNames: true, first: 1, quoted: true, missing: "NA"},
		"R, write.table":        {comma: " ", header: true, rowNames: true, nameless: true, first: 1, quoted: true, missing: "NA"},
		"R, write.table, tabs":  {comma: "\t", header: true, rowNames: true, nameless: true, first: 1, missing: "NA"},
		"R, write.table, bare":  {comma: " ", quoted: true, missing: "NA"},
		"R, write.csv2":         {comma: ";", decimal: ",", header: true, rowNames: true, first: 1, quoted: true, missing: "NA", change: comma},
		"R, write.csv2, unsaid": {comma: ";", decimal: ",", header: true, rowNames: true, first: 1, quoted: true, missing: "NA", refused: true},
		"Excel":                 {newline: "\r\n", header: true, mark: "\xef\xbb\xbf"},
		"Excel, Europe":         {comma: ";", decimal: ",", newline: "\r\n", header: true, mark: "\xef\xbb\xbf", missing: "#N/A", change: comma},
		"Excel, sep=":           {comma: ";", newline: "\r\n", header: true, mark: "sep=;\r\n"},
		"Excel, marked, sep=":   {comma: ";", decimal: ",", newline: "\r\n", header: true, mark: "\xef\xbb\xbf" + "\"sep=;\"\r\n", change: comma},
		"Excel, empty rows":     {newline: "\r\n", header: true, tail: ",,,\r\n,,,\r\n"},
		"Excel, empty columns":  {newline: "\r\n", header: true, end: ",,", refused: true},
		"MATLAB, writetable":    {header: true, missing: "NaN"},
		"MATLAB, writematrix":   {missing: "NaN", numbers: true},
		"MATLAB, save -ascii":   {comma: " ", number: "% .16e", mark: " ", missing: "NaN", numbers: true},
		"MATLAB, save -v7.3": {write: func(frame) string {
			return "MATLAB 7.3 MAT-file" + strings.Repeat(" ", 105) + "\x00\x02IM" + strings.Repeat("\x00", 384) + "\x89HDF\r\n\x1a\n"
		}, refused: true},
		"Weka, CSVSaver":         {header: true, missing: "?"},
		"NumPy, savetxt":         {comma: " ", number: "%.18e", missing: "nan", numbers: true},
		"NumPy, savetxt, header": {number: "%.18e", header: true, comment: "# ", missing: "nan", numbers: true},
		"Weka, ArffSaver": {write: func(f frame) string {
			return "@relation data\n\n@attribute x0 numeric\n\n@data\n" + writer{}.text(f)
		}, refused: true},
		"NumPy, save": {write: func(f frame) string {
			values, _ := f.values(true)
			return npyFile("<f8", true, []int{len(f.rows), len(f.rows[0]) + 1}, values)
		}, numbers: true},
		"NumPy, savez": {write: func(f frame) string {
			values, y := f.values(false)
			return npzFile("=X", npyRows(len(f.rows[0]), values...), "=y", npyVector(y...))
		}, numbers: true},
		"NumPy, savez, text": {write: func(f frame) string {
			values, _ := f.values(false)
			return npzFile("X", npyRows(len(f.rows[0]), values...), "y", npyTexts("<U", 12, fmt.Sprintf("(%d,)", len(f.labels)), f.labels...))
		}},
		"MATLAB, save": {write: func(f frame) string {
			w := newMATWriter(binary.LittleEndian)
			var cells [][]byte
			for _, label := range f.labels {
				units := make([]float64, 0)
				for _, r := range label {
					units = append(units, float64(r))
				}
				cells = append(cells, w.matrix(4, 0, []int{min(1, len(units)), len(units)}, "", w.numbers(4, units)))
			}
			w.add(w.full(6, 9, len(f.rows), len(f.rows[0]), "X", byColumns(f.rows)), true)
			return w.add(w.cells("Y", []int{len(f.rows), 1}, cells...), true).String()
		}},
	}
	for name, first := range map[string]int{"one-based": 1, "zero-based": 0, "one-based, with query_id": 1, "zero-based, with query_id": 0} {
		writers["scikit-learn, "+name] = writer{write: func(f frame) string {
			text := "# Generated by dump_svmlight_file\n# Column indices are " + name + "\n#\n"
			for i, row := range f.rows {
				text += f.labels[i]
				if strings.Contains(name, "query_id") {
					text += fmt.Sprintf(" qid:%d", i/3)
				}
				for j, v := range row {
					if v != 0 {
						text += fmt.Sprintf(" %d:%.16g", j+first, v)
					}
				}
				text += "\n"
			}
			return text
		}, numbers: true}
	}
	frames := map[string]string{ // labels
		"words":        "spam|ham|spam|ham|ham|spam|ham|spam",
		"numbers":      "0|1|1|0|1|0|0|1",
		"signs":        "-1|1|1|-1|1|-1|-1|1",
		"three words":  "setosa|virginica|versi color|setosa|virginica|setosa|setosa|virginica",
		"four numbers": "3|1|7|3|1|7|2|2",
		"truths":       "True|False|False|True|False|True|True|False",
		"regression":   "0.5|-1.25|3|1e-07|7.75|2.5|0.125|-9",
		"quotes":       `say "a", b|c;d|say "a", b|c;d|c;d|c;d|c;d|c;d`,
		"letters":      "größe|日本|größe|日本|日本|日本|日本|日本",
		"missing":      "spam||spam|ham|ham|spam||spam",
		"missing, too": "0|1|1|0||0|0|1",
	}
	files, read := 0, 0
	for name, w := range writers {
		for what, labels := range frames {
			f := frame{labels: strings.Split(labels, "|")}
			for i := range f.labels {
				v := float64(i)
				f.rows = append(f.rows, []float64{v*1.25 - 3, []float64{7, 0, -1e-7, 123456.789}[i%4] * (v + 1), v * v})
			}
			word := func(label string) bool { return !table.IsNumeric(label) }
			if w.numbers && !f.missing() && slices.ContainsFunc(f.labels, word) {
				continue // it can't
			}
			files++
			t.Run(name+"/"+what, func(t *testing.T) {
				spec := pairSpec(t, map[string]string{"a": w.text(f)}, "a", "")
				if w.change != nil {
					w.change(&spec)
				}
				pair, err := Open(t.Context(), spec, nil)
				var format *FormatError
				switch {
				case f.missing() || w.refused:
					checkOneLine(t, err)
					if !errors.As(err, &format) {
						t.Errorf("it is read, or refused without a place: %v", err)
					}
				case err != nil:
					t.Error(err)
				default:
					read++
					f.check(t, pair)
				}
			})
		}
	}
	if files < 100 || read < 100 {
		t.Errorf("only %d files were tried, and %d read", files, read)
	}
}

// check compares what was read with the frame.
func (f frame) check(t *testing.T, pair *Pair) {
	t.Helper()
	checkDomain(t, "source", pair.Source, f.rows, pair.Source.Y)
	for i, y := range pair.Source.Y {
		got := wording.FormatNumber(y)
		switch pair.Task {
		case model.Binary:
			got = pair.ClassNames[int(y+1)/2]
		case model.MultiClass:
			got = pair.ClassNames[int(y)]
		}
		if want := f.labels[i]; got != want {
			t.Errorf("label %d is %q, want %q", i+1, got, want)
		}
	}
}
