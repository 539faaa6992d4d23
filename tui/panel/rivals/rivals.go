// Package rivals draws the comparison with the methods of the paper, as they get trained.
package rivals

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"larui/model/rivals"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
	"larui/tui/stage"
)

// View is the paper's comparison, live: LAR and no adaptation with every turn,
// beside them the other methods as they get trained.
type View struct {
	stage.Still
	// Selected is the index of the rival that keys train.
	Selected int
}

// Memory is what it remembers.
func (v *View) Memory(*stage.Stage) stage.Memory {
	return stage.Memory{"selected": stage.Below(&v.Selected, len(session.Rivals()))}
}

func (v *View) Info() stage.Info {
	return stage.Info{Key: "6", Name: stage.RivalsName, Title: "rivals of LAR", Alone: true,
		About: "say the other methods, how to train them, and their scores; of one, its settings"}
}

func (v *View) Keys() []stage.Key {
	move := func(n int) func(*stage.Stage) stage.Intent {
		return func(st *stage.Stage) stage.Intent { return v.Wheel(st, n) }
	}
	// Of the selected rival, where anything is solved.
	on := func(of func(*stage.Stage, rivals.Method) string) func(*stage.Stage) string {
		return func(st *stage.Stage) string {
			if st.Solution() == nil {
				return stage.NothingSolved
			}
			return of(st, v.Rival())
		}
	}
	do := func(do func(*stage.Stage, rivals.Method)) func(*stage.Stage) stage.Intent {
		return func(st *stage.Stage) stage.Intent {
			do(st, v.Rival())
			return stage.Intent{}
		}
	}
	return []stage.Key{
		{Name: "rivals.train", Keys: []string{"x", "enter"}, Hint: "train", Help: "rivals: train the selected method", Idle: on(whyNotTrained),
			Do: func(st *stage.Stage) stage.Intent { return train(st, v.Rival()) }},
		{Name: "rivals.previous", Keys: []string{"up", "K", "k"}, Hint: "method", Help: "rivals: select the method before, the next one", Do: move(-1)},
		{Name: "rivals.next", Keys: []string{"down", "J", "j"}, Hint: "method", Do: move(1)},
		{Name: "rivals.choose", Keys: []string{"X"}, Hint: "choose", Help: "rivals: train all settings of the method, of which the validation rows choose one",
			Here: func(st *stage.Stage) bool { return st.Update.Session != nil && st.Update.Session.CanChoose() },
			Idle: on(whyNoChoice),
			Do: func(st *stage.Stage) stage.Intent {
				st.Trainer.Show(v.Rival(), len(v.Rival().Grid))
				return train(st, v.Rival())
			}},
		{Name: "rivals.setting", Keys: []string{"v"}, Hint: "setting", Help: "rivals: next setting (hyperparameters) of the method", Idle: on(whyNoSetting),
			Do: do(func(st *stage.Stage, r rivals.Method) {
				s := st.Update.Session
				st.Trainer.Show(r, (st.Trainer.Setting(s, r)+1)%s.Settings(r))
			})},
		{Name: "rivals.train-all", Keys: []string{"g"}, Hint: "train all", Help: "rivals: train all methods, one after another",
			Idle: on(func(st *stage.Stage, _ rivals.Method) string {
				can := func(r rivals.Method) bool { return whyNotTrained(st, r) == "" }
				if slices.ContainsFunc(session.Rivals(), can) {
					return ""
				}
				return "there is nothing more to train with these settings"
			}),
			Do: do(func(st *stage.Stage, _ rivals.Method) {
				for _, r := range session.Rivals() {
					train(st, r)
				}
			})},
		{Name: "rivals.cancel", Keys: []string{"c", "backspace"}, Hint: "cancel or forget", Help: "rivals: cancel the selected training or, once it is done, forget it",
			Idle: on(func(st *stage.Stage, r rivals.Method) string {
				if EntryOf(st, r).State >= session.Waiting {
					return ""
				}
				return r.Title + " has nothing to cancel or to forget; {rivals.cancel-all} cancels all that is to train"
			}),
			Do: do(func(st *stage.Stage, r rivals.Method) { st.Trainer.Drop(st.Update.Session, r) })},
		{Name: "rivals.cancel-all", Keys: []string{"C"}, Hint: "cancel all", Help: "rivals: cancel all trainings; what is done stays",
			Idle: stage.Unless(func(st *stage.Stage) bool { return st.Trainer.Pending() > 0 }, "nothing is training or waiting"),
			Do:   do(func(st *stage.Stage, _ rivals.Method) { st.Trainer.CancelAll() })},
	}
}

// Rival is the selected one.
func (v *View) Rival() rivals.Method { return session.Rivals()[v.Selected] }

// Wheel selects another method, n further down.
func (v *View) Wheel(_ *stage.Stage, n int) stage.Intent {
	v.Selected = stage.WrapIndex(v.Selected+n, len(session.Rivals()))
	return stage.Intent{}
}

// Click selects the rival that was clicked; a second click trains it.
func (v *View) Click(st *stage.Stage, _, y int) stage.Intent {
	w, h := st.Inner()
	page := v.page(st, w, h)
	row := y - 1 - len(page.live)
	switch {
	case row < 0 || row >= page.list:
	case v.Selected != page.top+row:
		v.Selected = page.top + row
	default:
		return train(st, v.Rival())
	}
	return stage.Intent{}
}

// train has a rival trained with the setting shown, or says why not.
func train(st *stage.Stage, r rivals.Method) stage.Intent {
	if why := whyNotTrained(st, r); why != "" {
		return stage.Tell("%s", why)
	}
	st.Trainer.Train(st.Update.Session, r)
	return stage.Intent{}
}

// EntryOf is how far a rival is with the setting that is shown.
func EntryOf(st *stage.Stage, r rivals.Method) session.RivalEntry {
	return st.Trainer.Entry(st.Update.Session, r)
}

// whyNotTrained says why the rival is not to be trained, empty where it can be.
func whyNotTrained(st *stage.Stage, r rivals.Method) string {
	switch e := EntryOf(st, r); {
	case !r.Applies(st.Task()):
		return r.Title + " needs classes: it does not apply to a regression"
	case e.Pending():
		return r.Title + " is to be trained already; {rivals.cancel} cancels it"
	case e.State == session.Trained:
		return r.Title + " is trained already with this setting ({rivals.cancel} forgets it, {rivals.setting} shows other settings)"
	}
	return ""
}

// whyNoChoice says why validation rows can't choose the rival's setting, empty where
// they can.
func whyNoChoice(st *stage.Stage, r rivals.Method) string {
	s := st.Update.Session
	switch {
	case !r.Applies(st.Task()):
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

// whyNoSetting says why the rival has no other setting, empty where it has.
func whyNoSetting(st *stage.Stage, r rivals.Method) string {
	if st.Update.Session.Settings(r) > 1 {
		return ""
	}
	return r.Title + " has no hyperparameters to choose"
}

// Lines says LAR and no adaptation, the other methods by their numbers, and how to
// train them.
func (v *View) Lines(st *stage.Stage) []string {
	lines := []string{"scores in " + strings.TrimPrefix(st.ScoreName(), "target ") +
		"; type train NUMBER or train NAME to train a method, train all for all, rivals NAME for its settings"}
	for _, row := range liveRows(st) {
		row.Elapsed = 0 // it is solved anew at every turn
		lines = append(lines, row.name+": "+rowInWords(st, row))
	}
	for i, r := range session.Rivals() {
		lines = append(lines, fmt.Sprintf("%d %s: %s", i+1, r.Title, Scores(st, r)))
	}
	return lines
}

// rowInWords says the scores of a row, or why it has none.
func rowInWords(st *stage.Stage, row rivalRow) string {
	parts := []string{strings.Join(strings.Fields(row.status.Text), " ")}
	if row.scored() {
		parts = nil
	}
	for _, m := range []stage.Metric{stage.TargetMetric, stage.SourceMetric, stage.ValidationMetric} {
		if v := m.OfRival(row.Result); row.scored() && (m == stage.TargetMetric || !math.IsNaN(v)) {
			parts = append(parts, m.Side()+" "+st.SpokenMetric(m, v))
		}
	}
	if row.setting != "" {
		parts = append(parts, "with "+strings.NewReplacer("★ to be", "a setting to be", "★ ", "").Replace(row.setting))
	}
	if took := row.took(); took != "" {
		parts = append(parts, "took "+took)
	}
	return strings.Join(parts, ", ")
}

// runsWith says how the method is run, as far as its settings don't.
func runsWith(r rivals.Method) string {
	if r.Aside != "" {
		return r.Variant + " (" + r.Aside + ")"
	}
	return r.Variant
}

// TrainingText says how far a training is and, once that can be told, how long it
// will yet take.
func TrainingText(e session.RivalEntry) string {
	text := fmt.Sprintf("training %2.0f %%", math.Floor(100*e.Fraction))
	const telling = 0.05
	if left := time.Duration(float64(e.Elapsed) * (1 - e.Fraction) / e.Fraction); e.Fraction > telling && left > time.Second {
		text += fmt.Sprintf(", %.0f s left", left.Seconds())
	}
	return text
}

// detailsOf returns lines of w columns about a rival, the most telling first: what
// has no column of its own, what the method is and what its settings are.
func (p *rivalPage) detailsOf(r rivals.Method, row rivalRow, w int) (lines []chart.Piece) {
	const indent = 2
	add := func(text string, style chart.Style, rows int) {
		for _, line := range chart.Wrap(p.st.Spell(text), w-indent, rows) {
			lines = append(lines, chart.Styled(line, style))
		}
	}
	var hidden []string
	for _, c := range p.columns {
		if text := strings.TrimSpace(c.cell(row).Text); c.at == 0 && text != "" {
			hidden = append(hidden, c.aside+text)
		}
	}
	if len(hidden) > 0 {
		add(r.Title+": "+strings.Join(hidden, " · "), chart.Plain, 1)
	}
	if row.State == session.Failed {
		add(row.Err.Error(), chart.Bad, 2)
	}
	add(r.Title+": "+r.About, chart.Plain, 2)
	if right := row.Result.Discriminator; row.State == session.Trained && right > 0 {
		add("its discriminator tells the domains of "+number.Percent(right, 1)+" of the rows; by chance it would be half of them", chart.Plain, 2)
	}
	if r.Note != "" {
		add(r.Note, chart.Plain, 3)
	}
	add(settingsText(p.st, r, row.RivalEntry), chart.Plain, 2)
	add("runs with: "+runsWith(r), chart.Dim, 2)
	return lines
}

// settingText writes the setting of a rival that is shown; one that the validation
// rows have chosen is starred.
func settingText(st *stage.Stage, r rivals.Method, e session.RivalEntry) string {
	setting := st.Trainer.Setting(st.Update.Session, r)
	switch {
	case !session.IsChoice(r, setting):
		return r.Grid[setting].Words(number.Short)
	case e.State == session.Trained:
		return "★ " + e.Result.Hyper.Words(number.Short)
	}
	return "★ to be chosen"
}

// settingName names a setting of the grid, and says where it is the own paper's.
func settingName(r rivals.Method, i int) string {
	name := r.Grid[i].Words(number.Short)
	if i == r.Own && i > 0 {
		name += " (its own paper's)"
	}
	return name
}

// settingsText lists the settings of a rival, the one shown in brackets, and how they
// did on the validation rows where those have chosen.
func settingsText(st *stage.Stage, r rivals.Method, e session.RivalEntry) string {
	if len(r.Grid) < 2 {
		return "no hyperparameters to choose"
	}
	var names []string
	for i := range r.Grid {
		name := settingName(r, i)
		if e.State == session.Trained && e.Result.Candidates != nil {
			candidate := e.Result.Candidates[i]
			if candidate.Err == nil {
				name += " → " + strings.TrimSpace(st.FormatScore(candidate.Validation))
			} else {
				name += " → diverged"
			}
			if candidate.Hyper == e.Result.Hyper {
				name += " ★"
			}
		}
		names = append(names, name)
	}
	if st.Update.Session.CanChoose() {
		names = append(names, "★ by validation")
	}
	setting := st.Trainer.Setting(st.Update.Session, r)
	names[setting] = "[" + names[setting] + "]"
	return "settings (v): " + strings.Join(names, " · ")
}

// rivalNotes says what the rivals are given, and what still trains.
func rivalNotes(st *stage.Stage, w int) []chart.Piece {
	var lines []chart.Piece
	add := func(style chart.Style, format string, args ...any) {
		for _, line := range chart.Wrap(st.Spell(fmt.Sprintf(format, args...)), w, 3) {
			lines = append(lines, chart.Styled(line, style))
		}
	}
	s := st.Update.Session
	if n := st.Trainer.Pending(); n > 0 {
		elsewhere, pair := 0, s.PairKey()
		for key, e := range st.Trainer.Board {
			if e.Pending() && key.Pair != pair {
				elsewhere++
			}
		}
		others := ""
		if elsewhere > 0 {
			others = fmt.Sprintf(", %d of them for other data", elsewhere)
		}
		add(chart.Warning, st.Keyed("%d to train%s; {rivals.cancel} cancels the selected one, {rivals.cancel-all} all; turn on meanwhile"), n, others)
	}
	given := "no validation rows to choose by"
	if s.CanChoose() {
		given = fmt.Sprintf("%d validation rows only choose (X, marked ★)", s.Pair.Validation.Rows())
	}
	add(chart.Dim, "target labels only score; %s", given)
	if source := s.Pair.Source; source.Samples() > source.Rows() {
		add(chart.Warning, "rivals train on the %d source rows in memory, LAR on all %d", source.Rows(), source.Samples())
	}
	add(chart.Dim, "picture: target score of ● a rival, ◇ LAR trained to the end; lines at │ LAR and ┊ no adaptation, over which is gained. "+
		"Rivals don't depend on k, k̃ and λ: turn these and see when LAR is ahead. Seed %d", s.Spec.Seed)
	return lines
}

// Start has the quick ones trained.
func (v *View) Start(st *stage.Stage) { st.Trainer.TrainAtOnce(st.Update.Session) }

// Scores says what a rival scores, or why it does not.
func Scores(st *stage.Stage, r rivals.Method) string { return rowInWords(st, rowOf(st, r)) }

// InWords says what a method is and the settings it can be trained with.
func InWords(st *stage.Stage, r rivals.Method) []string {
	place := slices.IndexFunc(session.Rivals(), func(other rivals.Method) bool { return other.Title == r.Title })
	lines := []string{fmt.Sprintf("%d %s: %s", 1+place, r.Title, r.About), "runs with: " + runsWith(r)}
	if r.Note != "" {
		lines = append(lines, r.Note)
	}
	switch s := st.Update.Session; {
	case !r.Applies(st.Task()):
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
