package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestWrongCallsAndFailures(t *testing.T) {
	good := write(t, "good.csv", plane)
	ragged := write(t, "ragged.csv", "x1,x2,label\n1,2,-1\n2,1\n")
	word := write(t, "word.csv", "x1,x2,label\n1,2,-1\n2,many,1\n")
	infinite := write(t, "infinite.csv", "x1,x2,label\n1,Inf,-1\n2,1,1\n")
	wide := write(t, "wide.csv", "x1,x2,x3,label\n1,2,3,-1\n2,1,0,1\n")
	single := write(t, "single.csv", "x1,x2,label\n1,2,1\n2,1,1\n")
	empty := write(t, "empty.csv", "")
	zeros := write(t, "zeros.csv", "x1,x2,label\n0,0,-1\n0,0,1\n")
	missing := filepath.Join(t.TempDir(), "missing.csv")
	folder := t.TempDir()
	figures := filepath.Join(t.TempDir(), "folder.svg")
	noError(t, os.Mkdir(figures, 0o777))
	out := filepath.Join(folder, "figure.svg")
	files := func(source, target string) []string { return []string{"solve", "--source", source, "--target", target} }

	for _, c := range []struct {
		name   string
		args   []string
		status int
		// says are pieces that the line holds.
		says []string
	}{
		{"missing source", files(missing, good), 1, []string{missing}},
		{"missing target", files(good, missing), 1, []string{missing}},
		{"folder", files(folder, good), 1, []string{folder, "folder"}},
		{"empty file", files(empty, good), 1, []string{empty}},
		{"ragged row", files(ragged, good), 1, []string{ragged + ":3"}},
		{"text for a number", files(word, good), 1, []string{word + ":3:2", `"many"`}},
		{"text in the target", files(good, word), 1, []string{word + ":3:2", `"many"`}},
		{"infinity", files(infinite, good), 1, []string{infinite + ":2:2"}},
		{"differing widths", files(good, wide), 1, []string{wide, "x3"}},
		{"single class", files(single, good), 1, []string{single, "class"}},
		{"single class in align", []string{"align", "--source", single}, 1, []string{single, "class"}},
		{"no data folder", []string{"solve", "mnist-usps", "--data", folder}, 1, []string{folder, "--data"}},

		{"unknown pair", []string{"solve", "nope"}, 2, []string{`"nope"`, defaultPair}},
		{"files for a pair", []string{"run_test.go", "doc.go"}, 2, []string{"did you mean larui --source run_test.go --target doc.go?"}},
		{"near pair", []string{"rotated"}, 2, []string{`"rotated"`, "did you mean " + defaultPair}},
		{"near command", []string{"solv"}, 2, []string{`"solv"`, "did you mean larui solve"}},
		{"unknown help topic", []string{"help", "nope"}, 2, []string{`"nope"`}},
		{"near help topic", []string{"help", "choose"}, 2, []string{`"choose"`, "did you mean larui help choosing?"}},
		{"help topic by another name", []string{"help", "files"}, 2, []string{`"files"`, "did you mean larui help data?"}},
		{"misspelt help", []string{"help", "solv"}, 2, []string{"did you mean larui help solve?"}},
		{"two pairs", []string{"solve", defaultPair, "mnist-usps"}, 2, []string{"one PAIR"}},
		{"argument to pairs", []string{"pairs", "x"}, 2, []string{`"x"`}},
		{"unknown flag", []string{"solve", "--nope"}, 2, []string{"--nope", "larui solve --help"}},
		{"unknown shorthand", []string{"-z"}, 2, []string{"-z"}},
		{"flag without value", []string{"solve", "--rate"}, 2, []string{"--rate"}},
		{"negative λ", []string{"solve", "--lambda", "-1"}, 2, []string{"--lambda -1", "≥ 0"}},
		{"λ that is no number", []string{"solve", "--lambda", "NaN"}, 2, []string{"--lambda NaN"}},
		{"empty λ", []string{"solve", "--lambda="}, 2, []string{`--lambda ""`}},
		{"k of zero", []string{"solve", "--k", "0"}, 2, []string{"--k 0", "≥ 1"}},
		{"k beyond d", []string{"solve", "--k", "3"}, 2, []string{"--k 3", "1..2"}},
		{"k̃ beyond d", []string{"solve", "--ktilde", "3"}, 2, []string{"--ktilde 3", "1..2"}},
		{"k beyond d in a list", []string{"sweep", "--k", "1,3"}, 2, []string{"--k 3", "1..2"}},
		{"bad value in a list", []string{"sweep", "--lambda", "1,x"}, 2, []string{"--lambda 1,x", `"x"`}},
		{"list for a single value", []string{"solve", "--lambda", "1,10"}, 2, []string{"--lambda 1,10"}},
		{"momentum of one", []string{"solve", "--momentum", "1"}, 2, []string{"--momentum 1"}},
		{"unknown format", []string{"solve", "--format", "xml"}, 2, []string{"--format xml", "text, json, csv"}},
		{"unknown task", append(files(good, good), "--task", "guess"), 2, []string{"--task guess", "binary"}},
		{"unknown fit", append(files(good, good), "--standardize", "all"), 2, []string{"--standardize all", "domain"}},
		{"too few samples", []string{"solve", "--n", "1"}, 2, []string{"n = 1"}},
		{"samples that are no number", []string{"solve", "--n", "x"}, 2, []string{"--n x", "whole number"}},
		{"flag of digits", []string{"solve", "--classes", "3,5"}, 2, []string{"--classes", defaultPair, "mnist-usps"}},
		{"flag of the Gaussian", []string{"solve", "mnist-usps", "--angle", "3"}, 2, []string{"--angle", "mnist-usps", defaultPair}},
		{"samples of files", append(files(good, good), "--n", "10"), 2, []string{"--n", "files", defaultPair}},
		{"source of a named pair", []string{"solve", "mnist-usps", "--source", good}, 2, []string{"--source", "mnist-usps", "files"}},
		{"bias of the Gaussian", []string{"solve", "--no-bias"}, 2, []string{"--no-bias does nothing", defaultPair, "files"}},
		{"some bias of the Gaussian", []string{"solve", "--bias=false"}, 2, []string{"--bias does nothing", defaultPair, "files"}},
		{"bias and none", append(files(good, good), "--bias", "--no-bias"), 2, []string{"--bias", "--no-bias"}},
		{"no source", []string{"solve", "--target", good}, 2, []string{"--source"}},
		{"no target", []string{"solve", "--source", good}, 2, []string{"--target"}},
		{"no target in the explorer", []string{"--source", good}, 2, []string{"--target"}},
		{"no target for both", []string{"align", "--both", "--source", good}, 2, []string{"--target"}},
		{"digit beyond nine", []string{"solve", "mnist-usps", "--data", folder, "--classes", "3,12"}, 2, []string{"12"}},
		{"ratio above one", []string{"solve", "mnist-usps", "--data", folder, "--ratio", "2"}, 2, []string{"ratio"}},
		{"unknown grid", []string{"sweep", "--grid", "fine"}, 2, []string{"--grid fine", "paper"}},
		{"grid and list", []string{"sweep", "--grid", "paper", "--k", "1"}, 2, []string{"--grid", "--k"}},
		{"choice and k", []string{"solve", "--choose", "validation", "--k", "1"}, 2, []string{"--choose validation", "--k"}},
		{"unknown judge", []string{"solve", "--choose", "luck"}, 2, []string{"--choose luck", "label-free"}},
		{"choice without classes", []string{"solve", "rotated-regression", "--choose", "label-free"}, 1, []string{"regression", "no classes"}},
		{"choice without validation", append(files(good, good), "--choose", "validation"), 1, []string{"--validation"}},
		{"negative components", []string{"align", "--components", "-1"}, 2, []string{"--components -1"}},
		{"snapshot without size", []string{"--snapshot", "wide"}, 2, []string{"--snapshot wide", "120x36"}},
		{"snapshot too small", []string{"--snapshot", "40x10"}, 1, []string{"--snapshot 40x10", "60x20"}},
		{"features of zeros", append(files(zeros, zeros), "--no-bias"), 1, []string{"every feature", "is 0"}},
		{"snapshot of nothing", []string{"--snapshot", "0x10"}, 2, []string{"--snapshot 0x10"}},
		{"unknown theme", []string{"--theme", "pink"}, 2, []string{"--theme pink", "dark"}},
		{"two sessions", []string{"--resume", "--session", good}, 2, []string{"--resume", "--session"}},
		{"session that is none", []string{"--session", good, "--plain"}, 1, []string{good, "damaged"}},
		{"folder for a session", []string{"--session", folder}, 1, []string{folder, "none"}},
		{"no folder for a session", []string{"--session", missing + "/run.json"}, 1, []string{"no folder"}},
		{"no session for a frame", []string{"--session", missing, "--snapshot", "80x24"}, 1, []string{missing}},
		{"text and a frame", []string{"--plain", "--snapshot", "80x24"}, 2, []string{"--plain", "--snapshot"}},

		{"plot without a view", []string{"plot", "--out", out}, 2, []string{"spectrum", "map"}},
		{"plot of a pair only", []string{"plot", "subspace", "--out", out}, 2, []string{"which view of subspace"}},
		{"unknown view", []string{"plot", "picture", "--out", out}, 2, []string{`"picture"`, "convergence"}},
		{"plot of an unknown pair", []string{"plot", "nothing", "map", "--out", out}, 2, []string{"nothing"}},
		{"no figure file", []string{"plot", "map"}, 2, []string{"--out FILE"}},
		{"unknown figure format", []string{"plot", "map", "--out", folder + "/a.bmp"}, 2, []string{"svg, png, pdf"}},
		{"no folder for a figure", []string{"plot", "map", "--out", missing + "/a.svg"}, 1, []string{"no folder"}},
		{"folder for a figure", []string{"plot", "map", "--out", figures}, 1, []string{"is a folder"}},
		{"size of a figure", []string{"plot", "map", "--size", "12", "--out", out}, 2, []string{"16x10cm"}},
		{"tiny figure", []string{"plot", "map", "--size", "1x1cm", "--out", out}, 2, []string{"--size", "4 to 100"}},
		{"diverging", []string{"plot", "convergence", "--rate", "10", "--out", out}, 1, []string{"diverges", "--rate auto"}},
		{"figure of another pair", []string{"plot", "map", "--classes", "3,5", "--out", out}, 2, []string{"--classes"}},

		{"unknown experiment", []string{"repro", "table9"}, 2, []string{"table2-linear"}},
		{"two experiments", []string{"repro", "bound", "figure1"}, 2, []string{"one NAME"}},
		{"flag of other experiments", []string{"repro", "bound", "--pairs", "3,8"}, 2, []string{"--pairs does nothing for bound"}},
		{"widths of no network", []string{"repro", "bound", "--hidden", "128"}, 2, []string{"--hidden does nothing"}},
		{"no hidden units", []string{"repro", "table2-networks", "--hidden", "0", "--no-journal"}, 2, []string{"hidden units"}},
		{"no seeds", []string{"repro", "bound", "--seeds", "0"}, 2, []string{"--seeds 0"}},
		{"half a pair of digits", []string{"repro", "table2-linear", "--pairs", "3"}, 2, []string{"--pairs 3"}},
		{"a letter among digits", []string{"repro", "table2-linear", "--pairs", "3,x"}, 2, []string{"--pairs 3,x"}},
		{"a digit twice", []string{"repro", "table2-linear", "--pairs", "3,3"}, 2, []string{"3,3"}},
		{"unknown column", []string{"repro", "table2-linear", "--columns", "M-M"}, 2, []string{"M-U"}},
		{"features of no task", []string{"repro", "table1", "--features", "AG-News"}, 2, []string{"TASK=FILE"}},
		{"no digits", []string{"repro", "table2-linear", "--data", folder}, 1, []string{"--data"}},
		{"no embeddings", []string{"repro", "table4", "--no-journal"}, 1, []string{"bert_en_X.npy"}},
		{"figure of the wrong format", []string{"repro", "bound", "--figure", folder + "/a.gif"}, 2, []string{"svg, png, pdf"}},
		{"figure without a name", []string{"repro", "bound", "--figure", ""}, 2, []string{"--figure FILE"}},
		{"size of no figure", []string{"repro", "bound", "--size", "10x10cm"}, 2, []string{"--figure FILE"}},
		{"figure of a table", []string{"repro", "table2-linear", "--figure", out}, 2, []string{"no curves"}},
		{"no folder for curves", []string{"repro", "bound", "--seeds", "1", "--no-journal", "--figure", missing + "/a.svg"}, 1, []string{"no folder"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, stdout, stderr := larui(t, c.args...)
			if status != c.status || stdout != "" {
				t.Errorf("status %d, want %d; stdout %q", status, c.status, stdout)
			}
			checkLine(t, stderr)
			for _, piece := range c.says {
				if !strings.Contains(stderr, piece) {
					t.Errorf("%q does not say %q", stderr, piece)
				}
			}
		})
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("failed calls left %v, %v", left, err)
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, args := range [][]string{{"solve"}, {"sweep"}, {"align"}, {"repro", "bound", "--journal", t.TempDir()}} {
		var out, errs bytes.Buffer
		status := run(ctx, nil, args, &out, &errs)
		if status != statusInterrupted || out.Len() > 0 || errs.String() != "larui: interrupted\n" {
			t.Errorf("%v: status %d, stdout %q, stderr %q", args, status, out.String(), errs.String())
		}
	}
}

// A fullDisk takes nothing.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space\nleft on device") }

func TestFullDisk(t *testing.T) {
	var errs bytes.Buffer
	if status := run(context.Background(), nil, []string{"pairs"}, fullDisk{}, &errs); status != statusFailed {
		t.Errorf("status %d", status)
	}
	checkLine(t, errs.String())
}

// TestFilesAsMeant opens each kind of file that may be misread: it is read as its author
// meant it, and a guess is said, or refused in a line that says where and why.
func TestFilesAsMeant(t *testing.T) {
	labelled := func(labels ...string) string {
		text := "x,label\n"
		for i, label := range labels {
			text += fmt.Sprintf("%d.5,%s\n", i, label)
		}
		return text
	}
	packed := func(text string) string {
		var out bytes.Buffer
		w := gzip.NewWriter(&out)
		_, _ = w.Write([]byte(text))
		_ = w.Close()
		return out.String()
	}
	written := func(name string) string { return filepath.Join("..", "..", "datasets", "testdata", "written", name) }
	many := func(others ...string) string {
		return labelled(append(slices.Repeat([]string{"0", "1"}, 30)[:60-len(others)], others...)...)
	}
	const index, svm = ",a,b,label\n0,0.5,7,x\n1,1.5,8,y\n2,2.5,9,x\n", "0 1:1 2:2\n1 1:3\n"
	type meant struct {
		// content is that of the file, or file its path; target that of a second one.
		content, file, target, flags string
		// read is what was read, n×d with the bias and the classes; else it is refused. says
		// is a piece of what is said, and nothing is where that is empty.
		read, says string
	}
	cases := map[string]meant{
		"1 characters of MATLAB": {file: written("chars.mat"), read: "3×3 cat dog"},
		"1 cells of MATLAB":      {file: written("cells.mat"), read: "3×3 cat horse"},
		"1 a struct of MATLAB":   {file: written("struct.mat"), says: `variable "labels" is a struct`},
		"1 text of NumPy":        {file: written("text.npz"), read: "3×3 cat dog"},
		"1 bytes of NumPy":       {file: written("bytes.npz"), read: "3×3 cat dog"},
		"1 text beside":          {file: written("en_X.npy"), read: "3×3 cat dog"},
		"1 objects of NumPy":     {file: written("objects.npz"), says: ".astype(str)"},
		"1 labels.txt":           {file: written("beside.npz"), says: `member "labels.txt" is no NumPy array`},
		"1 y.pkl":                {file: written("pickle.npz"), says: `member "y.pkl" is no NumPy array`},

		"2 - beside +":          {content: labelled("+", "-", "+"), read: "3×2 + -"},
		"2 - alone":             {content: labelled("a", "-", "a", "b"), says: `"-" among the labels`},
		"2 partly, refused":     {content: labelled("1", "0"), target: labelled("1", "", "NA"), says: "target:3:2: the label is missing from 2 rows"},
		"2 partly, dropped":     {content: labelled("1", "0"), target: labelled("1", "", "NA"), flags: "--missing drop", says: "--missing unlabelled"},
		"2 partly, unlabelled":  {content: labelled("1", "0"), target: labelled("1", "", "NA"), flags: "--missing unlabelled", read: "2×2 0 1"},
		"2 in no row of target": {content: labelled("1", "0"), target: labelled("NA", "NA"), read: "2×2 0 1"},
		"2 no such way":         {content: labelled("1", "0"), flags: "--missing guess", says: "--missing guess"},

		"3 three typos":         {content: many("l", "O", "0.o"), says: `a:59:2: 3 labels of 60 rows, here first, no number but "l", "O", "0.o"`},
		"3 decimal commas":      {content: "x;label\n1;0,5\n2;1,5\n", says: "a:2:2: "},
		"3 decimal commas, so":  {content: "x;label\n1,5;0,5\n2;1,5\n", flags: "--decimal ,", read: "2×2 0.5 1.5"},
		"3 thousands":           {content: labelled("999", `"1,000"`), says: `a:3:2: `},
		"3 header again":        {content: "x,label\n1,0\nx,label\n2,1\n", says: "a:3:1: this is the header again"},
		"3 label again":         {content: "0,1,label\n1,2,0\n0,1,label\n3,4,1\n", says: `a:3:3: 1 label of 3 rows, here first, no number but "label"`},
		"3 a class for a row":   {content: labelled("ann", "bob", "cat", "dan", "eve"), says: "5 rows have 5 distinct labels"},
		"3 classes, as meant":   {content: labelled("ann", "bob", "cat", "dan", "eve"), flags: "--task multiclass", read: "5×2 ann bob cat dan eve"},
		"3 numbers of all rows": {content: labelled("3", "1", "4", "15", "9", "2"), says: "--task multiclass or regression"},

		"4 pandas":              {content: index, read: "3×3 x y", says: "warning: a: the first column has no name"},
		"4 pandas, kept":        {content: index, flags: "--index keep", read: "3×4 x y"},
		"4 pandas, levels":      {content: ",,a,b,label\nu,0,0.5,7,x\nu,1,1.5,8,y\nv,0,2.5,9,x\n", read: "3×3 x y", says: "warning: "},
		"4 write.table":         {content: "\"a\" \"label\"\n\"1\" 0.5 \"x\"\n\"2\" 1.5 \"y\"\n", read: "2×2 x y", says: "warning: a: the first column has no name"},
		"4 header of numbers":   {content: "0,1,2\n0.5,7,1\n1.5,8,3\n", flags: "--label -1", read: "2×3 1 3", says: "warning: a: the first line, 0,1,2,…, is taken for a header"},
		"4 two of the label":    {content: "label,a,label\nx,1,x\ny,2,y\n", says: "a:1:3: column 3 has the name of the label"},
		"4 two of it, one left": {content: "label,a,label\nx,1,x\ny,2,y\n", flags: "--drop 3", read: "2×2 x y"},

		"6 1_234":               {content: "x,label\n1_234,0\n2,1\n", says: `a:2:1: "1_234"`},
		"6 0x1p3":               {content: "x,label\n0x1p3,0\n2,1\n", says: `a:2:1: "0x1p3"`},
		"6 1e5_0":               {content: labelled("1e5_0", "2"), says: `a:2:2: `},
		"6 gzip, joined":        {content: packed("x,label\n1,0\n") + packed("2,1\n"), read: "2×2 0 1"},
		"6 gzip and more":       {content: packed(labelled("0", "1")) + "more", says: "other bytes follow the end of the gzip data"},
		"6 gzip, cut":           {content: packed(labelled("0", "1"))[:30], says: "break off: the file is incomplete"},
		"6 LIBSVM, marked":      {content: "\ufeff" + svm, read: "2×3 0 1"},
		"6 LIBSVM, commented":   {content: "# by dump_svmlight_file\n#\n" + svm, read: "2×3 0 1"},
		"6 LIBSVM, query ids":   {content: "0 qid:1 1:1 2:2\n1 qid:1 1:3\n", read: "2×3 0 1"},
		"6 a field":             {content: "a,b,label\n1,2,0\n3\n4,5,1\n", says: "a:3: 1 field where 3 were expected"},
		"7 LIBSVM, many of one": {content: strings.Repeat("1 1:1\n0 1:2\n", 5000), read: "10000×2 0 1"},

		"3 Latin-1":      {content: labelled("gr\xf6\xdfe", "l\xe4nge"), read: "2×2 gr\ufffd\ufffde l\ufffdnge", says: "warning: a is not UTF-8"},
		"17 no columns":  {flags: "repro table2-linear --columns=", says: "--columns"},
		"17 a link away": {flags: "plot map --out LINK", says: "link"},
	}
	for _, mark := range []string{"NA", "n/a", "?", "null", "NULL", "None", "", "nan"} {
		content := labelled("a", mark, "b", mark)
		cases["2 refused "+mark] = meant{content: content, says: "a:3:2: the label is missing from 2 rows, here first: leave them out with --missing drop"}
		cases["2 dropped "+mark] = meant{content: content, flags: "--missing drop", read: "2×2 a b", says: "warning: a: 2 rows without a label are left out"}
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			path := cmp.Or(c.file, write(t, "a", c.content))
			link := filepath.Join(t.TempDir(), "figure.svg")
			if err := os.Symlink(filepath.Join(link, "nowhere"), link); err != nil {
				t.Skip(err)
			}
			args := strings.Fields(strings.ReplaceAll(c.flags, "LINK", link))
			if c.content+c.file != "" {
				args = append([]string{"align", "--format", "json", "--source", path}, args...)
			}
			if c.target != "" {
				args = append(args, "--both", "--target", write(t, "target", c.target))
			}
			status, stdout, stderr := larui(t, args...)
			if c.says != "" || stderr != "" {
				checkLine(t, stderr)
			}
			if !strings.Contains(stderr, c.says) || c.says == "" && stderr != "" {
				t.Errorf("it says %q, want %q", stderr, c.says)
			}
			if c.read == "" {
				if status == statusOK || stdout != "" {
					t.Errorf("status %d, stdout %q", status, stdout)
				}
				return
			}
			var got object
			if err := json.Unmarshal([]byte(stdout), &got); err != nil || status != statusOK {
				t.Fatalf("status %d: %v", status, err)
			}
			classes, _ := got.find("pair.classes").([]any)
			if read := fmt.Sprintf("%v×%v %s", got.at("pair.n"), got.at("pair.d"), strings.Trim(fmt.Sprint(classes), "[]")); read != c.read {
				t.Errorf("it is read as %s, want %s", read, c.read)
			}
		})
	}
}
