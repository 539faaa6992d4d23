package rivals

import (
	"fmt"
	"math"
	"strings"
	"time"

	"larui/model/rivals"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
	"larui/tui/stage"
)

// CurrentEntry returns the training state of a rival with its current setting.
func CurrentEntry(st *stage.Stage, r rivals.Method) session.RivalEntry {
	return st.Trainer.Entry(st.Session, r)
}

func fixedSettingsText(r rivals.Method) string {
	text := r.Variant
	if r.Defaults != (rivals.Hyper{}) {
		text += "; " + r.Defaults.Describe(number.AllDigits)
	}
	if r.Given != (rivals.Hyper{}) {
		text += "; set by hand: " + r.Given.Describe(number.AllDigits)
	}
	if r.VariantNote != "" {
		text += " (" + r.VariantNote + ")"
	}
	return text
}

// DescribeProgress returns the finished share of a training and, if known, the time left.
func DescribeProgress(e session.RivalEntry) string {
	text := fmt.Sprintf("training %2.0f %%", math.Floor(100*e.Fraction))
	if left, known := e.TimeLeft(); known && left > time.Second {
		text += fmt.Sprintf(", %.0f s left", left.Seconds())
	}
	return text
}

// timeLeftText writes whole seconds, minutes or hours: 50 s, 12 min, 3 h.
func timeLeftText(left time.Duration) string {
	switch {
	case left < 99*time.Second:
		return fmt.Sprintf("%.0f s", left.Seconds())
	case left < 99*time.Minute:
		return fmt.Sprintf("%.0f min", left.Minutes())
	}
	return fmt.Sprintf("%.0f h", left.Hours())
}

// currentSettingText writes the hyperparameters. A star marks a setting that the validation rows
// choose.
func currentSettingText(st *stage.Stage, r rivals.Method, e session.RivalEntry) string {
	setting := st.Trainer.ShownSetting(st.Session, r)
	switch {
	case !session.IsChosenByValidation(r, setting):
		return r.Grid[setting].Describe(number.AllDigits)
	case e.State == session.Trained:
		return "★ " + e.Result.Hyper.Describe(number.AllDigits)
	}
	return "★ to be chosen"
}

// gridSettingText marks the setting that the method's own paper uses.
func gridSettingText(r rivals.Method, i int) string {
	name := r.Grid[i].Describe(number.AllDigits)
	if i == r.OwnIndex && i > 0 {
		name += " (from the method's paper)"
	}
	return name
}

// allSettingsText lists the settings of a rival, the current setting in brackets. If the validation
// rows have chosen a setting, each setting has its validation score.
func allSettingsText(st *stage.Stage, r rivals.Method, e session.RivalEntry) string {
	if len(r.Grid) < 2 {
		return "no hyperparameters to choose"
	}
	var names []string
	for i := range r.Grid {
		name := gridSettingText(r, i)
		if e.State == session.Trained && i < len(e.Result.Candidates) {
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
	if st.Session.HasValidationLabels() {
		names = append(names, "★ by validation")
	}
	setting := st.Trainer.ShownSetting(st.Session, r)
	names[setting] = "[" + names[setting] + "]"
	return "settings (v): " + strings.Join(names, " · ")
}

// choiceNote says how the settings of LAR and of the rivals were chosen. It mentions visible target
// scores, since the user may have set LAR by these scores.
func choiceNote(st *stage.Stage) string {
	note := "settings: LAR as set"
	if st.IsKnown(stage.TargetMetric) {
		note += ", target scores visible"
	}
	note += "; rivals default"
	if st.Session.HasValidationLabels() {
		note += ", ★ by validation"
	}
	return note
}

// rivalNotes returns lines of at most w columns.
func rivalNotes(st *stage.Stage, w int) []chart.Piece {
	var lines []chart.Piece
	add := func(style chart.Style, format string, args ...any) {
		for _, line := range chart.Wrap(st.Spell(fmt.Sprintf(format, args...)), w, 3) {
			lines = append(lines, style.Text(line))
		}
	}
	s := st.Session
	note := choiceNote(st)
	notes := []string{note}
	if s.HasValidationLabels() {
		notes = []string{note + st.ReplaceKeys("; a fair choice: {choose} for LAR, {rivals.choose} for rivals"), note}
	}
	if n := st.Trainer.CountPending(); n > 0 {
		elsewhere, pair := 0, s.PairKey()
		for key, e := range st.Trainer.Board {
			if e.IsPending() && key.Pair != pair {
				elsewhere++
			}
		}
		others := ""
		if elsewhere > 0 {
			others = fmt.Sprintf(", %d of them for other data", elsewhere)
		}
		if left, known := st.Trainer.TimeLeft(); known && left > time.Second {
			others += ", about " + timeLeftText(left) + " left"
		}
		add(chart.Warning, st.ReplaceKeys("unfinished trainings: %d%s; {rivals.cancel} cancels the selected one, {rivals.cancel-all} all"), n, others)
	}
	if source := s.Pair.Source; source.Samples() > source.Rows() {
		add(chart.Warning, "rivals train on the %d source rows in memory, LAR trains on all %d source rows", source.Rows(), source.Samples())
	}
	lines = append(lines, chart.Dim.Text(st.ChooseFittingText(notes, w)))
	return lines
}
