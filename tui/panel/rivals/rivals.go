// Package rivals draws the comparison of LAR with other methods.
//
// View draws a table with a plot of the target scores and starts trainings. A rivalRow is one
// method, a rivalPage the layout for a panel's size. The methods themselves are the list of
// model/rivals: a new method there appears here by itself.
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

// View is the table of methods: LAR and no adaptation, solved anew at every change, and the rivals,
// which are trained on request.
type View struct {
	stage.NoActions
	// selected is the index of the rival that the keys act on.
	selected int
}

// Memory returns the selected rival, which the view keeps between runs.
func (v *View) Memory(*stage.Stage) stage.Memory {
	return stage.Memory{"selected": stage.BoundedJSON(&v.selected, len(session.Rivals()))}
}

// Info returns the key, the name and the description of the view.
func (v *View) Info() stage.Info {
	return stage.Info{Key: "6", Name: stage.RivalsName, Title: "rivals of LAR", Alone: true, Live: true,
		About: "say the other methods, how to train them, and their scores; with a name, the settings of that method"}
}

// Keys returns the keys of the view.
func (v *View) Keys() []stage.Key {
	move := stage.Steps(v.Wheel)
	// on applies of to the selected rival once something is solved.
	on := func(of func(*stage.Stage, rivals.Method) string) func(*stage.Stage) string {
		return func(st *stage.Stage) string {
			if st.Solution == nil {
				return stage.NothingSolved
			}
			return of(st, v.rival(st))
		}
	}
	do := func(do func(*stage.Stage, rivals.Method)) func(*stage.Stage) stage.Intent {
		return func(st *stage.Stage) stage.Intent {
			do(st, v.rival(st))
			return stage.Intent{}
		}
	}
	return []stage.Key{
		{Name: "rivals.train", Keys: []string{"x", "enter"}, Hint: "train", Help: "train the selected method", Idle: on(whyNotTrained),
			Do: func(st *stage.Stage) stage.Intent { return startTraining(st, v.rival(st)) }},
		{Name: "rivals.previous", Keys: []string{"up", "K", "k"}, Hint: "method", Help: "select the method before, the next one", Do: move(-1)},
		{Name: "rivals.next", Keys: []string{"down", "J", "j"}, Hint: "method", Do: move(1)},
		{Name: "rivals.choose", Keys: []string{"X"}, Hint: "choose", Help: "train all settings of the method; the validation rows choose one",
			Here: func(st *stage.Stage) bool { return st.Session != nil && st.Session.CanChoose() },
			Idle: on(whyNoChoice),
			Do: func(st *stage.Stage) stage.Intent {
				st.Trainer.Show(v.rival(st), len(v.rival(st).Grid))
				return startTraining(st, v.rival(st))
			}},
		{Name: "rivals.setting", Keys: []string{"v"}, Hint: "setting", Help: "next setting (hyperparameters) of the method", Idle: on(whyNoSetting),
			Do: do(func(st *stage.Stage, r rivals.Method) {
				s := st.Session
				st.Trainer.Show(r, (st.Trainer.Setting(s, r)+1)%s.Settings(r))
			})},
		{Name: "rivals.train-all", Keys: []string{"g"}, Hint: "train all", Help: "train all methods, one after another",
			Idle: on(func(st *stage.Stage, _ rivals.Method) string {
				can := func(r rivals.Method) bool { return whyNotTrained(st, r) == "" }
				if slices.ContainsFunc(st.State.Methods(), can) {
					return ""
				}
				return "there is nothing more to train with these settings"
			}),
			Do: do(func(st *stage.Stage, _ rivals.Method) {
				for _, r := range st.State.Methods() {
					startTraining(st, r)
				}
			})},
		{Name: "rivals.cancel", Keys: []string{"c", "backspace"}, Hint: "cancel or forget", Help: "cancel the selected training or, once it is done, forget it",
			Idle: on(func(st *stage.Stage, r rivals.Method) string {
				if EntryOf(st, r).State >= session.Waiting {
					return ""
				}
				return r.Title + " has nothing to cancel or to forget; {rivals.cancel-all} cancels all trainings"
			}),
			Do: do(func(st *stage.Stage, r rivals.Method) { st.Trainer.Drop(st.Session, r) })},
		{Name: "rivals.cancel-all", Keys: []string{"C"}, Hint: "cancel all", Help: "cancel all trainings; finished ones stay",
			Idle: stage.IdleUnless(func(st *stage.Stage) bool { return st.Trainer.Pending() > 0 }, "nothing is training or waiting"),
			Do:   do(func(st *stage.Stage, _ rivals.Method) { st.Trainer.CancelAll() })},
	}
}

func (v *View) rival(st *stage.Stage) rivals.Method { return st.State.Methods()[v.selected] }

// Wheel moves the selection n rivals down.
func (v *View) Wheel(_ *stage.Stage, n int) stage.Intent {
	v.selected = stage.WrapIndex(v.selected+n, len(session.Rivals()))
	return stage.Intent{}
}

// Click selects the rival in line y. A click on the selected rival trains it.
func (v *View) Click(st *stage.Stage, _, y int) stage.Intent {
	w, h := st.Inner()
	page := newPage(st, v.selected, w, h)
	row := y - 1 - len(page.live)
	switch {
	case row < 0 || row >= page.list:
	case v.selected != page.top+row:
		v.selected = page.top + row
	default:
		return startTraining(st, v.rival(st))
	}
	return stage.Intent{}
}

// startTraining trains a rival with its current setting, or returns the reason why it can't.
func startTraining(st *stage.Stage, r rivals.Method) stage.Intent {
	if why := whyNotTrained(st, r); why != "" {
		return stage.Message("%s", why)
	}
	st.Trainer.Train(st.Session, r)
	return stage.Intent{}
}

// whyNotTrained returns why the rival can't be trained now, empty if it can.
func whyNotTrained(st *stage.Stage, r rivals.Method) string {
	switch e := EntryOf(st, r); {
	case !r.AppliesTo(st.Task()):
		return r.Title + " needs classes: it does not apply to a regression"
	case e.Pending():
		return r.Title + " is to be trained already; {rivals.cancel} cancels it"
	case e.State == session.Trained:
		return r.Title + " is trained already with this setting ({rivals.cancel} forgets it, {rivals.setting} shows other settings)"
	}
	return ""
}

// whyNoChoice returns why the validation rows can't choose the rival's setting, empty if they can.
func whyNoChoice(st *stage.Stage, r rivals.Method) string {
	s := st.Session
	switch {
	case !r.AppliesTo(st.Task()):
		return whyNotTrained(st, r)
	case len(r.Grid) < 2:
		return r.Title + " has no hyperparameters to choose"
	case !s.CanChoose():
		return "there are no validation rows to choose by"
	case session.IsChoice(r, st.Trainer.Setting(s, r)) && whyNotTrained(st, r) != "":
		return "the validation rows choose the setting of " + r.Title + " already"
	}
	return ""
}

// whyNoSetting returns why the rival has no other setting, empty if another exists.
func whyNoSetting(st *stage.Stage, r rivals.Method) string {
	if st.Session.Settings(r) > 1 {
		return ""
	}
	return r.Title + " has no hyperparameters to choose"
}

// Lines returns the scores of all methods, one a line, below a line that explains how to train
// them.
func (v *View) Lines(st *stage.Stage) []string {
	lines := []string{"scores in " + strings.TrimPrefix(st.ScoreName(), "target ") +
		"; type train NUMBER or train NAME to train a method, train all for all, rivals NAME for its settings"}
	for _, row := range liveRows(st) {
		row.Elapsed = 0 // LAR is solved at every change
		lines = append(lines, row.name+": "+rowInWords(st, row))
	}
	for i, r := range st.State.Methods() {
		lines = append(lines, fmt.Sprintf("%d %s: %s", i+1, r.Title, Scores(st, r)))
	}
	return lines
}

// Start trains the rivals that are quick.
func (v *View) Start(st *stage.Stage) { st.Trainer.TrainAtOnce(st.Session, st.State.Methods()) }

// Scores returns the scores of a rival in words, or why they are missing.
func Scores(st *stage.Stage, r rivals.Method) string { return rowInWords(st, rowOf(st, r)) }

// InWords describes a method and its settings, one sentence a line.
func InWords(st *stage.Stage, r rivals.Method) []string {
	place := slices.IndexFunc(session.Rivals(), func(other rivals.Method) bool { return other.Title == r.Title })
	lines := []string{fmt.Sprintf("%d %s: %s", 1+place, r.Title, r.About), "runs with: " + fixedSettings(r)}
	if r.Note != "" {
		lines = append(lines, r.Note)
	}
	switch s := st.Session; {
	case !r.AppliesTo(st.Task()):
		return append(lines, "does not apply here: it needs classes")
	case len(r.Grid) < 2:
		lines = append(lines, "no settings to choose")
	default:
		for i := range r.Grid {
			text := "not trained"
			if e := st.Trainer.Board[s.Key(r, i)]; e.State == session.Trained {
				text = "trained, target " + st.SpokenMetric(stage.TargetMetric, e.Result.Target)
			}
			lines = append(lines, fmt.Sprintf("setting %d: %s, %s", i+1, settingName(r, i), text))
		}
		if s.CanChoose() {
			lines = append(lines, "setting choose: the one that does best on the validation rows")
		}
	}
	return append(lines, "present: "+Scores(st, r))
}

// Draw draws the table and, below it, the details of the selected rival.
func (v *View) Draw(st *stage.Stage, g *chart.Grid) {
	w, h := g.Size()
	if w < leastRivalPlot || h < 1 {
		return
	}
	p := newPage(st, v.selected, w, h)
	p.columns[0].title = "method"
	if p.list < len(p.all) && p.list > 0 {
		p.columns[0].title += fmt.Sprintf(" %d–%d of %d", p.top+1, p.top+p.list, len(p.all))
	}
	head := g.Sub(1, 0, w-1, 1)
	p.drawCells(head, func(c rivalColumn) chart.Piece { return chart.Styled(c.title, c.style) })
	p.axis.drawHead(st, head.Sub(p.plot, 0, w, 1))
	y := 1
	for _, row := range slices.Concat(p.live, p.all[p.top:p.top+p.list]) {
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
	for _, r := range slices.Backward(allRows(st)) { // the first comes on top
		if !r.scored() {
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

// Table returns one row per method.
func (v *View) Table(_ context.Context, st *stage.Stage, _ func(done, all int)) (rows [][]session.Fact, err error) {
	unit := "Accuracy"
	if st.Task() == model.Regression {
		unit = "MSE"
	}
	for _, r := range allRows(st) {
		row := []session.Fact{{Name: "method", Value: r.name}, {Name: "setting", Value: r.setting}, {Name: "status", Value: r.status.Text},
			{Name: "source" + unit}, {Name: "target" + unit}, {Name: "validation" + unit}}
		if r.scored() {
			row[3].Value, row[4].Value, row[5].Value = r.Result.Source, r.Result.Target, r.Result.Validation
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// allRows returns the rows of LAR and no adaptation, then of the rivals.
func allRows(st *stage.Stage) []rivalRow {
	rows := liveRows(st)
	for _, r := range st.State.Methods() {
		rows = append(rows, rowOf(st, r))
	}
	return rows
}
