package figure_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"larui/model/paper/figure"
)

var usual = figure.Size{Width: 16, Height: 10}

// sample is a figure with one of everything.
func sample() figure.Figure {
	nan := math.NaN()
	return figure.Figure{
		Title: "Everything at once", Note: "k̃ = 3, λ = 10 → σ", Columns: 2,
		Panels: []figure.Panel{
			{
				Title: "curves", X: figure.Axis{Label: "λ", Log: true}, Y: figure.Axis{Label: "accuracy", Percent: true},
				Curves: []figure.Curve{
					{Name: "LAR & co <1>", Style: figure.LAR, X: []float64{0, 0.01, 1, 100}, Y: []float64{0.5, 0.7, nan, 0.9}, Error: []float64{0.01, 0.02, 0, nan}},
					{Name: "no adaptation", Style: figure.NoAdaptation, X: []float64{0, 100}, Y: []float64{0.6, 0.6}, Marks: true},
				},
			},
			{
				Title: "points", X: figure.Axis{Equal: true},
				Points: []figure.Points{
					{Name: "plus", Style: figure.Target, Mark: figure.Plus, X: []float64{-1, nan, 2}, Y: []float64{3, 1, math.Inf(1)}},
					{Name: "ring", Style: figure.Source, Mark: figure.Ring, X: []float64{0}, Y: []float64{0}},
				},
				Lines: []figure.Line{{Name: "boundary", Style: figure.ClosedForm, A: 1, B: 2}, {Style: figure.LAR}},
			},
			{Title: "map", Map: &figure.HeatMap{Rows: 2, Cols: 3, Label: "accuracy", Percent: true, Value: func(i, j int) float64 {
				if i == 1 && j == 2 {
					return nan
				}
				return float64(i+j) / 10
			}}, Points: []figure.Points{{Name: "best", Mark: figure.Star, Rim: true, X: []float64{1}, Y: []float64{1}}}},
			{Title: "nothing", Empty: "no labels", Curves: []figure.Curve{{X: []float64{1}, Y: []float64{nan}}}},
		},
	}
}

func encode(t *testing.T, f figure.Figure, format string) []byte {
	t.Helper()
	b, err := figure.Encode(f, format, usual)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// texts returns the texts of an SVG, which must be well-formed.
func texts(t interface{ Fatal(...any) }, svg []byte) []string {
	var all []string
	inText := false
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			inText = token.Name.Local == "text"
		case xml.EndElement:
			inText = false
		case xml.CharData:
			if inText {
				all = append(all, string(token))
			}
		}
	}
}

func TestSVGSaysEverything(t *testing.T) {
	svg := encode(t, sample(), "svg")
	said := strings.Join(texts(t, svg), "\n")
	for _, want := range []string{"Everything at once", "k̃ = 3, λ = 10 → σ", "curves", "points", "LAR & co <1>", "no adaptation",
		"plus", "ring", "boundary", "best", "no labels", "λ", "accuracy", "60 %"} {
		if !strings.Contains(said, want) {
			t.Errorf("the SVG does not say %q", want)
		}
	}
	if bytes.Contains(svg, []byte("NaN")) || bytes.Contains(svg, []byte("Inf")) {
		t.Error("the SVG has coordinates that are not numbers")
	}
	// What has a meaning has its colour and its dash.
	for _, want := range []string{"stroke:#187A2F", "stroke:#626262;stroke-width:1.3;stroke-dasharray:5,3", "stroke:#A84E00"} {
		if !bytes.Contains(svg, []byte(want)) {
			t.Errorf("the SVG has no line with %s", want)
		}
	}
}

func TestZeroStandsApartOnALogAxis(t *testing.T) {
	said := texts(t, encode(t, sample(), "svg"))
	zeros := 0
	for _, s := range said {
		if s == "0" {
			zeros++
		}
	}
	if zeros == 0 {
		t.Errorf("no tick at zero among %q", said)
	}
}

func TestEqualFiguresGiveEqualBytes(t *testing.T) {
	for _, format := range figure.Formats() {
		first := encode(t, sample(), format)
		if format == "pdf" {
			// Its dates count seconds.
			time.Sleep(1100 * time.Millisecond)
		}
		for range 5 {
			if !bytes.Equal(first, encode(t, sample(), format)) {
				t.Errorf("%s: the same figure gives other bytes", format)
				break
			}
		}
	}
}

func TestPNGHasItsSizeAndInk(t *testing.T) {
	picture, err := png.Decode(bytes.NewReader(encode(t, sample(), "png")))
	if err != nil {
		t.Fatal(err)
	}
	// 16 and 10 cm at 200 pixels per inch, to a point.
	w, h := picture.Bounds().Dx(), picture.Bounds().Dy()
	if math.Abs(float64(w)-16/2.54*200) > 200.0/72 || math.Abs(float64(h)-10/2.54*200) > 200.0/72 {
		t.Errorf("%d × %d pixels", w, h)
	}
	green := false
	for y := range h {
		for x := range w {
			r, g, b, _ := picture.At(x, y).RGBA()
			green = green || r>>8 == 0x18 && g>>8 == 0x7a && b>>8 == 0x2f
		}
	}
	if !green {
		t.Error("the curve of LAR is not to be seen")
	}
	if r, g, b, a := picture.At(1, 1).RGBA(); r&g&b&a != 0xffff {
		t.Error("the corner is not white")
	}
}

func TestPDFIsWhole(t *testing.T) {
	b := encode(t, sample(), "pdf")
	if !bytes.HasPrefix(b, []byte("%PDF-")) || !bytes.Contains(b[len(b)-8:], []byte("%%EOF")) {
		t.Error("not a PDF from beginning to end")
	}
	// The table of offsets is where the end says.
	tail := string(b[bytes.LastIndex(b, []byte("startxref")):])
	var at int
	if _, err := fmt.Sscanf(tail, "startxref\n%d", &at); err != nil || !bytes.HasPrefix(b[at:], []byte("xref")) {
		t.Errorf("no table of offsets at %d: %v", at, err)
	}
}

func TestErrors(t *testing.T) {
	if _, err := figure.Encode(sample(), "gif", usual); !errors.Is(err, figure.ErrFormat) {
		t.Errorf("gif: %v", err)
	}
	for _, size := range []figure.Size{{}, {5, 5}, {3, 10}, {10, 101}, {math.NaN(), 10}, {10, math.Inf(1)}, {-5, 5}} {
		if _, err := figure.Encode(sample(), "svg", size); !errors.Is(err, figure.ErrSize) {
			t.Errorf("%v: %v", size, err)
		}
	}
}

// TestAnyNumbers draws whatever numbers there may be: nothing panics, and what is
// written is well-formed without coordinates that are not numbers.
func TestAnyNumbers(t *testing.T) {
	value := rapid.OneOf(rapid.Float64(), rapid.Float64Range(-1, 1), rapid.SampledFrom([]float64{0, math.NaN(), math.Inf(1), math.Inf(-1), 1, 1}))
	rapid.Check(t, func(t *rapid.T) {
		count := rapid.IntRange(0, 6).Draw(t, "count")
		values := func(name string) []float64 { return rapid.SliceOfN(value, count, count).Draw(t, name) }
		axis := func(name string) figure.Axis {
			return figure.Axis{Log: rapid.Bool().Draw(t, name), Percent: rapid.Bool().Draw(t, name), Whole: rapid.Bool().Draw(t, name),
				Min: value.Draw(t, name), Max: value.Draw(t, name), Equal: rapid.Bool().Draw(t, name)}
		}
		shown := values("map")
		f := figure.Figure{Title: rapid.String().Draw(t, "title"), Columns: rapid.IntRange(-1, 3).Draw(t, "columns"), Panels: []figure.Panel{
			{X: axis("x"), Y: axis("y"), Curves: []figure.Curve{{Name: "c", Marks: true, X: values("x"), Y: values("y"), Error: values("e")}},
				Bars:  []figure.Bars{{X: values("x"), Y: values("y")}},
				Lines: []figure.Line{{A: value.Draw(t, "a"), B: value.Draw(t, "b"), C: value.Draw(t, "c")}}},
			{X: axis("x"), Y: axis("y"), Points: []figure.Points{{X: values("x"), Y: values("y"), Mark: figure.Star}}},
			{Map: &figure.HeatMap{Rows: count, Cols: 2, Value: func(i, _ int) float64 { return shown[i] }}},
		}}
		size := figure.Size{Width: rapid.Float64Range(8, 40).Draw(t, "w"), Height: rapid.Float64Range(8, 40).Draw(t, "h")}
		svg, err := figure.Encode(f, "svg", size)
		if errors.Is(err, figure.ErrSize) {
			t.Skip("too small")
		}
		if err != nil {
			t.Fatal(err)
		}
		texts(t, svg)
		if bytes.Contains(svg, []byte("NaN")) || bytes.Contains(svg, []byte("Inf,")) {
			t.Fatalf("not numbers in %s", svg)
		}
	})
}
