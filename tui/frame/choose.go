package frame

import (
	"fmt"
	"slices"
	"strings"

	"larui/tui/session"
	"larui/tui/stage"
)

func whyNoChoice(sc *Scene) string {
	if sc.Solution == nil || sc.Opening != "" {
		return stage.NothingSolved
	}
	if sc.IsChoosing() {
		return "a setting is being chosen: {back} cancels"
	}
	if err := sc.Session.CanJudge(presentJudge(sc), sc.State.Params.KTilde); err != nil {
		return session.WithoutFlags(session.PlainError(err))
	}
	return ""
}

// ChooseSetting starts the search for the best k, k̃ and λ. judge names the way to compare
// settings, such as validation. The caller must check judge with Session.CanJudge.
func (h *Host) ChooseSetting(judge session.JudgeName) {
	h.search = search{judge: judge, start: h.State}
	h.Explorer.RequestJobs()
}

// selectJudge selects the next way to compare settings, such as validation, that the pair allows.
// After the last way it selects none: each view then uses its own.
func selectJudge(sc *Scene) stage.Intent {
	judges := session.Judges()
	after := slices.Index(judges, viewJudge(sc)) + 1
	all := slices.Concat(judges[after:], judges[:after], []session.JudgeName{""})
	at := slices.Index(all, sc.selectedJudge)
	for {
		at = (at + 1) % len(all)
		if all[at] == "" || sc.Session.CanJudge(all[at], sc.State.Params.KTilde) == nil {
			break
		}
	}
	sc.selectedJudge = all[at]
	text := "the judge %s compares settings: {choose} chooses by %s"
	if sc.selectedJudge == "" {
		text = "each view has its own judge again, for this view the judge %s: {choose} chooses by %s"
	}
	return stage.NewMessage(text, presentJudge(sc), presentJudge(sc).Quantity(sc.PairScore()))
}

func (h *Host) applyChoice() {
	by := h.search.judge
	if !h.IsChoosing() || h.Opening != "" {
		h.search = search{}
		return
	}
	end := h.Update.Search(h.State.Params, by)
	if end.Choice != nil || !h.Solving {
		h.search = search{}
	}
	if end.Choice == nil {
		return
	}
	next := h.State
	next.Params = end.Choice.Params
	if end.Choice.Cell < 0 { // no adaptation, which may be found at another k̃
		next.Params.KTilde = h.State.Params.KTilde
	}
	again := h.lastChoice.judge == by && h.lastChoice.start.Equal(next)
	h.lastChoice = search{judge: by, start: next}
	if end.Choice.Doubtful {
		h.lastChoice.refused = end.Choice.LeaderParams
	}
	h.Message = choiceText(&h.Scene, end, again || h.NamesCommands)
	if next.Equal(h.State) {
		h.TurnTo(next)
		h.RequestJobs()
	} else {
		h.TurnTo(next)
		h.lastCause = chosen
		h.Message = strings.TrimSuffix(h.Message, ".") + h.ReplaceKeys("; {undo} goes back")
	}
}

func choiceText(sc *Scene, end session.Search, full bool) (text string) {
	found, unlabelled := end.Choice, lacksTargetLabels(&sc.Stage)
	grid, k, untried := sc.Session.SearchGrid(sc.State.Params, found.Judge), sc.Session.Problem.Src.HeadRank, ""
	if found.Settings > 0 && !slices.Contains(grid.K, k) {
		untried = fmt.Sprintf(" Not tried: k(0.1) = %d.", k)
	}
	if full {
		text = strings.Join(append([]string{found.Why + untried}, found.Limits...), " ")
		if unlabelled && found.Cell >= 0 {
			text += " A loss on the source is expected; it says nothing about the target."
		}
	} else {
		text = found.Summary()
		if len(found.Limits) > 0 {
			text += sc.ReplaceKeys(" ({choose}: why)")
		}
		if rows := sc.Session.Pair.Target.Rows(); unlabelled && end.Changed > 0 {
			text += fmt.Sprintf(". %.0f of %d rows change", end.Changed*float64(rows), rows)
		}
		if untried != "" {
			text += "." + strings.TrimSuffix(untried, ".")
		}
	}
	switch answers := describeAnswers(sc, found.LeaderParams); {
	case unlabelled && found.Doubtful && answers != "":
		text = strings.TrimSuffix(text, ".") + ". To go on with " + answers + ", " + labelAdvice(sc)
	case unlabelled && found.Doubtful:
		text = strings.TrimSuffix(text, ".") + ". To test the setting by labels, " + labelAdvice(sc)
	case answers != "":
		text = strings.TrimSuffix(text, ".") + ". Not used: " + answers
	}
	if scales, unequal := sc.Session.ScaleWarning(); unequal {
		text = strings.TrimSuffix(text, ".") + ". But first " + standardizeAdvice(sc) + ": " + scales.Fact
	}
	return text
}

// StopChoosing cancels the search.
func (h *Host) StopChoosing() {
	h.search = search{}
	h.RequestJobs()
}
