package datasets

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"larui/datasets/wording"
)

// A meant is a pair of files and the reading that their author meant: the source's rows, its labels and
// the notes, or the words of the refusal.
type meant struct {
	files          map[string]string
	source, target string
	content        string // of the source, in place of files
	label          string
	change         func(*Spec)
	rows           [][]float64
	y              []float64
	notes          []string
	// want is the error of a refusal; nil for a file that is read. at is the place that it blames, without the
	// file if that is not compared, - for no place.
	want     error
	text, at string
}

func (m meant) check(t *testing.T) {
	t.Helper()
	m.source = cmp.Or(m.source, "a")
	if m.files == nil {
		m.files = map[string]string{m.source: m.content}
	}
	spec := pairSpec(t, m.files, m.source, m.target)
	spec.Label = m.label
	if m.change != nil {
		m.change(&spec)
	}
	if m.want == nil {
		pair := mustOpen(t, spec)
		checkDomain(t, "source", pair.Source, m.rows, m.y)
		for _, note := range m.notes {
			checkNotes(t, pair, note)
		}
		return
	}
	err := wantError(t, spec, m.want, m.text)
	var format *FormatError
	switch {
	case m.at == "-":
	case !errors.As(err, &format):
		t.Errorf("%v is no *FormatError", err)
	case placeOf(format) != m.at && filepath.Base(format.File)+placeOf(format) != m.at:
		t.Errorf("%v, want it at %s", err, m.at)
	}
}

// placeOf returns the line and the column of an error, such as :12:3, without zeros at the end.
func placeOf(err *FormatError) string {
	return strings.TrimSuffix(strings.TrimSuffix(fmt.Sprintf(":%d:%d", err.Line, err.Column), ":0"), ":0")
}

// table is a CSV file of the label and one feature: 1, 2, … beside each label.
func labelled(labels ...string) map[string]string {
	var text strings.Builder
	text.WriteString("x,label\n")
	for i, label := range labels {
		text.WriteString(wording.FormatNumber(float64(i)+0.5) + "," + label + "\n")
	}
	return map[string]string{"a": text.String()}
}

func missingIs(how string) func(*Spec) { return func(s *Spec) { s.Missing = how } }

func TestMissingLabels(t *testing.T) {
	for _, mark := range []string{"NA", "n/a", "N/A", "?", "null", "NULL", "None", "nan", "NaN", "", "#N/A", "<NA>", "missing"} {
		t.Run("mark "+mark, func(t *testing.T) {
			files := labelled("a", mark, "b", mark, "a", mark)
			na := func(word, missing string) func(*Spec) {
				return func(s *Spec) { s.NA, s.Missing = []string{word}, missing }
			}
			if mark != "" { // among words it may be a class
				meant{files: files, want: ErrNoLabel, text: "may be a class or a missing label: --na", at: ":3:2"}.check(t)
				meant{files: files, change: missingIs("drop"), want: ErrNoLabel, text: "may be a class or a missing label: --na", at: ":0:2"}.check(t)
				y := []float64{0, 2, 1, 2, 0, 2}
				if mark < "a" {
					y = []float64{1, 0, 2, 0, 1, 0}
				}
				meant{files: files, change: na("empty", "drop"), rows: [][]float64{{0.5}, {1.5}, {2.5}, {3.5}, {4.5}, {5.5}}, y: y}.check(t)
			}
			meant{files: files, change: na(mark, "refuse"), want: ErrNoLabel, text: "missing from 3 rows", at: ":3:2"}.check(t)
			meant{files: files, change: na(mark, "refuse"), want: ErrNoLabel, text: "--missing drop", at: ":3:2"}.check(t)
			meant{files: files, change: na(mark, "drop"), rows: [][]float64{{0.5}, {2.5}, {4.5}}, y: []float64{-1, 1, -1},
				notes: []string{"left out: 3 rows without a label"}}.check(t)
			number := labelled("1", mark, "0", mark, "1")
			meant{files: number, change: missingIs("drop"), rows: [][]float64{{0.5}, {2.5}, {4.5}}, y: []float64{1, -1, 1}}.check(t)
		})
	}
	y := npyVector(1, math.NaN(), 0)
	x := npyRows(1, 1, 2, 3)
	arrays := map[string]string{"a": npzFile("X", x, "y", y), "n.csv": "x,label\n1,1\n2,0\n", "p.csv": "x,label\n1,+\n2,-\n", "q.csv": "x,label\n1,a\n2,-\n3,b\n4,a\n",
		"none.csv": "x,label\n1,?\n2,?\n", "some.csv": "x,label\n1,1\n2,NA\n3,0\n4,\n",
		"late.csv": "a,label\n" + strings.Repeat("1,0\n", 100) + "1,\nx,1\n"}
	for name, test := range map[string]meant{
		"array":            {want: ErrNoLabel, text: "missing from 1 row", at: ":2"},
		"array, left out":  {change: missingIs("drop"), rows: [][]float64{{1}, {3}}, y: []float64{1, -1}},
		"plus and minus":   {source: "p.csv", rows: [][]float64{{1}, {2}}, y: []float64{-1, 1}},
		"a minus alone":    {source: "q.csv", want: ErrNoLabel, text: `"-"`, at: ":3:2"},
		"nothing is left":  {source: "none.csv", change: missingIs("drop"), want: ErrNoLabel, text: "no row has a label"},
		"before a number":  {source: "late.csv", want: ErrNoLabel, at: ":102:2"},
		"target":           {source: "p.csv", target: "some.csv", want: ErrUnknownClass, at: ":2:2"},
		"target, partly":   {source: "n.csv", target: "some.csv", want: ErrNoLabel, text: "from 2 rows, first from this one: --missing unlabelled keeps these rows and scores the others", at: "some.csv:3:2"},
		"target, unscored": {source: "n.csv", target: "some.csv", change: missingIs("unlabelled"), rows: [][]float64{{1}, {2}}, y: []float64{1, -1}, notes: []string{"missing from 2 rows, which are fitted but not scored"}},
		"target, kept":     {source: "n.csv", target: "some.csv", change: missingIs("drop"), want: ErrNoLabel, text: "--missing unlabelled", at: ":3:2"},
		"no such way":      {source: "p.csv", change: missingIs("guess"), want: ErrSpec, at: "-"},
		"a wholly unnamed": {source: "p.csv", target: "none.csv", rows: [][]float64{{1}, {2}}, y: []float64{-1, 1}, notes: []string{"its label column is empty"}},
	} {
		test.files = arrays
		t.Run(name, test.check)
	}
}

// char is a matrix of characters, a row for each text, and cells a vector of cells.
func (w *matWriter) char(code uint32, name string, texts ...string) []byte {
	var data []byte
	for j := range len(texts[0]) {
		for _, text := range texts {
			data = append(data, text[j])
			if code != 16 {
				data = w.order.AppendUint16(data[:len(data)-1], uint16(text[j]))
			}
		}
	}
	return w.matrix(4, 0, []int{len(texts), len(texts[0])}, name, w.element(code, data, true))
}

func (w *matWriter) cells(name string, dims []int, insides ...[]byte) []byte {
	var parts [][]byte
	for _, inside := range insides {
		parts = append(parts, w.element(14, inside, false))
	}
	return w.matrix(1, 0, dims, name, parts...)
}

func TestLabelsThatAreText(t *testing.T) {
	w := newMATWriter(binary.BigEndian)
	x := w.full(6, 9, 3, 2, "X", []float64{1, 3, 5, 2, 4, 6})
	cell := w.cells("labels", []int{3, 1}, w.char(17, "", "cat"), w.char(16, "", "dogs"), w.char(4, "", "cat"))
	opaque := bytes.Join([][]byte{w.numbers(6, []float64{17, 0}), w.element(1, []byte("labels"), false), w.element(1, []byte("MCOS"), true)}, nil)
	rows, y := [][]float64{{1, 2}, {3, 4}, {5, 6}}, []float64{-1, 1, -1}
	for name, test := range map[string]struct {
		labels []byte
		meant
	}{
		"characters":        {w.char(4, "labels", "cat", "dog", "cat"), meant{rows: rows, y: y, notes: []string{`"cat" is negative, "dog" positive`}}},
		"padded, UTF-8":     {w.char(16, "y", "cat ", "dogs", "cat "), meant{rows: rows, y: y, notes: []string{`"cat" is negative, "dogs" positive`}}},
		"cells":             {cell, meant{rows: rows, y: y, notes: []string{`"cat" is negative, "dogs" positive`}}},
		"named":             {w.char(4, "species", "a", "b", "a"), meant{rows: rows, y: y, label: "species"}},
		"not named":         {w.char(4, "species", "a", "b", "a"), meant{want: ErrNoLabel, text: `"species", name one with --label`}},
		"one by one":        {w.cells("y", []int{1, 3}, w.char(4, "", "a"), w.full(6, 9, 1, 1, "", []float64{2}), w.char(4, "", "a")), meant{rows: rows, y: []float64{1, -1, 1}}},
		"an empty cell":     {w.cells("y", []int{1, 3}, w.char(4, "", "a"), nil, w.char(4, "", "b")), meant{want: ErrNoLabel, at: ":2"}},
		"cell in cell":      {w.cells("y", []int{1, 1}, cell), meant{want: ErrSyntax, text: "no number in cell 1"}},
		"a cell too few":    {w.cells("y", []int{1, 3}, w.char(4, "", "a")), meant{want: ErrTruncated}},
		"table of cells":    {w.cells("y", []int{2, 2}), meant{want: ErrSyntax, text: "one text per row"}},
		"few characters":    {w.matrix(4, 0, []int{3, 3}, "y", w.element(4, []byte("abcd"), true)), meant{want: ErrSyntax, text: "holds 2 characters"}},
		"an object":         {opaque, meant{want: ErrSyntax, text: "cellstr"}},
		"a struct":          {w.matrix(2, 0, []int{1, 1}, "labels"), meant{want: ErrSyntax, text: "cellstr"}},
		"too many labels":   {w.char(4, "labels", "a", "b", "c", "d"), meant{want: ErrSyntax, text: "4 labels for 3 rows"}},
		"text in the way":   {w.char(4, "about", "some words"), meant{rows: [][]float64{{1}, {3}, {5}}, y: []float64{0, 1, 2}}},
		"struct in the way": {w.matrix(2, 0, []int{1, 1}, "info"), meant{rows: [][]float64{{1}, {3}, {5}}, y: []float64{0, 1, 2}}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newMATWriter(binary.BigEndian).add(x, false).add(test.labels, true)
			test.files, test.source = map[string]string{"a.mat": w.String()}, "a.mat"
			test.check(t)
		})
	}
	array := npyRows(2, 1, 2, 3, 4, 5, 6)
	for _, member := range []string{"labels.txt", "y.pkl", "Y.csv", "target.json"} {
		meant{content: npzFile("X", array, member, "0\n1\n0\n"), source: "a.npz", want: ErrSyntax, text: member}.check(t)
	}
	objects := npyText("{'descr': '|O', 'fortran_order': False, 'shape': (3,)}", "x")
	meant{content: npzFile("X", array, "y", objects), source: "a.npz", want: ErrSyntax, text: `array "y" holds`}.check(t)
}

// Labels that NumPy holds as text, in an archive and beside the features.
func TestNumPyLabelsThatAreText(t *testing.T) {
	array := npyRows(2, 1, 2, 3, 4, 5, 6)
	rows, y := [][]float64{{1, 2}, {3, 4}, {5, 6}}, []float64{1, -1, 1}
	two := []string{`"bär" is negative, "日本" positive`}
	for name, test := range map[string]struct {
		labels string
		meant
	}{
		"code points":   {npyTexts("<U", 4, "(3,)", "日本", "bär", "日本"), meant{rows: rows, y: y, notes: two}},
		"big-endian":    {npyTexts(">U", 3, "(3, 1)", "日本", "bär", "日本"), meant{rows: rows, y: y, notes: two}},
		"bytes":         {npyTexts("|S", 6, "(1, 3)", "日本", "bär", "日本"), meant{rows: rows, y: y, notes: two}},
		"numbers":       {npyTexts("<U", 4, "(3,)", "0.5", "-1", "1e3"), meant{rows: rows, y: []float64{0.5, -1, 1000}}},
		"missing":       {npyTexts("<U", 4, "(3,)", "a", "", "b"), meant{want: ErrNoLabel, at: ":2"}},
		"no letters":    {npyTexts("<U", 0, "(3,)", "", "", ""), meant{want: ErrNoLabel, at: ":1"}},
		"Latin-1":       {npyTexts("|S", 3, "(3,)", "a", "b\xe4r", "a"), meant{want: ErrSyntax, text: "not valid Unicode text", at: ":2"}},
		"no code point": {strings.Replace(npyTexts("<U", 1, "(3,)", "ÿ", "b", "c"), "\xff\x00\x00", "\xff\xff\xff", 1), meant{want: ErrSyntax, text: "not valid Unicode text", at: ":1"}},
		"too few":       {npyTexts("<U", 1, "(2,)", "a", "b"), meant{want: ErrSyntax, text: "2 labels for 3 rows"}},
		"a table":       {npyTexts("<U", 1, "(3, 2)", "a", "b", "c", "d", "e", "f"), meant{want: ErrSyntax, text: "one text per row"}},
		"cut off":       {npyTexts("<U", 2, "(3,)", "aa", "bb"), meant{want: ErrTruncated}},
	} {
		for _, packing := range []string{"", "="} {
			test.files = map[string]string{"a": npzFile(packing+"X", array, packing+"y", test.labels)}
			t.Run(name+packing, test.check)
		}
		test.files, test.source = map[string]string{"a_X.npy": array, "a_y.npy": test.labels}, "a_X.npy"
		t.Run(name+" beside", test.check)
	}
	named := map[string]string{"a": npzFile("X", array, "species", npyTexts("<U", 3, "(3,)", "cat", "ant", "cat"))}
	meant{files: named, want: ErrNoLabel, text: "name one with --label"}.check(t)
	meant{files: named, label: "species", rows: rows, y: y}.check(t)
}

func TestMistypedLabels(t *testing.T) {
	// many are labels 0 and 1 in turn, with others among them.
	many := func(others ...string) map[string]string {
		labels := slices.Repeat([]string{"0", "1"}, 30)
		return labelled(append(labels[:60-len(others)], others...)...)
	}
	multiclass := func(s *Spec) { s.Task = "multiclass" }
	comma := func(s *Spec) { s.Decimal = "," }
	excel := "\ufeffa;b;label\r\n1,5;2;0,5\r\n-3;1e3;1,25\r\n0,25;7;2\r\n"
	excelRows := [][]float64{{1.5, 2}, {-3, 1000}, {0.25, 7}}
	own := pairSpec(t, many("x", "x", "x", "x", "x", "x", "x"), "a", "") // a class of its own
	multiclass(&own)
	mustOpen(t, own)
	for name, test := range map[string]meant{
		"three typos":         {files: many("l", "O", "0.o"), want: ErrNotNumber, text: `3 labels of 60 rows, first in this one, are not numbers but "l", "O", "0.o": correct them`, at: ":59:2"},
		"decimal commas":      {content: "x;label\n1;0,5\n2;1,5\n3;2,5\n", want: ErrNotNumber, text: "--decimal ,", at: ":2:2"},
		"thousands":           {files: labelled("999", `"1,000"`, "999", `"1,000"`), want: ErrNotNumber, text: `"1,000"`, at: ":3:2"},
		"thousands, Swiss":    {files: labelled("1'000", "2'000"), want: ErrNotNumber, text: "1'000", at: ":2:2"},
		"two numbers":         {files: labelled("1 0", "2 0"), want: ErrNotNumber, text: `"1 0"`, at: ":2:2"},
		"hexadecimal":         {files: labelled("0x1p3", "0x1p4"), want: ErrNotNumber, text: "0x1p3", at: ":2:2"},
		"underscores":         {files: labelled("1_234", "1e5_0", "2"), want: ErrNotNumber, text: "1_234", at: ":2:2"},
		"percent":             {files: labelled("5%", "7%"), want: ErrNotNumber, text: "5%", at: ":2:2"},
		"header among labels": {content: "0,1,label\n1,2,0\n0,1,label\n3,4,1\n", want: ErrNotNumber, text: `"label"`, at: ":3:3"},
		"header repeated":     {content: "x,label\n1,0\n2,1\nx,label\n3,0\n", want: ErrNotNumber, text: "the header again", at: ":4:1"},
		"names":               {files: labelled("ann", "bob", "cat", "dan", "eve"), want: ErrSpec, text: `5 distinct labels ("ann", "bob"`},
		"names, meant":        {files: labelled("ann", "bob", "cat", "dan", "eve"), change: multiclass, rows: [][]float64{{0.5}, {1.5}, {2.5}, {3.5}, {4.5}}, y: []float64{0, 1, 2, 3, 4}},
		"whole numbers":       {files: labelled("3", "1", "4", "15", "9", "2", "6"), want: ErrSpec, text: "regression"},
		"ranges":              {files: labelled("0-9", "10-19", "0-9"), rows: [][]float64{{0.5}, {1.5}, {2.5}}, y: []float64{-1, 1, -1}},
		"digits and a word":   {files: labelled("1", "2", "a"), rows: [][]float64{{0.5}, {1.5}, {2.5}}, y: []float64{0, 1, 2}},
		"feature with _":      {content: "x,label\n1_0,0\n2,1\n", want: ErrNotNumber, text: `"1_0"`, at: ":2:1"},
		"feature with 0x":     {content: "x,label\n0x10,0\n2,1\n", want: ErrNotNumber, text: `"0x10"`, at: ":2:1"},
		"Excel":               {content: excel, change: comma, rows: excelRows, y: []float64{0.5, 1.25, 2}},
		"commas, no header":   {content: "1,5;-0,5;no\n2,5;1,25;yes\n", change: comma, rows: [][]float64{{1.5, -0.5}, {2.5, 1.25}}, y: []float64{-1, 1}},
		"commas between bars": {content: "1,5|-0,5|0\n2,5|1,25|1\n", change: comma, rows: [][]float64{{1.5, -0.5}, {2.5, 1.25}}, y: []float64{-1, 1}},
		"Excel, not said":     {content: excel, want: ErrNotNumber, text: "--decimal ,", at: ":2:1"},
		"point among commas":  {content: "a;label\n1.000;0\n1,5;1\n", change: comma, want: ErrNotNumber, text: "has a point", at: ":2:1"},
		"label with a point":  {content: "a;label\n1;1.000\n1,5;1\n", change: comma, want: ErrNotNumber, text: "has a point", at: ":2:2"},
	} {
		t.Run(name, test.check)
	}
}

func TestIndexColumns(t *testing.T) {
	keep := func(s *Spec) { s.Index = "keep" }
	rows, y := [][]float64{{0.5, 7}, {1.5, 8}, {2.5, 9}}, []float64{-1, 1, -1}
	kept := [][]float64{{0, 0.5, 7}, {1, 1.5, 8}, {2, 2.5, 9}}
	plain := "a,b,label\n0.5,7,x\n1.5,8,y\n2.5,9,x\n"
	index := ",a,b,label\n0,0.5,7,x\n1,1.5,8,y\n2,2.5,9,x\n"
	for name, test := range map[string]meant{
		"pandas":             {content: index, rows: rows, y: y, notes: []string{"the first column has no name", "--index keep"}},
		"pandas, kept":       {content: index, change: keep, rows: kept, y: y},
		"pandas, read again": {content: strings.Replace(index, ",a", "Unnamed: 0,a", 1), rows: rows, y: y, notes: []string{"--index keep"}},
		"shuffled":           {content: ",a,b,label\n4,0.5,7,x\n1,1.5,8,y\n9,2.5,9,x\n", rows: rows, y: y, notes: []string{"--index keep"}},
		"row names":          {content: ",a,b,label\nMazda,0.5,7,x\nFiat,1.5,8,y\nFord,2.5,9,x\n", rows: rows, y: y, notes: []string{"--index keep"}},
		"write.table":        {content: "\"a\" \"b\" \"label\"\n\"1\" 0.5 7 \"x\"\n\"2\" 1.5 8 \"y\"\n\"3\" 2.5 9 \"x\"\n", rows: rows, y: y, notes: []string{"--index keep"}},
		"write.table, tabs":  {content: "a\tb\tlabel\n1\t0.5\t7\tx\n2\t1.5\t8\ty\n3\t2.5\t9\tx\n", rows: rows, y: y, notes: []string{"--index keep"}},
		"numbered header":    {content: "0,1,2\n0.5,7,1\n1.5,8,3\n2.5,9,1\n", rows: rows, y: y, notes: []string{"the first line, 0,1,2,…, is taken for a header"}},
		"numbered, indexed":  {content: ",0,1,2\n0,0.5,7,1\n1,1.5,8,3\n2,2.5,9,1\n", rows: rows, y: y, notes: []string{"--index keep"}},
		"no index":           {content: plain, rows: rows, y: y},
		"no header":          {content: "0,0.5,1\n1,1.5,0\n2,2.5,1\n3,3.5,1\n4,4.5,1\n", rows: [][]float64{{0.5}, {1.5}, {2.5}, {3.5}, {4.5}}, y: []float64{1, -1, 1, 1, 1}, notes: []string{"numbers the rows"}},
		"two of the label":   {content: "label,a,label\nx,1,x\ny,2,y\n", want: ErrSpec, text: `column 3 has the same name as the label, "label"`, at: ":1:3"},
		"one left out":       {content: "label,a,label\nx,1,x\ny,2,y\n", change: func(s *Spec) { s.Drop = []string{"3"} }, rows: [][]float64{{1}, {2}}, y: []float64{-1, 1}},
		"by position":        {content: "label,a,label\nx,1,x\ny,2,y\n", label: "-1", want: ErrSpec, text: "column 1 has the same name", at: ":1:1"},
		"savetxt":            {content: "# a,b,label\n0.5,7,0\n1.5,8,1\n2.5,9,0\n", change: func(s *Spec) { s.Label, s.Drop = "label", []string{"a"} }, rows: [][]float64{{7}, {8}, {9}}, y: y},
		"a target without":   {files: map[string]string{"a": index, "b": plain}, target: "b", rows: rows, y: y},
		"a target with one":  {files: map[string]string{"a": plain, "b": index}, target: "b", rows: rows, y: y, notes: []string{"b: the first column has no name"}},
	} {
		t.Run(name, test.check)
	}
}

func TestFilesThatAreDamaged(t *testing.T) {
	text := "a,label\n1,0\n2,1\n"
	rows, y := [][]float64{{1}, {2}}, []float64{-1, 1}
	packed := gzipped(text)
	svm := "0 1:1 2:2\n1 1:3 # last\n"
	pair := [][]float64{{1, 2}, {3, 0}}
	for name, test := range map[string]meant{
		"gzip, joined":   {content: gzipped(text[:12]) + gzipped(text[12:]), rows: rows, y: y},
		"gzip and more":  {content: packed + "more\n", want: ErrSyntax, text: "other bytes follow the end of the gzip data"},
		"gzip, padded":   {content: packed + strings.Repeat("\x00", 5000), want: ErrSyntax, text: "other bytes follow"},
		"gzip and half":  {content: packed + packed[:8], want: ErrTruncated, text: "break off"},
		"LIBSVM, marked": {content: "\xef\xbb\xbf" + svm, rows: pair, y: y},
		"LIBSVM, noted":  {content: "# by dump_svmlight_file\n#\n" + svm, rows: pair, y: y},
		"LIBSVM, both":   {content: "\xef\xbb\xbf" + "# a comment\r\n" + svm, rows: pair, y: y},
		"a field":        {content: "a,b,label\n1,2,0\n3\n4,5,1\n", want: ErrRagged, text: "1 field where 3 were expected", at: ":3"},
		"ARFF":           {content: "% Weka\n\n@RELATION iris\n@ATTRIBUTE a REAL\n@DATA\n1,x\n", want: ErrSyntax, text: "save it as CSV"},
	} {
		t.Run(name, test.check)
	}
	// A file that grows, is cut or is replaced while it is read is no one's file.
	for name, change := range map[string]func(path string) error{
		"grows": func(path string) error { return os.WriteFile(path, []byte(strings.Repeat("1,0\n", 100_001)), 0o600) },
		"cut":   func(path string) error { return os.Truncate(path, 1<<18) },
		"replaced": func(path string) error {
			return errors.Join(os.WriteFile(path+"~", []byte(strings.Repeat("1,0\n", 100_000)), 0o600), os.Rename(path+"~", path))
		},
	} {
		t.Run(name, func(t *testing.T) {
			spec := pairSpec(t, map[string]string{"a": strings.Repeat("1,0\n2,1\n", 50_000)}, "a", "")
			changed := false
			_, err := Open(context.Background(), spec, func(p Progress) {
				if !changed && p.Done > 1<<16 {
					changed = true
					if err := change(spec.Source); err != nil {
						t.Error(err)
					}
				}
			})
			if !changed || !errors.Is(err, ErrChanged) {
				t.Errorf("got %v", err)
			}
			checkOneLine(t, err)
		})
	}
}

func TestFilesColumnMatching(t *testing.T) {
	const source = "a,b,label\n1,2,0\n3,4,1\n"
	labels := []float64{1, -1}
	for name, test := range map[string]struct {
		source, target string
		change         func(*Spec)
		y              []float64
	}{
		"same order":             {source, "a,b,label\n5,6,1\n7,8,0\n", nil, labels},
		"other order":            {source, "label,b,a\n1,6,5\n0,8,7\n", nil, labels},
		"no label":               {source, "b,a\n6,5\n8,7\n", nil, nil},
		"empty labels":           {source, "a,b,label\n5,6,\n7,8,\n", nil, nil},
		"no header":              {source, "5,6,1\n7,8,0\n", nil, labels},
		"no header, no label":    {source, "5,6\n7,8\n", nil, nil},
		"header only in target":  {"1,2,0\n3,4,1\n", "u,v,w\n5,6,1\n7,8,0\n", nil, labels},
		"label first, no label":  {"0,1,2\n1,3,4\n", "5,6\n7,8\n", func(s *Spec) { s.Label = "1" }, nil},
		"label from the end":     {"1,0,2\n3,1,4\n", "5,1,6\n7,0,8\n", func(s *Spec) { s.Label = "-2" }, labels},
		"other delimiter":        {source, "a\tb\tlabel\n5\t6\t1\n7\t8\t0\n", nil, labels},
		"dropped in both":        {"id,a,b,label\nq,1,2,0\nr,3,4,1\n", "a,id,b,label\n5,s,6,1\n7,t,8,0\n", func(s *Spec) { s.Drop = []string{"ID"} }, labels},
		"dropped in source":      {"id,a,b,label\nq,1,2,0\nr,3,4,1\n", "a,b,label\n5,6,1\n7,8,0\n", func(s *Spec) { s.Drop = []string{"id"} }, labels},
		"dropped in target":      {source, "id,a,b,label\ns,5,6,1\nt,7,8,0\n", func(s *Spec) { s.Drop = []string{"id"} }, labels},
		"features":               {"id,b,a,label\nq,2,1,0\nr,4,3,1\n", "z,b,a,label\nx,6,5,1\nx,8,7,0\n", func(s *Spec) { s.Features = []string{"a", "b"} }, labels},
		"features without names": {"9,2,1,0\n9,4,3,1\n", "9,6,5,1\n9,8,7,0\n", func(s *Spec) { s.Features = []string{"3", "2"} }, labels},
		"dropped by position":    {"9,1,2,0\n9,3,4,1\n", "9,5,6,1\n9,7,8,0\n", func(s *Spec) { s.Drop = []string{"1"} }, labels},
		"a nameless one too":     {"k,a,b,label\n9,1,2,0\n9,3,4,1\n", ",a,b,label\nx,5,6,1\ny,7,8,0\n", func(s *Spec) { s.Drop = []string{"1"} }, labels},
		"features alone":         {"9,9,1,2,0\n9,9,3,4,1\n", "5,6\n7,8\n", func(s *Spec) { s.Drop = []string{"1", "2"} }, nil},
		"the same name twice":    {"a,a,label\n1,2,0\n3,4,1\n", "a,label,a\n5,1,6\n7,0,8\n", nil, labels},
		"words":                  {"a,b,k\n1,2,cat\n3,4,dog\n", "k,a,b\ndog,5,6\ncat,7,8\n", func(s *Spec) { s.Label = "k" }, labels},
	} {
		t.Run(name, func(t *testing.T) {
			spec := targetSpec(t, t.TempDir(), test.source, test.target)
			if test.change != nil {
				test.change(&spec)
			}
			pair := mustOpen(t, spec)
			checkDomain(t, "source", pair.Source, [][]float64{{1, 2}, {3, 4}}, []float64{-1, 1})
			checkDomain(t, "target", pair.Target, [][]float64{{5, 6}, {7, 8}}, test.y)
		})
	}
}
