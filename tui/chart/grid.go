package chart

import "strings"

// Cell is one column of one line of a grid. It has a grapheme, or is the second column of a wide
// grapheme. The zero Cell is a blank.
type Cell struct {
	// Rune is the base character; 0 stands for a blank.
	Rune rune
	// Tail is the rest of the grapheme cluster after Rune, such as the tilde of k̃ (U+0303). It is
	// usually empty.
	Tail string
	// Style is the meaning of the cell, which gives its colour.
	Style Style
	// Continuation marks the second column of the wide grapheme to its left, a cell without a
	// character.
	Continuation bool
	// Ink and Fill, unless zero, are the colours of the character and of its background, in place
	// of Style. With Fill alone, the character is black or white. A terminal with too few colours
	// ignores both, but shows a cell of two pixels ('▀' or '▄') as a character of their density.
	Ink, Fill Shade

	wide  bool   // a grapheme two columns wide begins here
	image uint16 // the image of the grid on this cell, from 1; 0 for none
}

func (c *Cell) isBlank() bool {
	return !c.Continuation && c.Tail == "" && (c.Rune == 0 || c.Rune == ' ')
}

func (c *Cell) columns() int {
	if c.wide {
		return 2
	}
	return 1
}

func (c *Cell) hasBraille() bool { return c.Rune > '⠀' && c.Rune <= '⣿' }

// Grid is a rectangle of cells: w columns, counted from the left, and h lines, counted from the
// top. [Grid.Sub] returns a window that shares the cells. Drawing outside of the rectangle has no
// effect. Many goroutines may read a Grid at once, but not while one draws.
type Grid struct {
	cells  []Cell // of the outermost grid, line by line
	stride int    // columns of the outermost grid
	x0, y0 int    // upper left corner within the outermost grid
	w, h   int
	// gl is the set of characters that the grid may contain. Other characters are replaced when
	// they are written.
	gl Glyphs
	// images are the images on the outermost grid; nil if the grid takes no images.
	images *[]Image
}

// NewGrid returns a blank grid of w columns and h lines, with the glyphs Braille. Negative sizes
// count as 0.
func NewGrid(w, h int) *Grid {
	w, h = max(w, 0), max(h, 0)
	return &Grid{cells: make([]Cell, w*h), stride: w, w: w, h: h}
}

// Size returns the number of columns and of lines.
func (g *Grid) Size() (w, h int) { return g.w, g.h }

// Sub returns the window of w×h cells whose upper left corner is the cell (x, y) of g, clipped to
// g. The window and g share their cells.
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

// At returns a copy of the cell in column x of line y. Outside of g the result is a blank.
func (g *Grid) At(x, y int) Cell {
	if !g.contains(x, y) {
		return Cell{}
	}
	return g.line(y)[x]
}

// Set writes r, or its replacement in the glyphs of g, into column x of line y. A control character
// becomes a blank, and a character without width is ignored. A wide character takes two columns, or
// becomes a blank in the last column.
func (g *Grid) Set(x, y int, r rune, s Style) {
	if r >= ' ' && r < 0x7f || r >= '─' && r <= '▟' || r >= '⠀' && r <= '⣿' {
		g.writeGrapheme(x, y, r, "", 1, s)
		return
	}
	r, tail, width, _ := nextGrapheme(string(r))
	if width > 0 {
		g.writeGrapheme(x, y, r, tail, width, s)
	}
}

// setShades sets the colours of the cell in column x of line y. The character stays. Shades are
// visible in all themes but Mono, on terminals of at least 256 colours.
func (g *Grid) setShades(x, y int, ink, fill Shade) {
	if g.contains(x, y) {
		c := &g.line(y)[x]
		c.Ink, c.Fill = ink, fill
	}
}

func (g *Grid) Clear() {
	for y := range g.h {
		for x := range g.w {
			g.Set(x, y, ' ', Plain)
		}
	}
}

// Text writes s into line y from column x on, clipped to the grid, and returns the number of
// columns written. A wide grapheme is written as a whole or not at all. Control characters become
// blanks, so that a text can't move the cursor or change colours.
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
			g.writeGrapheme(x, y, r, tail, cols, st)
			width += cols
		}
		x += cols
		s = rest
	}
	return width
}

// TextWithin writes s as Text does, but truncates it to w columns.
func (g *Grid) TextWithin(x, y, w int, s string, st Style) (width int) {
	return g.Text(x, y, g.gl.Truncate(s, w), st)
}

// Lines writes one line below the other, the first at (x, y).
func (g *Grid) Lines(x, y int, lines []string, st Style) {
	for i, line := range lines {
		g.Text(x, y+i, line, st)
	}
}

// TextWrapped writes s in lines of at most w columns, the first at (x, y). It truncates s to maxLines
// and returns the number of lines.
func (g *Grid) TextWrapped(x, y, w, maxLines int, s string, st Style) (lines int) {
	wrapped := Wrap(g.gl.Spell(s), w, maxLines)
	g.Lines(x, y, wrapped, st)
	return len(wrapped)
}

// TextRight writes s into line y so that s ends before column xRight. It clips the part left of the
// grid.
func (g *Grid) TextRight(xRight, y int, s string, st Style) {
	s = g.gl.Spell(s)
	g.Text(xRight-TextWidth(s), y, s, st)
}

// Box draws a border along the edges of the grid, with a title in the upper edge, and returns the
// grid inside. If the grid has fewer than two columns or lines, nothing is drawn and the result is
// empty.
func (g *Grid) Box(title string, border, titleStyle Style) *Grid {
	return g.box("╭─╮│╰╯", title, border, titleStyle)
}

// DoubleBox is Box with double lines, for a panel that a lesson points at.
func (g *Grid) DoubleBox(title string, border, titleStyle Style) *Grid {
	return g.box("╔═╗║╚╝", title, border, titleStyle)
}

// box draws a border out of six characters, runes: the upper left corner, the upper edge, the upper
// right corner, a side, and both lower corners.
func (g *Grid) box(runes, title string, border, titleStyle Style) *Grid {
	if g.w < 2 || g.h < 2 {
		return g.Sub(0, 0, 0, 0)
	}
	of := []rune(runes)
	edge := strings.Repeat(string(of[1]), g.w-2)
	g.Text(0, 0, string(of[0])+edge+string(of[2]), border)
	g.Text(0, g.h-1, string(of[4])+edge+string(of[5]), border)
	for y := 1; y < g.h-1; y++ {
		g.Set(0, y, of[3], border)
		g.Set(g.w-1, y, of[3], border)
	}
	// A piece of the edge and a blank precede the title, so that the corner remains recognizable.
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

// line requires a y inside the grid.
func (g *Grid) line(y int) []Cell {
	at := (g.y0+y)*g.stride + g.x0
	return g.cells[at : at+g.w : at+g.w]
}

func (g *Grid) writeGrapheme(x, y int, r rune, tail string, cols int, s Style) {
	if !g.contains(x, y) {
		return
	}
	switch {
	case cols == 2 && x+1 >= g.w:
		r, tail, cols = ' ', "", 1
	case g.gl == ASCII && cols == 2:
		g.writeGrapheme(x+1, y, '?', "", 1, s)
		fallthrough
	case g.gl == ASCII:
		r, tail, cols = g.gl.ReplaceRune(r), "", 1
	}
	g.clearOtherHalf(x, y)
	line := g.line(y)
	line[x] = Cell{Rune: r, Tail: tail, Style: s, wide: cols == 2}
	if cols == 2 {
		g.clearOtherHalf(x+1, y)
		line[x+1] = Cell{Style: s, Continuation: true}
	}
}

// clearOtherHalf must be called before the cell (x, y) changes: if the cell is half of a wide
// grapheme, the other half becomes a blank, even outside of this grid.
func (g *Grid) clearOtherHalf(x, y int) {
	at := (g.y0+y)*g.stride + g.x0 + x
	switch c := &g.cells[at]; {
	case c.Continuation && (g.x0+x) > 0 && g.cells[at-1].wide:
		g.cells[at-1] = Cell{Style: g.cells[at-1].Style}
	case c.wide && g.x0+x+1 < g.stride && g.cells[at+1].Continuation:
		g.cells[at+1] = Cell{Style: g.cells[at+1].Style}
	}
}

// WithGlyphs returns a grid of the same cells that draws in the glyphs gl and spells all text by
// [Glyphs.Spell]. Each column of a character that Spell can't replace becomes a question mark.
func (g *Grid) WithGlyphs(gl Glyphs) *Grid {
	spelled := *g
	spelled.gl = gl
	return &spelled
}

func (g *Grid) drawNoData(h int) {
	text := Truncate("no data", g.w)
	g.Text((g.w-TextWidth(text))/2, h/2, text, Dim)
}
