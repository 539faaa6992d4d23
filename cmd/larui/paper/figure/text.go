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

// The program contains the font Liberation Sans, which has Greek letters.
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

// middle is the vertical alignment that centres digits and capital letters, which do not extend
// below the base line.
const middle text.YAlignment = -0.38

// textHandler parses the font at its first call.
var textHandler = sync.OnceValue(func() text.Handler {
	sans, err := opentype.Parse(liberationsansregular.TTF)
	if err != nil {
		panic(err) // the font is part of the program
	}
	named := font.Font{Typeface: family, Variant: variant}
	return superscriptHandler{text.Plain{Fonts: font.NewCache(font.Collection{{Font: named, Face: sans}})}}
})

// superscriptHandler draws texts and raises the letter after each ^, as in y^U.
type superscriptHandler struct{ text.Plain }

func (s superscriptHandler) Draw(c vg.Canvas, txt string, style text.Style, at vg.Point) {
	s.Plain.Draw(superscriptCanvas{c, s.Fonts, style.XAlign}, txt, style, at)
}

type superscriptCanvas struct {
	vg.Canvas
	fonts *font.Cache
	align text.XAlignment
}

func (r superscriptCanvas) FillString(face font.Face, at vg.Point, line string) {
	const small, lift = 0.7, 0.35
	found := superscript.FindStringIndex(line)
	if found == nil {
		r.Canvas.FillString(face, at, line)
		return
	}
	base, letter, rest := line[:found[0]], line[found[0]+1:found[1]], line[found[1]:]
	raised := r.fonts.Lookup(face.Font, small*face.Font.Size)
	// The caller has placed the line by its width with a visible ^ and without small letters. The
	// drawn line is narrower, so move its start.
	drawn := face.Width(base) + raised.Width(letter) + face.Width(rest)
	at.X += vg.Length(r.align) * (drawn - face.Width(line))
	r.Canvas.FillString(face, at, base)
	at.X += face.Width(base)
	r.Canvas.FillString(raised, at.Add(vg.Point{Y: lift * face.Font.Size}), letter)
	at.X += raised.Width(letter)
	superscriptCanvas{r.Canvas, r.fonts, draw.XLeft}.FillString(face, at, rest)
}

// superscript matches ^ with the following letter and its accents, or with the following number.
var superscript = regexp.MustCompile(`\^(?:\pL\pM*|\d+)`)

func textStyle(size vg.Length, x text.XAlignment, y text.YAlignment) draw.TextStyle {
	sans := font.Font{Typeface: family, Variant: variant, Size: size}
	return draw.TextStyle{Color: newColour(0x202020), Font: sans, XAlign: x, YAlign: y, Handler: textHandler()}
}

func wrapText(style draw.TextStyle, text string, width vg.Length) string {
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

// drawHeading writes a centred text at the top of a canvas and returns the canvas below the text.
func drawHeading(c draw.Canvas, size vg.Length, text string) draw.Canvas {
	if text == "" {
		return c
	}
	style := textStyle(size, draw.XCenter, draw.YTop)
	text = wrapText(style, text, c.Size().X)
	c.FillText(style, vg.Point{X: c.Center().X, Y: c.Max.Y}, text)
	c.Max.Y -= style.Height(text) + 0.4*size
	return c
}
