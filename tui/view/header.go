package view

import (
	"fmt"
	"math"
	"slices"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
)

// drawHeader draws the pair, the accuracies and the sentence.
func drawHeader(sc *Scene, g *chart.Grid) {
	w, _ := g.Size()
	drawTitle(sc, g.Sub(0, 0, w, 1))
	left := drawGroups(g.Sub(1, 1, w-1, 1), scoreGroups(sc), groupGap)
	text, style := sc.Sentence()
	below := drawWrapped(sc, g, 2, sentenceRows(w), text, style)
	// A short sentence leaves room for more scores.
	if below < 2+sentenceRows(w) {
		drawGroups(g.Sub(1, below, w-1, 1), left, groupGap)
	}
}

// sentenceRows returns how many rows the sentence gets on a screen of w columns.
func sentenceRows(w int) int {
	if w < wideSentence {
		return 2
	}
	return 1
}

// wideSentence is from how many columns on the sentence gets a single row.
const wideSentence = 110

func drawTitle(sc *Scene, g *chart.Grid) {
	w, _ := g.Size()
	x := 1 + g.Text(1, 0, "larui", chart.Bold)
	x += g.Text(x, 0, " · ", chart.Dim)
	status, style := status(sc, w)
	g.TextRight(w-1, 0, status, style)
	// What comes and goes at the right must not push the sizes away.
	usual := len("solved in 99.9 ms")
	if w < wideStatus {
		usual = len("99.9 ms") + 2
	}
	right := w - 1 - max(usual, chart.TextWidth(status)) - 3
	title := sc.State.Spec.Name
	s := sc.Update.Session
	if s != nil {
		title = s.Pair.Title
	}
	title = chart.Truncate(title, right-x)
	x += g.Text(x, 0, title, chart.Title) + 3
	if s == nil {
		return
	}
	p := s.Problem
	sides := group{
		{fmt.Sprintf("source %d×%d", p.Src.N, p.D), chart.Source},
		{fmt.Sprintf("target %d×%d", p.Tgt.N, p.D), chart.Target},
	}
	if s.Pair.Bias {
		sides = append(sides, piece{fmt.Sprintf("%d = %d + bias", p.D, p.D-1), chart.Dim})
	}
	for _, side := range sides {
		if x+chart.TextWidth(side.text) > right {
			break
		}
		x += g.Text(x, 0, side.text, side.style) + 3
	}
}

// wideStatus is from how many columns on the status says "solved in".
const wideStatus = 100

// status is what stands at the right of the first line of w columns: how long the
// last solution took, or what is going on.
func status(sc *Scene, w int) (string, chart.Style) {
	switch p := sc.Update.Progress; {
	case p != nil && p.Total > 0:
		return fmt.Sprintf("%s %d %%", p.Stage, 100*p.Done/p.Total), chart.Warning
	case p != nil:
		return p.Stage + " …", chart.Warning
	case sc.Opening != "":
		return "opening " + sc.Opening + " …", chart.Warning
	case sc.Solution() == nil && sc.Update.Err == nil:
		return "opening …", chart.Warning
	case sc.Solving && !sc.Update.State.Equal(sc.State):
		return "solving …", chart.Warning
	case warned(sc) && w < wideStatus:
		return "features lost: f mends", chart.Bad
	case warned(sc):
		return "scales differ, features are lost: f standardizes", chart.Bad
	case sc.Solution() == nil || sc.Update.Elapsed == 0:
		return "", chart.Dim
	case w < wideStatus:
		return number.Duration(sc.Update.Elapsed), chart.Dim
	}
	return "solved in " + number.Duration(sc.Update.Elapsed), chart.Dim
}

// warned reports whether the pair has features so small that others drown them.
func warned(sc *Scene) bool {
	s := sc.Update.Session
	return s != nil && len(s.Problem.Src.Drowned)+len(s.Problem.Tgt.Drowned) > 0
}

// scoreGroups are the accuracies, the target's first.
func scoreGroups(sc *Scene) []group {
	s := sc.Solution()
	if s == nil {
		return nil
	}
	target := sc.score(s.Descent.Target)
	// At a fixed width, also where descent diverges.
	width := max(sc.scoreWidth(), len("diverges"))
	shown := piece{fmt.Sprintf("%-*s", width, sc.formatScore(target)), chart.Accent}
	if s.Descent.Diverges {
		shown = piece{fmt.Sprintf("%-*s", width, "diverges"), chart.Bad}
	}
	groups := []group{{{"target ", chart.Target}, shown}}
	if pinned := pinnedScores(sc, target); pinned != nil {
		groups = append(groups, pinned)
	}
	compare := func(from float64, unit string) {
		text, style := sc.changeColumn(from, target)
		groups = append(groups, group{{text, style}, {unit, chart.Dim}})
	}
	labelled := sc.known(targetMetric)
	if sc.Before != nil && labelled {
		compare(sc.score(sc.Before.Descent.Target), " last turn")
	}
	if labelled {
		unit := " over no adaptation"
		if sc.Task() == model.Regression {
			unit = " from no adaptation"
		}
		compare(sc.score(s.None.Target), unit)
	}
	for _, other := range []struct {
		label string
		style chart.Style
		metric
		model.Evaluation
	}{
		{"no adaptation ", chart.NoAdaptation, targetMetric, s.None.Evaluation},
		{"closed form ", chart.ClosedForm, targetMetric, s.Closed.Evaluation},
		{"source ", chart.Source, sourceMetric, s.Descent.Evaluation},
		{"validation ", chart.Plain, validationMetric, s.Descent.Evaluation},
	} {
		if !sc.known(other.metric) {
			continue
		}
		// Where descent diverges there is a dash in the place of what could be known.
		text := fmt.Sprintf("%*s", sc.scoreWidth(), "–")
		if v := other.of(sc.Task(), other.Evaluation); !math.IsNaN(v) {
			text = sc.formatScore(v)
		}
		groups = append(groups, group{{other.label, other.style}, {text, chart.Plain}})
	}
	if !labelled {
		groups = append(groups, group{{"the target has no labels, so this can't be known", chart.Dim}})
	}
	return groups
}

// How text is laid in lines.

// drawWrapped writes a text between columns 1 and w-1, from line y on, in as many lines
// as it takes and at most rows, and returns the line below it.
func drawWrapped(sc *Scene, g *chart.Grid, y, rows int, text string, style chart.Style) int {
	w, _ := g.Size()
	for _, line := range chart.Wrap(sc.Spell(text), w-2, rows) {
		g.Text(1, y, line, style)
		y++
	}
	return y
}

// A piece of a line is text in one style.
type piece struct {
	text  string
	style chart.Style
}

// A group is pieces that belong together.
type group []piece

// groupGap is how far groups usually stand apart.
const groupGap = 3

// widthOf returns how many columns groups take in one line.
func widthOf(line []group, gap int) int {
	width := gap * (len(line) - 1)
	for _, group := range line {
		for _, p := range group {
			width += chart.TextWidth(p.text)
		}
	}
	return width
}

// flow puts groups into lines of w columns, none broken over lines.
func flow(groups []group, w, gap int) (lines [][]group) {
	for _, g := range groups {
		if last := len(lines) - 1; last >= 0 && widthOf(append(lines[last], g), gap) <= w {
			lines[last] = append(lines[last], g)
		} else {
			lines = append(lines, []group{g})
		}
	}
	return lines
}

// drawGroups writes groups over the lines of g, and returns those that have no room.
func drawGroups(g *chart.Grid, groups []group, gap int) (left []group) {
	w, h := g.Size()
	lines := flow(groups, w, gap)
	h = min(h, len(lines))
	for y, line := range lines[:h] {
		x := 0
		for i, group := range line {
			next := x + widthOf(line[i:i+1], gap) + gap
			for _, p := range group {
				x += g.Text(x, y, p.text, p.style)
			}
			x = next
		}
	}
	return slices.Concat(lines[h:]...)
}
