package frame

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"larui/datasets"
	"larui/datasets/wording"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/overlay/help"
	"larui/tui/overlay/labels"
	"larui/tui/rowlabels"
	"larui/tui/session"
	"larui/tui/stage"
)

// LabelOverlay is the overlay that asks the user for labels of target rows, to decide between two models.
type LabelOverlay struct {
	overlayWithoutInput
	labels.Overlay
}

func (o *LabelOverlay) Key(h *Host) stage.Key {
	return stage.Key{Name: "label", Keys: []string{"R"}, Hint: "label", Help: "label rows of the target one by one, to decide between two of LAR, no adaptation and pins",
		IdleReason: withScene(&h.Scene, WhyNoLabels), Do: func(*stage.Stage) stage.Intent {
			h.ShowLabels()
			return stage.Intent{Kind: stage.RequestJobs}
		}}
}

func (o *LabelOverlay) VisibleFlag() *bool            { return &o.Shown }
func (o *LabelOverlay) Title(sc *Scene) string        { return sc.Spell(o.Overlay.Title()) }
func (o *LabelOverlay) Draw(sc *Scene, g *chart.Grid) { o.Overlay.Draw(&sc.Update, g, sc.Glyphs) }
func (o *LabelOverlay) SetText(_ *Host, text string)  { o.Overlay.SetText(text) }
func (o *LabelOverlay) Hints(sc *Scene) []help.Entry  { return o.Overlay.Hints(&sc.Update) }

func (o *LabelOverlay) Wheel(_ *Host, n int) {
	if o.Round() != nil {
		o.Round().Move(n)
	}
}

// TypedText returns the typed name of the file, or the typed label if no keys stand for labels.
func (o *LabelOverlay) TypedText() (text string, cursor *int) {
	if !o.HasTextField() {
		return "", nil
	}
	return o.Text(), &o.Cursor
}

// Press labels the selected row by the class of the key, or begins to label rows. After the verdict,
// Enter writes the predictions of the better model.
func (o *LabelOverlay) Press(h *Host, key string) bool {
	if key == "enter" && o.IsDecided() && o.Round().Second.NoAdaptation {
		h.writePredictions()
		return true
	}
	said, otherPair, known := o.Overlay.Press(&h.Update, key)
	switch {
	case otherPair:
		h.RequestJobs()
		fallthrough
	case known:
		h.Message = h.ReplaceKeys(said)
	case !o.HasTextField() && h.pressCommon(key, "help"):
		return true
	case !o.HasTextField():
		h.leaveOrRefuse(key, "stands for no class and does nothing while you label rows: Esc leaves")
		return true
	}
	return known
}

// ShowLabels shows the overlay LabelOverlay. If choosing without labels has refused a setting,
// ShowLabels first changes to this setting. If not, and if LAR changes no prediction, it first
// changes to the setting of the answers in the default file.
func (h *Host) ShowLabels() {
	closeOverlay(&h.Scene)
	if next, ok := stateWithRefusedSetting(&h.Scene); ok {
		h.TurnTo(next)
		h.Message = "testing " + session.FormatSetting(next.Params) + ": not chosen without labels"
	} else if larChangesNothing(&h.Scene) {
		if _, at, isKnown := findAnswers(&h.Scene); isKnown {
			h.TurnTo(at)
		}
	}
	export := "Esc, then " + h.FirstKey("export")
	if h.NamesCommands {
		export = "The command export"
	}
	o := OverlayOf[*LabelOverlay](&h.Scene)
	o.Show(&h.Update, candidatePairs(&h.Stage), export)
}

// beginLabels begins to label rows once the predictions of both models are compared. If the file
// already has answers, a message says how many.
func (h *Host) beginLabels() {
	o := OverlayOf[*LabelOverlay](&h.Scene)
	if answers := o.BeginByDefault(&h.Update); answers > 0 {
		h.Message = "going on with your " + wording.Plural(answers, "answer") + " in " + o.Round().File
	}
}

func larChangesNothing(sc *Scene) bool {
	s := sc.Solution
	return s != nil && s.Params == sc.State.Params && s.Signs != nil && s.Signs.Changed == 0
}

// stateWithRefusedSetting returns the present state with the setting that choosing without labels
// has refused. ok is false if no setting was refused, or if the state has changed since.
func stateWithRefusedSetting(sc *Scene) (next session.State, ok bool) {
	next = sc.State
	next.Params = sc.lastChoice.refused
	return next, next.Params.K > 0 && sc.lastChoice.start.Equal(sc.State)
}

func labelAdvice(sc *Scene) string {
	if sc.NamesCommands {
		return "type label"
	}
	return "press " + sc.FirstKey("label")
}

// describeAnswers describes the user's labels of rows for the setting params. They come from the
// present round or, if it has none, from the default file. Without labels the text is empty. If the
// file does not say for which setting its labels are, the text ends in "which may be for
// another setting".
func describeAnswers(sc *Scene, params model.Params) string {
	r := OverlayOf[*LabelOverlay](sc).Round()
	if r != nil && r.Session == sc.Session && r.First.Params == params && r.Tally.Answered > 0 {
		verdict, _, _ := strings.Cut(r.DescribeDecision(r.Tally, r.Verdict), ":")
		return fmt.Sprintf("your %s (verdict: %s)", wording.Plural(r.Tally.Answered, "answer"), verdict)
	}
	switch found, at, isKnown := findAnswers(sc); {
	case isKnown && at.Params == params:
		return found
	case isKnown, found == "":
		return ""
	default:
		return found + ", which may be for another setting"
	}
}

// findAnswers describes the answers in the default file for the pair; empty if there are none. The
// answers compare LAR with no adaptation. at has the setting of LAR if isKnown is true: if the file
// names a setting, the same one for all answers.
func findAnswers(sc *Scene) (found string, at session.State, isKnown bool) {
	file := rowlabels.DefaultAnswerFile(sc.Session.Spec)
	answers, err := datasets.ReadAnswers(context.Background(), file, sc.Session.Pair)
	answers = slices.DeleteFunc(answers, func(a datasets.Answer) bool { return !a.Known })
	if err != nil || len(answers) == 0 {
		return "", at, false
	}
	flags := answers[0].Setting
	if flags != "" && !slices.ContainsFunc(answers, func(a datasets.Answer) bool { return a.Setting != flags }) {
		at, err = sc.Session.ParseSetting(flags)
		isKnown = err == nil
	}
	return fmt.Sprintf("your %s in %s", wording.Plural(len(answers), "answer"), file), at, isKnown
}

// currentAnswerRound returns the round in which the user's labels compare LAR, at the present
// parameters, with no adaptation. It is nil if there are no labels.
func currentAnswerRound(sc *Scene) *rowlabels.Round {
	r := OverlayOf[*LabelOverlay](sc).Round()
	if r == nil || r.Session != sc.Session || r.First.Params != sc.Update.State.Params || !r.Second.NoAdaptation || r.Tally.Answered == 0 {
		return nil
	}
	return r
}

// candidatePairs returns the pairs of models that labels can compare: the present model and no
// adaptation; the present model and a pin; two pins. Pins of other data are left out.
func candidatePairs(st *stage.Stage) (pairs [][2]rowlabels.Candidate) {
	now := st.State
	lar := rowlabels.Candidate{Name: "LAR", Params: now.Params}
	pairs = [][2]rowlabels.Candidate{{lar, {Name: stage.NoAdaptation, NoAdaptation: true, Params: now.Params}}}
	var pinned []rowlabels.Candidate
	for _, p := range st.Pins {
		if reflect.DeepEqual(p.State.Spec, now.Spec) && p.State.Params != now.Params {
			pinned = append(pinned, rowlabels.Candidate{Name: "pin " + p.Title(), Params: p.State.Params})
		}
	}
	for i, p := range pinned {
		pairs = append(pairs, [2]rowlabels.Candidate{lar, p})
		for _, other := range pinned[i+1:] {
			pairs = append(pairs, [2]rowlabels.Candidate{p, other})
		}
	}
	return pairs
}

// WhyNoLabels returns the reason why no rows can be labelled now, empty if they can.
func WhyNoLabels(sc *Scene) string {
	if why := stage.IdleWhileOpening(&sc.Stage); why != "" {
		return why
	}
	if sc.Solving && !sc.Update.State.Equal(sc.State) {
		return stage.NothingSolved
	}
	if err := sc.Session.RequireRows(); err != nil {
		return cmp.Or(session.WithoutFlags(session.PlainError(err)), stage.NothingSolved)
	}
	return ""
}
