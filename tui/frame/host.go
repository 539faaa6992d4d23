package frame

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"larui/datasets"
	"larui/tui/overlay/export"
	"larui/tui/overlay/opener"
	"larui/tui/session"
	"larui/tui/stage"
)

// A Host keeps a scene: it asks engine and trainer for what the scene needs, takes in
// what they say, and does what keys intend. Where it is shown is for others to say: a
// screen, or lines of text.
type Host struct {
	Scene    Scene
	Explorer *session.Explorer
	// Quitting tells that there is nothing more to do, Suspending that the terminal is
	// to be given back for a while.
	Quitting, Suspending bool
	// Clipboard is a text to be copied.
	Clipboard string
	// Recents remember the pairs of files that are opened.
	Recents opener.Recents
	// Failed is what has kept the last pair from opening from within, nil if it did.
	Failed error
	// News are what engine, trainer and writer say: somebody has to hand them to Hear, until Close
	// closes them.
	News chan any

	unheard context.CancelFunc // lets go of news that nobody takes
	engine  *session.Engine
	first   session.Opening
	// dragged names the control whose slider is held, dragTurned tells whether that has
	// turned it yet.
	dragged    string
	dragTurned bool
	// gone tells that standardizing has undone what was turned or chosen.
	gone bool
	// asker is who waits for the pair that is being opened.
	asker asker
	// kept is what an earlier explorer has kept, to go on from; nil for nothing.
	kept *kept
	// keeping says who keeps and fetches for it.
	keeping Keeping
	// left is what was remembered of the pairs that were left last.
	left []leaving
}

// NewHost returns a host of a scene that opens with first once it begins. Close must be
// called in the end.
func NewHost(first session.Opening) *Host {
	ctx, cancel := context.WithCancel(context.Background())
	news := make(chan any)
	h := &Host{first: first, News: news, unheard: cancel}
	say := func(msg any) {
		select {
		case news <- msg:
		case <-ctx.Done():
		}
	}
	h.engine = session.NewEngine(func(u session.Update) { say(u) })
	h.Scene.Trainer = session.NewTrainer(func(news session.TrainingNews) { say(news) })
	h.Scene.Writer = export.NewWriter(func(news export.News) { say(news) })
	h.Explorer = session.NewExplorer(h.engine)
	h.Explorer.Wanted = func() []session.Job { return wantedJobs(&h.Scene) }
	h.Scene.Snapshot = &h.Explorer.Snapshot
	connect(&h.Scene)
	h.Scene.Views, h.Scene.Overlays = NewViews(), newOverlays()
	h.Bind(nil)
	h.Scene.Panel = stage.TargetName
	h.Scene.FocusOn("lambda")
	return h
}

// Bind gives actions other keys than usual, by their names.
func (h *Host) Bind(keys map[string][]string) {
	h.Scene.Bound = keys
	h.Scene.Common, h.Scene.Direct = bound(&h.Scene, h.commonKeys()), bound(&h.Scene, directKeys(&h.Scene))
	h.prepareLessons()
}

// Close stops engine, trainer and writer and waits for them.
func (h *Host) Close() {
	h.unheard()
	h.Scene.Writer.Close()
	h.Scene.Trainer.Close()
	h.engine.Close()
	close(h.News)
}

// KeepSessions has opened pairs kept in the cache, and those of files remembered.
func (h *Host) KeepSessions() {
	h.Recents = opener.UserRecents()
	h.engine.KeepSessions()
}

// Furnish has the host go on from what an earlier one has kept, if anything, and chooses
// the view to open in, where view is not empty. An unknown one is an error.
func (h *Host) Furnish(k Keeping, view string) error {
	h.Scene.Writer.Exporter, h.keeping = k.Export, k
	h.engine.FetchBy(k.Fetch)
	if err := h.resume(k.Last); err != nil {
		return err
	}
	if view != "" && !h.Scene.ShowView(view) {
		return fmt.Errorf("%w: there is no view %q: there are %s", session.ErrValue, view, strings.Join(ViewNames(), ", "))
	}
	return nil
}

// OpenFirst asks for the first pair, or goes on where an earlier explorer has stopped.
func (h *Host) OpenFirst() {
	if h.kept != nil {
		h.Explorer.Retrace(h.kept.Trail)
	} else {
		h.Explorer.Begin(h.first)
	}
}

// Hear takes in what engine, trainer and writer say.
func (h *Host) Hear(msg any) {
	switch msg := msg.(type) {
	case session.Update:
		h.hear(msg)
	case session.TrainingNews:
		h.Scene.Trainer.Hear(msg)
		h.noticeStep()
	case export.News:
		h.hearWriting(msg)
	}
	h.startView()
}

// startView starts what is to be under way in the view that fills the screen.
func (h *Host) startView() {
	s := h.Explorer.Update.Session
	starter, ok := h.Scene.Named(h.Scene.ViewName()).(stage.Starter)
	if ok && h.Scene.Solution() != nil && reflect.DeepEqual(s.Spec, h.Explorer.State.Spec) {
		starter.Start(&h.Scene.Stage)
	}
}

func (h *Host) hear(u session.Update) {
	within, focused, from, turned := h.Explorer.Opening, "", h.Explorer.State.Spec, !h.Explorer.State.Equal(h.Explorer.Start)
	if h.Explorer.Update.Session != nil {
		focused = h.Scene.Focused().Name
	}
	switch h.Explorer.Hear(u) {
	case session.Word:
		// A pair that never opened leaves nothing to explore: the error is said on
		// the terminal that is given back.
		h.Quitting = h.Quitting || (u.Err != nil && h.Scene.Solution() == nil)
	case session.Picture:
		keepPins(&h.Scene, u)
	case session.Arrival:
		h.Recents.Add(u.Session.Spec)
		switch {
		case within != "":
			h.leavePair(from, focused)
			h.sayStandardized(from, turned)
		case h.kept != nil:
			if h.Scene.FocusOn(h.kept.Focus); h.Scene.Lessons.Step() != nil {
				h.enterStep() // which speaks of how it opened
			}
		}
		if h.Scene.Lessons.entering {
			h.Scene.Lessons.entering = false
			h.showStep()
		}
		if len(wantedJobs(&h.Scene)) > 0 {
			h.Ask()
		}
	case session.Refusal:
		h.Scene.Lessons.entering = false
		h.refused(within, u.Err)
	}
	h.hearChoice()
	h.noticeStep()
}

// Press does what a key stands for: what a table says, or a turn by a direct key. No
// key is silent: where one can do nothing, the sentence says why.
func (h *Host) Press(key string) {
	sc := &h.Scene
	defer h.startView()
	defer h.noticeStep()
	if over := sc.Over(); over != nil {
		over.Press(h, key)
		return
	}
	defer h.askAnew(sc.ViewName())
	for _, k := range keysHere(sc) {
		if !slices.Contains(k.Keys, key) {
			continue
		}
		if k.Name != "lesson.next" {
			h.Scene.Lessons.Disarm()
		}
		h.do(k, key)
		return
	}
	h.Scene.Lessons.Disarm()
	h.apply(nothingHere(key), key)
}

// do does what a key stands for, or says why it rests.
func (h *Host) do(k stage.Key, key string) {
	in := stage.Intent{Kind: stage.Say, Text: k.WhyIdle(&h.Scene.Stage)}
	if in.Text == "" {
		in = k.Do(&h.Scene.Stage)
	}
	h.apply(in, key)
}

// apply does what is to follow from a key or the mouse.
func (h *Host) apply(in stage.Intent, key string) {
	if in.Select != "" {
		h.Scene.FocusOn(in.Select)
	}
	switch in.Kind {
	case stage.Ask:
		if in.Text != "" {
			h.Scene.Message = h.Scene.Keyed(in.Text)
		}
		h.Ask()
	case stage.Turn:
		if h.TurnTo(in.State); h.Scene.Lessons.Still() {
			h.Scene.Message = h.Scene.Keyed("this step asks for no turn: {undo} undoes it")
		}
	case stage.Say:
		h.Scene.Message = h.Scene.Keyed(strings.Replace(cmp.Or(in.Text, stage.ChangesNothing), stage.ThisKey, stage.KeySign(key), 1))
	case stage.Quit:
		if h.Quitting = key == "ctrl+c" || h.Scene.Writer.Now == nil; !h.Quitting {
			h.Scene.Message = h.Scene.Keyed(h.WhyNoExport(&h.Scene))
		}
	case stage.Suspend:
		h.Suspending = true
	case stage.Copy:
		h.Clipboard = in.Text
		h.Scene.Message = "copied, where the terminal allows it: " + in.Text
	}
}

// TurnTo makes next the state, remembers the present one and asks for the solution.
func (h *Host) TurnTo(next session.State) {
	if h.Explorer.Become(next) {
		h.Scene.StopPlaying()
		h.Scene.Resumed, h.Scene.did, h.gone = false, "", false
	}
}

// askAnew asks for what the screen needs where the view is another one than before.
func (h *Host) askAnew(before string) {
	if h.Scene.ViewName() != before && h.Scene.Solution() != nil {
		h.Ask()
	}
	h.startView()
}

// UndoTurn goes back to before the last turn or opening, RedoTurn forward again.
func (h *Host) UndoTurn() { h.walked(h.Explorer.Undo(), undone) }

// RedoTurn undoes UndoTurn.
func (h *Host) RedoTurn() { h.walked(h.Explorer.Redo(), redone) }

// walked shows where a step through the history has led, which may be another pair.
func (h *Host) walked(moved bool, did deed) {
	if h.Explorer.Opening != "" {
		h.asker, h.Failed = nil, nil
	} else if moved {
		h.Scene.StopPlaying()
		h.Scene.did = did
	}
}

// Back goes one layer back.
func (h *Host) Back() stage.Intent {
	switch {
	case h.Scene.Over() != nil:
		uncover(&h.Scene)
	case stage.LeaveReading(&h.Scene.Stage):
	case h.Scene.Play.On:
		h.Scene.StopPlaying()
	case h.Scene.Choosing():
		h.StopChoosing()
		return stage.Tell("choosing was cancelled: all is as it was")
	case h.Explorer.Opening != "":
		h.CancelOpening()
	case h.Scene.Writer.Now != nil:
		h.Scene.Writer.Cancel()
		return stage.Tell("cancelling …")
	case h.Explorer.Update.Progress != nil:
		h.Explorer.Cancel()
		return stage.Tell("cancelling …")
	case h.Scene.Lessons.Step() != nil && !h.Scene.Zoom:
		return h.putAside()
	case !h.Scene.Zoom && h.Scene.Present:
		h.Scene.Present = false
	default:
		leaveView(&h.Scene)
		if h.Scene.All && h.Scene.Panel == stage.MapName && h.Scene.Width >= stage.FullWidth && h.Scene.Height >= stage.FullHeight {
			return stage.Tell("the map stands in the place of the theory: {next-panel} brings that back")
		}
	}
	return stage.Intent{}
}

// standardize opens the pair anew, each feature of the scale that the source has or, where
// that is so, each domain of a scale of its own.
func (h *Host) standardize() {
	spec := h.Explorer.State.Spec
	if spec.Standardize++; spec.Standardize > datasets.FitDomain {
		spec.Standardize = datasets.FitSource
	}
	h.OpenPair(session.Opening{Spec: spec})
}

// whyNotStandardize says why there is no use in it, empty where there is.
func whyNotStandardize(sc *Scene) string {
	if sc.State.Spec.Standardize == datasets.FitNone && !warned(sc) {
		return "the features differ little in scale: there is no need to standardize them"
	}
	return ""
}

// sayStandardized says where the pair that was left differs from the present one in
// nothing else, and whether what was turned there is gone.
func (h *Host) sayStandardized(left datasets.Spec, turned bool) {
	was, is := left.Standardize, h.Explorer.State.Spec.Standardize
	left.Standardize = is
	switch h.Scene.did = ""; {
	case is == was || !session.SamePair(left, h.Explorer.State.Spec):
		h.gone = false
	case is == datasets.FitNone:
		h.Scene.did = unstandardized
		h.Scene.Message = "undone: the features are not standardized any more"
	default:
		h.Scene.did = standardized
		h.Scene.Message = map[datasets.Fit]string{
			datasets.FitSource: "standardized by the source, as is usual%s; {standardize} again: each domain by itself",
			datasets.FitDomain: "standardized, each domain by itself, as where devices or units differ%s; {standardize} again: by the source",
		}[is]
		gone := ""
		h.gone = (h.gone || turned) && h.Explorer.State.Equal(h.Explorer.Start)
		if h.gone && whyNoChoice(&h.Scene) == "" && !h.Scene.Spoken {
			gone = "; the choice is gone: {choose} chooses again"
		}
		h.Scene.Message = h.Scene.Keyed(fmt.Sprintf(h.Scene.Message, gone))
	}
}

// An asker has asked for another pair.
type asker interface {
	// cancelled hears that opening was given up, refused why it can't be.
	cancelled()
	refused(h *Host, err error)
}

// OpenPair asks for another pair. The present one stays until that is there. An overlay
// that shows hears what becomes of it, if it is an asker.
func (h *Host) OpenPair(pair session.Opening) {
	h.asker, _ = h.Scene.Over().(asker)
	h.Failed = nil
	uncover(&h.Scene)
	h.Explorer.Open(pair)
}

// CancelOpening gives up what is being opened from within.
func (h *Host) CancelOpening() {
	h.Scene.Message = "opening " + h.Explorer.Opening + " was cancelled"
	if h.asker != nil {
		h.asker.cancelled()
	}
	h.Explorer.Cancel()
}

// refused says why another pair can't be opened: who has asked for it does, if anybody.
func (h *Host) refused(name string, err error) {
	if h.asker != nil {
		h.asker.refused(h, err)
	} else {
		h.Scene.Message = fmt.Sprintf("%s can't be opened: %s", name, session.WithoutFlags(session.PlainError(err)))
	}
	h.Failed = err
}
