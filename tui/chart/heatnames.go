package chart

import (
	"fmt"
	"strings"
)

// corner is what stands in the corner of the labels of a low map, such as "k\k̃".
func (h *heat) corner() string {
	return h.gl.Spell(h.RowName + "\\" + h.ColName)
}

// drawNames writes what rows and columns are and, if only some are shown, which.
func (h *heat) drawNames() {
	if h.g.h < 8 {
		h.drawCorner()
		return
	}
	h.g.TextRight(h.left-1, 0, h.heading(h.RowName, " ↓", h.left-1), Dim)
	used := h.g.Text(h.left, 0, h.heading(h.ColName, " →", h.g.w-h.left), Dim)
	var notes []string
	if h.rows < h.allRows {
		notes = append(notes, fmt.Sprintf("rows %d–%d of %d", h.row+1, h.row+h.rows, h.allRows))
	}
	if h.cols < h.allCols {
		notes = append(notes, fmt.Sprintf("columns %d–%d of %d", h.col+1, h.col+h.cols, h.allCols))
	}
	if note := h.gl.Spell(strings.Join(notes, ", ")); h.left+used+2+TextWidth(note) <= h.g.w {
		h.g.TextRight(h.g.w, 0, note, Dim)
	}
}

// drawCorner names rows and columns where these have no line of their own, and says
// with arrows that there are more rows above or below.
func (h *heat) drawCorner() {
	width := TextWidth(h.corner())
	if h.left < width || h.rows == 0 {
		return
	}
	if h.top > 0 && width < h.left {
		h.g.Text(0, 0, h.corner(), Dim)
	}
	if h.row > 0 {
		h.g.Set(h.left-1, h.top, h.gl.Rune('▲'), Dim)
	}
	if h.row+h.rows < h.allRows {
		h.g.Set(h.left-1, h.top+(h.rows-1)*h.ch, h.gl.Rune('▼'), Dim)
	}
}

// heading is what the rows or columns are, with an arrow in their direction, in w
// columns.
func (h *heat) heading(name, arrow string, w int) string {
	arrow = h.gl.Spell(arrow)
	return h.gl.Truncate(name, w-TextWidth(arrow)) + arrow
}

// drawRowLabels writes the labels of the rows.
func (h *heat) drawRowLabels() {
	for r := range min(h.rows, len(h.RowLabels)-h.row) {
		style := Dim
		if h.focus.Row == h.row+r {
			style = Bold
		}
		h.g.TextRight(h.left-1, h.top+r*h.ch, h.gl.Truncate(h.RowLabels[h.row+r], h.left-1), style)
	}
}

// drawColLabels writes the labels of the columns, that of the focus first, and of the
// others those that don't touch another one.
func (h *heat) drawColLabels() {
	if h.g.h < 4 || len(h.ColLabels) == 0 {
		return
	}
	line := h.g.Sub(h.left, h.top-1, h.g.w, 1)
	draw := func(c int, style Style) {
		text := h.gl.Spell(h.ColLabels[h.col+c])
		width := TextWidth(text)
		at := c*h.cw + (h.cw-width)/2
		if h.numbers {
			at = c*h.cw + h.end - width // above the number's last digit
		}
		at = max(min(at, line.w-width), 0)
		for x := at - 1; x <= at+width; x++ {
			if c := line.At(x, 0); !c.blank() {
				return
			}
		}
		line.Text(at, 0, text, style)
	}
	if c := h.focus.Col - h.col; c >= 0 && c < min(h.cols, len(h.ColLabels)-h.col) {
		draw(c, Bold)
	}
	for c := range min(h.cols, len(h.ColLabels)-h.col) {
		draw(c, Dim)
	}
}
