package view

import (
	"fmt"
	"math"
	"slices"

	"larui/datasets"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
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
	standardized := ""
	if s != nil && s.Spec.Standardize != datasets.FitNone {
		standardized = ", standardized"
	}
	title = chart.Truncate(title, right-x-len(standardized)) + standardized
	x += g.Text(x, 0, title, chart.Title) + 3
	if s == nil {
		return
	}
	p := s.Problem
	unlabelled := ""
	if s.Pair.Target.Y == nil {
		unlabelled = ", no labels"
	}
	sides := group{
		{fmt.Sprintf("source %d×%d", p.Src.N, p.D), chart.Source},
		{fmt.Sprintf("target %d×%d%s", p.Tgt.N, p.D, unlabelled), chart.Target},
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
	case sc.Writer.Now != nil && sc.Writer.Now.Total > 0:
		return fmt.Sprintf("writing %d %%", 100*sc.Writer.Now.Done/sc.Writer.Now.Total), chart.Warning
	case sc.Writer.Now != nil:
		return "writing …", chart.Warning
	case sc.Opening != "":
		return "opening " + sc.Opening + " …", chart.Warning
	case sc.Solution() == nil && sc.Update.Err == nil:
		return "opening …", chart.Warning
	case sc.Solving && !sc.Update.State.Equal(sc.State):
		return "solving …", chart.Warning
	case sc.Choosing():
		return sc.searched(), chart.Warning
	case warned(sc) && w < wideStatus:
		return "scales differ: f mends", chart.Bad
	case warned(sc):
		return "scales differ: f standardizes", chart.Bad
	case sc.Solution() == nil || sc.Update.Elapsed == 0:
		return "", chart.Dim
	case w < wideStatus:
		return number.Duration(sc.Update.Elapsed), chart.Dim
	}
	return "solved in " + number.Duration(sc.Update.Elapsed), chart.Dim
}

// warned reports whether the features of the pair differ too much in scale.
func warned(sc *Scene) bool {
	if sc.Update.Session == nil {
		return false
	}
	_, warned := sc.Update.Session.Scales()
	return warned
}

// standardize opens the pair anew, each feature of the scale that the source has.
func (h *Host) standardize() {
	spec := h.State.Spec
	spec.Standardize = datasets.FitSource
	h.OpenPair(session.Opening{Spec: spec})
}

// whyNotStandardize says why there is no use in it, empty where there is.
func (h *Host) whyNotStandardize(sc *Scene) string {
	switch t := h.Trail(); {
	case warned(sc):
		return ""
	case h.State.Spec.Standardize == datasets.FitNone:
		return "the features differ little in scale: there is no need to standardize them"
	case t != nil && t.Undo != nil && t.Undo.State.Spec.Standardize == datasets.FitNone:
		return "the features are standardized already; u undoes it"
	}
	return "the features are standardized already"
}

// sayStandardized says where the pair that was left differs from the present one in
// nothing else, and whether what was turned there is gone.
func (h *Host) sayStandardized(left datasets.Spec, turned bool) {
	was := left.Standardize
	left.Standardize = h.State.Spec.Standardize
	switch h.did = ""; {
	case left.Standardize == was || !session.SamePair(left, h.State.Spec):
	case left.Standardize == datasets.FitNone:
		h.did = unstandardized
		h.Message = "undone: the features are not standardized any more"
	default:
		h.did = standardized
		if turned && h.State.Equal(h.Start) && withoutLabels(&h.Scene) && !h.Spoken {
			h.Message = h.keyed("standardized; press {choose} to choose again")
		}
	}
}

// scoreGroups are the scores of LAR and of no adaptation: on the target where its labels
// are known, else on the source, with signs that need no labels of the target.
func scoreGroups(sc *Scene) []group {
	s := sc.Solution()
	if s == nil {
		return nil
	}
	judge := sc.headline()
	of := func(e model.Evaluation) float64 { return judge.of(sc.Task(), e) }
	score := of(s.Descent.Evaluation)
	// At a fixed width, also where descent diverges.
	width := max(sc.scoreWidth(), len("diverges"))
	shown := piece{fmt.Sprintf("%-*s", width, sc.formatScore(score)), chart.Accent}
	if s.Descent.Diverges {
		shown = piece{fmt.Sprintf("%-*s", width, "diverges"), chart.Bad}
	}
	groups := []group{{{judge.side() + " ", chart.Target}, shown}}
	if judge == sourceMetric {
		groups = []group{{{"target: no labels", chart.Target}}, {{"on the source: ", chart.Source}, {"LAR ", chart.Dim}, shown}}
	}
	if pinned := pinnedScores(sc, of); pinned != nil {
		groups = append(groups, pinned)
	}
	compare := func(from model.Descent, unit string) {
		text, style := sc.changeColumn(of(from.Evaluation), score)
		groups = append(groups, group{{text, style}, {unit, chart.Dim}})
	}
	say := func(label string, style chart.Style, m metric, e model.Evaluation) {
		if !sc.known(m) {
			return
		}
		// Where descent diverges there is a dash in the place of what could be known.
		text := fmt.Sprintf("%*s", sc.scoreWidth(), "–")
		if v := m.of(sc.Task(), e); !math.IsNaN(v) {
			text = sc.formatScore(v)
		}
		groups = append(groups, group{{label, style}, {text, chart.Plain}})
	}
	if judge == sourceMetric {
		say("no adaptation ", chart.NoAdaptation, judge, s.None.Evaluation)
		// Of the source alone a loss is no verdict, short of what is warned of.
		change := piece{style: chart.Plain}
		change.text, _ = sc.changeColumn(of(s.None.Evaluation), score)
		for _, w := range sc.Update.Session.Signs(s, nil) {
			if w.Code == session.SourceCode {
				change.style = chart.Bad
			}
		}
		last := len(groups) - 1
		groups[last] = append(groups[last], change)
	} else {
		unit := " over no adaptation"
		if sc.Task() == model.Regression {
			unit = " from no adaptation"
		}
		compare(s.None, unit)
		if sc.Before != nil {
			compare(sc.Before.Descent, " last turn")
		}
		say("no adaptation ", chart.NoAdaptation, judge, s.None.Evaluation)
		say(trainedToTheEnd+" ", chart.ClosedForm, judge, s.Closed.Evaluation)
		say("source ", chart.Source, sourceMetric, s.Descent.Evaluation)
	}
	say("validation ", chart.Plain, validationMetric, s.Descent.Evaluation)
	return append(groups, signGroups(sc, s)...)
}

// signGroups are the signs that need no labels of the target, as far as they are known.
func signGroups(sc *Scene, s *model.Solution) (groups []group) {
	signs, theory := s.Signs, sc.Update.Theory
	if signs == nil {
		return nil
	}
	if sc.Task() != model.Regression && !s.Descent.Diverges {
		groups = append(groups,
			group{{"changed ", chart.Dim}, {fmt.Sprintf("%5.1f %%", 100*signs.Changed), chart.Plain}},
			group{{"least class ", chart.Dim}, {fmt.Sprintf("%5.1f %%", 100*signs.Predicted), chart.Plain},
				{" (" + number.Percent(signs.Labelled, 1) + ")", chart.Source}})
	}
	if theory != nil && !math.IsNaN(theory.HeadOverlapMin) {
		groups = append(groups, group{{"overlap ", chart.Dim}, {number.Measure(theory.HeadOverlapMin), chart.Plain}})
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
