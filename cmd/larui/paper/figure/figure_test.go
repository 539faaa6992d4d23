package figure_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"larui/cmd/larui/paper/figure"
	"larui/model/testutil"
)

// size is the size of all samples in centimetres.
var size = figure.Size{Width: 16, Height: 10}

// sample is a figure with one of everything.
func sample() figure.Figure {
	nan := math.NaN()
	lar := figure.Curve{Name: "LAR & co <1>", Style: figure.LAR, X: []float64{0, 0.01, 1, 100}, Y: []float64{0.5, 0.7, nan, 0.9}, Error: []float64{0.01, 0.02, 0, nan}}
	none := figure.Curve{Name: "no adaptation", Style: figure.NoAdaptation, X: []float64{0, 100}, Y: []float64{0.6, 0.6}, Marks: true}
	known := func(i, j int) float64 { return []float64{0, 0.1, 0.2, 0.3, nan}[i+j] }
	return figure.Figure{
		Title: "Everything at once", Note: "k̃ = 3, λ = 10 → σ", Columns: 2,
		Panels: []figure.Panel{
			{Title: "curves", X: figure.Axis{Label: "λ", Log: true, Zero: 0.001}, Y: figure.Axis{Label: "accuracy", Percent: true}, Curves: []figure.Curve{lar, none}},
			{Title: "points", X: figure.Axis{Equal: true, Label: "x^2 and ^-"}, Y: figure.Axis{Label: "|ỹ^Ũ|"},
				Points: []figure.Points{
					{Name: "disc", Style: figure.Target, Mark: figure.Disc, X: []float64{-1, nan, 2}, Y: []float64{3, 1, math.Inf(1)}},
					{Name: "ring", Style: figure.Source, Mark: figure.Ring, X: []float64{0}, Y: []float64{0}},
				},
				Bars:  []figure.Bars{{Style: figure.Source, X: []float64{1}, Y: []float64{2}}},
				Lines: []figure.Line{{Name: "boundary", Style: figure.ClosedForm, A: 1, B: 2}, {Style: figure.LAR}}},
			{Title: "map", Map: &figure.HeatMap{Rows: 3, Cols: 3, Label: "accuracy", Percent: true, Value: known},
				Points: []figure.Points{{Name: "best", Mark: figure.Star, Rim: true, X: []float64{1}, Y: []float64{1}}}},
			{Title: "nothing", Empty: "no labels", Curves: []figure.Curve{{X: []float64{1}, Y: []float64{nan}}}},
		},
	}
}

func encode(t *testing.T, format string) []byte {
	t.Helper()
	b := testutil.Must(figure.Encode(sample(), format, size))
	again, err := figure.Encode(sample(), format, size)
	if err != nil || !bytes.Equal(b, again) {
		t.Errorf("%s: the same figure gives other bytes, %v", format, err)
	}
	return b
}

// texts returns the texts of an SVG, one on each line. The SVG must be well-formed, with numbers as
// coordinates.
func texts(t interface{ Fatal(...any) }, svg []byte) string {
	if bytes.Contains(svg, []byte("NaN")) || bytes.Contains(svg, []byte("Inf,")) {
		t.Fatal("not numbers in", string(svg))
	}
	var all strings.Builder
	inText := false
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return all.String()
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
				all.WriteString(string(token) + "\n")
			}
		}
	}
}

func TestSVG(t *testing.T) {
	svg := encode(t, "svg")
	said := "\n" + texts(t, svg)
	for _, want := range []string{"Everything at once", "k̃ = 3, λ = 10 → σ", "curves", "points", "LAR & co <1>", "no adaptation",
		"disc", "ring", "boundary", "best", "no labels", "λ", "accuracy", "60 %", "×", "30.0", "0", "100", "|ỹ\nŨ\n|", "x\n2\n and ^-"} {
		testutil.Contains(t, said, "\n"+want+"\n")
	}
	if strings.Contains(said, "\n−0") {
		t.Errorf("nothing is −0:\n%s", said)
	}
	// A style with a meaning has its colour and its dash. The white line breaks the axis beside 0.
	for _, want := range []string{"stroke:#187A2F", "stroke:#626262;stroke-width:1.3;stroke-dasharray:5,3", "fill:#6E2F00", "stroke:#FFFFFF\"", "font-size:6.3px;fill:#202020\">Ũ<"} {
		if !bytes.Contains(svg, []byte(want)) {
			t.Errorf("the SVG has no line with %s", want)
		}
	}
}

func TestPNG(t *testing.T) {
	picture := testutil.Must(png.Decode(bytes.NewReader(encode(t, "png"))))
	// 16 and 10 cm at 200 pixels per inch, to a point.
	w, h := picture.Bounds().Dx(), picture.Bounds().Dy()
	if math.Abs(float64(w)-16/2.54*200) > 200.0/72 || math.Abs(float64(h)-10/2.54*200) > 200.0/72 {
		t.Errorf("%d × %d pixels", w, h)
	}
	green := false
	for i := range w * h {
		r, g, b, _ := picture.At(i%w, i/w).RGBA()
		green = green || r>>8 == 0x18 && g>>8 == 0x7a && b>>8 == 0x2f
	}
	if r, g, b, a := picture.At(1, 1).RGBA(); !green || r&g&b&a != 0xffff {
		t.Errorf("the curve of LAR is to be seen: %t; the corner is %d, %d, %d", green, r, g, b)
	}
}

// A paletted figure of few colours has the pixels of its PNG, except for shades.
func TestPaletted(t *testing.T) {
	drawn := testutil.Must(figure.DrawPaletted(sample(), size))
	full := testutil.Must(png.Decode(bytes.NewReader(encode(t, "png"))))
	for colour := range map[color.Color]bool{color.RGBA{255, 255, 255, 255}: true, color.RGBA{0x18, 0x7a, 0x2f, 255}: true} {
		if !slices.Contains(drawn.Palette, colour) {
			t.Errorf("%v is not among the colours", colour)
		}
	}
	if want := full.Bounds().Dx() * figure.ScreenPixelsPerInch / 200; drawn.Rect.Dx() < want-1 || drawn.Rect.Dx() > want+1 {
		t.Errorf("%d pixels wide, want %d", drawn.Rect.Dx(), want)
	}
}

func TestPDF(t *testing.T) {
	b := encode(t, "pdf")
	if !bytes.HasPrefix(b, []byte("%PDF-")) || !bytes.Contains(b[len(b)-8:], []byte("%%EOF")) {
		t.Error("not a PDF from beginning to end")
	}
	// The table of offsets is at the place named at the end.
	tail := string(b[bytes.LastIndex(b, []byte("startxref")):])
	var at int
	if _, err := fmt.Sscanf(tail, "startxref\n%d", &at); err != nil || !bytes.HasPrefix(b[at:], []byte("xref")) {
		t.Errorf("no table of offsets at %d: %v", at, err)
	}
	if dates, still := bytes.Count(b, []byte("Date (D:")), bytes.Count(b, []byte("Date (D:20240101000000)")); dates != 2 || still != 2 {
		t.Errorf("%d dates, %d of them the one that does not move", dates, still)
	}
}

func TestErrors(t *testing.T) {
	if _, err := figure.Encode(sample(), "bmp", size); err == nil || !strings.Contains(err.Error(), "unknown format") {
		t.Errorf("bmp: %v", err)
	}
	for _, size := range []figure.Size{{}, {5, 5}, {3, 10}, {10, 101}, {math.NaN(), 10}, {10, math.Inf(1)}, {-5, 5}} {
		if _, err := figure.Encode(sample(), "svg", size); !errors.Is(err, figure.ErrSize) {
			t.Errorf("%v: %v", size, err)
		}
	}
}

// TestAnyNumbers draws any numbers. Drawing must not panic, and the result is well-formed.
func TestAnyNumbers(t *testing.T) {
	value := rapid.OneOf(rapid.Float64(), rapid.Float64Range(-1, 1), rapid.SampledFrom([]float64{0, math.NaN(), math.Inf(1), math.Inf(-1), 1, 1}))
	rapid.Check(t, func(t *rapid.T) {
		count := rapid.IntRange(0, 6).Draw(t, "count")
		values := func() []float64 { return rapid.SliceOfN(value, count, count).Draw(t, "values") }
		one := func() float64 { return value.Draw(t, "value") }
		either := func() bool { return rapid.Bool().Draw(t, "either") }
		axis := func() figure.Axis {
			return figure.Axis{Log: either(), Zero: one(), Percent: either(), Whole: either(), Equal: either()}
		}
		shown := values()
		f := figure.Figure{Title: rapid.String().Draw(t, "title"), Columns: rapid.IntRange(-1, 3).Draw(t, "columns"), Panels: []figure.Panel{
			{X: axis(), Y: axis(), Curves: []figure.Curve{{Name: "c", Marks: true, X: values(), Y: values(), Error: values()}},
				Lines: []figure.Line{{A: one(), B: one(), C: one()}}},
			{X: axis(), Y: axis(), Points: []figure.Points{{X: values(), Y: values(), Mark: figure.Star}}, Bars: []figure.Bars{{X: values(), Y: values()}}},
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
	})
}

// All points are drawn, at any size of the figure and with labels of any length.
func TestSmallFigures(t *testing.T) {
	long := strings.Repeat("component of many ", 3)
	for _, size := range []figure.Size{{Width: 8, Height: 6}, {Width: 6, Height: 8}, {Width: 16, Height: 10}} {
		for _, equal := range []bool{false, true} {
			panel := figure.Panel{Title: long, X: figure.Axis{Label: long, Equal: equal}, Y: figure.Axis{Label: long},
				Points: []figure.Points{{X: []float64{-1, 0, 2, 3}, Y: []float64{4, -8, 0.5, 9}}}}
			svg, err := figure.Encode(figure.Figure{Panels: []figure.Panel{panel}}, "svg", size)
			if drawn := bytes.Count(svg, []byte("z")) - bytes.Count(svg, []byte("ize")); err != nil || drawn != 4 {
				t.Errorf("%v, one unit %t: %d of 4 points, %v", size, equal, drawn, err)
			}
		}
	}
}
