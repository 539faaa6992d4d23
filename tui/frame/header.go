package frame

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"larui/datasets"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
	"larui/tui/stage"
)

// drawHeader draws the title and the scores.
func drawHeader(sc *Scene, l layout, g *chart.Grid) {
	w, _ := g.Size()
	drawTitle(sc, l, g.Sub(0, 0, w, 1))
	if l.large {
		drawLarge(sc, g.Sub(1, l.score, w-2, chart.DigitRows))
		return
	}
	rows := 1
	if l.simple {
		if !l.stacked {
			w = min(w, wideSentence-1) // only the scores
		}
		if withoutLabels(&sc.Stage) || len(sc.Pins) > 0 {
			rows = l.top - l.score // and signs or pins below
		}
	}
	chart.DrawGroups(g.Sub(1, l.score, w-1, rows), scoreGroups(sc, w), chart.GroupGap)
}

// drawLarge draws LAR's score in large digits, and the other scores beside it. An error is rounded
// to two digits. All scores have their usual size if LAR's is no number, or if there is no room.
func drawLarge(sc *Scene, g *chart.Grid) {
	s := withHeldOutSource(sc)
	if s == nil {
		return
	}
	const gap, leading = 2, 2
	w, h := g.Size()
	l := newScoreLine(sc)
	score, rounded := strings.Replace(strings.TrimSpace(l.lar.Text), "100.0", "100", 1), false
	if v := l.of(s.Descent.Evaluation); sc.Task() == model.Regression && !s.Descent.Diverges && !math.IsNaN(v) {
		score, rounded = number.Digits(number.Round(v, leading), leading), true
	}
	least := chart.TextWidth(stage.NoAdaptation + " " + strings.TrimSpace(l.none.Text))
	x, y := g.Sub(0, 0, w-gap-least, h).Digits(0, 0, score, l.lar.Style), 0
	if x > 0 {
		x, y = x+gap, 1
		chart.DrawGroups(g.Sub(x, 0, w-x, 1), []chart.Group{{chart.Styled("LAR", chart.LAR)}, {chart.Styled(l.lead(sc), chart.Dim)}}, 1)
	}
	var others []chart.Group
	for _, group := range scoreGroups(sc, min(w, wideSentence-1)) {
		if y > 0 && !rounded && slices.Contains(group, l.lar) {
			continue
		}
		group = withoutAlignment(group)
		if chart.WidthOf([]chart.Group{group}, 0) <= w-x {
			others = append(others, group)
		}
	}
	chart.DrawGroups(g.Sub(x, y, w-x, h-y), others, chart.GroupGap)
}

// withoutAlignment removes the blanks that align a group in columns. It changes the group.
func withoutAlignment(group chart.Group) chart.Group {
	blank := true // before the piece
	for i := range group {
		text := strings.Join(strings.Fields(group[i].Text), " ")
		if strings.HasPrefix(group[i].Text, " ") && !blank {
			text = " " + text
		}
		blank = strings.HasSuffix(group[i].Text, " ")
		if blank {
			text += " "
		}
		group[i].Text = text
	}
	return group
}

// drawSentence draws the lesson, the values under the mouse or the sentence in the rows above the
// hints.
func drawSentence(sc *Scene, l layout, g *chart.Grid, hover stage.Hover) {
	w, h := g.Size()
	switch {
	case sc.Lessons.Step() != nil && sc.TopOverlay() == nil:
		drawLesson(sc, g.Sub(0, h-1-l.said, w, l.said))
		return
	case hover.Said != nil && sc.Message == "" && !sc.Typing:
		said := hover.Said
		if hover.Take != nil {
			said = append(said, chart.Group{chart.Styled(sc.Sign("take")+" ", chart.Key), chart.Styled("goes there", chart.Dim)})
		}
		rows := min(l.said, len(chart.Flow(said, w-2, chart.GroupGap)))
		chart.DrawGroups(g.Sub(1, h-1-rows, w-2, rows), said, chart.GroupGap)
		return
	}
	text, style := sc.Sentence()
	if text == sc.ReplaceKeys(sc.Message) && boxedMessage(sc, l, w) != nil {
		text, style = "↑ see above; any key closes it", chart.Dim
	}
	lines := chart.Wrap(sc.Spell(text), w-2, l.saying)
	for i, line := range lines {
		g.Text(1, h-1-len(lines)+i, line, style)
	}
}

// standardizedBy returns the end of a title: how the features are standardized.
func standardizedBy(spec datasets.Spec) string {
	return []string{"", ", standardized by source", ", standardized by domain"}[spec.Standardize]
}

// drawAim draws the title of the first screen with the aim of the pair, and the status if it is
// urgent.
func drawAim(sc *Scene, g *chart.Grid) {
	w, _ := g.Size()
	title := sc.State.Spec.Name
	texts := []string{title}
	if s := sc.Session; s != nil {
		title = s.Pair.Title + standardizedBy(s.Spec)
		texts = []string{"larui   " + title + ": " + aimOf(sc), title + ": " + aimOf(sc), "larui   " + title, title}
		if label := s.Label(); label != "" {
			texts = slices.Insert(texts, 2, "larui   "+title+": learn"+label, title+": learn"+label)
		}
	}
	room := w - 2
	if text, style := status(sc, w); style != chart.Dim {
		g.TextRight(w-1, 0, text, style)
		room -= chart.TextWidth(text) + 2
	}
	g.Text(1, 0, sc.FirstFitting(texts, room), chart.Title)
	if g.At(1, 0).Rune == 'l' {
		g.Text(1, 0, "larui", chart.Bold)
	}
}

// drawTitle draws the first line: the status, and the pair with its aim or its sizes.
func drawTitle(sc *Scene, l layout, g *chart.Grid) {
	if l.simple {
		drawAim(sc, g)
		return
	}
	w, _ := g.Size()
	x := 1 + g.Text(1, 0, "larui", chart.Bold)
	x += g.Text(x, 0, " · ", chart.Dim)
	status, style := status(sc, w)
	g.TextRight(w-1, 0, status, style)
	// Reserve room for a usual status, so that the sizes stay when the status changes.
	usual := len("solved in 99.9 ms")
	if w < wideStatus {
		usual = len("99.9 ms") + 2
	}
	right := w - 1 - max(usual, chart.TextWidth(status)) - 3
	title := sc.State.Spec.Name
	s := sc.Session
	standardized := ""
	if s != nil {
		title, standardized = s.Pair.Title, standardizedBy(s.Spec)
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
	sides := chart.Group{
		chart.Styled(fmt.Sprintf("source %d×%d", p.Src.N, p.D), chart.Source),
		chart.Styled(fmt.Sprintf("target %d×%d%s", p.Tgt.N, p.D, unlabelled), chart.Target),
	}
	if s.Pair.Bias {
		sides = append(sides, chart.Styled(fmt.Sprintf("%d = %d + bias", p.D, p.D-1), chart.Dim))
	}
	for _, side := range sides {
		if x+chart.TextWidth(side.Text) > right {
			break
		}
		x += g.Text(x, 0, side.Text, side.Style) + 3
	}
}

// wideStatus is the least number of columns for a long status, such as "solved in 9 ms".
const wideStatus = 100

// status returns the text at the right of the first line of w columns: the work in progress, a
// warning, or the duration of the last solution.
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
	case sc.Solution == nil && sc.Update.Err == nil:
		return "opening …", chart.Warning
	case sc.Solving && !sc.Update.State.Equal(sc.State):
		return "solving …", chart.Warning
	case sc.IsChoosing():
		return searchProgress(sc), chart.Warning
	case scalesDiffer(sc) && w < wideStatus:
		return "scales differ: f mends", chart.Bad
	case scalesDiffer(sc):
		return "scales differ: f standardizes", chart.Bad
	case sc.Solution == nil || sc.Update.Elapsed == 0:
		return "", chart.Dim
	case w < wideStatus:
		return number.Duration(sc.Update.Elapsed), chart.Dim
	}
	return "solved in " + number.Duration(sc.Update.Elapsed), chart.Dim
}

// A scoreLine contains the scores of LAR and of no adaptation by one metric, and their difference.
type scoreLine struct {
	judge             stage.Metric
	of                func(model.Evaluation) float64
	lar, none, change chart.Piece
}

func newScoreLine(sc *Scene) scoreLine {
	s, judge := withHeldOutSource(sc), sc.Headline()
	l := scoreLine{judge: judge, of: func(e model.Evaluation) float64 { return judge.Of(sc.Task(), e) }}
	l.lar, l.none = l.scored(sc, s.Descent), l.scored(sc, s.None)
	if !s.Descent.Diverges {
		l.lar.Style = chart.Accent
	}
	l.change.Text, l.change.Style = sc.ChangeColumn(l.of(s.None.Evaluation), l.of(s.Descent.Evaluation))
	if judge == stage.SourceMetric {
		// A loss on the source is shown as bad only if a sign warns of it.
		l.change.Style = chart.Plain
		for _, w := range sc.Session.Signs(s, nil) {
			if w.Code == session.SourceCode {
				l.change.Style = chart.Bad
			}
		}
	}
	return l
}

// scored returns the score of a descent at a fixed width, also if the descent diverges.
func (l scoreLine) scored(sc *Scene, d model.Descent) chart.Piece {
	width := max(sc.ScoreWidth(), len("diverges"))
	if d.Diverges {
		return chart.Styled(fmt.Sprintf("%*s", width, "diverges"), chart.Bad)
	}
	if l.judge == stage.SourceMetric && math.IsNaN(l.of(d.Evaluation)) { // not held out, or not yet
		return chart.Styled(fmt.Sprintf("%*s", width, "–"), chart.Dim)
	}
	return chart.Styled(fmt.Sprintf("%*s", width, sc.FormatScore(l.of(d.Evaluation))), chart.Plain)
}

// lead returns the words that introduce the scores.
func (l scoreLine) lead(sc *Scene) string {
	scored := sc.ScoredBy().Title
	if sc.Task() != model.Regression && sc.ScoredBy().Name == "accuracy" {
		scored = "correct"
	}
	if l.judge == stage.SourceMetric {
		return scored + " on held-out rows"
	}
	return scored + " on the target"
}

// endsFarOff reports whether LAR trained to the end scores far from LAR now: by more than 10 points
// of accuracy, or 10 per cent of an error.
func (l scoreLine) endsFarOff(sc *Scene, s *model.Solution) bool {
	const far = 10
	return math.Abs(gain(sc, l.of(s.Descent.Evaluation), l.of(s.Closed.Evaluation))) > far
}

// groups returns the scores of LAR and of no adaptation with the words that introduce them, for a
// line of w columns.
func (l scoreLine) groups(sc *Scene, w int) []chart.Group {
	lar, none, said := chart.Styled("LAR ", chart.LAR), chart.Styled(stage.NoAdaptation+" ", chart.NoAdaptation), chart.Styled("", chart.Target)
	switch {
	case sc.HasRoom(sc.Width, sc.Height):
		over := " points over "
		if sc.Task() == model.Regression {
			over = " against "
		}
		return []chart.Group{
			{l.lar, chart.Styled("  "+l.lead(sc)+" with ", chart.Plain), lar},
			{l.change, chart.Styled(over, chart.Dim), none, l.none},
		}
	case l.judge == stage.SourceMetric && w < stage.SideBySide-1:
		said = chart.Styled("held out:", chart.Source)
	case l.judge == stage.SourceMetric:
		said = chart.Styled("no target labels; on held-out rows:", chart.Source)
	case sc.Session.Problem.Judged.Name != "":
		said.Text = sc.ScoredBy().Title
	case w >= wideSentence && sc.Task() != model.Regression:
		said.Text = "on the target"
	case w >= wideSentence:
		said.Text = "error on the target"
	}
	scores := []chart.Group{{said}, {lar, l.lar}, {none, l.none}, {l.change}}
	if said.Text == "" {
		return scores[1:]
	}
	return scores
}

// scoreGroups returns the scores for one line of w columns. They are target scores if the labels are
// known, else source scores, with the signs that need no labels of the target. Less important groups
// follow, except where all panels are shown.
func scoreGroups(sc *Scene, w int) []chart.Group {
	s := withHeldOutSource(sc)
	if s == nil {
		return nil
	}
	l, stacked := newScoreLine(sc), sc.HasRoom(sc.Width, sc.Height)
	groups := append(l.groups(sc, w), pinnedScores(sc, l.of))
	say := func(label string, style chart.Style, m stage.Metric, e model.Evaluation) {
		if !sc.Known(m) {
			return
		}
		// A dash stands for the score of a descent that diverges.
		text := fmt.Sprintf("%*s", sc.ScoreWidth(), "–")
		if v := m.Of(sc.Task(), e); !math.IsNaN(v) {
			text = sc.FormatScore(v)
		}
		groups = append(groups, chart.Group{chart.Styled(label, style), chart.Styled(text, chart.Plain)})
	}
	if l.judge == stage.TargetMetric {
		if !stacked {
			say(stage.ClosedFormName(s)+" ", chart.ClosedForm, l.judge, s.Closed.Evaluation)
		}
		if sc.Before != nil {
			text, style := sc.ChangeColumn(l.of(sc.Before.Descent.Evaluation), l.of(s.Descent.Evaluation))
			groups = append(groups, chart.Group{chart.Styled(text, style), chart.Styled(" last turn", chart.Dim)})
		}
	}
	if stacked && l.judge == stage.TargetMetric {
		return slices.DeleteFunc(groups, func(g chart.Group) bool { return g == nil })
	}
	say("validation ", chart.Plain, stage.ValidationMetric, s.Descent.Evaluation)
	if l.judge == stage.TargetMetric && sc.Session.QuickFolds(1) {
		say("held out ", chart.Source, stage.SourceMetric, s.Descent.Evaluation)
		last := &groups[len(groups)-1]
		(*last)[1].Text = strings.TrimSpace((*last)[1].Text)
		if e := heldOutError(sc); chart.WidthOf(groups, chart.GroupGap)+chart.WidthOf([]chart.Group{e}, 0) < w {
			*last = append(*last, e...)
		}
	}
	signs := signGroups(sc, s, w)
	ofClasses := min(2, len(signs)) // the most important signs
	groups = append(groups, signs[:ofClasses]...)
	if l.judge != stage.TargetMetric && !stacked && l.endsFarOff(sc, s) {
		say(strings.TrimPrefix(stage.ClosedFormName(s), "trained ")+" ", chart.ClosedForm, l.judge, s.Closed.Evaluation)
	}
	groups = append(groups, signs[ofClasses:]...)
	if l.judge != stage.TargetMetric {
		groups = append(groups, heldOutGroup(sc)...)
	}
	return slices.DeleteFunc(groups, func(g chart.Group) bool { return g == nil })
}

// withHeldOutSource returns the solution with the source scores on held-out rows, which are unknown until
// the rows are held out. It is nil if nothing is solved.
func withHeldOutSource(sc *Scene) *model.Solution {
	s := sc.Solution
	if s == nil {
		return nil
	}
	return sc.Update.HeldOutAt(s.Params).In(s)
}

// heldOutError returns the standard error of LAR's score on held-out rows, nil until it is known.
func heldOutError(sc *Scene) chart.Group {
	held := sc.Update.HeldOutAt(sc.Solution.Params)
	if held == nil || math.IsNaN(sc.Score(held.Descent.Error)) {
		return nil
	}
	return chart.Group{chart.Styled(" ±"+session.ErrorText(sc.Task(), held.Descent), chart.Dim)}
}

// heldOutGroup returns the standard error on held-out rows with its name. If the error is unknown,
// it returns the held-out score of least squares.
func heldOutGroup(sc *Scene) []chart.Group {
	if e := heldOutError(sc); e != nil {
		return []chart.Group{append(chart.Group{chart.Styled("standard error", chart.Dim)}, e...)}
	}
	held, _ := sc.Update.HeldOut()
	if held == nil || sc.Session.QuickFolds(1) {
		return nil
	}
	return []chart.Group{{chart.Styled("least squares on held-out rows ", chart.Dim), chart.Styled(session.HeldOutText(sc.Task(), held), chart.Plain)}}
}

// signGroups returns the known signs, which need no labels of the target.
func signGroups(sc *Scene, s *model.Solution, w int) (groups []chart.Group) {
	signs, theory := s.Signs, sc.Theory
	if signs == nil {
		return nil
	}
	of, whose, most := "", "", ""
	if w >= wideStatus {
		of, whose, most = " of predictions", "directions ", " of 1"
	}
	if sc.Task() != model.Regression && !s.Descent.Diverges {
		groups = append(groups,
			chart.Group{chart.Styled("changed ", chart.Dim), chart.Styled(fmt.Sprintf("%5.1f %%", 100*signs.Changed), chart.Plain), chart.Styled(of, chart.Dim)},
			chart.Group{chart.Styled("predicted "+sc.Glyphs.Truncate(stage.ClassName(&sc.Stage, signs.Class), 10), chart.Dim), chart.Styled(fmt.Sprintf(" %5.1f %%", 100*signs.Predicted), chart.Plain),
				chart.Styled(" (source "+number.Percent(signs.Labelled, 1)+")", chart.Source)})
	}
	if theory != nil && !math.IsNaN(theory.HeadOverlapMin) {
		groups = append(groups, chart.Group{chart.Styled(whose+"overlap ", chart.Dim), chart.Styled(number.Measure(theory.HeadOverlapMin), chart.Plain), chart.Styled(most, chart.Dim)})
	}
	return groups
}

// aimOf returns the aim of the pair: the label to learn, and the rows to learn from and to predict.
func aimOf(sc *Scene) string {
	s := sc.Session
	info, _ := datasets.Lookup(s.Spec.Name)
	if info.Aim != "" {
		return info.AimOf(s.Spec)
	}
	aim := fmt.Sprintf("learn%s on %d labelled rows, predict %d", s.Label(), s.Problem.Src.N, s.Problem.Tgt.N)
	if s.Pair.Target.Y == nil {
		aim += " without labels"
	}
	return aim
}

// drawLesson draws the present step over all of the grid. A message or an entry replaces the title
// of the step.
func drawLesson(sc *Scene, g *chart.Grid) {
	w, _ := g.Size()
	title, place := sc.Lessons.Title()
	style := chart.Title
	if sc.Message != "" || sc.Typing || sc.Update.Err != nil || sc.Opening != "" || sc.IsChoosing() || sc.Play.On {
		title, style = sc.Sentence()
		title = sc.Spell(title)
	}
	// The rule above the text: the title and the place stand in it, each between blanks.
	g.Text(0, 0, strings.Repeat("─", w), chart.Border)
	short, dots := sc.Lessons.Place(), "  "+sc.Lessons.Dots()
	title = sc.Glyphs.Truncate(title, titleRoom(sc, w))
	place = " " + sc.FirstFitting([]string{place + dots, short + dots, short}, w-7-chart.TextWidth(title)) + " "
	g.TextRight(w-1, 0, place, chart.Dim)
	g.Text(1, 0, " "+title+" ", style)
	for i, line := range LessonLines(sc, w) {
		g.Text(1, 1+i, line.Text, line.Style)
	}
}
