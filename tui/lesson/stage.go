package lesson

import "larui/tui/session"

// A Stage is the situation that a step's expressions are evaluated in: a solved state and the
// screen.
type Stage struct {
	session.Update
	// View is the view that fills the screen, Played reports whether descent was played to
	// its last epoch. Labelled is the number of rows that the user labelled to decide between
	// LAR and no adaptation.
	View     string
	Played   bool
	Labelled int
	// Trained returns the result of a trained rival by its title. Trained is nil if no rivals
	// can be trained.
	Trained func(title string) (r session.RivalResult, ok bool)
}

// startsHere reports whether the present state is the one that the step startsHere, or is a state of
// another pair.
func (s *Step) startsHere(st *Stage) bool {
	at, err := st.Session.StartStateWith(s.Opening.Set)
	at.Spec = s.Opening.Spec
	return err == nil && at.Equal(st.State) || !session.SamePair(st.State.Spec, at.Spec)
}

// now returns the present state; ok reports whether it is solved.
func (st *Stage) now() (o outcome, ok bool) {
	rated := session.ResultAt[ratings](st.Update, ratingJob, st.State.Params)
	return outcome{st.Session, st.State, st.Solution, st.Theory, rated}, st.Solution != nil
}

// lookupFor returns a lookupFor for the step's expressions.
func (st *Stage) lookupFor(step *Step) lookup {
	return func(name, at string) value {
		o, ok := st.now()
		if at != "" {
			r := st.Results[atJob+at]
			if r.Key != keyOf(step.openingAt(at)) {
				return value{pending: true}
			}
			o, ok = *r.Value.(*outcome), true
		}
		title, what := rival(name)
		switch {
		case name == viewFact:
			return value{kind: textual, text: st.View, known: true}
		case name == playedFact:
			return value{kind: truth, true: st.Played, known: true}
		case name == labelledFact:
			return valueOf(name, st.Labelled)
		case !ok:
			return value{pending: true}
		case !session.SamePair(o.session.Spec, step.Opening.Spec):
			return value{} // another pair than the step's
		case title != "":
			result, trained := session.RivalResult{}, false
			if st.Trained != nil {
				result, trained = st.Trained(title)
			}
			found, _ := session.FindFact(rivalFacts(result), what)
			v := valueOf(name, found)
			v.pending, v.known = !trained, v.known && trained
			return v
		}
		return o.fact(name)
	}
}

// isTrue reports whether a condition is known to be true.
func (st *Stage) isTrue(s *Step, e *expr) bool { return e.value(st.lookupFor(s)).true }
