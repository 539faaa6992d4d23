package frame

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"larui/datasets"
	"larui/tui/lesson"
	"larui/tui/overlay/export"
	"larui/tui/overlay/opener"
	"larui/tui/session"
	"larui/tui/stage"
)

// CloseMessage removes the message. It reports whether the message stood in a box because it was
// too long for its rows.
func (h *Host) CloseMessage() bool {
	boxed := boxedMessage(&h.Scene, layoutOf(&h.Scene, h.Scene.Width, h.Scene.Height), h.Scene.Width) != nil
	h.Scene.Message = ""
	return boxed
}

// newOverlays returns all overlays in the order in which help lists their keys. A new overlay needs
// a file and an entry here.
func newOverlays() []Overlay {
	return []Overlay{&Opener{}, &PinList{}, &LessonList{}, &Export{}, &Labels{}, &Palette{}, &Help{}}
}

// NewHost returns a host that opens first when OpenFirst is called. The caller must call Close.
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
	h.Scene.Trainer = session.NewTrainer(func(news session.TrainingUpdate) { say(news) })
	h.Scene.Writer = export.NewWriter(func(news export.News) { say(news) })
	h.Explorer = session.NewExplorer(h.engine)
	h.Explorer.Wanted = func() []session.Job { return wantedJobs(&h.Scene) }
	h.Scene.Snapshot = &h.Explorer.Snapshot
	connect(&h.Scene)
	h.Scene.Views, h.Scene.Overlays = NewViews(), newOverlays()
	h.Bind(nil)
	h.Scene.Panel = stage.TargetName
	h.Scene.Focus = "lambda"
	return h
}

// Bind replaces the keys of actions. The map is from the name of an action to its keys.
func (h *Host) Bind(keys map[string][]string) {
	h.Scene.Bound = keys
	h.Scene.Common, h.Scene.Direct = withUserKeys(&h.Scene, h.commonKeys()), withUserKeys(&h.Scene, controlKeys(&h.Scene))
	h.prepareLessons()
}

// LessonWords returns the names of the screen that lessons may use, with the default keys.
func LessonWords() lesson.Words {
	h := NewHost(session.Opening{})
	defer h.Close()
	return *h.Scene.Lessons.words
}

// Close stops the engine, the trainer and the writer, waits for them and closes News.
func (h *Host) Close() {
	h.unheard()
	h.Scene.Writer.Close()
	h.Scene.Trainer.Close()
	h.engine.Close()
	close(h.News)
}

// KeepSessions caches opened pairs, and remembers the pairs of files.
func (h *Host) KeepSessions() {
	h.Recents = opener.UserRecents()
	h.engine.CachesSessions = true
}

// LookFirst makes pairs whose spectra take long open with a first look.
func (h *Host) LookFirst() { h.engine.FirstLookFrom = session.WideDimensions }

// Restore sets the store, resumes its last session, if any, and shows the named view unless view is
// empty. Errors wrap ErrKept, or session.ErrValue for an unknown view.
func (h *Host) Restore(k Store, view string) error {
	h.Scene.Writer.Kinds, h.store = k.Exports, k
	h.engine.Fetch = k.Fetch
	if err := h.resume(k.Last); err != nil {
		return err
	}
	if view != "" && !h.Scene.ShowView(view) {
		return fmt.Errorf("%w: there is no view %q: there are %s", session.ErrValue, view, strings.Join(ViewNames(), ", "))
	}
	return nil
}

// OpenFirst opens the first pair, or retraces the history of a resumed session.
func (h *Host) OpenFirst() {
	if h.kept != nil {
		h.Explorer.RestoreHistory(h.kept.SavedHistory)
	} else {
		h.Explorer.OpenFirst(h.first)
	}
}

// Hear handles one message of the engine, the trainer or the writer.
func (h *Host) Hear(msg any) {
	switch msg := msg.(type) {
	case session.Update:
		h.hear(msg)
	case session.TrainingUpdate:
		h.Scene.Trainer.HandleUpdate(msg)
		h.noticeStep()
	case export.News:
		h.hearWriting(msg)
	}
	h.startView()
}

func (h *Host) hear(u session.Update) {
	within, focused, from, turned := h.Explorer.Opening, "", h.Explorer.State.Spec, !h.Explorer.State.Equal(h.Explorer.Start)
	before := h.Explorer.Update
	if h.Explorer.Session != nil {
		focused = h.Scene.Focused().Name
	}
	switch h.Explorer.HandleUpdate(u) {
	case session.ProgressUpdate:
		switch {
		case u.Err == nil, h.Scene.Solution != nil:
		case errors.Is(u.Err, datasets.ErrAsked):
			if o := OverlayOf[*Opener](&h.Scene); !o.Shown {
				o.refused(h, u.Err)
			}
		default: // no pair ever opened: the error is printed on the terminal
			h.Quitting = true
		}
	case session.SolutionUpdate:
		pinned := len(h.Scene.SolvedPins())
		keepPins(&h.Scene, u)
		if OverlayOf[*PinList](&h.Scene).shown && len(h.Scene.SolvedPins()) > pinned {
			h.Ask() // for the columns of the table
		}
	case session.NewPairUpdate:
		h.Recents.Add(u.Session.Spec)
		switch {
		case within != "" && before.Session == nil: // after the review of the first pair
			*OverlayOf[*Opener](&h.Scene) = Opener{}
		case within != "":
			h.leavePair(from, focused)
			reportStandardization(h, from, turned, session.ShareDifferingUnadapted(before, u))
		case h.kept != nil:
			h.Scene.Focus = h.kept.Focus
			if h.Scene.Lessons.Step() != nil {
				h.enterStep() // a lesson resumes at the opening state of its step
			}
		}
		if h.Scene.Lessons.entering {
			h.Scene.Lessons.entering = false
			h.showStep()
		}
		if len(wantedJobs(&h.Scene)) > 0 {
			h.Ask()
		}
	case session.FailedOpening:
		h.Scene.Lessons.entering = false
		h.refused(within, u.Err)
	}
	h.hearChoice()
	h.noticeStep()
}

// Press runs the action of a key. If the key does nothing, the sentence says why.
func (h *Host) Press(key string) {
	sc := &h.Scene
	defer h.startView()
	defer h.noticeStep()
	if over := sc.TopOverlay(); over != nil {
		over.Press(h, key)
		return
	}
	defer h.askIfViewChanged(sc.ViewName())
	keys := keysHere(sc)
	if sc.ReadingCursor.HoveredView != "" { // a key ends hovering
		sc.ReadingCursor.HoveredView, sc.ReadingCursor.Pointer = "", nil
	}
	for _, k := range keys {
		if !slices.Contains(k.Keys, key) {
			continue
		}
		if k.Name != "lesson.next" {
			h.Scene.Lessons.ForgetSkip()
		}
		h.do(k, key)
		return
	}
	h.Scene.Lessons.ForgetSkip()
	h.apply(nothingHere(key), key)
}

// wantedJobs returns the jobs that the present screen needs from the engine.
func wantedJobs(sc *Scene) []session.Job {
	jobs := append(pinJobs(&sc.Stage), sc.Lessons.Jobs(sc.State)...)
	if over, ok := sc.TopOverlay().(worker); ok {
		jobs = append(jobs, over.Jobs(&sc.Stage)...)
	}
	if sc.Choosing() {
		jobs = append(jobs, session.SearchJob(sc.State.Params, sc.search.by))
	}
	if sc.Playback.On {
		jobs = append(jobs, session.TrajectoryJob(sc.State.Params))
	}
	if sc.Zoom {
		jobs = append(jobs, sc.FindView(sc.Panel).Jobs(&sc.Stage)...)
	}
	for _, v := range sc.Views {
		if lingerer, ok := v.(stage.ResultKeeper); ok {
			jobs = append(jobs, lingerer.Linger(&sc.Stage)...)
		}
	}
	return append(jobs, session.HeldOutJobs(sc.State.Params)...)
}

// NextFrame shows the next frame while playing runs, if the frame is ready.
func (h *Host) NextFrame() {
	if now, t := h.Scene.Playback, h.Scene.PlayedTrajectory(); now.Running && t != nil && now.At+1 < len(t.Frames) {
		stage.ShowFrame(&h.Scene.Stage, now.At+1, len(t.Epochs))
		h.noticeStep()
	}
}
