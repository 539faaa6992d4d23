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
	h.Scene.search = search{by, h.Explorer.State}
	h.Explorer.Ask()
}

// Ask asks for what the screen wants. While a setting is searched for that waits: asked
// again the search would begin anew.
func (h *Host) Ask() {
	if !h.Scene.Choosing() {
		h.Explorer.Ask()
	}
}

// StopChoosing gives the search up.
func (h *Host) StopChoosing() {
	h.Scene.search = search{}
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
	by := h.Scene.search.by
	if !h.Scene.Choosing() || h.Explorer.Opening != "" {
		h.Scene.search = search{}
		return
	}
	end := h.Explorer.Update.Search(h.Explorer.State.Params, by)
	found := end.Choice
	if found != nil || !h.Explorer.Solving {
		h.Scene.search = search{}
	}
	if found == nil {
		return
	}
	next := h.Explorer.State
	next.Params = found.Params
	if found.Cell < 0 { // it was found from another k̃, maybe
		next.Params.KTilde = h.Explorer.State.Params.KTilde
	}
	there := next.Equal(h.Explorer.State)
	if there || h.Scene.Spoken {
		h.Scene.Message = strings.Join(append([]string{found.Why}, found.Limits...), " ")
	} else {
		h.Scene.Message = found.Brief()
		if len(found.Limits) > 0 {
			h.Scene.Message += h.Scene.Keyed(" ({choose}: why)")
		}
		if rows := h.Explorer.Update.Session.Pair.Target.Rows(); withoutLabels(&h.Scene.Stage) && end.Changed > 0 {
			h.Scene.Message += fmt.Sprintf(". A loss on the source is expected and tells nothing of the target. %.0f of %d predictions ",
				end.Changed*float64(rows), rows) + h.Scene.Keyed("change: label some to tell ({export} writes both)")
		} else if withoutLabels(&h.Scene.Stage) {
			h.Scene.Message += h.Scene.Keyed(". {export} writes the predictions")
		}
	}
	if scales, unequal := h.Explorer.Update.Session.Scales(); unequal {
		h.Scene.Message = strings.TrimSuffix(h.Scene.Message, ".") + ". But first " + toStandardize(&h.Scene) + ": " + scales.Fact
	}
	if h.TurnTo(next); there {
		h.Ask()
	} else {
		h.Scene.did = chosen
	}
}
