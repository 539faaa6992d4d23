package frame

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"larui/datasets"
	"larui/datasets/wording"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/overlay/labels"
	"larui/tui/session"
	"larui/tui/stage"
)

func drawHeader(sc *Scene, l layout, g *chart.Grid) {
	w, _ := g.Size()
	drawTitle(sc, l, g.Sub(0, 0, w, 1))
	if l.large {
		drawLargeScores(sc, g.Sub(1, l.scoreY, w-2, chart.DigitRows))
		return
	}
	rows := 1
	if l.simple {
		if !l.stacked {
			w = min(w, wideSentence-1) // a short line of scores
		}
		if lacksTargetLabels(&sc.Stage) || len(sc.Pins) > 0 {
			rows = l.bodyY - l.scoreY // the rows below show signs or pins
		}
	}
	chart.DrawGroups(g.Sub(1, l.scoreY, w-1, rows), scoreGroups(sc, w), chart.GroupGap)
}

// drawLargeScores draws LAR's score in large digits, and the other scores beside it. An error is
// rounded to two digits. If LAR's score is no number or does not fit, all scores have the usual
// size.
func drawLargeScores(sc *Scene, g *chart.Grid) {
	s := solutionWithHeldOutScores(sc)
	if s == nil {
		return
	}
	const gap, digits = 2, 2
	w, h := g.Size()
	l := newScoreLine(sc)
	score, rounded := strings.Replace(strings.TrimSpace(l.lar.Text), "100.0", "100", 1), false
	if v := l.scoreOf(s.Descent.Evaluation); sc.Task() == model.Regression && !s.Descent.Diverges && !math.IsNaN(v) {
		score, rounded = number.Digits(number.RoundDigits(v, digits), digits), true
	}
	least := chart.TextWidth(stage.NoAdaptation + " " + strings.TrimSpace(l.none.Text))
	x, y := g.Sub(0, 0, w-gap-least, h).WriteLargeDigits(0, 0, score, l.lar.Style), 0
	if x > 0 {
		x, y = x+gap, 1
		chart.DrawGroups(g.Sub(x, 0, w-x, 1), []chart.Group{{chart.LAR.Text("LAR")}, {chart.Dim.Text(l.quantityText(sc))}}, 1)
	}
	var others []chart.Group
	for _, group := range scoreGroups(sc, min(w, wideSentence-1)) {
		if y > 0 && !rounded && slices.Contains(group, l.lar) {
			continue
		}
		group = removeAlignment(group)
		if group.Width() <= w-x {
			others = append(others, group)
		}
	}
	chart.DrawGroups(g.Sub(x, y, w-x, h-y), others, chart.GroupGap)
}

// removeAlignment removes the blanks that align a group with other lines. It changes and returns
// the group.
func removeAlignment(group chart.Group) chart.Group {
	blank := true // whether a blank precedes the piece
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

func drawSentence(sc *Scene, l layout, g *chart.Grid, hover stage.MouseValues) {
	w, h := g.Size()
	switch {
	case sc.Lessons.Step() != nil && sc.TopOverlay() == nil:
		drawLesson(sc, g.Sub(0, h-1-l.textRows, w, l.textRows))
		return
	case hover.Values != nil && sc.Message == "" && !sc.Typing:
		said := hover.Values
		if hover.GoTo != nil {
			said = append(said, chart.Group{chart.Key.Text(sc.FirstKey("take") + " "), chart.Dim.Text("goes there")})
		}
		rows := min(l.textRows, len(chart.FillLines(said, w-2, chart.GroupGap)))
		chart.DrawGroups(g.Sub(1, h-1-rows, w-2, rows), said, chart.GroupGap)
		return
	}
	text, style := sc.Sentence()
	if text == sc.ReplaceKeys(sc.Message) && boxedMessage(sc, l) != nil {
		text, style = "the message is in the box above; Esc closes the box", chart.Dim
	}
	lines := chart.Wrap(sc.Spell(text), w-2, l.sentenceRows)
	g.Lines(1, h-1-len(lines), lines, style)
}

// standardizationText returns ", standardized by source" or ", standardized by domain", to end a
// pair's title.
func standardizationText(spec datasets.Spec) string {
	return []string{"", ", standardized by source", ", standardized by domain", ""}[spec.Standardize]
}

// drawAim draws the first line of the first screen: the pair, what to learn and to predict, and, at
// the right, the work in progress or a warning. It leaves out the duration of a solution.
func drawAim(sc *Scene, g *chart.Grid) {
	w, _ := g.Size()
	title := sc.State.Spec.Name
	texts := []string{title}
	if s := sc.Session; s != nil {
		title = s.Pair.Title + standardizationText(s.Spec)
		texts = []string{"larui   " + title + ": " + aimText(sc), title + ": " + aimText(sc), "larui   " + title, title}
		if label := s.SpaceAndLabelName(); label != "" {
			texts = slices.Insert(texts, 2, "larui   "+title+": learn"+label, title+": learn"+label)
		}
	}
	room := w - 2
	if text, style := statusText(sc); style != chart.Dim {
		g.TextRight(w-1, 0, text, style)
		room -= chart.TextWidth(text) + 2
	}
	g.Text(1, 0, sc.ChooseFittingText(texts, room), chart.Title)
	if g.At(1, 0).Rune == 'l' {
		g.Text(1, 0, "larui", chart.Bold)
	}
}

// drawTitle draws the first line: the pair with its aim or its sizes, and the status.
func drawTitle(sc *Scene, l layout, g *chart.Grid) {
	if l.simple {
		drawAim(sc, g)
		return
	}
	w, _ := g.Size()
	x := 1 + g.Text(1, 0, "larui", chart.Bold)
	x += g.Text(x, 0, " · ", chart.Dim)
	status, style := statusText(sc)
	g.TextRight(w-1, 0, status, style)
	// The room for the status has a fixed width, so that a new status does not move the sizes.
	usual := len("solved in 99.9 ms")
	if w < wideStatus {
		usual = len("99.9 ms") + 2
	}
	right := w - 1 - max(usual, chart.TextWidth(status)) - 3
	title := sc.State.Spec.Name
	s := sc.Session
	standardized := ""
	if s != nil {
		title, standardized = s.Pair.Title, standardizationText(s.Spec)
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
		chart.Source.Text(fmt.Sprintf("source %d×%d", p.Src.N, p.D)),
		chart.Target.Text(fmt.Sprintf("target %d×%d%s", p.Tgt.N, p.D, unlabelled)),
	}
	if s.Pair.Bias {
		sides = append(sides, chart.Dim.Text(fmt.Sprintf("%d = %d + bias", p.D, p.D-1)))
	}
	for _, side := range sides {
		if x+chart.TextWidth(side.Text) > right {
			break
		}
		x += g.Text(x, 0, side.Text, side.Style) + 3
	}
}

// wideStatus is the smallest width of a screen, in columns, with long texts such as "solved in 9
// ms".
const wideStatus = 100

// statusText returns the text at the right end of the first line: the work in progress, a warning,
// or the duration of the last solution.
func statusText(sc *Scene) (string, chart.Style) {
	switch p, file := sc.Update.Progress, sc.Writer.Current; {
	case p != nil:
		return progressText(p.Stage, p.Done, p.Total), chart.Warning
	case file != nil:
		return progressText("writing", file.Done, file.Total), chart.Warning
	case sc.Opening != "":
		return "opening " + sc.Opening + " …", chart.Warning
	case sc.Solution == nil && sc.Update.Err == nil:
		return "opening …", chart.Warning
	case sc.Solving && !sc.Update.State.Equal(sc.State):
		return "solving …", chart.Warning
	case sc.IsChoosing():
		search := sc.Update.Search(sc.State.Params, sc.search.judge)
		return progressText("choosing", int64(search.Done), int64(search.Total)), chart.Warning
	case scalesDiffer(sc):
		return sc.ReplaceKeys("scales differ: {standardize} standardizes"), chart.Bad
	case sc.Solution == nil || sc.Update.Elapsed == 0:
		return "", chart.Dim
	case sc.Width < wideStatus:
		return number.Duration(sc.Update.Elapsed), chart.Dim
	}
	return "solved in " + number.Duration(sc.Update.Elapsed), chart.Dim
}

// progressText returns "solving 40 %", or "solving …" if total is 0.
func progressText(work string, done, total int64) string {
	if total == 0 {
		return work + " …"
	}
	return fmt.Sprintf("%s %d %%", work, 100*done/total)
}

type scoreLine struct {
	metric            stage.Metric
	scoreOf           func(model.Evaluation) float64
	lar, none, change chart.Piece
}

func newScoreLine(sc *Scene) scoreLine {
	s, judge := solutionWithHeldOutScores(sc), sc.HeadlineMetric()
	l := scoreLine{metric: judge, scoreOf: judge.ValueOf}
	l.lar, l.none = l.scorePiece(sc, s.Descent), l.scorePiece(sc, s.None)
	if !s.Descent.Diverges {
		l.lar.Style = chart.Accent
	}
	l.change.Text, l.change.Style = sc.FormatChangeColumn(l.scoreOf(s.None.Evaluation), l.scoreOf(s.Descent.Evaluation))
	if judge == stage.SourceMetric {
		// A lower score on the source is coloured as bad news only if a warning concerns the source.
		l.change.Style = chart.Plain
		for _, w := range sc.Session.SolutionWarnings(s, nil) {
			if w.Code == session.SourceCode {
				l.change.Style = chart.Bad
			}
		}
	}
	return l
}

// scorePiece returns the score of a descent, or "diverges", padded to a fixed width.
func (l scoreLine) scorePiece(sc *Scene, d model.Descent) chart.Piece {
	text, style := sc.FormatScore(l.scoreOf(d.Evaluation)), chart.Plain
	switch {
	case d.Diverges:
		text, style = "diverges", chart.Bad
	case l.metric == stage.SourceMetric && math.IsNaN(l.scoreOf(d.Evaluation)): // no rows are held out yet
		text, style = "–", chart.Dim
	}
	return style.Text(fmt.Sprintf("%*s", max(sc.ScoreWidth(), len("diverges")), text))
}

// quantityText returns what the scores measure: "correct on the target".
func (l scoreLine) quantityText(sc *Scene) string {
	score, rows := sc.PairScore().Title, " on the target"
	if sc.Task() != model.Regression && sc.PairScore().Name == "accuracy" {
		score = "correct"
	}
	if l.metric == stage.SourceMetric {
		rows = " on held-out source rows"
	}
	return score + rows
}

// namedScores returns the scores of LAR and of no adaptation with words before them, for a line of
// w columns.
func (l scoreLine) namedScores(sc *Scene, w int) []chart.Group {
	lar, none, label := chart.LAR.Text("LAR "), chart.NoAdaptation.Text(stage.NoAdaptation+" "), chart.Target.Text("")
	switch {
	case sc.HasRoom():
		over := " points over "
		if sc.Task() == model.Regression {
			over = " against "
		}
		return []chart.Group{
			{l.lar, chart.Plain.Text("  " + l.quantityText(sc) + " with "), lar},
			{l.change, chart.Dim.Text(over), none, l.none},
		}
	case l.metric == stage.SourceMetric && w < stage.SideBySide-1:
		label = chart.Source.Text("held out:")
	case l.metric == stage.SourceMetric:
		label = chart.Source.Text("no target labels; on held-out rows:")
	case sc.Session.Problem.ScoreChoice.Name != "":
		label.Text = sc.PairScore().Title
	case w >= wideSentence && sc.Task() != model.Regression:
		label.Text = "on the target"
	case w >= wideSentence:
		label.Text = "error on the target"
	}
	scores := []chart.Group{{label}, {lar, l.lar}, {none, l.none}, {l.change}}
	if label.Text == "" {
		return scores[1:]
	}
	return scores
}

// scoresFromUserLabels returns the gain of LAR, as estimated from the user's labels of rows, and
// the scores on held-out source rows. It is nil if the user gave no labels, if the target has
// labels, and in present mode.
func (l scoreLine) scoresFromUserLabels(sc *Scene) []chart.Group {
	r := currentAnswerRound(sc)
	if r == nil || math.IsNaN(r.Verdict.Gain) || l.metric != stage.SourceMetric || sc.Presenting {
		return nil
	}
	gain := chart.Group{chart.LAR.Text("LAR "), labels.GainStyle(r.Verdict).Text(r.FormatGain(r.Verdict.Gain)), chart.Plain.Text(" points over "), chart.NoAdaptation.Text(stage.NoAdaptation), chart.Target.Text(" on the target")}
	if sc.Task() == model.Regression {
		gain = chart.Group{chart.Plain.Text("squared error falls by "), gain[1], chart.LAR.Text(" with LAR")}
	}
	return []chart.Group{
		gain,
		{chart.Target.Text("by your " + wording.Plural(r.Tally.Answered, "answer")), chart.Dim.Text(", 90 %: " + r.FormatInterval(r.Verdict.Anytime))},
		{chart.Source.Text("on held-out source rows: "), chart.LAR.Text("LAR"), l.lar, chart.NoAdaptation.Text(", " + stage.NoAdaptation), l.none},
	}
}

// scoreGroups returns the scores for a line of w columns, important ones first. For a target
// without labels, these are scores on held-out source rows, and numbers such as the share of
// predictions that LAR changes.
func scoreGroups(sc *Scene, w int) []chart.Group {
	s := solutionWithHeldOutScores(sc)
	if s == nil {
		return nil
	}
	l, stacked := newScoreLine(sc), sc.HasRoom()
	labelled := l.metric == stage.TargetMetric
	groups := l.scoresFromUserLabels(sc)
	if groups == nil {
		groups = l.namedScores(sc, w)
	}
	if pinned := pinnedScores(sc, l.scoreOf); pinned != nil {
		groups = append(groups, pinned)
	}
	add := func(label string, style chart.Style, m stage.Metric, e model.Evaluation) {
		if !sc.IsKnown(m) {
			return
		}
		// If descent diverges, the score is a dash.
		text := fmt.Sprintf("%*s", sc.ScoreWidth(), "–")
		if v := m.ValueOf(e); !math.IsNaN(v) {
			text = sc.FormatScore(v)
		}
		groups = append(groups, chart.Group{style.Text(label), chart.Plain.Text(text)})
	}
	if labelled {
		if !stacked {
			add(fmt.Sprintf("%-19s", stage.ClosedFormName(s.Closed)), chart.ClosedForm, l.metric, s.Closed.Evaluation)
		}
		if sc.Before != nil {
			text, style := sc.FormatChangeColumn(l.scoreOf(sc.Before.Descent.Evaluation), l.scoreOf(s.Descent.Evaluation))
			groups = append(groups, chart.Group{style.Text(text), chart.Dim.Text(" last turn")})
		}
		if stacked || sc.Presenting {
			return groups
		}
	}
	add("validation ", chart.Plain, stage.ValidationMetric, s.Descent.Evaluation)
	if labelled && sc.Session.IsCrossValidationQuick(1) {
		add("held out ", chart.Source, stage.SourceMetric, s.Descent.Evaluation)
		last := groups[len(groups)-1]
		last[1].Text = strings.TrimSpace(last[1].Text)
		if e := heldOutError(sc); chart.LineWidth(groups, chart.GroupGap)+e.Width() < w {
			groups[len(groups)-1] = append(last, e...)
		}
	}
	signs := labelFreeGroups(sc, s, w)
	main := min(2, len(signs)) // the signs that concern predictions
	groups = append(groups, signs[:main]...)
	const far = 10 // in points of accuracy, or in per cent of an error
	if !labelled && !stacked && math.Abs(roundedGain(sc, l.scoreOf(s.Descent.Evaluation), l.scoreOf(s.Closed.Evaluation))) > far {
		add(stage.ShortClosedFormName(s.Closed)+" ", chart.ClosedForm, l.metric, s.Closed.Evaluation)
	}
	groups = append(groups, signs[main:]...)
	if !labelled {
		groups = append(groups, heldOutErrorOrScore(sc)...)
	}
	return groups
}

// solutionWithHeldOutScores returns the present solution, but its scores on the source are replaced by scores
// on held-out source rows. These are NaN until the held-out rows are predicted. The result is nil
// if nothing is solved.
func solutionWithHeldOutScores(sc *Scene) *model.Solution {
	s := sc.Solution
	if s == nil {
		return nil
	}
	return sc.Update.HeldOutAt(s.Params).ReplaceSourceScores(s)
}

// heldOutError returns the standard error of LAR's score on held-out rows, nil until it is known.
func heldOutError(sc *Scene) chart.Group {
	held := sc.Update.HeldOutAt(sc.Solution.Params)
	if held == nil || math.IsNaN(held.Descent.Error.Score) {
		return nil
	}
	return chart.Group{chart.Dim.Text(" ±" + session.StandardErrorText(sc.Task(), held.Descent))}
}

// heldOutErrorOrScore returns the standard error of LAR's score on held-out rows. If this error is
// unknown and takes long to compute, it returns the score of least squares on held-out rows. In all
// other cases the result is nil.
func heldOutErrorOrScore(sc *Scene) []chart.Group {
	if e := heldOutError(sc); e != nil {
		return []chart.Group{append(chart.Group{chart.Dim.Text("standard error")}, e...)}
	}
	held, _ := sc.Update.HeldOut()
	if held == nil || sc.Session.IsCrossValidationQuick(1) {
		return nil
	}
	return []chart.Group{{chart.Dim.Text("least squares on held-out rows "), chart.Plain.Text(session.HeldOutText(sc.Task(), held))}}
}

// labelFreeGroups returns numbers that need no labels of the target, for a line of w columns: the
// share of predictions that LAR changes; the share of the class that LAR predicts too seldom,
// compared with the source's labels; the overlap of the domains' directions.
func labelFreeGroups(sc *Scene, s *model.Solution, w int) (groups []chart.Group) {
	signs, theory := s.Signs, sc.Theory
	if signs == nil {
		return nil
	}
	unit, directions, largest := "", "", ""
	if w >= wideStatus {
		unit, directions, largest = " of predictions", "directions ", " of 1"
	}
	if sc.Task() != model.Regression && !s.Descent.Diverges {
		groups = append(groups,
			chart.Group{chart.Dim.Text("changed "), chart.Plain.Text(fmt.Sprintf("%5.1f %%", 100*signs.Changed)), chart.Dim.Text(unit)},
			chart.Group{chart.Dim.Text("predicted " + sc.Glyphs.Truncate(stage.ClassName(&sc.Stage, signs.Class), 10)), chart.Plain.Text(fmt.Sprintf(" %5.1f %%", 100*signs.Predicted)),
				chart.Source.Text(" (source " + number.Percent(signs.Labelled, 1) + ")")})
	}
	if theory != nil && !math.IsNaN(theory.HeadOverlapMin) {
		groups = append(groups, chart.Group{chart.Dim.Text(directions + "overlap "), chart.Plain.Text(number.ThreeDigits(theory.HeadOverlapMin)), chart.Dim.Text(largest)})
	}
	return groups
}

// aimText returns "learn digit on 100 labelled rows, predict 80".
func aimText(sc *Scene) string {
	s := sc.Session
	info, _ := datasets.LookupPair(s.Spec.Name)
	if info.Aim != "" {
		return info.DescribeAim(s.Spec)
	}
	aim := fmt.Sprintf("learn%s on %d labelled rows, predict %d", s.SpaceAndLabelName(), s.Problem.Src.N, s.Problem.Tgt.N)
	if s.Pair.Target.Y == nil {
		aim += " without labels"
	}
	return aim
}

// If there is a message, a typed value, an error or work in progress, drawLesson says so in place of the
// step's title.
func drawLesson(sc *Scene, g *chart.Grid) {
	w, _ := g.Size()
	title, place := sc.Lessons.Title()
	style := chart.Title
	if sc.Message != "" || sc.Typing || sc.Update.Err != nil || sc.Opening != "" || sc.IsChoosing() || sc.Playback.On {
		title, style = sc.Sentence()
		title = sc.Spell(title)
	}
	g.Text(0, 0, strings.Repeat("─", w), chart.Border)
	short, dots := sc.Lessons.StepNumber(), "  "+sc.Lessons.ProgressDots()
	title = sc.Glyphs.Truncate(title, stepTitleWidth(sc))
	place = " " + sc.ChooseFittingText([]string{place + dots, short + dots, short}, w-7-chart.TextWidth(title)) + " "
	g.TextRight(w-1, 0, place, chart.Dim)
	g.Text(1, 0, " "+title+" ", style)
	for i, line := range LessonLines(sc) {
		g.Text(1, 1+i, line.Text, line.Style)
	}
}
