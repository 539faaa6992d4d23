package chart

import (
	"image"
	"image/color"

	"github.com/muesli/termenv"
)

// An Image is a [Picture] for a terminal that can draw pixels. It covers W×H cells of a grid; its
// upper left corner is the cell (X, Y).
type Image struct {
	X, Y, W, H int
	picture    Picture
	scale      valueScale
}

// WithImages returns the grid as a grid that also keeps an Image of each Picture drawn into it.
// Both grids share their cells.
func (g *Grid) WithImages() *Grid {
	on := *g
	on.images = new([]Image)
	return &on
}

// addImage puts an image over all cells of g. The characters of these cells show the picture on
// terminals without images.
func (g *Grid) addImage(p Picture, s valueScale) {
	const most = 1<<16 - 1
	if g.images == nil || len(*g.images) == most || g.w == 0 || g.h == 0 {
		return
	}
	*g.images = append(*g.images, Image{g.x0, g.y0, g.w, g.h, p, s})
	for y := range g.h {
		line := g.line(y)
		for x := range line {
			line[x].image = uint16(len(*g.images))
		}
	}
}

// Images returns the images on which nothing else was drawn. It removes all other images, so that
// the terminal shows their cells.
func (g *Grid) Images() (shown []Image) {
	if g.images == nil || len(*g.images) == 0 {
		return nil
	}
	free := make([]int, 1+len(*g.images)) // cells of each image that are still free
	for i := range g.cells {
		free[g.cells[i].image]++
	}
	for i, img := range *g.images {
		if free[1+i] == img.W*img.H {
			shown = append(shown, img)
			free[1+i] = -1
		}
	}
	for i := range g.cells {
		if of := &g.cells[i].image; free[*of] >= 0 {
			*of = 0
		}
	}
	return shown
}

// Paint returns the image in the colours of a theme: at most w×h pixels and, unless colours is 0,
// at most that many colours. If the image is reduced, a pixel is the mean of the pixels that it
// replaces. Unknown values are transparent.
func (i Image) Paint(t Theme, w, h, colours int) *image.Paletted {
	p, steps := i.picture, shadeSteps
	if colours > 0 {
		steps = min(steps, (colours-1)/2*2) // even, so that zero has a step
	}
	w, h = min(w, p.Cols), min(h, p.Rows)
	img := image.NewPaletted(image.Rect(0, 0, w, h), i.palette(t, steps))
	for at := range img.Pix {
		shade := i.scale.shade(p.meanOverPixel(at%w, at/w, w, h))
		if shade == 0 {
			img.Pix[at] = uint8(steps + 1)
			continue
		}
		_, f := shade.position()
		img.Pix[at] = uint8(f*float64(steps) + 0.5)
	}
	return img
}

// palette returns the colours of the scale in the given number of steps. The last colour is
// transparent.
func (i Image) palette(t Theme, steps int) color.Palette {
	var all color.Palette
	for step := range steps + 1 {
		shade := i.scale.scale.shade(float64(step) / float64(steps))
		r, g, b := termenv.ConvertToRGB(termenv.RGBColor(t.shadeColour(shade))).RGB255()
		all = append(all, color.RGBA{r, g, b, 0xff})
	}
	return append(all, color.RGBA{})
}
