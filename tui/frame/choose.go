package frame

import (
	"fmt"
	"slices"
	"strings"

	"larui/tui/session"
	"larui/tui/stage"
)

// whyNoChoice returns the reason why no setting can be chosen now, empty if one can.
func whyNoChoice(sc *Scene) string {
	if sc.Solution == nil || sc.Opening != "" {
		return stage.NothingSolved
	}
	if sc.IsChoosing() {
		return "it is being chosen: {back} cancels"
	}
	if err := sc.Session.CanJudge(judgeOf(sc), sc.State.Params.KTilde); err != nil {
		return session.WithoutFlags(session.PlainError(err))
	}
	return ""
}

// ChooseSetting starts the search for the setting that a judge prefers. Session.CanJudge must return nil
// for the judge.
func (h *Host) ChooseSetting(by session.Judge) {
	h.Scene.search = search{by, h.Explorer.State}
	h.Explorer.Ask()
}

// selectJudge selects the next judge that can judge the pair. After the last judge none is
// selected: then each view has its own judge.
func selectJudge(sc *Scene) stage.Intent {
	all := append(session.Judges(), "")
	at := slices.Index(all, sc.selectedJudge)
	for {
		at = (at + 1) % len(all)
		if all[at] == "" || sc.Session.CanJudge(all[at], sc.State.Params.KTilde) == nil {
			break
		}
	}
	sc.selectedJudge = all[at]
	who := "the judge is " + string(sc.selectedJudge)
	if sc.selectedJudge == "" {
		who = "the judge is again the one that suits the view, here " + string(judgeOf(sc))
	}
	return stage.Message("%s: {choose} chooses by %s", who, judgeOf(sc).GoesBy(sc.ScoredBy()))
}

// searchProgress returns the progress of the search, in per cent once the total is known.
func searchProgress(sc *Scene) string {
	if s := sc.Update.Search(sc.State.Params, sc.search.by); s.Total > 0 {
		return fmt.Sprintf("choosing %d %%", 100*s.Done/s.Total)
	}
	return "choosing …"
}

// applyChoice turns to the chosen setting once the search has found it.
func (h *Host) applyChoice() {
	by := h.Scene.search.by
	if !h.Scene.IsChoosing() || h.Explorer.Opening != "" {
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
	if found.Cell < 0 { // no adaptation, maybe found at another k̃
		next.Params.KTilde = h.Explorer.State.Params.KTilde
	}
	there, again := next.Equal(h.Explorer.State), h.lastChoice.by == by && h.lastChoice.from.Equal(next)
	h.lastChoice = search{by, next}
	if again || h.Scene.Spoken {
		said := append([]string{found.Why}, found.Limits...)
		if withoutLabels(&h.Scene.Stage) && found.Cell >= 0 {
			said = append(said, "A loss on the source is expected; it says nothing about the target.")
		}
		h.Scene.Message = strings.Join(said, " ")
	} else {
		h.Scene.Message = found.Brief()
		if len(found.Limits) > 0 {
			h.Scene.Message += h.Scene.ReplaceKeys(" ({choose}: why)")
		}
		if rows := h.Explorer.Session.Pair.Target.Rows(); withoutLabels(&h.Scene.Stage) && end.Changed > 0 {
			h.Scene.Message += fmt.Sprintf(". %.0f of %d rows change", end.Changed*float64(rows), rows)
		}
	}
	if scales, unequal := h.Explorer.Session.Scales(); unequal {
		h.Scene.Message = strings.TrimSuffix(h.Scene.Message, ".") + ". But first " + toStandardize(&h.Scene) + ": " + scales.Fact
	}
	h.TurnTo(next)
	if there {
		h.RequestJobs()
	} else {
		h.Scene.lastCause = chosen
	}
}

// StopChoosing cancels the search.
func (h *Host) StopChoosing() {
	h.Scene.search = search{}
	h.RequestJobs()
}
