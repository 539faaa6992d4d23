package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"html"
	"math"
	"strings"

	"larui/tui/number"
	"larui/tui/stage"
)

//go:embed check.html
var checkHTML string

const maxPageBytes = 1500 << 10

// renderHTML leaves out the figure of the target if the figure would make the page too large.
func (c *checkResult) renderHTML(ctx context.Context) (string, error) {
	var b textBuilder
	for _, s := range c.sections() {
		s.writeHTML(&b)
	}
	svg, words, err := drawView(ctx, &plotter{c.Session, c.params, func(int, int) {}}, stage.TargetName)
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err == nil && svg != nil && len(checkHTML)+b.Len()+len(svg) < maxPageBytes {
		writeFigureSection(&b, "The target", svg, words)
	}
	if len(c.Pair.Notes) > 0 {
		b.line("<section><h2>What was done to the data</h2>\n<ul>")
		for _, note := range c.Pair.Notes {
			b.printf("<li>%s</li>\n", html.EscapeString(joinLines(note)))
		}
		b.line("</ul></section>")
	}
	return b.String(), nil
}

func writeFigureSection(b *textBuilder, title string, svg []byte, words string) {
	if _, drawing, found := strings.Cut(string(svg), "<svg"); found {
		b.printf("<section><h2>%s</h2>\n<figure><svg%s\n<figcaption>%s</figcaption></figure></section>\n", title, drawing, html.EscapeString(words))
	}
}

func (c *checkResult) renderPage() ([]byte, error) {
	return fillTemplate(c.Pair.Title, fmt.Sprintf("%d rows of %s against %d rows of %s, %d features", c.Problem.Src.N, c.Pair.SourceName, c.Problem.Tgt.N, c.Pair.TargetName, c.Problem.D), c.page)
}

func fillTemplate(title, facts, sections string) ([]byte, error) {
	page := strings.NewReplacer("TITLE", html.EscapeString(joinLines(title)), "FACTS", html.EscapeString(joinLines(facts)), "SECTIONS", sections).Replace(checkHTML)
	if len(page) > maxPageBytes {
		return nil, errors.New("the page would be larger than 1.5 MB")
	}
	return []byte(page), nil
}

func (s section) writeHTML(b *textBuilder) {
	b.printf("<section><h2>%s</h2>\n", html.EscapeString(s.title))
	for i, says := range s.texts {
		b.printf("<p>%s</p>\n", html.EscapeString(joinLines(says)))
		if i < len(s.commands) {
			b.printf("<pre>%s</pre>\n", html.EscapeString(joinLines(s.commands[i])))
		}
	}
	if s.table != nil {
		s.writeTable(b)
	}
	b.line("</section>")
}

// writeTable writes the table as HTML, with the bars, if any, in the second column.
func (s section) writeTable(b *textBuilder) {
	longest := max(s.scaleEnd, math.SmallestNonzeroFloat64)
	for _, v := range s.bars {
		if !math.IsNaN(v) {
			longest = max(longest, v)
		}
	}
	b.line("<div class=scroll><table>")
	for i, row := range s.table.cellTexts(number.Unknown, func(x float64) string { return number.PaddedDigits(x, 4) }) {
		cell := "td"
		if i == 0 {
			cell = "th"
		}
		b.WriteString("<tr>")
		for j, text := range row {
			b.printf("<%s class=%c>%s</%s>", cell, s.table.align[j], html.EscapeString(joinLines(text)), cell)
			switch {
			case s.bars == nil || j > 0: // bars follow the first column only
			case i == 0:
				b.WriteString("<th class=bar></th>")
			default:
				b.WriteString("<td class=bar>" + barSVG(s.bars[i-1], longest) + "</td>")
			}
		}
		b.line("</tr>")
	}
	b.line("</table></div>")
	if s.bars != nil {
		b.printf("<p class=facts>Bars: %s.</p>\n", html.EscapeString(s.barName))
	}
}

// barSVG returns a bar of length v on a scale from 0 to longest, which must be positive.
func barSVG(v, longest float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return fmt.Sprintf(`<svg viewBox="0 0 200 10" preserveAspectRatio="none" role="img" aria-label="%s"><rect width="%.1f" height="10"/></svg>`,
		number.Digits(v, 3), max(200*v/longest, 0.5))
}
