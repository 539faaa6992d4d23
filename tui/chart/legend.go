package chart

// sample is one entry of a legend.
type sample struct {
	mark  string // what it looks like in the picture
	style Style
	name  string
}

// legendWidth returns the columns that a line of the legend takes.
func legendWidth(line []sample) int {
	width := -2
	for _, s := range line {
		width += 2 + TextWidth(s.mark) + TextWidth(s.name)
		if s.mark != "" {
			width++
		}
	}
	return width
}

// drawLegend draws the legend.
func (f *frame) drawLegend() {
	w, h := f.g.Size()
	for i, line := range f.legend {
		y := h - len(f.legend) + i
		used := 0
		for j, s := range line {
			if j > 0 {
				used += 2
			}
			used += f.g.Text(used, y, s.mark, s.style)
			if s.mark != "" {
				used++
			}
			used += f.g.Text(used, y, f.gl.Truncate(s.name, w-used), Plain)
		}
	}
}

// flow breaks the legend into at most most lines of w columns. An entry wider
// than a line is shortened, what does not fit is left out.
func flow(legend []sample, w, most int) [][]sample {
	var lines [][]sample
	used := 0
	for _, s := range legend {
		width := TextWidth(s.mark) + 1 + TextWidth(s.name)
		if len(lines) > 0 && used+2+width <= w {
			lines[len(lines)-1] = append(lines[len(lines)-1], s)
			used += 2 + width
			continue
		}
		if len(lines) == most {
			continue
		}
		lines = append(lines, []sample{s})
		used = width
	}
	return lines
}
