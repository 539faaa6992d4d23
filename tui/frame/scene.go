// Package frame draws the explorer's screen and defines its keys. It uses neither Bubble Tea nor a
// terminal: package tui shows the frames, package plain prints them as text.
//
// A Scene is all that a frame shows, and Scene.Draw draws it. A Host runs a Scene: it sends jobs
// to the engine and handles the results (HandleMessage), and it turns keys (Press) into stage.Intents. An
// Overlay covers the panels.
//
// To add a view, implement stage.View in a package below tui/panel and list it in NewViews. Its
// Info needs a free Key, and Alone unless panelRegions gives the view a place. To add an overlay,
// implement Overlay in a file here and list it in newOverlays. A new package also needs its place
// in the drawing and the arrows of cmd/larui (doc.go, house_test.go), a new view its picture in
// cmd/larui/docs/views.md.
package frame

import (
	"context"
	"slices"

	"larui/datasets"
	"larui/tui/chart"
	"larui/tui/lesson"
	"larui/tui/overlay/export"
	"larui/tui/overlay/help"
	"larui/tui/overlay/opener"
	"larui/tui/panel/data"
	"larui/tui/panel/rivals"
	"larui/tui/panel/scores"
	"larui/tui/panel/spectrum"
	"larui/tui/panel/target"
	"larui/tui/panel/theory"
	"larui/tui/session"
	"larui/tui/stage"
)

// A Scene is everything that a frame shows. Drawing has no side effects, so a frame is a pure
// function of the scene and its size.
type Scene struct {
	stage.Stage
	// Focus is the name of the control that arrows turn. Without such a control, arrows turn the
	// first one.
	Focus string
	// Views are all views, in the order of the focus.
	Views []stage.View
	// Typing reports whether an exact value is being typed: Entry is the text, with the cursor
	// before the rune at Cursor, and EntryErr the error of the text.
	Typing   bool
	Entry    string
	Cursor   int
	EntryErr error
	// Overlays are all overlays, whether they show or not.
	Overlays []Overlay
	// Writer writes files in the background.
	Writer *export.Writer
	// Message is shown in place of the sentence until the next key.
	Message string
	// lastCause is the cause of the present state, empty for a turn of one control.
	lastCause cause

	// CommonKeys are the keys of every view, ControlKeys the keys of controls. Bound maps names of actions
	// to the user's keys.
	CommonKeys, ControlKeys []stage.Key
	UserKeys                map[string][]string
	// search is the search in progress. selectedJudge is the judge selected by the user, empty if
	// the view decides.
	search        search
	selectedJudge session.Judge
	// Lessons is the present lesson, if any.
	Lessons LessonState
}

// Controls returns the controls of the pair in the order of the screen: λ, the pair's own control,
// the other ones.
func (sc *Scene) Controls() []session.Option {
	lambda, _ := session.OptionByName("lambda")
	all := session.Controls()
	those := append(make([]session.Option, 0, len(all)), lambda)
	own := slices.IndexFunc(all, func(c session.Option) bool { return c.Own && c.Applies(sc.Limits) })
	if own >= 0 {
		those = append(those, all[own])
	}
	for i, c := range all {
		if c.Name != lambda.Name && i != own && c.Applies(sc.Limits) {
			those = append(those, c)
		}
	}
	return those
}

// FocusedControl returns the control that the arrows turn.
func (sc *Scene) FocusedControl() session.Option {
	all := sc.Controls()
	return all[sc.focusAt(all)]
}

// focusAt returns the index of the focused control in all, or 0.
func (sc *Scene) focusAt(all []session.Option) int {
	return max(0, slices.IndexFunc(all, func(c session.Option) bool { return c.Name == sc.Focus }))
}

// A search looks, from a state on, for the setting that a judge prefers. Without a judge there is
// no search.
type search struct {
	by   session.Judge
	from session.State
}

// A LessonState is the present lesson with its keys and words.
type LessonState struct {
	lesson.Player
	// keys are the keys of lessons, words the names of the screen that lessons may use.
	keys  []stage.Key
	words *lesson.Words
	// on is the stage that the lesson checks while playing shows another one, else nil.
	on *lesson.Stage
	// entering reports whether the pair of the present step is being opened.
	entering bool
}

// A pairLeft is the state of views, pins and rivals when a pair was left.
type pairLeft struct {
	pair     datasets.Spec
	views    []stage.View
	pins     []stage.Pin
	reader   stage.Reader
	settings map[string]int
}

// A Host runs a Scene: it sends jobs to the engine and the trainer, handles their results, and
// carries out the intents of keys. The caller shows the scene, on a screen or as lines of text.
type Host struct {
	Scene    Scene
	Explorer *session.Explorer
	// MustQuit asks the caller to end, MustSuspend to give the terminal back for a while, MustRedraw
	// to clear the terminal and draw the frame again.
	MustQuit, MustSuspend, MustRedraw bool
	// Clipboard is a text that the caller should copy, or empty.
	Clipboard string
	// Recents are the pairs of files opened recently.
	Recents opener.Recents
	// OpenError is the error of the last pair opened after the first one, nil if it opened.
	OpenError error
	// Messages are the messages of the engine, the trainer and the writer. The caller must hand each
	// one to HandleMessage until Close closes Messages.
	Messages chan any

	unheard context.CancelFunc // drops unread news
	engine  *session.Engine
	first   session.Opening
	// dragged is the control whose slider is held. dragTurned reports whether the drag has turned a
	// control yet.
	dragged    string
	dragTurned bool
	// grabbed is the grip of a drag in a panel, nil without one.
	grabbed *grip
	// triedLooks lists the options of the display, such as theme, that the user changed in this run.
	triedLooks []string
	// lastChoice is the judge of the last choice and the state that it led to. The same choice again
	// is reported in full.
	lastChoice search
	// choiceLost reports whether standardizing has discarded turns or a choice.
	choiceLost bool
	// asker is the overlay that asked for the pair being opened, nil for none.
	asker asker
	// resumed is the saved session to resume, nil for none.
	resumed *savedSession
	// files saves the session and fetches files.
	files UserFiles
	// leftPairs are the pairs that were leftPairs last.
	leftPairs []pairLeft
}

// A grip is a picture with curves. A drag moves its line at the present value.
type grip struct {
	stage.Picture
	left int // the first column of the panel in the frame
}

// An Overlay covers the panels until it is left. The first overlay that shows gets the keys and the
// mouse.
type Overlay interface {
	// Key returns the key that shows the overlay.
	Key(*Host) stage.Key
	// VisibleFlag returns the address of the flag that is true while the overlay shows.
	VisibleFlag() *bool
	// Title is the title of the overlay's box. Draw draws inside the box, and Hints returns the
	// hints of the bottom line.
	Title(*Scene) string
	Draw(*Scene, *chart.Grid)
	Hints(*Scene) []help.Entry
	// TypedText returns the text being typed and the place of its cursor, nil if no text is typed. Type
	// sets the text.
	TypedText() (text string, cursor *int)
	SetText(h *Host, text string)
	// Press handles a key. It returns false for a key that edits the text.
	Press(h *Host, key string) bool
	// Click handles a click on a cell of the grid of Draw, Wheel n turns of the wheel down.
	Click(h *Host, x, y int)
	Wheel(h *Host, n int)
}

// showOverlay returns the action of the key that shows an overlay.
func showOverlay(h *Host, show func(*Host)) func(*stage.Stage) stage.Intent {
	return func(*stage.Stage) stage.Intent {
		show(h)
		return stage.Intent{}
	}
}

// ofScene returns a function of the stage that calls do with the whole scene.
func ofScene[T any](sc *Scene, do func(*Scene) T) func(*stage.Stage) T {
	return func(*stage.Stage) T { return do(sc) }
}

// An asker is an overlay that can ask for another pair.
type asker interface {
	// cancelled is called if the opening is cancelled, refused if it fails with err.
	cancelled()
	refused(h *Host, err error)
}

// A worker is an overlay that needs jobs while it shows.
type worker interface {
	Jobs(*stage.Stage) []session.Job
}

// OverlayOf returns the overlay of type O.
func OverlayOf[O Overlay](sc *Scene) (found O) {
	for _, o := range sc.Overlays {
		if o, ok := o.(O); ok {
			return o
		}
	}
	return found
}

// TopOverlay returns the overlay that covers the panels, nil if none does.
func (sc *Scene) TopOverlay() Overlay {
	for _, o := range sc.Overlays {
		if *o.VisibleFlag() {
			return o
		}
	}
	return nil
}

// closeOverlay leaves the overlay that covers the panels.
func closeOverlay(sc *Scene) {
	if over := sc.TopOverlay(); over != nil {
		*over.VisibleFlag() = false
	}
}

// NewViews returns all views, in the order of the focus. A new view needs an entry here.
func NewViews() []stage.View {
	return []stage.View{&spectrum.View{}, &target.View{}, &scores.Convergence{}, &scores.Lambda{}, &scores.Map{}, &rivals.View{}, &theory.View{}, &data.View{}}
}

// ViewNames returns the values of --view: the first screen, all panels, and the views.
func ViewNames() []string {
	names := []string{stage.FirstName, stage.AllName}
	for _, v := range NewViews() {
		names = append(names, v.Info().Name)
	}
	return names
}

// FindView returns the view called name, or nil.
func (sc *Scene) FindView(name string) stage.View {
	for _, v := range sc.Views {
		if v.Info().Name == name {
			return v
		}
	}
	return nil
}

// ViewName returns the value of --view for the present screen.
func (sc *Scene) ViewName() string {
	switch {
	case sc.Zoom:
		return sc.Panel
	case sc.All:
		return stage.AllName
	}
	return stage.FirstName
}

// IsChoosing reports whether a setting is being searched for. A turn cancels the search.
func (sc *Scene) IsChoosing() bool { return sc.search.by != "" && sc.search.from.Equal(sc.State) }
