package figure

import (
	"cmp"
	"image"
	"image/color"
	imagedraw "image/draw"
	"maps"
	"slices"

	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// ScreenPixelsPerInch is the resolution of the images of DrawPaletted.
const ScreenPixelsPerInch = 110

// DrawPaletted draws a figure as an image for a terminal. The palette has the 255 most frequent
// colours of the figure. Errors wrap ErrSize.
func DrawPaletted(f Figure, size Size) (*image.Paletted, error) {
	w, h, err := size.inPoints()
	if err != nil {
		return nil, err
	}
	canvas := vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(ScreenPixelsPerInch))
	if err := f.draw(draw.New(outlineCanvas{canvas, isCombining})); err != nil {
		return nil, err
	}
	full := image.NewRGBA(canvas.Image().Bounds())
	imagedraw.Draw(full, full.Rect, canvas.Image(), full.Rect.Min, imagedraw.Src)
	drawn := image.NewPaletted(full.Rect, frequentColours(full, 255))
	imagedraw.Draw(drawn, full.Rect, full, full.Rect.Min, imagedraw.Src)
	return drawn, nil
}

// frequentColours returns the most frequent colours of an image, up to limit. Colours that are
// similar to a more frequent colour come last, so that small marks keep their colours.
func frequentColours(drawn *image.RGBA, limit int) color.Palette {
	pixels := map[color.RGBA]int{}
	for at := 0; at < len(drawn.Pix); at += 4 {
		p := drawn.Pix[at : at+4]
		pixels[color.RGBA{p[0], p[1], p[2], p[3]}]++
	}
	order := func(a, b color.RGBA) int {
		return cmp.Or(pixels[b]-pixels[a], int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B))
	}
	var colours, near color.Palette
	for _, c := range slices.SortedFunc(maps.Keys(pixels), order) {
		if len(colours) > 0 && colourDistance(c, colours[colours.Index(c)].(color.RGBA)) < 16 {
			near = append(near, c)
			continue
		}
		colours = append(colours, c)
	}
	colours = append(colours, near...)
	return colours[:min(limit, len(colours))]
}

func colourDistance(a, b color.RGBA) int {
	most := 0
	for _, d := range []int{int(a.R) - int(b.R), int(a.G) - int(b.G), int(a.B) - int(b.B)} {
		most = max(most, d, -d)
	}
	return most
}
