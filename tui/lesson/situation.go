package lesson

import "larui/tui/session"

// A Situation is a solved state and what the user has done on the screen. Expressions are evaluated
// in a Situation.
type Situation struct {
	session.Update
	// View is the view that fills the screen. Played reports whether descent was played to its last
	// epoch. Labelled is the number of rows that the user labelled to decide between LAR and no
	// adaptation.
	View     string
	Played   bool
	Labelled int
	// Trained returns the result of a rival by its title; ok is false if the rival is not trained.
	// Trained is nil where rivals can't be trained.
	Trained func(title string) (r session.RivalResult, ok bool)
}

// isOpeningState reports whether the state in st is the state that the step set. For a state of
// another pair it returns true, too.
func (s *Step) isOpeningState(st *Situation) bool {
	at, err := st.Session.StartStateWith(s.Opening.Set)
	at.Spec = s.Opening.Spec
	return err == nil && at.Equal(st.State) || !session.IsSamePair(st.State.Spec, at.Spec)
}

func (st *Situation) solvedState() (o solvedState, ok bool) {
	rated := session.ResultAt[ratings](st.Update, ratingJob, st.State.Params)
	return solvedState{st.Session, st.State, st.Solution, st.Theory, rated}, st.Solution != nil
}

// factsFor returns the function that looks up facts for the expressions of a step.
func (st *Situation) factsFor(step *Step) factLookup {
	return func(name, options string) value {
		o, ok := st.solvedState()
		if options != "" {
			r := st.Results[atJob+options]
			if r.Key != openingKey(step.openingAt(options)) {
				return value{pending: true}
			}
			o, ok = *r.Value.(*solvedState), true
		}
		title, what := splitRivalFact(name)
		switch {
		case name == viewFact:
			return value{kind: textual, text: st.View, known: true}
		case name == playedFact:
			return value{kind: truth, true: st.Played, known: true}
		case name == labelledFact:
			return valueOf(name, st.Labelled)
		case !ok:
			return value{pending: true}
		case !session.IsSamePair(o.session.Spec, step.Opening.Spec):
			return value{}
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
		return o.factValue(name)
	}
}

// isTrue returns false if the truth of e is unknown.
func (st *Situation) isTrue(s *Step, e *expr) bool { return e.evaluate(st.factsFor(s)).true }
