package datasets

import (
	"context"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// A file that is no table is refused with its kind.
func TestStrangers(t *testing.T) {
	for content, want := range map[string]string{
		"%PDF-1.7\n1 0 obj": "a PDF document", "\x89PNG\r\n\x1a\n\x00": "a picture (PNG)", "\xff\xd8\xff\xe0": "a picture (JPEG)",
		"GIF89a": "a picture (GIF)", "<table border=1>": "a web page (HTML)", "\xff\xfe\x00\x00a\x00\x00\x00": "UTF-32 text", "\n<!DOCTYPE html><p>": "a web page (HTML)",
		"\xef\xbb\xbf<?xml version='1.0'?>": "XML", `{"a": [1, 2]}`: "JSON", ` [{"a": 1}]`: "JSON",
		"<rows><row a='1'/></rows>": "XML", "[[1, 2], [3, 4]]": "JSON", "BM\x46\x00\x00\x00\x00\x00\x00\x00\x36": "a picture (BMP)",
		"II*\x00\x08": "a picture (TIFF)", "RIFF\x10\x00\x00\x00WEBPVP8 ": "a picture (WebP)", "a\x00\x00\x00,\x00\x00\x00b\x00\x00\x00\n\x00\x00\x00": "UTF-32 text",
		"BZh91\x41\x59xx\x00\x01": "bzip2 data with a damaged beginning",
		// scipy.io.savemat(…, {"X": zeros((2, 3))}, format="4")
		"\x00\x00\x00\x00\x02\x00\x00\x00\x03\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00X\x00": "a MAT file of level 4 (save -v4 in MATLAB)",
		// the same by a machine of the other order of bytes
		"\x00\x00\x03\xe8\x00\x00\x00\x02\x00\x00\x00\x03\x00\x00\x00\x00\x00\x00\x00\x02X\x00": "a MAT file of level 4 (save -v4 in MATLAB)",
	} {
		spec := targetSpec(t, t.TempDir(), content, content)
		if _, err := Open(context.Background(), spec, nil); err == nil || !strings.Contains(err.Error(), "is "+want+": save the rows as CSV") {
			t.Errorf("%q: %v", content, err)
		}
	}
}

// Fields may stand between vertical bars, and np.savetxt writes its header as a comment.
func TestBarsAndComments(t *testing.T) {
	for _, content := range []string{
		"a|b|y\n1|2|u\n3|4|v\n", "# a,b,y\n1,2,0\n3,4,1\n", "# a b y\n1 2 0\n3 4 1\n", "# made by hand\n# a b y\n1 2 0\n3 4 1\n",
		"# made by hand, today, here, by us\na,b,y\n1,2,0\n3,4,1\n", "a,b,y\r1,2,0\r3,4,1\r",
	} {
		spec := targetSpec(t, t.TempDir(), content, content)
		pair := mustOpen(t, spec)
		if !mat.Equal(pair.Source.X, mat.NewDense(2, 2, []float64{1, 2, 3, 4})) || pair.Features[0] != "a" {
			t.Errorf("%q: %v, %v", content, pair.Source.X, pair.Features)
		}
	}
}

// A header of numbers is one where it has the usual name of a label, also before words.
func TestHeaderOfNumbers(t *testing.T) {
	for content, rows := range map[string]int{
		"0,1,2,label\n5,3,1,u\n4,2,2,v\n":                           2,
		"2019,2020,2021,y\n5,3,1,u\n4,2,2,v\n":                      2,
		"1,2,3,u\n5,3,1,u\n4,2,2,v\n":                               3,
		"2019,2020,2021,u\n5,3,1,u\n4,2,2,v\n":                      3,
		"2019,2020,2021,kind\n5,3,1,u\n4,2,2,v\n5,3,1,u\n4,2,2,v\n": 4, // a label that stands in no other row
		"2019,2020,2021,kind\n5,3,1,1\n4,2,2,0\n5,3,1,1\n4,2,2,0\n": 4,
		"2019,2020,2021,2022\n5,3,1,1\n4,2,2,0\n5,3,1,1\n4,2,2,0\n": 4,
		"2019,2020,2021\n0.5,1.5,2\n3.5,1.5,3\n":                    2,
		"3,4,5,6\n5,3,1,6\n4,2,2,5\n5,3,1,6\n4,2,2,5\n":             5, // a label like others
		"2019,2020,2021\n2018,7,2\n2017,8,3\n":                      3,
		"1.5,2.5,3.5,u\n5,3,1,u\n4,2,2,v\n5,3,1,u\n4,2,2,v\n":       5,
		"1.5,2.5,3.5,target\n5,3,1,u\n4,2,2,v\n":                    2,
		"1.5,2.5,3.5,O\n" + strings.Repeat("5,3,1,0\n4,2,2,1\n", 6): 0, // a typing error: refused
		"\"5\",\"7\",\"9\"\n5,3,1\n4,2,2\n":                         2,
		"\"5\",\"7\",\"9\"\n\"5\",\"3\",\"1\"\n\"4\",\"2\",\"2\"\n": 3,
	} {
		spec := targetSpec(t, t.TempDir(), content, content)
		pair, err := Open(context.Background(), spec, nil)
		if rows == 0 && err == nil || rows > 0 && (err != nil || pair.Source.Rows() != rows) {
			t.Errorf("%q: %v, not %d rows", content, err, rows)
		}
	}
	// Rows to predict for have the header that the source has, and so no row more.
	spec := sourceSpec(t, t.TempDir(), "2019,2020,y\n5,3,u\n4,2,v\n")
	like := mustOpen(t, spec).Layouts[0]
	spec.Target = write(t, t.TempDir(), "new.csv", "2019,2020\n5,3\n7,8\n")
	count := 0
	notes, err := VisitRows(context.Background(), spec, like, nil, func(x *mat.Dense, lines []int, _ []string) error {
		count += len(lines)
		return nil
	})
	if err != nil || count != 2 || !strings.Contains(strings.Join(notes, " "), "taken for a header") {
		t.Errorf("%d rows, %v, %v", count, notes, err)
	}
}

// A guessed label is reported, and so are row numbers and slips among the classes.
func TestGuesses(t *testing.T) {
	rows := func(header string, rows ...string) string {
		return header + "\n" + strings.Repeat(strings.Join(rows, "\n")+"\n", 10)
	}
	for name, test := range map[string]struct {
		content, guess string
		features       []string
	}{
		"the last":      {rows("a,b,kind", "1,2,u", "3,4,v"), `column "kind" (the last) is assumed to be the label (--label names another)`, []string{"a", "b"}},
		"a usual name":  {rows("a,Outcome,b", "1,u,2", "3,v,4"), "", []string{"a", "b"}},
		"words first":   {rows("kind,a,b", "u,1,2.5", "v,3,4"), `column "kind" (the first`, []string{"a", "b"}},
		"row numbers":   {"id,a,y\n1,5,u\n2,4,v\n3,5,u\n4,4,v\n5,7,u\n", `column "id" numbers its rows, so it is left out`, []string{"a"}},
		"no numbers":    {"id,a,y\n1,5,u\n2,4,v\n3,5,u\n4,4,v\n9,7,u\n", "", []string{"id", "a"}},
		"padded rows":   {"id,a,y\n001,5,u\n002,4,v\n003,5,u\n004,4,v\n005,7,u\n", `column "id" numbers its rows, so it is left out`, []string{"a"}},
		"codes":         {rows("zip,a,y", "01234,1,u", "5,2,v"), `column "zip" has numbers that begin with zeros (01234), which are read as numbers`, []string{"zip", "a"}},
		"no codes":      {rows("a,b,y", "0,0.5,u", "00.5,-0,v"), "", []string{"a", "b"}},
		"capitals":      {rows("a,y", "1,cat", "2,Cat", "3,dog"), `classes "Cat", "cat" differ only in capitals, quotes or blanks`, []string{"a"}},
		"unseen blanks": {rows("a,y", "1,cat", "2,cat\u200b", "3,dog"), `classes "cat", "cat\u200b" differ only`, []string{"a"}},
		"a single row":  {rows("a,y", "1,cat", "3,dog") + "3,dig\n", `some classes have a single row, although others have many: "dig"`, []string{"a"}},
	} {
		t.Run(name, func(t *testing.T) {
			pair := mustOpen(t, sourceSpec(t, t.TempDir(), test.content))
			said := strings.Join(pair.Guesses, "\n")
			if !slices.Equal(pair.Features, test.features) || !strings.Contains(said, test.guess) || test.guess == "" && said != "" {
				t.Errorf("%q: %q", pair.Features, said)
			}
		})
	}
}

// Of two arrays that may be the features, or the labels, it is said which is taken.
func TestArraysOfUsualNames(t *testing.T) {
	x, y := npyRows(1, 1, 2), npyVector(0, 1)
	spec := sourceSpec(t, t.TempDir(), npzFile("X", x, "features", x, "y", y, "labels", y))
	checkNotes(t, mustOpen(t, spec), `the features are the array "features", and "X" is left out`)
	checkNotes(t, mustOpen(t, spec), `the labels are the array "labels", and "y" is left out`)
}

// Classes that a float64 can't tell from their neighbours are refused.
func TestLargeClasses(t *testing.T) {
	for label, refused := range map[string]bool{"9007199254740993": true, "9007199254740992": true, "-9007199254740993": true, "9007199254740991": false} {
		content := "a,y\n1," + label + "\n2,5\n3,5\n4," + label + "\n"
		spec := targetSpec(t, t.TempDir(), content, content)
		_, err := Open(context.Background(), spec, nil)
		if (err != nil) != refused || refused && !strings.Contains(err.Error(), "too large to be distinguished") {
			t.Errorf("%s: %v", label, err)
		}
	}
}

// Identifiers in an array of numbers are handed on as they are, or refused where a float64 can't
// tell them from their neighbours.
func TestArrayIDs(t *testing.T) {
	for id, want := range map[float64]string{1234567: "1234567", 1e15: "1000000000000000", 2.5: "2.5", 1 << 53: ""} {
		spec := sourceSpec(t, t.TempDir(), npzFile("X", npyRows(2, id, 1, 3, 4), "y", npyVector(0, 1)))
		spec.Target, spec.ID = spec.Source, []string{"1"}
		ids, err := idsOf(spec, mustOpen(t, spec).Layouts[0])
		if want == "" {
			if err == nil || !strings.Contains(err.Error(), "too large to be exact in an array") {
				t.Errorf("%v: %v", id, err)
			}
		} else if err != nil || !slices.Equal(ids, []string{want, "3"}) {
			t.Errorf("%v: %q, %v", id, ids, err)
		}
	}
}
