package frame

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/stage"
)

// CommandLine returns the command line that opens the explorer in the present state and view, with --plain if
// the explorer prints lines of text.
func (sc *Scene) CommandLine() string {
	state := sc.State
	if f := sc.PlayedFrame(); f != nil { // playing shows an earlier epoch
		state.Params.Epochs = f.Epoch
	}
	command := sc.Session.Command(state)
	if sc.NamesCommands {
		command += " --plain"
	}
	if view := sc.ViewName(); view != stage.FirstScreenName {
		command += " --view=" + view
	}
	return command
}

// copyCommand returns the intent to copy the command line that shows this screen in its present
// look.
func copyCommand(sc *Scene) stage.Intent {
	command := sc.CommandLine()
	if sc.Theme != sc.DefaultTheme {
		command += " --theme=" + sc.Theme.String()
	}
	if sc.Glyphs != chart.Braille {
		command += " --glyphs=" + sc.Glyphs.String()
	}
	if sc.Presenting {
		command += " --present"
	}
	if sc.ColourOption != "" {
		command += " --colour=" + sc.ColourOption
	}
	return stage.Intent{Kind: stage.CopyText, Text: command}
}

// ReadAt returns the values that the named view shows at the number in text. In a view of curves,
// these are the values at the position nearest to the number. In a view of points, they are the
// values of the row with this number. The error says why there are no values.
func (sc *Scene) ReadAt(name, text string) (string, error) {
	x, err := strconv.ParseFloat(text, 64)
	on := *sc
	switch {
	case err != nil || math.IsNaN(x) || math.IsInf(x, 0):
		return "", fmt.Errorf("%q is not a number", text)
	case !on.ShowView(name) || !on.Zoom || on.FindView(name).Info().Reads == nil:
		return "", fmt.Errorf("view %s has no values to read off: the views with values are %s", name, strings.Join(readableViews(), ", "))
	}
	on.ReadingCursor = stage.ReadingCursor{View: name, Active: true, X: x, Row: int(max(0, min(x, math.MaxInt32))) - 1}
	const wide, tall = 200, 100 // enough room for all values
	pictures := stage.CollectViewPictures(&on.Stage, on.FindView(name), wide, tall)
	at, ok := stage.SnapCursor(&on.Stage, pictures)
	if !ok {
		return "", errors.New("the view has no values there")
	}
	said := stage.ReadValues(&on.Stage, pictures, at)
	return chart.JoinGroups(said[:1]) + ": " + chart.JoinGroups(said[1:]), nil
}

func readableViews() (names []string) {
	for _, v := range NewViews() {
		if info := v.Info(); info.Reads != nil {
			names = append(names, info.Name)
		}
	}
	return names
}

// Progress returns the name of the present work, such as "solving", and how many of total steps are done.
// total is 0 if it is unknown.
func (sc *Scene) Progress() (what string, done, total int64) {
	if p := sc.Update.Progress; p != nil {
		return p.Stage, p.Done, p.Total
	}
	if r, ok := sc.Results[sc.ViewName()].Value.(stage.ProgressReporter); ok {
		return r.Progress()
	}
	return "solving", 0, 0
}

// Lines describes the view that fills the screen or, if several panels show, the scores.
func (sc *Scene) Lines() []string {
	if sc.Zoom {
		return sc.FindView(sc.Panel).Lines(&sc.Stage)
	}
	return sc.ScoreLines()
}

// ScoreLines returns a line for each known metric, with the scores of no adaptation, LAR and LAR trained
// to the end.
func (sc *Scene) ScoreLines() []string {
	var lines []string
	s, task := solutionWithHeldOutScores(sc), sc.Task()
	say := func(name string, write func(model.Evaluation) string) {
		descent := func(d model.Descent) string {
			if d.Diverges {
				return "diverges"
			}
			return write(d.Evaluation)
		}
		line := "%s: no adaptation %s, LAR %s, %s %s"
		lines = append(lines, fmt.Sprintf(line, name, descent(s.None), descent(s.Descent), stage.ClosedFormName(s.Closed), write(s.Closed.Evaluation)))
	}
	for _, m := range []stage.Metric{stage.TargetMetric, stage.SourceMetric, stage.ValidationMetric, stage.ParameterMetric} {
		name := strings.Replace(m.Name(sc.PairScore()), "error (MSE)", "squared error", 1)
		switch {
		case m == stage.ParameterMetric && !sc.IsKnown(m), m == stage.SourceMetric && sc.Update.HeldOutAt(s.Params) == nil, m.Domain(sc.Session.Pair).Rows() == 0:
			continue
		case m == stage.ParameterMetric:
			name = "distance to the target's optimum"
		case m == stage.SourceMetric:
			name = strings.TrimPrefix(name, m.SubjectName()+" ") + " on source rows held out"
		}
		say(name, func(e model.Evaluation) string { return sc.FormatInSentence(m, m.ValueOf(e)) })
	}
	if signs := s.Signs; signs != nil && task != model.Regression && !s.Descent.Diverges {
		lines = append(lines, fmt.Sprintf("without labels of the target: LAR changes %s of the predictions, and predicts class %s for %s of the rows (in the source %s)",
			number.Percent(signs.Changed, 1), sc.Session.Pair.ClassName(signs.Class),
			number.Percent(signs.Predicted, 1), number.Percent(signs.Labelled, 1)))
		if theory := sc.Theory; theory != nil {
			lines = append(lines, "overlap of the heads: "+number.Digits(theory.HeadOverlapMin, 3))
		}
	}
	say("norm of the weights", func(e model.Evaluation) string { return number.Digits(e.WeightNorm, 4) })
	return lines
}
