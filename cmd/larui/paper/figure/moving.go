package figure

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	imagedraw "image/draw"
	"image/gif"
	"maps"
	"slices"
	"time"

	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// movingPixelsPerInch is the resolution of a moving picture: that of screens.
const movingPixelsPerInch = 110

// A Moving picture is shown figure by figure, again and again.
type Moving struct {
	Figures []Figure
	// Each is how long a figure stands, Last the last of them.
	Each, Last time.Duration
}

// Encode draws the figures at a size as one GIF, in the 255 colours that they have most
// of. The same figures and size give the same bytes. Errors wrap ErrSize.
func (m Moving) Encode(size Size) ([]byte, error) {
	w, h, err := size.points()
	if err != nil {
		return nil, err
	}
	var drawn []*image.RGBA
	for _, f := range m.Figures {
		canvas := vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(movingPixelsPerInch))
		if err := f.draw(draw.New(outlined{canvas, combining})); err != nil {
			return nil, err
		}
		full := image.NewRGBA(canvas.Image().Bounds())
		imagedraw.Draw(full, full.Rect, canvas.Image(), full.Rect.Min, imagedraw.Src)
		drawn = append(drawn, full)
	}
	colours := commonest(drawn, 255)
	nearest := map[color.RGBA]uint8{}
	var moving gif.GIF
	for i, full := range drawn {
		changed := full.Bounds()
		if i > 0 {
			changed = difference(drawn[i-1], full)
		}
		frame := image.NewPaletted(changed, append(slices.Clone(colours), color.RGBA{}))
		for y := changed.Min.Y; y < changed.Max.Y; y++ {
			for x := changed.Min.X; x < changed.Max.X; x++ {
				c := full.RGBAAt(x, y)
				at, known := nearest[c]
				if !known {
					at = uint8(colours.Index(c))
					nearest[c] = at
				}
				if i > 0 && drawn[i-1].RGBAAt(x, y) == c {
					at = uint8(len(colours)) // what is under it stays
				}
				frame.SetColorIndex(x, y, at)
			}
		}
		stands := m.Each
		if i == len(drawn)-1 {
			stands = m.Last
		}
		moving.Image, moving.Delay = append(moving.Image, frame), append(moving.Delay, int(stands/(10*time.Millisecond)))
	}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, &moving); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// commonest returns at most so many colours, those that most pixels have: first of those that
// are far from each other, so that the rim of a mark that stands alone has its colour, too.
func commonest(images []*image.RGBA, most int) color.Palette {
	pixels := map[color.RGBA]int{}
	for _, drawn := range images {
		for at := 0; at < len(drawn.Pix); at += 4 {
			p := drawn.Pix[at : at+4]
			pixels[color.RGBA{p[0], p[1], p[2], p[3]}]++
		}
	}
	order := func(a, b color.RGBA) int {
		return cmp.Or(pixels[b]-pixels[a], int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B))
	}
	var colours, near color.Palette
	for _, c := range slices.SortedFunc(maps.Keys(pixels), order) {
		if len(colours) > 0 && apartBy(c, colours[colours.Index(c)].(color.RGBA)) < 16 {
			near = append(near, c)
			continue
		}
		colours = append(colours, c)
	}
	colours = append(colours, near...)
	return colours[:min(most, len(colours))]
}

// apartBy is the largest difference between two colours, of red, green or blue.
func apartBy(a, b color.RGBA) int {
	most := 0
	for _, d := range []int{int(a.R) - int(b.R), int(a.G) - int(b.G), int(a.B) - int(b.B)} {
		most = max(most, d, -d)
	}
	return most
}

// difference is the least rectangle that holds all pixels in which two pictures of one
// size differ; a single pixel where they are alike.
func difference(a, b *image.RGBA) image.Rectangle {
	differ := image.Rectangle{}
	for y := a.Rect.Min.Y; y < a.Rect.Max.Y; y++ {
		for x := a.Rect.Min.X; x < a.Rect.Max.X; x++ {
			if a.RGBAAt(x, y) != b.RGBAAt(x, y) {
				differ = differ.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if differ.Empty() {
		return image.Rectangle{Min: a.Rect.Min, Max: a.Rect.Min.Add(image.Pt(1, 1))}
	}
	return differ
}
