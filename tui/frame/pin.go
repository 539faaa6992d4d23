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

// isPinned reports whether the shown solution is pinned.
func isPinned(sc *stage.Stage) bool { return pinShown(sc) >= 0 }

// pinShown returns the index of the pin of the shown solution, -1 if it is not pinned.
func pinShown(sc *stage.Stage) int {
	return slices.IndexFunc(sc.Pins, func(p stage.Pin) bool {
		return p.Solution != nil && sc.Solution != nil && p.State.Equal(shownState(sc))
	})
}

// togglePin pins or unpins the shown solution.
func togglePin(sc *stage.Stage) stage.Intent {
	if at := pinShown(sc); at >= 0 {
		return unpin(sc, at)
	}
	return pinAs(sc, "")
}

// pinAs pins the shown solution under a name, or renames its pin.
func pinAs(sc *stage.Stage, called string) stage.Intent {
	if at := pinShown(sc); at >= 0 {
		sc.Pins = slices.Clone(sc.Pins)
		sc.Pins[at].UserName = called
		return stage.NewMessage("the pin %c is called %s now", sc.Pins[at].Name, called)
	}
	pins, name, instead := slices.Clone(sc.Pins), stage.FirstPin, ""
	if len(pins) == stage.MaxPins {
		name, instead = pins[0].Name, " in place of the oldest"
		pins = pins[1:]
	}
	for slices.ContainsFunc(pins, func(p stage.Pin) bool { return p.Name == name }) {
		name++
	}
	made := stage.Pin{Name: name, UserName: called, Update: newPin(sc)}
	sc.Pins = append(pins, made)
	said := stage.NewMessage("pinned as %s%s: %s; it stays in the pictures, ╌%c╌, while you turn; m again unpins it", made.Title(), instead, describePin(sc, made), name)
	if sc.Solving || stage.HasPath(made.Update) {
		return said
	}
	said.Kind = stage.RequestJobs // for the path over λ
	return said
}

// unpin removes the pin at an index.
func unpin(sc *stage.Stage, at int) stage.Intent {
	said := stage.NewMessage("unpinned %s: %s", sc.Pins[at].Title(), describePin(sc, sc.Pins[at]))
	sc.Pins = slices.Delete(slices.Clone(sc.Pins), at, at+1)
	return said
}

// shownState returns the state of the shown solution.
func shownState(sc *stage.Stage) session.State {
	state := sc.Update.State
	state.Params.Epochs = sc.Solution.Epochs
	if f := sc.PlayedFrame(); f != nil {
		state.Params.Epochs = f.Epoch
	}
	return state
}

// newPin returns an update with the shown solution. While playing, the solution has the epochs of
// the played frame.
func newPin(sc *stage.Stage) *session.Update {
	u := sc.Update
	s := *sc.AtPlayedFrame().Solution
	made := &session.Update{State: shownState(sc), Session: u.Session, Solution: &s}
	if curves := u.Curves; curves != nil && curves.Params == u.State.Params {
		s.Descent.Curve = stage.TruncateCurve(curves.Descent.Curve, s.Epochs)
	}
	if !sc.Solving && s.Epochs == u.State.Params.Epochs {
		made.Path = u.Path
	}
	return made
}

// keepPins adds the results of an update to the pins. It drops pins of another pair, and pins that
// can't be solved again.
func keepPins(sc *Scene, u session.Update) {
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
			sc.Message = "what was pinned can't be solved again: " + session.PlainError(made.Err)
		} else if made.Session == nil || samePicture(made.Session, u.Session) {
			kept = append(kept, stage.Pin{Name: p.Name, UserName: p.UserName, Update: &made})
		}
	}
	sc.Pins = kept
}

// samePicture reports whether solutions of two sessions fit in one picture: the pair is the same,
// its options may differ.
func samePicture(a, b *session.Session) bool {
	pair := func(s datasets.Spec) string {
		return fmt.Sprintf("%q %q %q %v", s.Name, s.Source, s.Target, s.Classes)
	}
	return pair(a.Spec) == pair(b.Spec) && a.Problem.D == b.Problem.D && a.Problem.C == b.Problem.C && a.Problem.Task == b.Problem.Task
}

// describePin describes a pin by its settings and its score: "k 1, k̃ 1, λ 1000, 99.1 %".
func describePin(sc *stage.Stage, p stage.Pin) string {
	var words []string
	for _, c := range session.Controls() {
		always := c.Name == "k" || c.Name == "ktilde" || c.Name == "lambda"
		if value := c.Get(p.State); always || value != c.Get(sc.State) {
			words = append(words, c.Label+" "+value)
		}
	}
	score := "not solved yet"
	switch s := p.Solution; {
	case s != nil && s.Descent.Diverges:
		score = "diverges"
	case s != nil:
		score = strings.TrimSpace(sc.FormatScore(s.Descent.Target.Score))
	}
	return strings.Join(append(words, score), ", ")
}

// pinnedScores returns the scores of the pins for the line of scores. of selects a score of an
// evaluation. A single pin is compared with the present solution.
func pinnedScores(sc *Scene, of func(model.Evaluation) float64) (pieces []chart.Piece) {
	pins := sc.SolvedPins()
	for i, p := range pins {
		name := string(p.Name) + " "
		if len(pins) == 1 && sc.Width >= stage.SideBySide { // else there is no room for it
			const longest = 18
			name = chart.Truncate(p.Title(), longest) + " "
		}
		if i == 0 {
			name = "pin " + name
		}
		pieces = append(pieces, chart.Styled(name, p.LineStyle().Style))
		if p.Solution.Descent.Diverges {
			pieces = append(pieces, chart.Styled("diverges ", chart.Bad))
			continue
		}
		score := of(p.Solution.Descent.Evaluation)
		pieces = append(pieces, chart.Styled(sc.FormatScore(score), chart.Plain))
		if len(pins) == 1 {
			text, style := sc.FormatChangeColumn(score, of(sc.Solution.Descent.Evaluation))
			pieces = append(pieces, chart.Styled(", now ", chart.Dim), chart.Styled(text, style))
		} else if i < len(pins)-1 {
			pieces = append(pieces, chart.Styled("  ", chart.Plain))
		}
	}
	return pieces
}

// pinJobs returns the jobs that solve pins whose path is incomplete.
func pinJobs(sc *stage.Stage) (jobs []session.Job) {
	for _, p := range sc.Pins {
		if !stage.HasPath(p.Update) {
			jobs = append(jobs, session.SolvedJob(p.JobName(), p.State))
		}
	}
	return jobs
}
