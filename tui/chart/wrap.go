package chart

import (
	"strings"
)

// Wrap breaks text between words into at most rows lines of w columns; what does
// not fit ends in an ellipsis.
func Wrap(text string, w, rows int) []string {
	var lines []string
	line, used := "", 0
	words := strings.Fields(text)
	for i, word := range words {
		width := TextWidth(word)
		switch {
		case line == "":
			line, used = word, width
		case used+1+width <= w:
			line += " " + word
			used += 1 + width
		case len(lines) == rows-1:
			return append(lines, Truncate(line+" "+strings.Join(words[i:], " "), w))
		default:
			lines = append(lines, line)
			line, used = word, width
		}
	}
	return append(lines, Truncate(line, w))
}

// WrapAll breaks all of a text between words into lines of w columns.
func WrapAll(text string, w int) []string {
	return Wrap(text, w, len(text)+1)
}

// FocusMark stands before what is selected, so that it can be told without colour too.
const FocusMark = '›'
