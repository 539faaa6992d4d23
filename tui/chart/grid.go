package chart

import "strings"

// Cell is one column of one line: a grapheme, or the second column of a wide grapheme. The zero
// Cell is a blank.
type Cell struct {
	// Rune is the base character; 0 stands for a blank.
	Rune rune
	// Tail is the rest of the grapheme cluster after Rune, such as the tilde of k̃ (U+0303). It is
	// nearly always empty.
	Tail string
	// Style is the meaning of the cell, which gives its colour.
	Style Style
	// Continuation marks the second column of the wide grapheme to its left. Such a cell has no
	// character.
	Continuation bool
	// Ink and Fill, unless zero, colour the character and its background in place of Style. Without
	// Ink, a character on Fill is black or white. Where colours can't be shown, Ink and Fill are
	// ignored, except that a cell of two pixels ('▀' or '▄') shows their density.
	Ink, Fill Shade

	wide  bool   // a grapheme two columns wide begins here
	image uint16 // the image of the grid on this cell, from 1; 0 for none
}

func (c *Cell) isBlank() bool {
	return !c.Continuation && c.Tail == "" && (c.Rune == 0 || c.Rune == ' ')
}

// columns returns the width of the grapheme that begins in the cell.
func (c *Cell) columns() int {
	if c.wide {
		return 2
	}
	return 1
}

func (c *Cell) hasBraille() bool { return c.Rune > '⠀' && c.Rune <= '⣿' }

// Grid is a rectangle of cells, w columns by h lines, with its origin at the upper left. A Grid
// made by Sub is a window that shares its cells with its parent. Drawing outside the rectangle has
// no effect. Many goroutines may read a Grid at once, but not while one draws.
type Grid struct {
	cells  []Cell // of the outermost grid, line by line
	stride int    // columns of the outermost grid
	x0, y0 int    // upper left corner within the outermost grid
	w, h   int
	// gl is the glyph set. All text in the grid is spelled in it.
	gl Glyphs
	// images are the images on the outermost grid; nil if the grid takes no images.
	images *[]Image
}

// NewGrid returns a blank grid of w columns and h lines. Negative sizes count as 0.
func NewGrid(w, h int) *Grid {
	w, h = max(w, 0), max(h, 0)
	return &Grid{cells: make([]Cell, w*h), stride: w, w: w, h: h}
}

// Size returns the number of columns and of lines.
func (g *Grid) Size() (w, h int) { return g.w, g.h }

// Sub returns the w×h window of g whose upper left corner lies at (x, y), clipped to g. The window
// shares its cells with g.
func (g *Grid) Sub(x, y, w, h int) *Grid {
	right, bottom := min(x+max(w, 0), g.w), min(y+max(h, 0), g.h)
	x, y = min(max(x, 0), g.w), min(max(y, 0), g.h)
	return &Grid{
		cells: g.cells, stride: g.stride,
		x0: g.x0 + x, y0: g.y0 + y,
		w: max(right-x, 0), h: max(bottom-y, 0),
		gl: g.gl, images: g.images,
	}
}

// At returns a copy of the cell in column x of line y, or a blank outside of g.
func (g *Grid) At(x, y int) Cell {
	if !g.contains(x, y) {
		return Cell{}
	}
	return g.line(y)[x]
}

// Set puts the character r, or its stand-in, into column x of line y. A control character becomes a
// blank, and a character without width is ignored. A wide character takes the next column, too, or
// becomes a blank if there is no next column.
func (g *Grid) Set(x, y int, r rune, s Style) {
	if r >= ' ' && r < 0x7f || r >= '─' && r <= '▟' || r >= '⠀' && r <= '⣿' {
		g.put(x, y, r, "", 1, s)
		return
	}
	r, tail, width, _ := nextGrapheme(string(r))
	if width > 0 {
		g.put(x, y, r, tail, width, s)
	}
}

// setShades sets the shades of the cell in column x of line y, which keeps its character. All themes
// but Mono show shades, on terminals of at least 256 colours.
func (g *Grid) setShades(x, y int, ink, fill Shade) {
	if g.contains(x, y) {
		c := &g.line(y)[x]
		c.Ink, c.Fill = ink, fill
	}
}

// Clear makes every cell of g blank.
func (g *Grid) Clear() {
	for y := range g.h {
		for x := range g.w {
			g.Set(x, y, ' ', Plain)
		}
	}
}

// Text writes s into line y from column x on, clipped to the grid, and returns the number of
// columns used. It never shows half of a wide grapheme. Control characters become blanks, so that
// no text can move the cursor or change colours. Combining marks stay in the cell of their base.
func (g *Grid) Text(x, y int, s string, st Style) (width int) {
	if y < 0 || y >= g.h {
		return 0
	}
	s = strings.ToValidUTF8(g.gl.Spell(s), "\uFFFD")
	for s != "" {
		r, tail, cols, rest := nextGrapheme(s)
		if x+cols > g.w {
			break
		}
		if x >= 0 && cols > 0 {
			g.put(x, y, r, tail, cols, st)
			width += cols
		}
		x += cols
		s = rest
	}
	return width
}

// TextRight writes s into line y so that s ends before column xRight. The part left of the grid is
// clipped.
func (g *Grid) TextRight(xRight, y int, s string, st Style) {
	s = g.gl.Spell(s)
	g.Text(xRight-TextWidth(s), y, s, st)
}

// Box draws a frame around the whole grid, with title in its upper edge, and returns the grid
// inside. A grid of fewer than two columns or lines has no room for a frame: then nothing is drawn
// and the result is empty.
func (g *Grid) Box(title string, border, titleStyle Style) *Grid {
	return g.box("╭─╮│╰╯", title, border, titleStyle)
}

// DoubleBox is Box with double lines, for the panel that is pointed at.
func (g *Grid) DoubleBox(title string, border, titleStyle Style) *Grid {
	return g.box("╔═╗║╚╝", title, border, titleStyle)
}

// box draws a frame. lines are its characters: the upper left corner, the upper edge, the upper
// right corner, a side, and both lower corners.
func (g *Grid) box(lines, title string, border, titleStyle Style) *Grid {
	if g.w < 2 || g.h < 2 {
		return g.Sub(0, 0, 0, 0)
	}
	of := []rune(lines)
	edge := strings.Repeat(string(of[1]), g.w-2)
	g.Text(0, 0, string(of[0])+edge+string(of[2]), border)
	g.Text(0, g.h-1, string(of[4])+edge+string(of[5]), border)
	for y := 1; y < g.h-1; y++ {
		g.Set(0, y, of[3], border)
		g.Set(g.w-1, y, of[3], border)
	}
	// The title stands between blanks, and one piece of the edge stays before it, so that the
	// corner is still recognizable.
	if text := g.gl.Truncate(title, g.w-5); text != "" {
		used := g.Text(2, 0, text, titleStyle)
		g.Set(1, 0, ' ', border)
		g.Set(2+used, 0, ' ', border)
	}
	return g.Sub(1, 1, g.w-2, g.h-2)
}

func (g *Grid) contains(x, y int) bool {
	return x >= 0 && x < g.w && y >= 0 && y < g.h
}

// line returns the cells of line y, which must be inside.
func (g *Grid) line(y int) []Cell {
	at := (g.y0+y)*g.stride + g.x0
	return g.cells[at : at+g.w : at+g.w]
}

// put stores one grapheme of one or two columns.
func (g *Grid) put(x, y int, r rune, tail string, cols int, s Style) {
	if !g.contains(x, y) {
		return
	}
	switch {
	case cols == 2 && x+1 >= g.w:
		r, tail, cols = ' ', "", 1
	case g.gl == ASCII && cols == 2:
		g.put(x+1, y, '?', "", 1, s)
		fallthrough
	case g.gl == ASCII:
		r, tail, cols = g.gl.Rune(r), "", 1
	}
	g.clearOtherHalf(x, y)
	line := g.line(y)
	line[x] = Cell{Rune: r, Tail: tail, Style: s, wide: cols == 2}
	if cols == 2 {
		g.clearOtherHalf(x+1, y)
		line[x+1] = Cell{Style: s, Continuation: true}
	}
}

// clearOtherHalf blanks the other half of the wide grapheme at column x, because x is about to change. The
// other half may lie outside this window, in its parent.
func (g *Grid) clearOtherHalf(x, y int) {
	at := (g.y0+y)*g.stride + g.x0 + x
	switch c := &g.cells[at]; {
	case c.Continuation && (g.x0+x) > 0 && g.cells[at-1].wide:
		g.cells[at-1] = Cell{Style: g.cells[at-1].Style}
	case c.wide && g.x0+x+1 < g.stride && g.cells[at+1].Continuation:
		g.cells[at+1] = Cell{Style: g.cells[at+1].Style}
	}
}

// WithGlyphs returns the grid with the glyph set gl. Texts are spelled in that set; a remaining
// character outside of the set becomes question marks of the same width. Both grids share their
// cells.
func (g *Grid) WithGlyphs(gl Glyphs) *Grid {
	spelled := *g
	spelled.gl = gl
	return &spelled
}

// drawNoData writes "no data" into the middle of the first h lines.
func (g *Grid) drawNoData(h int) {
	text := Truncate("no data", g.w)
	g.Text((g.w-TextWidth(text))/2, h/2, text, Dim)
}
