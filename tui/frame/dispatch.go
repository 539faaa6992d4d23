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

// CloseMessage removes the message. It reports whether the message was long and stood in a box.
func (h *Host) CloseMessage() bool {
	boxed := boxedMessage(&h.Scene, newLayout(&h.Scene)) != nil
	h.Message = ""
	return boxed
}

func newOverlays() []Overlay {
	return []Overlay{&Opener{}, &PinList{}, &LessonList{}, &ExportOverlay{}, &LabelOverlay{}, &Palette{}, &HelpOverlay{}}
}

// NewHost returns a host, whose method OpenFirst opens the given pair. The caller must call Close.
func NewHost(first session.Opening) *Host {
	ctx, cancel := context.WithCancel(context.Background())
	messages := make(chan any)
	h := &Host{first: first, Messages: messages, dropMessages: cancel}
	send := func(msg any) {
		select {
		case messages <- msg:
		case <-ctx.Done():
		}
	}
	h.engine = session.NewEngine(func(u session.Update) { send(u) })
	h.Explorer = session.NewExplorer(h.engine)
	h.Explorer.Wanted = func() []session.Job { return wantedJobs(&h.Scene) }
	h.Snapshot = &h.Explorer.Snapshot
	h.Trainer = session.NewTrainer(func(news session.TrainingUpdate) { send(news) })
	h.Writer = export.NewWriter(func(news export.Report) { send(news) })
	setStageFuncs(&h.Scene)
	h.Views, h.Overlays = NewViews(), newOverlays()
	h.BindKeys(nil)
	h.Panel, h.Focus = stage.TargetName, "lambda"
	return h
}

// BindKeys replaces the default keys of actions: keys maps the name of an action to its keys.
func (h *Host) BindKeys(keys map[string][]string) {
	sc := &h.Scene
	sc.UserKeys = keys
	sc.CommonKeys, sc.ControlKeys = withUserKeys(sc, h.commonKeys()), withUserKeys(sc, controlKeys(sc))
	h.prepareLessons()
}

// LessonWords returns the names of views, panels and actions that lessons may use, and the default keys of the
// actions.
func LessonWords() lesson.ScreenNames {
	h := NewHost(session.Opening{})
	defer h.Close()
	return *h.Lessons.words
}

// Close stops the engine, the trainer and the writer, waits for them and closes Messages.
func (h *Host) Close() {
	h.dropMessages()
	h.Writer.Close()
	h.Trainer.Close()
	h.engine.Close()
	close(h.Messages)
}

// CacheSessions keeps every opened pair in the user's cache, and lists the pairs that were read from
// files in Recents.
func (h *Host) CacheSessions() {
	h.Recents = opener.UserRecentPairs()
	h.engine.CachesSessions = true
}

// EnableFirstLook lets a pair show an approximate solution first if its spectra take long to
// compute.
func (h *Host) EnableFirstLook() { h.engine.FirstLookFrom = session.WideDimensions }

// Restore resumes files.SavedSession unless it is nil, shows the view called view unless the name
// is empty, and keeps the functions in files for later. Errors wrap ErrSavedSession, or
// session.ErrValue for an unknown view.
func (h *Host) Restore(files UserFiles, view string) error {
	h.Writer.Kinds, h.files = files.ExportKinds, files
	h.engine.Fetch = files.Fetch
	if files.SavedSession != nil {
		saved, err := readSession(files.SavedSession)
		h.resumed = saved
		if err == nil {
			err = h.resume(saved)
		}
		if err != nil {
			return h.WrapOpenError(err)
		}
	}
	if view != "" && !h.ShowView(view) {
		return fmt.Errorf("%w: there is no view %q: there are %s", session.ErrValue, view, strings.Join(ViewNames(), ", "))
	}
	return nil
}

// OpenFirst opens the first pair, or solves the states of a resumed session again.
func (h *Host) OpenFirst() {
	if h.resumed != nil {
		h.Explorer.RestoreHistory(h.resumed.SavedHistory)
	} else {
		first := h.first
		if first.ReviewIfNeeded {
			first, h.withColumns = h.Recents.AddColumns(first)
		}
		if h.withColumns {
			h.Message = "columns as you accepted them last time; to change them, press " + h.FirstKey("open") + " and choose these files"
		}
		h.Explorer.OpenFirst(first)
	}
}

// HandleMessage handles one message of the engine, the trainer or the writer.
func (h *Host) HandleMessage(msg any) {
	switch msg := msg.(type) {
	case session.Update:
		h.handleUpdate(msg)
		h.applyChoice()
		if !h.NamesCommands {
			h.beginLabels()
		}
		h.checkLessonTask()
	case session.TrainingUpdate:
		h.Trainer.HandleUpdate(msg)
		h.checkLessonTask()
	case export.Report:
		h.reportWriting(msg)
	}
	h.startView()
}

func (h *Host) handleUpdate(u session.Update) {
	sc := &h.Scene
	opening, focus, left, turned, before := sc.Opening, "", sc.State.Spec, !sc.State.Equal(sc.Start), sc.Update
	if sc.Session != nil {
		focus = sc.FocusedControl().Name
	}
	switch h.Explorer.HandleUpdate(u) {
	case session.ProgressUpdate:
		opener := OverlayOf[*Opener](sc)
		switch {
		case u.Err == nil, sc.Solution != nil:
		case h.withColumns: // the files have changed
			h.withColumns, h.Message = false, ""
			h.Explorer.OpenFirst(h.first)
		case !errors.Is(u.Err, datasets.ErrReviewRequested): // no pair ever opened, and the terminal shows the error
			h.MustQuit = true
		case !opener.Shown:
			opener.showRefusal(h, u.Err)
		}
	case session.SolutionUpdate:
		solved := len(sc.SolvedPins())
		updatePins(sc, u)
		if OverlayOf[*PinList](sc).shown && len(sc.SolvedPins()) > solved {
			h.RequestJobs()
		}
	case session.NewPairUpdate:
		h.Recents.Add(u.Session.Spec)
		if lacksTargetLabels(&sc.Stage) && h.Lessons.Step() == nil {
			switch found, at, isKnown := findAnswers(sc); {
			case isKnown:
				h.Message = "found " + found + " for " + session.FormatSetting(at.Params) + ": " + labelAdvice(sc) + " to go on"
			case found != "":
				h.Message = h.ReplaceKeys("found " + found + ": set k, k̃ and λ as for these answers, by hand or by {choose}, then " + labelAdvice(sc) + " to go on")
			}
		}
		switch {
		case opening != "" && before.Session == nil: // after the review of the first pair
			*OverlayOf[*Opener](sc) = Opener{}
		case opening != "":
			h.leavePair(left, focus)
			reportStandardization(h, left, turned, session.CompareUnadaptedClasses(before, u))
		case h.resumed != nil:
			sc.Focus = h.resumed.Focus
			if sc.Lessons.Step() != nil {
				h.enterStep() // a lesson resumes at the opening state of its step
			}
		}
		if sc.Lessons.entering {
			sc.Lessons.entering = false
			h.showStep()
		}
		if len(wantedJobs(sc)) > 0 {
			h.RequestJobs()
		}
	case session.FailedOpening:
		sc.Lessons.entering = false
		h.reportOpeningError(opening, u.Err)
	}
}

// Press runs the action of a key. If the key does nothing, a message says why.
func (h *Host) Press(key string) {
	defer h.startView()
	defer h.checkLessonTask()
	if over := h.TopOverlay(); over != nil {
		over.Press(h, key)
		return
	}
	defer h.requestJobsIfViewChanged(h.ViewName())
	keys := keysHere(&h.Scene)
	if h.ReadingCursor.HoveredView != "" {
		h.ReadingCursor.HoveredView, h.ReadingCursor.Pointer = "", nil
	}
	at := slices.IndexFunc(keys, func(k stage.Key) bool { return slices.Contains(k.Keys, key) })
	if at < 0 || keys[at].Name != "lesson.next" {
		h.Lessons.ForgetSkip()
	}
	if at < 0 {
		h.carryOut(nothingHereMessage(key), key)
	} else {
		h.runKey(keys[at], key)
	}
}

func wantedJobs(sc *Scene) []session.Job {
	jobs := append(pinJobs(&sc.Stage), sc.Lessons.Jobs(sc.State)...)
	switch over := sc.TopOverlay().(type) {
	case *LabelOverlay:
		jobs = append(jobs, over.Jobs()...)
	case *PinList:
		jobs = append(jobs, over.Jobs(&sc.Stage)...)
	}
	if sc.IsChoosing() {
		jobs = append(jobs, session.SearchJob(sc.State.Params, sc.search.judge))
	}
	if sc.Playback.On {
		jobs = append(jobs, session.TrajectoryJob(sc.State.Params))
	}
	if sc.Zoom {
		jobs = append(jobs, sc.FindView(sc.Panel).Jobs(&sc.Stage)...)
	}
	for _, v := range sc.Views {
		if lingerer, ok := v.(stage.ResultKeeper); ok {
			jobs = append(jobs, lingerer.KeptResultJobs(&sc.Stage)...)
		}
	}
	return append(jobs, session.HeldOutJobs(sc.State.Params)...)
}

// ShowNextEpoch shows the next epoch if playing runs and the epoch is solved.
func (h *Host) ShowNextEpoch() {
	if now, t := h.Playback, h.PlayedTrajectory(); now.Running && t != nil && now.At+1 < len(t.Frames) {
		stage.ShowFrame(&h.Stage, now.At+1, len(t.Epochs))
		h.checkLessonTask()
	}
}
