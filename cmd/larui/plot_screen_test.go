//go:build unix

package main

import (
	"bytes"
	"encoding/base64"
	"image/color"
	"image/png"
	"regexp"
	"strings"
	"testing"

	"larui/cmd/larui/paper/figure"
	"larui/datasets"
	"larui/model/testutil"
	"larui/tui/session"
)

// A figure shown on the terminal is the one of figure.DrawPaletted, pixel by pixel, on whole cells
// of its background; a terminal that does not answer, and a pipe, have none.
func TestPlotInPlace(t *testing.T) {
	opened := testutil.Must(session.Open(t.Context(), datasets.DefaultSpec("rotated-gaussian"), nil, nil))
	_, view, err := parsePairAndView([]string{"target"})
	testutil.NoError(t, err)
	params := testutil.Must(initialParams(opened, session.OptionSet{}))
	drawn, _, err := (&plotter{opened, params, func(int, int) {}}).draw(t.Context(), view)
	testutil.NoError(t, err)
	shape := testutil.Must(figure.DrawPaletted(drawn, figure.Size{Width: 9, Height: 7}))

	const answers = "\x1b_Gi=31;OK\x1b\\\x1b[6;20;10t\x1b[?62;c"
	p := onTerminal(t, nil, "plot target --size 9x7cm")
	p.Type(answers) // there before the question, which waits for a tenth of a second
	p.Start()
	out := p.AwaitEnd(statusOK)
	var encoded []byte
	for _, command := range regexp.MustCompile(`\x1b_G(?:a=T|q=2)[^;]*;([^\x1b]*)\x1b`).FindAllStringSubmatch(out, -1) {
		encoded = append(encoded, command[1]...)
	}
	shown := testutil.Must(png.Decode(base64.NewDecoder(base64.StdEncoding, bytes.NewReader(encoded))))
	if size := shown.Bounds().Size(); size.X%10 != 0 || size.Y%20 != 0 || !shape.Bounds().In(shown.Bounds()) {
		t.Errorf("%v shown, of %v in the file", shown.Bounds(), shape.Bounds())
	}
	ink := 0
	for y := range shape.Bounds().Dy() {
		for x := range shape.Bounds().Dx() {
			got, want := color.RGBAModel.Convert(shown.At(x, y)), color.RGBAModel.Convert(shape.At(x, y))
			if got != want {
				t.Fatalf("(%d, %d) is %v, want %v", x, y, got, want)
			}
			if want != (color.RGBA{255, 255, 255, 255}) {
				ink++
			}
		}
	}
	if ink == 0 {
		t.Error("the figure is blank")
	}

	p = onTerminal(t, nil, "plot target --pictures sixel")
	p.Start()
	if out := p.AwaitEnd(statusOK); !strings.Contains(out, "\x1bP0;1q") || strings.Contains(out, "\x1b[c") {
		t.Errorf("sixels are asked for, and there is %.300q", out)
	}
	p = onTerminal(t, nil, "plot target")
	p.Start()
	testutil.Contains(t, p.AwaitEnd(statusWrongCall), "a figure needs a file")
	for _, call := range []string{"plot target", "plot target --pictures kitty"} { // in a pipe
		refuse(t, statusWrongCall, "a figure needs a file", call)
	}
}
