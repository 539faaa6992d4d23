package chart

import "strings"

// DigitRows is how many rows large digits have.
const DigitRows = 5

// digits are what numbers are written with, row by row; each of their pixels is two columns wide,
// so that it is as wide as tall.
var digits = map[rune][DigitRows]string{
	'0': {"###", "# #", "# #", "# #", "###"},
	'1': {" # ", "## ", " # ", " # ", "###"},
	'2': {"###", "  #", "###", "#  ", "###"},
	'3': {"###", "  #", "###", "  #", "###"},
	'4': {"# #", "# #", "###", "  #", "  #"},
	'5': {"###", "#  ", "###", "  #", "###"},
	'6': {"###", "#  ", "###", "# #", "###"},
	'7': {"###", "  #", "  #", "  #", "  #"},
	'8': {"###", "# #", "###", "# #", "###"},
	'9': {"###", "# #", "###", "  #", "###"},
	'.': {" ", " ", " ", " ", "#"},
	'%': {"# #", "  #", " # ", "#  ", "# #"},
	'-': {"  ", "  ", "##", "  ", "  "},
	'+': {"   ", " # ", "###", " # ", "   "},
	'e': {"###", "# #", "###", "#  ", "###"},
	' ': {"", "", "", "", ""},
}

// Digits writes a number large from (x, y) on, in DigitRows rows, and returns how many columns
// that takes: 0 where the text is no number, or has no room.
func (g *Grid) Digits(x, y int, text string, style Style) (width int) {
	const pixel, gap = 2, 2
	text = strings.ReplaceAll(text, "−", "-")
	for _, r := range text {
		rows, known := digits[r]
		if !known {
			return 0
		}
		width += pixel*len(rows[0]) + gap
	}
	width -= gap
	if x+width > g.w {
		return 0
	}
	for _, r := range text {
		for i, row := range digits[r] {
			for j, dot := range row {
				if dot == '#' {
					g.Text(x+pixel*j, y+i, "██", style)
				}
			}
		}
		x += pixel*len(digits[r][0]) + gap
	}
	return width
}
