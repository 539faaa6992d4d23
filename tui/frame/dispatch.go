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
	boxed := boxedMessage(&h.Scene, layoutOf(&h.Scene)) != nil
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
	h := &Host{first: first, Messages: news, unheard: cancel}
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
	h.BindKeys(nil)
	h.Scene.Panel = stage.TargetName
	h.Scene.Focus = "lambda"
	return h
}

// BindKeys replaces the keys of actions. The map is from the name of an action to its keys.
func (h *Host) BindKeys(keys map[string][]string) {
	h.Scene.UserKeys = keys
	h.Scene.CommonKeys, h.Scene.ControlKeys = withUserKeys(&h.Scene, h.commonKeys()), withUserKeys(&h.Scene, controlKeys(&h.Scene))
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
	close(h.Messages)
}

// CacheSessions caches opened pairs, and remembers the pairs of files.
func (h *Host) CacheSessions() {
	h.Recents = opener.UserRecents()
	h.engine.KeepSessions()
}

// EnableFirstLook makes pairs whose spectra take long open with a first look.
func (h *Host) EnableFirstLook() { h.engine.LookFirst(session.WideLook) }

// Restore sets the store, resumes its last session, if any, and shows the named view unless view is
// empty. Errors wrap ErrSavedSession, or session.ErrValue for an unknown view.
func (h *Host) Restore(k UserFiles, view string) error {
	h.Scene.Writer.Kinds, h.files = k.ExportKinds, k
	h.engine.SetFetch(k.Fetch)
	if err := h.resume(k.SavedSession); err != nil {
		return err
	}
	if view != "" && !h.Scene.ShowView(view) {
		return fmt.Errorf("%w: there is no view %q: there are %s", session.ErrValue, view, strings.Join(ViewNames(), ", "))
	}
	return nil
}

// OpenFirst opens the first pair, or retraces the history of a resumed session.
func (h *Host) OpenFirst() {
	if h.resumed != nil {
		h.Explorer.Retrace(h.resumed.Trail)
	} else {
		h.Explorer.Begin(h.first)
	}
}

// HandleMessage handles one message of the engine, the trainer or the writer.
func (h *Host) HandleMessage(msg any) {
	switch msg := msg.(type) {
	case session.Update:
		h.handleUpdate(msg)
	case session.TrainingNews:
		h.Scene.Trainer.Hear(msg)
		h.noticeStep()
	case export.News:
		h.reportWriting(msg)
	}
	h.startView()
}

func (h *Host) handleUpdate(u session.Update) {
	within, focused, from, turned := h.Explorer.Opening, "", h.Explorer.State.Spec, !h.Explorer.State.Equal(h.Explorer.Start)
	before := h.Explorer.Update
	if h.Explorer.Session != nil {
		focused = h.Scene.FocusedControl().Name
	}
	switch h.Explorer.Hear(u) {
	case session.Word:
		switch {
		case u.Err == nil, h.Scene.Solution != nil:
		case errors.Is(u.Err, datasets.ErrAsked):
			if o := OverlayOf[*Opener](&h.Scene); !o.Shown {
				o.refused(h, u.Err)
			}
		default: // no pair ever opened: the error is printed on the terminal
			h.MustQuit = true
		}
	case session.Picture:
		pinned := len(h.Scene.SolvedPins())
		keepPins(&h.Scene, u)
		if OverlayOf[*PinList](&h.Scene).shown && len(h.Scene.SolvedPins()) > pinned {
			h.RequestJobs() // for the columns of the table
		}
	case session.Arrival:
		h.Recents.Add(u.Session.Spec)
		switch {
		case within != "" && before.Session == nil: // after the review of the first pair
			*OverlayOf[*Opener](&h.Scene) = Opener{}
		case within != "":
			h.leavePair(from, focused)
			reportStandardization(h, from, turned, session.NoneShareDiffering(before, u))
		case h.resumed != nil:
			h.Scene.Focus = h.resumed.Focus
			if h.Scene.Lessons.Step() != nil {
				h.enterStep() // a lesson resumes at the opening state of its step
			}
		}
		if h.Scene.Lessons.entering {
			h.Scene.Lessons.entering = false
			h.showStep()
		}
		if len(wantedJobs(&h.Scene)) > 0 {
			h.RequestJobs()
		}
	case session.Refusal:
		h.Scene.Lessons.entering = false
		h.refuseOpening(within, u.Err)
	}
	h.applyChoice()
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
	if sc.Reader.Over != "" { // a key ends hovering
		sc.Reader.Over, sc.Reader.Pointer = "", nil
	}
	for _, k := range keys {
		if !slices.Contains(k.Keys, key) {
			continue
		}
		if k.Name != "lesson.next" {
			h.Scene.Lessons.ForgetSkip()
		}
		h.runKey(k, key)
		return
	}
	h.Scene.Lessons.ForgetSkip()
	h.carryOut(nothingHere(key), key)
}

// wantedJobs returns the jobs that the present screen needs from the engine.
func wantedJobs(sc *Scene) []session.Job {
	jobs := append(pinJobs(&sc.Stage), sc.Lessons.Jobs(sc.State)...)
	if over, ok := sc.TopOverlay().(worker); ok {
		jobs = append(jobs, over.Jobs(&sc.Stage)...)
	}
	if sc.IsChoosing() {
		jobs = append(jobs, session.SearchJob(sc.State.Params, sc.search.by))
	}
	if sc.Play.On {
		jobs = append(jobs, session.TrackJob(sc.State.Params))
	}
	if sc.Zoom {
		jobs = append(jobs, sc.FindView(sc.Panel).Jobs(&sc.Stage)...)
	}
	for _, v := range sc.Views {
		if lingerer, ok := v.(stage.Lingerer); ok {
			jobs = append(jobs, lingerer.Linger(&sc.Stage)...)
		}
	}
	return append(jobs, session.HeldOutJobs(sc.State.Params)...)
}

// AdvancePlay shows the next frame while playing runs, if the frame is ready.
func (h *Host) AdvancePlay() {
	if now, t := h.Scene.Play, h.Scene.Playable(); now.Running && t != nil && now.At+1 < len(t.Frames) {
		stage.ShowFrame(&h.Scene.Stage, now.At+1, len(t.Epochs))
		h.noticeStep()
	}
}
