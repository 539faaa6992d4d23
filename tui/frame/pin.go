package frame

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"larui/datasets"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/session"
	"larui/tui/stage"
)

// findPin returns the index of the pin with the solution on the screen, -1 if it is not pinned.
func findPin(st *stage.Stage) int {
	return slices.IndexFunc(st.Pins, func(p stage.Pin) bool {
		return p.Solution != nil && st.Solution != nil && p.State.Equal(shownState(st))
	})
}

func togglePin(st *stage.Stage) stage.Intent {
	if at := findPin(st); at >= 0 {
		return unpin(st, at)
	}
	return pinUnderName(st, "")
}

// pinUnderName pins the solution on the screen under a name that the user chose. If the solution is
// pinned already, its pin gets the name.
func pinUnderName(st *stage.Stage, called string) stage.Intent {
	if at := findPin(st); at >= 0 {
		st.Pins = slices.Clone(st.Pins)
		st.Pins[at].UserName = called
		return stage.NewMessage("pin %c is called %s now", st.Pins[at].Letter, called)
	}
	pins, name, instead := slices.Clone(st.Pins), stage.FirstPin, ""
	if len(pins) == stage.MaxPins {
		name, instead = pins[0].Letter, " in place of the oldest"
		pins = pins[1:]
	}
	for slices.ContainsFunc(pins, func(p stage.Pin) bool { return p.Letter == name }) {
		name++
	}
	made := stage.Pin{Letter: name, UserName: called, Update: newPinUpdate(st)}
	st.Pins = append(pins, made)
	message := stage.NewMessage("pinned as %s%s: %s; the pictures keep it, ╌%c╌, while you turn controls; {pin} again unpins it", made.Title(), instead, describePin(st, made), name)
	if st.Solving || stage.HasPath(made.Update) {
		return message
	}
	message.Kind = stage.RequestJobs // for the path over λ
	return message
}

func unpin(st *stage.Stage, at int) stage.Intent {
	pin := st.Pins[at]
	st.Pins = slices.Delete(slices.Clone(st.Pins), at, at+1)
	return stage.NewMessage("unpinned %s: %s", pin.Title(), describePin(st, pin))
}

func shownState(st *stage.Stage) session.State {
	state := st.Update.State
	state.Params.Epochs = st.Solution.Epochs
	if f := st.PlayedFrame(); f != nil {
		state.Params.Epochs = f.Epoch
	}
	return state
}

// newPinUpdate returns the solution on the screen as an Update to pin. While epochs are played,
// this is the solution after the played epoch.
func newPinUpdate(st *stage.Stage) *session.Update {
	u := st.Update
	s := *st.AtPlayedFrame().Solution
	made := &session.Update{State: shownState(st), Session: u.Session, Solution: &s}
	if curves := u.Curves; curves != nil && curves.Params == u.State.Params {
		s.Descent.Curve = stage.TruncateCurve(curves.Descent.Curve, s.Epochs)
	}
	if !st.Solving && s.Epochs == u.State.Params.Epochs {
		made.Path = u.Path
	}
	return made
}

// updatePins adds the results of an update to the pins. It drops pins of another pair, and pins
// whose state can't be solved.
func updatePins(sc *Scene, u session.Update) {
	var kept []stage.Pin
	for _, p := range sc.Pins {
		made := *p.Update
		solved := session.ResultOf[*session.Update](u, p.JobName())
		switch {
		case stage.HasPath(&made):
		case solved != nil && solved.State.Equal(made.State):
			made = *solved
		case made.State.Equal(u.State):
			made.Session, made.Solution = u.Session, cmp.Or(u.Curves, made.Solution)
			if stage.HasPath(&u) {
				made.Path = u.Path
			}
		}
		if made.Err != nil {
			sc.Message = "a pin was dropped: " + session.PlainError(made.Err)
		} else if made.Session == nil || canSharePicture(made.Session, u.Session) {
			kept = append(kept, stage.Pin{Letter: p.Letter, UserName: p.UserName, Update: &made})
		}
	}
	sc.Pins = kept
}

// canSharePicture reports whether solutions of two sessions fit in one picture. The sessions must
// have the same pair, perhaps with different options.
func canSharePicture(a, b *session.Session) bool {
	pair := func(s datasets.Spec) string {
		return fmt.Sprintf("%q %q %q %v", s.Name, s.Source, s.Target, s.Classes)
	}
	return pair(a.Spec) == pair(b.Spec) && a.Problem.D == b.Problem.D && a.Problem.C == b.Problem.C && a.Problem.Task == b.Problem.Task
}

// describePin returns "k 1, k̃ 1, λ 1000, 99.1 %".
func describePin(st *stage.Stage, p stage.Pin) string {
	var words []string
	for _, c := range session.Controls() {
		always := c.Name == "k" || c.Name == "ktilde" || c.Name == "lambda"
		if value := c.Get(p.State); always || value != c.Get(st.State) {
			words = append(words, c.Label+" "+value)
		}
	}
	score := "not solved yet"
	switch s := p.Solution; {
	case s != nil && s.Descent.Diverges:
		score = "diverges"
	case s != nil:
		score = strings.TrimSpace(st.FormatScore(s.Descent.Target.Score))
	}
	return strings.Join(append(words, score), ", ")
}

// pinnedScores returns the scores of the pins, nil without pins. If there is one pin, its score is
// followed by the present solution's gain over the pin.
func pinnedScores(sc *Scene, scoreOf func(model.Evaluation) float64) (pieces []chart.Piece) {
	pins := sc.SolvedPins()
	for i, p := range pins {
		name := string(p.Letter) + " "
		if len(pins) == 1 && sc.Width >= stage.SideBySide { // there is room for the user's name
			const longest = 18
			name = chart.Truncate(p.Title(), longest) + " "
		}
		if i == 0 {
			name = "pin " + name
		}
		pieces = append(pieces, p.LineStyle().Style.Text(name))
		if p.Solution.Descent.Diverges {
			pieces = append(pieces, chart.Bad.Text("diverges "))
			continue
		}
		score := scoreOf(p.Solution.Descent.Evaluation)
		pieces = append(pieces, chart.Plain.Text(sc.FormatScore(score)))
		if len(pins) == 1 {
			text, style := sc.FormatChangeColumn(score, scoreOf(sc.Solution.Descent.Evaluation))
			pieces = append(pieces, chart.Dim.Text(", now "), style.Text(text))
		} else if i < len(pins)-1 {
			pieces = append(pieces, chart.Plain.Text("  "))
		}
	}
	return pieces
}

// pinJobs returns the jobs that solve the pins whose solution or path over λ is missing.
func pinJobs(st *stage.Stage) (jobs []session.Job) {
	for _, p := range st.Pins {
		if !stage.HasPath(p.Update) {
			jobs = append(jobs, session.SolveStateJob(p.JobName(), p.State))
		}
	}
	return jobs
}
