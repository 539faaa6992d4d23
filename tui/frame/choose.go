package frame

import (
	"fmt"
	"slices"
	"strings"

	"larui/tui/session"
	"larui/tui/stage"
)

// A search is for what a judge chooses, from a state on; of no judge it is none.
type search struct {
	by   session.Judge
	from session.State
}

// Choosing tells whether a setting is searched for. Who turns meanwhile gives that up.
func (sc *Scene) Choosing() bool { return sc.search.by != "" && sc.search.from.Equal(sc.State) }

// judgeOf is what chooses: the judge that was selected or, where none was, the validation
// rows where the selected view of λ or of k and k̃ shows these, or nothing else can judge.
func judgeOf(sc *Scene) session.Judge {
	if sc.selectedJudge != "" {
		return sc.selectedJudge
	}
	shown := stage.TargetMetric
	if scorer, ok := sc.Named(sc.Panel).(stage.Scorer); ok {
		shown = scorer.Metric()
	}
	if sc.Known(stage.ValidationMetric) && (stage.ShownMetric(&sc.Stage, shown) == stage.ValidationMetric || !sc.Known(stage.LabelFreeMetric)) {
		return session.Validation
	}
	return session.LabelFree
}

// selectJudge selects the next judge that can judge, after the last one none: then what
// suits the view does.
func selectJudge(sc *Scene) stage.Intent {
	all := append(session.Judges(), "")
	at := slices.Index(all, sc.selectedJudge)
	for {
		at = (at + 1) % len(all)
		if all[at] == "" || sc.Update.Session.CanJudge(all[at], sc.State.Params.KTilde) == nil {
			break
		}
	}
	sc.selectedJudge = all[at]
	who := "the judge is " + string(sc.selectedJudge)
	if sc.selectedJudge == "" {
		who = "the judge is again the one that suits the view, here " + string(judgeOf(sc))
	}
	return stage.Tell("%s: {choose} chooses by %s", who, judgeOf(sc).GoesBy(sc.Update.Session.Pair.Task))
}

// withoutLabels reports whether the target has no labels.
func withoutLabels(sc *stage.Stage) bool {
	return sc.Solution() != nil && !sc.Known(stage.TargetMetric)
}

// whyNoChoice says why nothing can be chosen, empty where it can.
func whyNoChoice(sc *Scene) string {
	if sc.Solution() == nil || sc.Opening != "" {
		return stage.NothingSolved
	}
	if sc.Choosing() {
		return "it is being chosen: {back} cancels"
	}
	if err := sc.Update.Session.CanJudge(judgeOf(sc), sc.State.Params.KTilde); err != nil {
		return session.WithoutFlags(session.PlainError(err))
	}
	return ""
}

// toChoose says how to have a setting chosen.
func toChoose(sc *Scene) string {
	if sc.Spoken {
		return "type choose to have k, k̃ and λ chosen without labels"
	}
	return "press {choose} to choose k, k̃, λ without labels"
}

// Choose searches for what a judge chooses, which has to be one that can judge.
func (h *Host) Choose(by session.Judge) {
	h.search = search{by, h.State}
	h.Explorer.Ask()
}

// Ask asks for what the screen wants. While a setting is searched for that waits: asked
// again the search would begin anew.
func (h *Host) Ask() {
	if !h.Choosing() {
		h.Explorer.Ask()
	}
}

// StopChoosing gives the search up.
func (h *Host) StopChoosing() {
	h.search = search{}
	h.Ask()
}

// searchProgress says how far the search is.
func searchProgress(sc *Scene) string {
	if s := sc.Update.Search(sc.State.Params, sc.search.by); s.Total > 0 {
		return fmt.Sprintf("choosing %d %%", 100*s.Done/s.Total)
	}
	return "choosing …"
}

// hearChoice turns to what is chosen, once that is known.
func (h *Host) hearChoice() {
	by := h.search.by
	if !h.Choosing() || h.Opening != "" {
		h.search = search{}
		return
	}
	end := h.Update.Search(h.State.Params, by)
	found := end.Choice
	if found != nil || !h.Solving {
		h.search = search{}
	}
	if found == nil {
		return
	}
	next := h.State
	next.Params = found.Params
	if found.Cell < 0 { // it was found from another k̃, maybe
		next.Params.KTilde = h.State.Params.KTilde
	}
	there := next.Equal(h.State)
	if there || h.Spoken {
		h.Message = strings.Join(append([]string{found.Why}, found.Limits...), " ")
	} else {
		h.Message = found.Brief()
		if len(found.Limits) > 0 {
			h.Message += h.Keyed(" ({choose}: why)")
		}
		if rows := h.Update.Session.Pair.Target.Rows(); withoutLabels(&h.Stage) && end.Changed > 0 {
			h.Message += fmt.Sprintf(". A loss on the source is expected and tells nothing of the target. %.0f of %d predictions ",
				end.Changed*float64(rows), rows) + h.Keyed("change: label some to tell ({export} writes both)")
		} else if withoutLabels(&h.Stage) {
			h.Message += h.Keyed(". {export} writes the predictions")
		}
	}
	if scales, unequal := h.Update.Session.Scales(); unequal {
		h.Message = strings.TrimSuffix(h.Message, ".") + ". But first " + toStandardize(&h.Scene) + ": " + scales.Fact
	}
	if h.TurnTo(next); there {
		h.Ask()
	} else {
		h.did = chosen
	}
}
