// Package rivals draws the comparison of LAR with its rivals, other methods for domain adaptation.
//
// View draws a table of scores beside a plot of the target scores, and its keys start trainings. A
// rivalRow is one method in the table, a rivalPage the layout of the view at one size. The package
// builds on stage, chart and session, whose Trainer trains. To add a method, add it to package
// model/rivals; the view reads the methods from there.
package rivals

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"larui/model"
	"larui/model/rivals"
	"larui/tui/chart"
	"larui/tui/session"
	"larui/tui/stage"
)

// View is the table of all methods. LAR and no adaptation are solved after every change of a
// parameter; rivals are trained on request.
type View struct {
	stage.NoActions
	// Keys such as x (train) act on the selected rival.
	selected int
}

// Memory returns the values that the view keeps between runs.
func (v *View) Memory(*stage.Stage) stage.Memory {
	return stage.Memory{"selected": stage.BoundedJSON(&v.selected, len(session.Rivals()))}
}

// Info returns the key, the name and the description of the view.
func (v *View) Info() stage.Info {
	return stage.Info{Key: "6", Name: stage.RivalsName, Title: "rivals of LAR", OffDashboard: true, Live: true,
		About: "list the other methods and their scores; with a name, list the settings of that method"}
}

// Keys returns the keys of the view.
func (v *View) Keys() []stage.Key {
	move := stage.StepFuncs(v.Wheel)
	// idle returns a function that says why a key does nothing: because nothing is solved yet, or
	// for the reason that findReason returns for the selected rival.
	idle := func(findReason func(*stage.Stage, rivals.Method) string) func(*stage.Stage) string {
		return func(st *stage.Stage) string {
			if st.Solution == nil {
				return stage.NothingSolved
			}
			return findReason(st, v.selectedRival(st))
		}
	}
	do := func(do func(*stage.Stage, rivals.Method)) func(*stage.Stage) stage.Intent {
		return func(st *stage.Stage) stage.Intent {
			do(st, v.selectedRival(st))
			return stage.Intent{}
		}
	}
	page := func(_ *stage.Stage, n int) stage.Intent {
		if now := max(0, min(len(session.Rivals())-1, v.selected+n)); now != v.selected {
			v.selected = now
			return stage.Intent{}
		}
		return stage.Intent{Kind: stage.ShowMessage}
	}
	return append([]stage.Key{
		{Name: "rivals.train", Keys: []string{"x", "enter"}, Hint: "train", Help: "train the selected method", IdleReason: idle(whyNotTrained),
			Do: func(st *stage.Stage) stage.Intent { return startTraining(st, v.selectedRival(st)) }},
		{Name: "rivals.previous", Keys: []string{"up", "K", "k"}, Hint: "method", Help: "select the previous method, the next method", Do: move(-1)},
		{Name: "rivals.next", Keys: []string{"down", "J", "j"}, Hint: "method", Do: move(1)},
		{Name: "rivals.choose", Keys: []string{"X"}, Hint: "choose", Help: "train the method with all settings and choose by validation rows",
			AppliesTo:  func(st *stage.Stage) bool { return st.Session != nil && st.Session.HasValidationLabels() },
			IdleReason: idle(whyNoValidationChoice),
			Do: func(st *stage.Stage) stage.Intent {
				st.Trainer.SelectSetting(v.selectedRival(st), len(v.selectedRival(st).Grid))
				return startTraining(st, v.selectedRival(st))
			}},
		{Name: "rivals.setting", Keys: []string{"v"}, Hint: "setting", Help: "select the next hyperparameters of the method", IdleReason: idle(whyNoOtherSetting),
			Do: do(func(st *stage.Stage, r rivals.Method) {
				s := st.Session
				st.Trainer.SelectSetting(r, (st.Trainer.ShownSetting(s, r)+1)%s.CountSettings(r))
			})},
		{Name: "rivals.train-all", Keys: []string{"g"}, Hint: "train all", Help: "train all methods, one after another",
			IdleReason: idle(func(st *stage.Stage, _ rivals.Method) string {
				can := func(r rivals.Method) bool { return whyNotTrained(st, r) == "" }
				if slices.ContainsFunc(st.ConfiguredRivals(), can) {
					return ""
				}
				return "no method is left to train with its present setting"
			}),
			Do: do(func(st *stage.Stage, _ rivals.Method) {
				for _, r := range st.ConfiguredRivals() {
					startTraining(st, r)
				}
			})},
		{Name: "rivals.cancel", Keys: []string{"c", "backspace"}, Hint: "cancel or forget", Help: "cancel the training of the method, or forget its result",
			IdleReason: idle(func(st *stage.Stage, r rivals.Method) string {
				if CurrentEntry(st, r).State >= session.Waiting {
					return ""
				}
				return r.Title + " has no training to cancel and no result to forget; press {rivals.cancel-all} to cancel all trainings"
			}),
			Do: do(func(st *stage.Stage, r rivals.Method) { st.Trainer.CancelOrForget(st.Session, r) })},
		{Name: "rivals.cancel-all", Keys: []string{"C"}, Hint: "cancel all", Help: "cancel all trainings and keep all results",
			IdleReason: stage.IdleUnless(func(st *stage.Stage) bool { return st.Trainer.CountPending() > 0 }, "no method is training or waiting"),
			Do:         do(func(st *stage.Stage, _ rivals.Method) { st.Trainer.CancelAll() })},
	}, stage.PageKeys(stage.RivalsName, "select the method ten lines further, the first or the last method", nil, page)...)
}

func (v *View) selectedRival(st *stage.Stage) rivals.Method {
	return st.ConfiguredRivals()[v.selected]
}

// Wheel moves the selection down by n rivals, or up if n is negative.
func (v *View) Wheel(_ *stage.Stage, n int) stage.Intent {
	v.selected = stage.WrapIndex(v.selected+n, len(session.Rivals()))
	return stage.Intent{}
}

// Click selects the rival in line y. A click on the selected rival trains the rival.
func (v *View) Click(st *stage.Stage, _, y int) stage.Intent {
	w, h := st.ZoomedSize()
	page := newRivalPage(st, v.selected, w, h)
	row := y - 1 - len(page.solvedRows)
	switch {
	case row < 0 || row >= page.listed:
	case v.selected != page.top+row:
		v.selected = page.top + row
	default:
		return startTraining(st, v.selectedRival(st))
	}
	return stage.Intent{}
}

// startTraining returns a message with the reason if the rival can't be trained.
func startTraining(st *stage.Stage, r rivals.Method) stage.Intent {
	if why := whyNotTrained(st, r); why != "" {
		return stage.NewMessage("%s", why)
	}
	st.Trainer.Train(st.Session, r)
	return stage.Intent{}
}

// whyNotTrained returns "" if the rival can be trained now.
func whyNotTrained(st *stage.Stage, r rivals.Method) string {
	switch e := CurrentEntry(st, r); {
	case !r.AppliesTo(st.Task()):
		return r.Title + " needs classes and does not apply to a regression"
	case e.IsPending():
		return r.Title + " is already training or waiting; press {rivals.cancel} to cancel"
	case e.State == session.Trained:
		return r.Title + " is already trained with this setting; press {rivals.cancel} to forget the result, {rivals.setting} for another setting"
	}
	return ""
}

// whyNoValidationChoice returns "" if the validation rows can choose the rival's setting now.
func whyNoValidationChoice(st *stage.Stage, r rivals.Method) string {
	s := st.Session
	switch {
	case !r.AppliesTo(st.Task()):
		return whyNotTrained(st, r)
	case len(r.Grid) < 2:
		return whyNoOtherSetting(st, r)
	case !s.HasValidationLabels():
		return "no validation rows can choose the setting of " + r.Title
	case session.IsChosenByValidation(r, st.Trainer.ShownSetting(s, r)) && whyNotTrained(st, r) != "":
		return r.Title + " already has the setting that the validation rows choose"
	}
	return ""
}

// whyNoOtherSetting returns "" if the rival has several settings.
func whyNoOtherSetting(st *stage.Stage, r rivals.Method) string {
	if st.Session.CountSettings(r) > 1 {
		return ""
	}
	return r.Title + " has no hyperparameters to choose"
}

// Lines returns a line that explains how to train methods, then one line with the scores of each
// method.
func (v *View) Lines(st *stage.Stage) []string {
	lines := []string{"scores in " + strings.TrimPrefix(st.ScoreName(), "target ") +
		"; type train NAME or train NUMBER for one method, train all for all methods, rivals NAME for the settings of a method", choiceNote(st)}
	for _, row := range solvedRows(st) {
		row.Elapsed = 0 // the time of LAR changes from run to run
		lines = append(lines, row.name+": "+describeRow(st, row))
	}
	for i, r := range st.ConfiguredRivals() {
		lines = append(lines, fmt.Sprintf("%d %s: %s", i+1, r.Title, DescribeScores(st, r)))
	}
	return lines
}

// Start starts the training of the rivals that take only a moment.
func (v *View) Start(st *stage.Stage) {
	st.Trainer.TrainQuickRivals(st.Session, st.ConfiguredRivals())
}

// DescribeScores returns the scores of a rival in words, or why the rival has no scores.
func DescribeScores(st *stage.Stage, r rivals.Method) string {
	return describeRow(st, newRivalRow(st, r))
}

// Describe returns lines about a method: the number and description, fixed hyperparameters, and the
// target score of each setting.
func Describe(st *stage.Stage, r rivals.Method) []string {
	place := slices.IndexFunc(session.Rivals(), func(other rivals.Method) bool { return other.Title == r.Title })
	lines := []string{fmt.Sprintf("%d %s: %s", 1+place, r.Title, r.About), "runs with: " + fixedSettingsText(r)}
	if r.Note != "" {
		lines = append(lines, r.Note)
	}
	switch s := st.Session; {
	case !r.AppliesTo(st.Task()):
		return append(lines, "does not apply to a regression: needs classes")
	case len(r.Grid) < 2:
		lines = append(lines, "has no settings to choose")
	default:
		for i := range r.Grid {
			text := "not trained"
			if e := st.Trainer.Board[s.RivalKey(r, i)]; e.State == session.Trained {
				text = "trained, target " + st.FormatInSentence(stage.TargetMetric, e.Result.Target)
			}
			lines = append(lines, fmt.Sprintf("setting %d: %s, %s", i+1, gridSettingText(r, i), text))
		}
		if s.HasValidationLabels() {
			lines = append(lines, "setting choose: the setting with the best score on the validation rows")
		}
	}
	return append(lines, "present: "+DescribeScores(st, r))
}

// Draw draws the table of methods above details of the selected rival.
func (v *View) Draw(st *stage.Stage, g *chart.Grid) {
	w, h := g.Size()
	if w < leastRivalPlot || h < 1 {
		return
	}
	p := newRivalPage(st, v.selected, w, h)
	p.columns[0].title = "method"
	if p.listed < len(p.rivalRows) && p.listed > 0 {
		p.columns[0].title += fmt.Sprintf(" %d–%d of %d", p.top+1, p.top+p.listed, len(p.rivalRows))
	}
	head := g.Sub(1, 0, w-1, 1)
	p.drawCells(head, func(c rivalColumn) chart.Piece { return c.style.Text(c.title) })
	p.axis.drawEnds(st, head.Sub(p.plotStart, 0, w, 1))
	y := 1
	for _, row := range slices.Concat(p.solvedRows, p.rivalRows[p.top:p.top+p.listed]) {
		p.drawRow(g.Sub(1, y, w-1, 1), row)
		y++
	}
	p.drawText(g.Sub(1, y, w-2, h-y))
}

// Panels returns a plot of the source and target scores of all trained methods.
func (v *View) Panels(st *stage.Stage) []stage.Panel {
	plot := chart.Scatter{XLabel: "accuracy in %", Points: []chart.Points{
		{Name: "source", Style: chart.Source, Mark: '○'}, {Name: "target", Style: chart.Target, Mark: '×'},
	}}
	unit := 100.0
	if st.Task() == model.Regression {
		plot.XLabel, unit = "error (MSE)", 1
	}
	var names []string
	for _, r := range slices.Backward(allRows(st)) { // the last row is plotted at height 0
		if !r.hasScores() {
			continue
		}
		for i, score := range []float64{r.Result.Source, r.Result.Target} {
			set := &plot.Points[i]
			set.X, set.Y = append(set.X, unit*score), append(set.Y, float64(len(names)))
		}
		names = append(names, r.name)
	}
	return []stage.Panel{{Title: "LAR and its rivals", Picture: plot, Names: names}}
}

// Table returns one row per method with the setting, the status and the scores.
func (v *View) Table(_ context.Context, st *stage.Stage, _ func(done, all int)) (rows [][]session.Fact, err error) {
	unit := "Accuracy"
	if st.Task() == model.Regression {
		unit = "MSE"
	}
	for _, r := range allRows(st) {
		row := session.Facts("method", r.name, "setting", r.setting, "status", r.status.Text,
			"source"+unit, nil, "target"+unit, nil, "validation"+unit, nil)
		if r.hasScores() {
			row[3].Value, row[4].Value, row[5].Value = r.Result.Source, r.Result.Target, r.Result.Validation
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func allRows(st *stage.Stage) []rivalRow {
	rows := solvedRows(st)
	for _, r := range st.ConfiguredRivals() {
		rows = append(rows, newRivalRow(st, r))
	}
	return rows
}
