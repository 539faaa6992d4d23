package view

import (
	"fmt"
	"math"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
)

// drawHeader draws the pair, the accuracies and the sentence.
func drawHeader(sc *Scene, g *chart.Grid) {
	w, _ := g.Size()
	drawTitle(sc, g.Sub(0, 0, w, 1))
	left := drawGroups(g.Sub(0, 1, w, 1), scoreGroups(sc))
	text, style := sc.Sentence()
	lines := chart.Wrap(sc.Spell(text), w-2, sentenceRows(w))
	for i, line := range lines {
		g.Text(1, 2+i, line, style)
	}
	// A short sentence leaves room for more scores.
	if rows := len(lines); rows < sentenceRows(w) {
		drawGroups(g.Sub(0, 2+rows, w, 1), left)
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
	right := w - 1 - max(statusWidth(w), chart.TextWidth(status)) - 3
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
	sides := []piece{
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

// statusWidth is how many columns are kept for the status of a solution.
func statusWidth(w int) int {
	if w < wideStatus {
		return len("99.9 ms") + 2
	}
	return len("solved in 99.9 ms")
}

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
	case sc.Solution() == nil || sc.Update.Elapsed == 0:
		return "", chart.Dim
	case w < wideStatus:
		return number.Duration(sc.Update.Elapsed), chart.Dim
	}
	return "solved in " + number.Duration(sc.Update.Elapsed), chart.Dim
}

// scoreGroups are the accuracies, the target's first.
func scoreGroups(sc *Scene) [][]piece {
	s := sc.Solution()
	if s == nil {
		return nil
	}
	target := sc.score(s.Descent.Target)
	groups := [][]piece{{{"target ", chart.Target}, targetPiece(sc, s)}}
	if pinned := pinnedScores(sc, target); pinned != nil {
		groups = append(groups, pinned)
	}
	compare := func(from float64, unit string) {
		text, style := sc.changeColumn(from, target)
		groups = append(groups, []piece{{text, style}, {unit, chart.Dim}})
	}
	labelled := !math.IsNaN(sc.score(s.Closed.Target))
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
	// Where descent diverges there is a dash in the place of what could be known.
	known := func(label string, style chart.Style, of func(model.Evaluation) model.Metrics, e model.Evaluation) {
		if math.IsNaN(sc.score(of(s.Closed.Evaluation))) {
			return
		}
		text := fmt.Sprintf("%*s", sc.scoreWidth(), "–")
		if v := sc.score(of(e)); !math.IsNaN(v) {
			text = sc.formatScore(v)
		}
		groups = append(groups, []piece{{label + " ", style}, {text, chart.Plain}})
	}
	onTarget := func(e model.Evaluation) model.Metrics { return e.Target }
	known("no adaptation", chart.NoAdaptation, onTarget, s.None.Evaluation)
	known("closed form", chart.ClosedForm, onTarget, s.Closed.Evaluation)
	known("source", chart.Source, func(e model.Evaluation) model.Metrics { return e.Source }, s.Descent.Evaluation)
	known("validation", chart.Plain, func(e model.Evaluation) model.Metrics { return e.Validation }, s.Descent.Evaluation)
	if !labelled {
		groups = append(groups, []piece{{"the target has no labels, so this can't be known", chart.Dim}})
	}
	return groups
}

// targetPiece is the target's score at a fixed width, or that descent diverges.
func targetPiece(sc *Scene, s *model.Solution) piece {
	width := max(sc.scoreWidth(), len("diverges"))
	if s.Descent.Diverges {
		return piece{fmt.Sprintf("%-*s", width, "diverges"), chart.Bad}
	}
	return piece{fmt.Sprintf("%-*s", width, sc.formatScore(sc.score(s.Descent.Target))), chart.Accent}
}
