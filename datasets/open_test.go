package datasets

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"pgregory.net/rapid"
)

func mustOpen(t rapid.TB, spec Spec) *Pair {
	t.Helper()
	pair, err := Open(context.Background(), spec, nil)
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	return pair
}

// wantError opens the pair of spec, which can't be, and returns why.
func wantError(t testing.TB, spec Spec, want error, text string) error {
	t.Helper()
	pair, err := Open(context.Background(), spec, nil)
	if pair != nil || !errors.Is(err, want) || !strings.Contains(err.Error(), text) {
		t.Fatalf("got %v, want %v that says %q", err, want, text)
	}
	checkOneLine(t, err)
	return err
}

// pipe makes a named pipe and opens it for writing, without waiting for a reader.
func pipe(t *testing.T) (path string, w *os.File) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "pipe.csv")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	w, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return path, w
}

// checkOneLine checks what holds for every error of this package.
func checkOneLine(t testing.TB, err error) {
	t.Helper()
	if err == nil {
		return
	}
	text := err.Error()
	if text == "" || strings.ContainsAny(text, "\n\r") {
		t.Errorf("the error is not one line: %q", text)
	}
	known := []error{
		ErrUnknownPair, ErrSpec, ErrNotNumber, ErrNotFinite, ErrRagged, ErrEmpty, ErrOneClass, ErrWidth, ErrNoLabel,
		ErrUnknownClass, ErrNoColumn, ErrSyntax, ErrTruncated, ErrTooLarge, ErrChanged, ErrMissingFile,
	}
	for _, sentinel := range known {
		if errors.Is(err, sentinel) {
			return
		}
	}
	t.Errorf("the error wraps no sentinel: %v", err)
}

func TestOpenUnknownName(t *testing.T) {
	for name, want := range map[string]string{
		"mnits-usps": "did you mean mnist-usps?",
		"rotated":    "did you mean rotated-gaussian?",
		"zebra":      "there are rotated-gaussian, wide-gaussian, rotated-regression, subspace, correlated-features, glyphs, mnist-usps, usps-mnist, files",
		"":           "there are rotated-gaussian, wide-gaussian, rotated-regression, subspace, correlated-features, glyphs, mnist-usps, usps-mnist, files",
	} {
		err := wantError(t, DefaultSpec(name), ErrUnknownPair, want)
		if guessed := strings.Contains(err.Error(), "did you mean"); guessed != strings.Contains(want, "did you mean") {
			t.Errorf("%q: %q", name, err)
		}
	}
}

func TestListedPairsAreKnown(t *testing.T) {
	empty := t.TempDir()
	for _, info := range List() {
		if info.Summary == "" || (info.Needs == "") != info.BuiltIn {
			t.Errorf("%+v", info)
		}
		spec := DefaultSpec(info.Name)
		spec.Data = empty
		_, err := Open(context.Background(), spec, nil)
		if info.BuiltIn && err != nil {
			t.Errorf("%s: %v", info.Name, err)
		}
		if !info.BuiltIn && !errors.Is(err, ErrMissingFile) {
			t.Errorf("%s without data: %v", info.Name, err)
		}
	}
}

func TestOpenStopsWhenCancelled(t *testing.T) {
	specs := map[string]Spec{"files": fixtureSpec(0)}
	for _, name := range generatedNames() {
		specs[name] = DefaultSpec(name)
	}
	if folder := os.Getenv("LARUI_DATA"); folder != "" {
		specs["mnist-usps"] = DefaultSpec("mnist-usps")
		specs["usps-mnist"] = DefaultSpec("usps-mnist")
	}
	for name, spec := range specs {
		ctx, cancel := context.WithCancel(context.Background())
		// Cancelled in the midst of the work, at the second sign of progress.
		calls := 0
		pair, err := Open(ctx, spec, func(Progress) {
			if calls++; calls == 2 {
				cancel()
			}
		})
		cancel()
		if pair != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestProgress(t *testing.T) {
	specs := map[string]Spec{"files": fixtureSpec(0)}
	for _, name := range generatedNames() {
		specs[name] = DefaultSpec(name)
	}
	for name, spec := range specs {
		last := map[string]Progress{}
		_, err := Open(context.Background(), spec, func(p Progress) {
			if p.Stage == "" || p.Done < last[p.Stage].Done || p.Total > 0 && p.Done > p.Total {
				t.Errorf("%s: %+v after %+v", name, p, last[p.Stage])
			}
			last[p.Stage] = p
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(last) != 3 {
			t.Errorf("%s: stages %v", name, last)
		}
		if name == "files" {
			for _, p := range last {
				if p.Total == 0 || p.Done != p.Total {
					t.Errorf("%s ended at %+v", name, p)
				}
			}
		}
	}
}

func TestFilesErrors(t *testing.T) {
	const good = "a,b,label\n1,2,0\n3,4,1\n"
	for name, test := range map[string]struct {
		source, target string // target: "" opens the source alone
		change         func(*Spec)
		file           string // source.csv unless told, "-" for none
		line, column   int
		want           error
		text           string
	}{
		"empty file":           {source: "", want: ErrEmpty, text: "is empty"},
		"only blank lines":     {source: "\n\n\n", want: ErrEmpty},
		"header only":          {source: "a,b,label\n", want: ErrEmpty, text: "no rows"},
		"ragged, short":        {source: "a,b,label\n1,2,0\n3,4\n5,6,1\n", line: 3, want: ErrRagged, text: "2 fields where 3 were expected"},
		"ragged, long":         {source: "a,b,label\n1,2,0\n3,4,1,9\n", line: 3, want: ErrRagged, text: "4 fields where 3 were expected"},
		"ragged after header":  {source: "a,b,label\n1,2\n", line: 2, want: ErrRagged},
		"cut off":              {source: "a,b,label\n1,2,0\n3,4,1\n3,", line: 4, want: ErrRagged, text: "cut off"},
		"text":                 {source: "a,b,label\n1,2,0\n3,abc,1\n", line: 3, column: 2, want: ErrNotNumber, text: `"abc" is not a number (column b; leave it out with --drop b)`},
		"text, no header":      {source: "1,2,0\n3,abc,1\n", line: 2, column: 2, want: ErrNotNumber, text: "--drop 2"},
		"text in first row":    {source: "1.5,abc,0\n3,2,1\n", line: 1, column: 2, want: ErrNotNumber},
		"text after CRLF":      {source: "a,b,label\r\n1,2,0\r\n\r\nx,2,1\r\n", line: 4, column: 1, want: ErrNotNumber},
		"text after quoted":    {source: "a,b,label\n\"1\",2,0\n1,\"x\ny\",1\n", line: 3, column: 2, want: ErrNotNumber},
		"empty field":          {source: "a,b,label\n1,2,0\n3,,1\n", line: 3, column: 2, want: ErrNotNumber, text: "is empty"},
		"decimal comma":        {source: "a;b;label\n1,5;2;0\n3;4;1\n", line: 2, column: 1, want: ErrNotNumber, text: "point"},
		"NaN":                  {source: "a,b,label\n1,NaN,0\n3,4,1\n", line: 2, column: 2, want: ErrNotFinite},
		"infinity":             {source: "a,b,label\n1,2,0\n-Inf,4,1\n", line: 3, column: 1, want: ErrNotFinite},
		"overflow":             {source: "a,b,label\n1,2,0\n1e999,4,1\n", line: 3, column: 1, want: ErrNotFinite},
		"stray quote":          {source: "a,b,label\n1,2,0\n1,2\"3,1\n", line: 3, want: ErrSyntax},
		"open quote":           {source: "a,b,label\n1,2,0\n1,\"2,1\n", line: 3, want: ErrSyntax},
		"one class":            {source: "a,b,label\n1,2,7\n3,4,7\n", want: ErrOneClass, text: `"7"`},
		"one word":             {source: "a,b,label\n1,2,cat\n3,4,cat\n", want: ErrOneClass},
		"no such label":        {source: good, change: func(s *Spec) { s.Label = "outcome" }, line: 1, want: ErrNoLabel, text: `there are "a", "b", "label"`},
		"misspelt label":       {source: good, change: func(s *Spec) { s.Label = "lable" }, line: 1, want: ErrNoLabel, text: `did you mean "label"?`},
		"label position":       {source: good, change: func(s *Spec) { s.Label = "4" }, line: 1, want: ErrNoLabel},
		"label position 0":     {source: good, change: func(s *Spec) { s.Label = "0" }, line: 1, want: ErrNoLabel},
		"no header to name":    {source: "1,2,0\n3,4,1\n", change: func(s *Spec) { s.Label = "y" }, want: ErrNoLabel, text: "columns are 1 to 3"},
		"no such feature":      {source: good, change: func(s *Spec) { s.Features = []string{"c"} }, line: 1, want: ErrNoColumn},
		"label as feature":     {source: good, change: func(s *Spec) { s.Features = []string{"label"} }, line: 1, column: 3, want: ErrSpec},
		"feature twice":        {source: good, change: func(s *Spec) { s.Features = []string{"a", "1"} }, line: 1, column: 1, want: ErrSpec},
		"no such drop":         {source: good, change: func(s *Spec) { s.Drop = []string{"zzz"} }, line: 1, want: ErrNoColumn},
		"all dropped":          {source: good, change: func(s *Spec) { s.Drop = []string{"a", "b"} }, want: ErrNoColumn},
		"one column":           {source: "120\n341\n", want: ErrNoColumn, text: "separated by"},
		"empty label":          {source: "a,b,label\n1,2,0\n3,4,\n", line: 3, column: 3, want: ErrNoLabel},
		"NaN label":            {source: "a,b,label\n1,2,0\n3,4,nan\n", line: 3, column: 3, want: ErrNotFinite},
		"word for regression":  {source: "a,b,label\n1,2,0.5\n3,4,x\n", change: func(s *Spec) { s.Task = "regression" }, line: 3, column: 3, want: ErrNotNumber},
		"three for binary":     {source: "a,label\n1,1\n2,2\n3,3\n", change: func(s *Spec) { s.Task = "binary" }, want: ErrSpec, text: "here are 3"},
		"unknown task":         {source: good, change: func(s *Spec) { s.Task = "ternary" }, file: "-", want: ErrSpec},
		"unknown fit":          {source: good, change: func(s *Spec) { s.Scale = 7 }, file: "-", want: ErrSpec},
		"UTF-16":               {source: "\xff\xfea\x00,\x00", want: ErrSyntax, text: "UTF-8"},
		"binary data":          {source: "\x7fELF\x01\x00v", want: ErrSyntax, text: "binary"},
		"no source":            {source: good, change: func(s *Spec) { s.Source = "" }, file: "-", want: ErrMissingFile, text: "--source"},
		"no target":            {source: good, change: func(s *Spec) { s.SourceOnly = false }, file: "-", want: ErrMissingFile, text: "--target"},
		"missing file":         {source: good, change: func(s *Spec) { s.Source += "x" }, file: "source.csvx", want: os.ErrNotExist, text: "no such file"},
		"folder":               {source: good, change: func(s *Spec) { s.Source = filepath.Dir(s.Source) }, file: "-", want: ErrMissingFile, text: "folder"},
		"target lacks a name":  {source: good, target: "a,c,label\n1,2,0\n", file: "target.csv", line: 1, want: ErrWidth, text: `column "b" of source.csv is missing`},
		"target is wider":      {source: good, target: "a,b,c,label\n1,2,3,0\n", file: "target.csv", line: 1, column: 3, want: ErrWidth, text: "(4 columns here, 3 there): leave it out with --drop c"},
		"target is narrower":   {source: "1,2,3,0\n4,5,6,1\n", target: "1,2\n", file: "target.csv", want: ErrWidth, text: "has 2 columns, but source.csv has 4"},
		"unknown class":        {source: good, target: "a,b,label\n1,2,1\n1,2,2\n", file: "target.csv", line: 3, column: 3, want: ErrUnknownClass, text: "classes of source.csv: 0, 1"},
		"unknown word":         {source: "a,label\n1,cat\n2,dog\n", target: "a,label\n1,cow\n", file: "target.csv", line: 2, column: 2, want: ErrUnknownClass, text: "cat, dog"},
		"label for some rows":  {source: good, target: "a,b,label\n1,2,1\n1,2,\n", file: "target.csv", line: 3, column: 3, want: ErrNoLabel},
		"label missing before": {source: good, target: "a,b,label\n1,2,\n1,2,1\n", file: "target.csv", line: 3, column: 3, want: ErrNoLabel},
		"target text":          {source: good, target: "a,b,label\n1,oops,1\n", file: "target.csv", line: 2, column: 2, want: ErrNotNumber},
		"set all aside":        {source: good, target: good, change: func(s *Spec) { s.ValidationSize = 2 }, file: "-", want: ErrSpec},
		"set −1 aside":         {source: good, target: good, change: func(s *Spec) { s.ValidationSize = -1 }, file: "-", want: ErrSpec},
		"overflow by rescaling": {source: "a,b,label\n1e-300,2,0\n2e-300,4,1\n", target: "a,b,label\n1e300,1,1\n",
			change: func(s *Spec) { s.Scale = FitSource }, file: "target.csv", want: ErrNotFinite, text: "feature a"},
	} {
		t.Run(name, func(t *testing.T) {
			files := formatError{map[string]string{"source.csv": test.source}, "source.csv", "", test.change, test.want, test.text, cmp.Or(test.file, "source.csv"), test.line, test.column}
			if test.target != "" {
				files.target, files.files["target.csv"] = "target.csv", test.target
			}
			files.check(t)
		})
	}
}
