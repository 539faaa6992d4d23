package datasets

import (
	"context"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// What is no table is said to be what it is.
func TestStrangers(t *testing.T) {
	for content, want := range map[string]string{
		"%PDF-1.7\n1 0 obj": "a PDF document", "\x89PNG\r\n\x1a\n\x00": "a picture (PNG)", "\xff\xd8\xff\xe0": "a picture (JPEG)",
		"GIF89a": "a picture (GIF)", "\xff\xfe\x00\x00a\x00\x00\x00": "UTF-32 text", "\n<!DOCTYPE html><p>": "a web page (HTML)",
		"\xef\xbb\xbf<?xml version='1.0'?>": "XML", `{"a": [1, 2]}`: "JSON", ` [{"a": 1}]`: "JSON",
	} {
		spec := DefaultSpec(FilesName)
		spec.Source = write(t, t.TempDir(), "source.csv", content)
		spec.Target = spec.Source
		if _, err := Open(context.Background(), spec, nil); err == nil || !strings.Contains(err.Error(), "is "+want+": save the rows as CSV") {
			t.Errorf("%q: %v", content, err)
		}
	}
}

// Fields may stand between vertical bars, and np.savetxt writes its header as a comment.
func TestBarsAndComments(t *testing.T) {
	for _, content := range []string{"a|b|y\n1|2|u\n3|4|v\n", "# a,b,y\n1,2,0\n3,4,1\n"} {
		spec := DefaultSpec(FilesName)
		spec.Source, spec.Bias = write(t, t.TempDir(), "source.txt", content), false
		spec.Target = spec.Source
		pair := mustOpen(t, spec)
		if !mat.Equal(pair.Source.X, mat.NewDense(2, 2, []float64{1, 2, 3, 4})) || pair.Features[0] != "a" {
			t.Errorf("%q: %v, %v", content, pair.Source.X, pair.Features)
		}
	}
}

// A header of numbers is one where it has the usual name of a label, also before words.
func TestHeaderOfNumbers(t *testing.T) {
	for content, rows := range map[string]int{
		"0,1,2,label\n5,3,1,u\n4,2,2,v\n":      2,
		"2019,2020,2021,y\n5,3,1,u\n4,2,2,v\n": 2,
		"1,2,3,u\n5,3,1,u\n4,2,2,v\n":          3,
		"2019,2020,2021,u\n5,3,1,u\n4,2,2,v\n": 3,
	} {
		spec := DefaultSpec(FilesName)
		spec.Source = write(t, t.TempDir(), "source.csv", content)
		spec.Target = spec.Source
		if pair := mustOpen(t, spec); pair.Source.Rows() != rows {
			t.Errorf("%q: %d rows, not %d", content, pair.Source.Rows(), rows)
		}
	}
	// Rows to predict for have the header that the source has, and so no row more.
	source := write(t, t.TempDir(), "source.csv", "2019,2020,y\n5,3,u\n4,2,v\n")
	spec := DefaultSpec(FilesName)
	spec.Source, spec.Target = source, source
	like := mustOpen(t, spec).Layouts[0]
	spec.Target = write(t, t.TempDir(), "new.csv", "2019,2020\n5,3\n7,8\n")
	count := 0
	notes, err := EachRow(context.Background(), spec, like, nil, func(x *mat.Dense, lines []int, _ []string) error {
		count += len(lines)
		return nil
	})
	if err != nil || count != 2 || !strings.Contains(strings.Join(notes, " "), "taken for a header") {
		t.Errorf("%d rows, %v, %v", count, notes, err)
	}
}

// Classes that a float64 can't tell from their neighbours are refused.
func TestLargeClasses(t *testing.T) {
	for label, refused := range map[string]bool{"9007199254740993": true, "9007199254740992": true, "-9007199254740993": true, "9007199254740991": false} {
		spec := DefaultSpec(FilesName)
		spec.Source = write(t, t.TempDir(), "source.csv", "a,y\n1,"+label+"\n2,5\n3,5\n4,"+label+"\n")
		spec.Target = spec.Source
		_, err := Open(context.Background(), spec, nil)
		if (err != nil) != refused || refused && !strings.Contains(err.Error(), "too large to be told from its neighbours") {
			t.Errorf("%s: %v", label, err)
		}
	}
}
