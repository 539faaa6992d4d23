package chart

import "strings"

// DigitRows is the height of a large digit, in lines.
const DigitRows = 5

// digits are the pixels of large digits, line by line. A pixel is two columns wide, which makes it
// about square.
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

// WriteLargeDigits writes a number in digits DigitRows lines tall, with the upper left corner at
// (x, y), and returns the width in columns. If text is not a number or does not fit, nothing is
// written and width is 0.
func (g *Grid) WriteLargeDigits(x, y int, text string, style Style) (width int) {
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
