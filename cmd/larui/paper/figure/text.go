package figure

import (
	"regexp"
	"strings"
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// The font is part of the program and has Greek letters.
const (
	family  = "Liberation"
	variant = "Sans"
)

const (
	titleSize = 12
	panelSize = 10
	textSize  = 9
	tickSize  = 8
)

// middle centres a text on half the height of digits and capitals, which do not extend below the
// base line.
const middle text.YAlignment = -0.38

// setter returns the text handler. The font is parsed at the first call.
var setter = sync.OnceValue(func() text.Handler {
	sans, err := opentype.Parse(liberationsansregular.TTF)
	if err != nil {
		panic(err) // the font is part of the program
	}
	named := font.Font{Typeface: family, Variant: variant}
	return superscripts{text.Plain{Fonts: font.NewCache(font.Collection{{Font: named, Face: sans}})}}
})

// A superscripts handler raises the letter after each ^, as in y^U.
type superscripts struct{ text.Plain }

func (s superscripts) Draw(c vg.Canvas, txt string, style text.Style, at vg.Point) {
	s.Plain.Draw(raising{c, s.Fonts, style.XAlign}, txt, style, at)
}

// A raising canvas draws lines with raised letters.
type raising struct {
	vg.Canvas
	fonts *font.Cache
	align text.XAlignment
}

func (r raising) FillString(face font.Face, at vg.Point, line string) {
	const small, lift = 0.7, 0.35
	base, rest, found := strings.Cut(line, "^")
	if !found {
		r.Canvas.FillString(face, at, line)
		return
	}
	end := superscript.FindStringIndex(rest)[1]
	raised := r.fonts.Lookup(face.Font, small*face.Font.Size)
	// The line was aligned as if its letters had one size and the ^ were drawn.
	drawn := face.Width(base) + raised.Width(rest[:end]) + face.Width(rest[end:])
	at.X += vg.Length(r.align) * (drawn - face.Width(line))
	r.Canvas.FillString(face, at, base)
	at.X += face.Width(base)
	r.Canvas.FillString(raised, at.Add(vg.Point{Y: lift * face.Font.Size}), rest[:end])
	at.X += raised.Width(rest[:end])
	raising{r.Canvas, r.fonts, draw.XLeft}.FillString(face, at, rest[end:])
}

// superscript matches one letter with its accents.
var superscript = regexp.MustCompile(`^(?:\pL\pM*)?`)

func textStyle(size vg.Length, x text.XAlignment, y text.YAlignment) draw.TextStyle {
	sans := font.Font{Typeface: family, Variant: variant, Size: size}
	return draw.TextStyle{Color: rgb(0x202020), Font: sans, XAlign: x, YAlign: y, Handler: setter()}
}

// wrap breaks a text at blanks into lines of at most the given width.
func wrap(style draw.TextStyle, text string, width vg.Length) string {
	var all, line string
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case style.Width(line+" "+word) <= width:
			line += " " + word
		default:
			all, line = all+line+"\n", word
		}
	}
	return all + line
}

// heading writes a text at the top of a canvas and returns the rest of the canvas.
func heading(c draw.Canvas, size vg.Length, text string) draw.Canvas {
	if text == "" {
		return c
	}
	style := textStyle(size, draw.XCenter, draw.YTop)
	text = wrap(style, text, c.Size().X)
	c.FillText(style, vg.Point{X: c.Center().X, Y: c.Max.Y}, text)
	c.Max.Y -= style.Height(text) + 0.4*size
	return c
}
