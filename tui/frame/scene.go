// Package frame puts the pictures together to the explorer's screen, and says what keys do. It
// knows cells and keys, and neither Bubble Tea nor a terminal.
//
//	Host   keeps a Scene: asks the engine for what it needs, takes in what is said, and
//	       does what keys intend. Program (package tui) shows it, package plain says it.
//	Scene  all that a frame shows: the stage that pictures are given, what is selected, what
//	       covers them. Frame draws it, as a pure function of its size.
//
// The files are stairs, each above what it uses:
//
//	scene.go, store.go          Scene, Host, Overlay, and what is kept of them
//	words.go, sentence.go       how to do things, in words; what the last turn did, by rules
//	host.go                     turns, openings, intents
//	navigation.go, entry.go, pin.go, playing.go, choose.go, standardize.go, look.go, lessons.go
//	                            what actions do
//	bindings.go                 which keys an action has
//	lesson_text.go              what a step of a lesson says, and whether it is done
//	layout.go (rect.go, controls.go)
//	                            where things lie in a frame; the mouse goes by it, too
//	hover.go, hints.go          what the mouse reads off; the keys of the screen, and its bottom line
//	header.go, bar.go, picture.go
//	                            title and scores; the bar of controls; the whole frame
//	opener.go, pins.go, export.go, labels.go, palette.go, help_book.go, lesson_list.go
//	                            overlays, each with its key, and a line of newOverlays
//	                            (dispatch.go)
//	back.go                     one layer back, whichever that is
//	keeping.go, telling.go      what goes on in a later session; what is said in lines of text
//	keys.go, dispatch.go, mouse.go
//	                            the table of actions; who hears keys, engine and mouse
//
// The way of a key: tui's Program or plain's Talk → Host.Press → a row of the view's keys
// or of commonKeys, else a direct key of a control → Intent → Host.TurnTo →
// session.Explorer. What the engine says comes back through Host.News to Host.Hear.
//
// To add a view, write a type with the methods of stage.View in a package below tui/panel and
// give it a line in NewViews (scene.go); a package of its own has its place in the house, too
// (cmd/larui: doc.go, and the arrows of house_test.go). stage.Still has the methods of one that
// hears nothing. Its Info has a free Key, which a test holds (all digits are taken), and says that
// it stands Alone unless Scene.PanelRegions (layout.go) gives it a place among the panels. A
// figure and a table follow from the curves and points that it draws, and from the bars and cells
// that it hands on (stage.Stage.Hand). Its picture stands in cmd/larui/docs/views.md.
//
// To add an overlay, write a type with the methods of Overlay (scene.go) in a file here, and
// give it a line in newOverlays (dispatch.go).
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

// A Scene is everything that a frame shows. Drawing it has no side effects, so
// a frame is a pure function of the scene and its size.
type Scene struct {
	stage.Stage
	// Focus is the name of the control that arrows turn; without it the first is.
	Focus string
	// Views is what views remember.
	Views []stage.View
	// Entry is the text being typed as an exact value, while Typing, with the
	// cursor before the rune at Cursor; EntryErr is what is wrong with it so far.
	Typing   bool
	Entry    string
	Cursor   int
	EntryErr error
	// Overlays are what may stand over the panels.
	Overlays []Overlay
	// Writer writes files.
	Writer *export.Writer
	// Message is shown in place of the sentence until the next key.
	Message string
	// did says what has led here, where that is more than a turn of one control.
	did cause

	// Common are the keys of every view, Direct those of controls. Bound are the keys of
	// actions, by their names, that have others than usual.
	Common, Direct []stage.Key
	Bound          map[string][]string
	// search is what is searched for, if anything, selectedJudge who is to choose, empty
	// where that is for the view to say.
	search        search
	selectedJudge session.Judge
	// Lessons is where one stands in a lesson, if in any.
	Lessons LessonState
}

// Controls returns the controls that apply to the pair, in the order in which they stand
// and the focus moves: λ first, then what is the pair's own; at last those that the view has which
// fills the screen.
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
	view, has := sc.Named(sc.Panel).(interface {
		Controls(*stage.Stage) []session.Option
	})
	if has && sc.Zoom {
		those = append(those, view.Controls(&sc.Stage)...)
	}
	return those
}

// Focused returns the control that the arrows turn.
func (sc *Scene) Focused() session.Option {
	all := sc.Controls()
	return all[sc.focusAt(all)]
}

// focusAt is its index among all controls.
func (sc *Scene) focusAt(all []session.Option) int {
	return max(0, slices.IndexFunc(all, func(c session.Option) bool { return c.Name == sc.Focus }))
}

// A search is for what a judge chooses, from a state on; of no judge it is none.
type search struct {
	by   session.Judge
	from session.State
}

// A LessonState is what is remembered of lessons.
type LessonState struct {
	lesson.Player
	// keys are those of a lesson, words what it may name on the screen.
	keys  []stage.Key
	words *lesson.Words
	// on is what they are played on, where another picture than that shows; else nil.
	on *lesson.Stage
	// entering tells that the pair of the present step is being opened.
	entering bool
}

// A pairLeft is what was remembered of a pair when that was left.
type pairLeft struct {
	pair     datasets.Spec
	views    []stage.View
	pins     []stage.Pin
	reader   stage.Reader
	settings map[string]int
}

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
	// dragged names the control whose slider is held, dragTurned tells whether what is
	// dragged has turned anything yet.
	dragged    string
	dragTurned bool
	// grabbed is what is dragged of a panel, nil for nothing.
	grabbed *grip
	// tried names the looks that were chosen in this run.
	tried []string
	// briefed is the judge whose choice was said in brief, and the state that it has led to: asked again it
	// says all.
	briefed search
	// gone tells that standardizing has undone what was turned or chosen.
	gone bool
	// asker is who waits for the pair that is being opened.
	asker asker
	// kept is what an earlier explorer has kept, to go on from; nil for nothing.
	kept *kept
	// store says who keeps and fetches for it.
	store Store
	// left is what was remembered of the pairs that were left last.
	left []pairLeft
}

// A grip is what is dragged of a panel: where the state stands on its curves.
type grip struct {
	stage.Picture
	left int // the column of the frame where the panel's begin
}

// An Overlay stands over the panels until it is left. The first one that shows has the keys
// and the mouse.
type Overlay interface {
	// Key is the key that shows it.
	Key(*Host) stage.Key
	// Shows tells that it stands there, Leave takes it away.
	Shows() bool
	Leave()
	// Draw draws it into a frame of that title, Hints are for the bottom line.
	Title(*Scene) string
	Draw(*Scene, *chart.Grid)
	Hints(*Scene) []help.Entry
	// Typed is the text that is being typed, and where its cursor is kept, nil while none
	// is; Type takes it as it is typed.
	Typed() (text string, cursor *int)
	Type(h *Host, text string)
	// Press does what a key stands for. It reports false for one that edits the text.
	Press(h *Host, key string) bool
	// Click is a click on a cell of what Draw is given, Wheel n turns of the wheel down.
	Click(h *Host, x, y int)
	Wheel(h *Host, n int)
}

// showing is what the key of an overlay does.
func showing(h *Host, show func(*Host)) func(*stage.Stage) stage.Intent {
	return func(*stage.Stage) stage.Intent {
		show(h)
		return stage.Intent{}
	}
}

// ofScene is what a key does, or says, of the whole scene.
func ofScene[T any](sc *Scene, do func(*Scene) T) func(*stage.Stage) T {
	return func(*stage.Stage) T { return do(sc) }
}

// An asker has asked for another pair.
type asker interface {
	// cancelled hears that opening was given up, refused why it can't be.
	cancelled()
	refused(h *Host, err error)
}

// A worker has jobs while it shows.
type worker interface {
	Jobs(*stage.Stage) []session.Job
}

// OverlayOf returns the overlay of a type.
func OverlayOf[O Overlay](sc *Scene) (found O) {
	for _, o := range sc.Overlays {
		if o, ok := o.(O); ok {
			return o
		}
	}
	return found
}

// Over is the overlay that stands over the panels, nil for none.
func (sc *Scene) Over() Overlay {
	for _, o := range sc.Overlays {
		if o.Shows() {
			return o
		}
	}
	return nil
}

// uncover takes away what stands over the panels.
func uncover(sc *Scene) {
	if over := sc.Over(); over != nil {
		over.Leave()
	}
}

// NewViews returns all views, in the order in which the focus moves. A view is a package and
// a line here.
func NewViews() []stage.View {
	return []stage.View{&spectrum.View{}, &target.View{}, &scores.Convergence{}, &scores.Lambda{}, &scores.Map{}, &rivals.View{}, &theory.View{}, &data.View{}, &target.Several{}}
}

// ViewNames returns what --view takes: the first screen's name, that of all panels, then
// those of the views.
func ViewNames() []string {
	names := []string{stage.FirstName, stage.AllName}
	for _, v := range NewViews() {
		names = append(names, v.Info().Name)
	}
	return names
}

// Named returns the view of that name, nil where there is none.
func (sc *Scene) Named(name string) stage.View {
	for _, v := range sc.Views {
		if v.Info().Name == name {
			return v
		}
	}
	return nil
}

// ViewName returns what --view calls the present screen.
func (sc *Scene) ViewName() string {
	switch {
	case sc.Zoom:
		return sc.Panel
	case sc.All:
		return stage.AllName
	}
	return stage.FirstName
}

// Choosing tells whether a setting is searched for. Who turns meanwhile gives that up.
func (sc *Scene) Choosing() bool { return sc.search.by != "" && sc.search.from.Equal(sc.State) }
