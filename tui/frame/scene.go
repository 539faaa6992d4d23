// Package frame draws the explorer's screen as a grid of cells, called a frame, and defines its keys.
// It uses neither Bubble Tea nor a terminal: package tui shows the frames, package plain prints them
// as text.
//
// A Scene is all that a frame shows, and Scene.Draw draws the frame. A Host runs a Scene: Press
// carries out keys, RequestJobs sends work to the engine of package session, and HandleMessage takes
// in the results. A panel is the place of a view on the screen. The dashboard shows several panels:
// it is the first screen or, after a key, the screen with all panels. An Overlay, such as the help,
// covers the panels. The types ExportOverlay, HelpOverlay, LabelOverlay, Opener and Palette implement
// Overlay with the packages below tui/overlay, which do not know the Scene.
//
// To add a key, add a stage.Key to commonKeys, or to the Keys of a view. To add a view, implement
// stage.View in a package below tui/panel and list the view in NewViews; its Info needs a free Key,
// and OffDashboard unless PanelRegions gives the view a place on the dashboard. To add an overlay,
// implement Overlay in a file of this package, with the content in a package below tui/overlay if it
// is large, and list the overlay in newOverlays. A new package also needs an entry in doc.go and
// house_test.go of cmd/larui, a new view a picture in cmd/larui/docs/views.md.
package frame

import (
	"context"
	"slices"

	"larui/datasets"
	"larui/model"
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

// A Scene is everything that a frame shows. Drawing has no side effects.
type Scene struct {
	stage.Stage
	// Focus is the name of the control that arrows turn. If the pair has no such control, arrows
	// turn the first control.
	Focus string
	// Views are in the order in which the key of the action next-panel selects them.
	Views []stage.View
	// Typing reports whether the user types a value for the focused control. Entry is the typed
	// text, with the cursor before the rune at index Cursor. EntryErr is the reason why Entry is no
	// value.
	Typing   bool
	Entry    string
	Cursor   int
	EntryErr error
	// Overlays has all overlays, visible or hidden.
	Overlays []Overlay
	Writer   *export.Writer
	// Message replaces the sentence until the next key, unless Message is empty.
	Message string
	// OpenError is the error of the last attempt to open another pair, nil after a success.
	OpenError error
	// undosBeforeStep is Explorer.UndoCount at the start of the lesson's present step, where undo ends.
	undosBeforeStep int
	// lastCause says what led to the present state, such as undone. It is empty after the turn of
	// one control.
	lastCause cause

	// CommonKeys work in every view, ControlKeys turn one control each. UserKeys maps names of
	// actions to the user's own keys.
	CommonKeys, ControlKeys []stage.Key
	UserKeys                map[string][]string
	// lastChoice is the last search, with the chosen state as start. If the next search chooses the
	// same state, the message explains the choice in full.
	lastChoice search
	// search is the search for a setting in progress. selectedJudge is how the user wants settings
	// to be compared, empty if each view decides.
	search        search
	selectedJudge session.JudgeName
	Lessons       LessonState
}

// Controls returns the controls of the pair in the order of the screen: λ, k, k̃, the pair's own
// control such as angle, and further controls.
func (sc *Scene) Controls() (controls []session.Option) {
	hasOwn := false
	for _, c := range session.Controls() {
		switch {
		case !c.AppliesTo(sc.Limits):
		case c.Name == "lambda":
			controls = slices.Insert(controls, 0, c)
		case c.DefinesPair && !hasOwn:
			controls, hasOwn = slices.Insert(controls, 3, c), true
		default:
			controls = append(controls, c)
		}
	}
	return controls
}

// FocusedControl returns the control that the arrows turn.
func (sc *Scene) FocusedControl() session.Option {
	all := sc.Controls()
	return all[sc.focusIndex(all)]
}

// focusIndex returns 0 if the pair has no control called Focus.
func (sc *Scene) focusIndex(all []session.Option) int {
	return max(0, slices.IndexFunc(all, func(c session.Option) bool { return c.Name == sc.Focus }))
}

// A search looks for the best setting by judge, a way to compare settings, such as validation;
// judge is empty without a search. The search ends if the state differs from start.
type search struct {
	judge session.JudgeName
	start session.State
	// refused has the parameters of the best setting if the choice is doubtful.
	refused model.Params
}

// A LessonState is the present lesson, if any, with its keys and the names that the lesson may use
// for parts of the screen.
type LessonState struct {
	lesson.Player
	// keys move between the steps of a lesson. words are the names of views, panels and actions
	// that lessons may use.
	keys  []stage.Key
	words *lesson.ScreenNames
	// While playing shows an earlier epoch, checked has the solution after the last epoch, which
	// the lesson checks. At other times checked is nil.
	checked  *lesson.Situation
	entering bool
}

// An earlierPair keeps the screen of a pair that was open before. settings are the settings of the
// rivals.
type earlierPair struct {
	pair     datasets.Spec
	views    []stage.View
	pins     []stage.Pin
	cursor   stage.ReadingCursor
	settings map[string]int
}

// A Host runs a Scene: it carries out keys, requests jobs from the engine and the trainer, and puts
// their results into the Scene. The caller shows the Scene, on a screen or as lines of text.
type Host struct {
	Scene
	Explorer *session.Explorer
	// If MustQuit is true, the caller must end the program. If MustSuspend is true, the caller must
	// stop the program until the shell continues it. If MustRedraw is true, the caller must clear
	// the terminal and draw the frame again.
	MustQuit, MustSuspend, MustRedraw bool
	// Clipboard is a text that the caller should copy, or empty.
	Clipboard string
	Recents   opener.RecentPairs
	// Messages come from the engine, the trainer and the writer. The caller must pass each message
	// to HandleMessage until Close closes Messages.
	Messages chan any

	dropMessages context.CancelFunc
	engine       *session.Engine
	first        session.Opening
	// reusesColumns is true while the first pair is opened with the columns that the user accepted
	// in an earlier run of the program.
	reusesColumns bool
	// dragged is the name of the control whose slider the mouse holds, or empty. dragTurned reports
	// whether the drag has turned a control.
	dragged    string
	dragTurned bool
	// grabbed is the line in a panel that the mouse holds, or nil.
	grabbed *grabbedLine
	// triedLooks lists the options of the display, such as theme, that the user changed in this
	// run.
	triedLooks []string
	// choiceLost reports whether standardizing has undone turns of controls or a chosen setting.
	choiceLost bool
	// opener is the overlay Opener if the pair that is being opened was chosen there, else nil.
	opener *Opener
	// resumed is the saved session that Restore has read, or nil.
	resumed *savedSession
	files   UserFiles
	// earlierPairs are the last few pairs that were open before.
	earlierPairs []earlierPair
}

// A grabbedLine is the line at the present value that the mouse drags, with its picture of curves.
type grabbedLine struct {
	stage.Picture
	left int // the first column of the panel in the frame
}

// An Overlay covers the panels while it is visible. If several are visible, the last one in
// Scene.Overlays gets the keys and the mouse.
type Overlay interface {
	Key(*Host) stage.Key
	// VisibleFlag returns the address of the variable that is true while the overlay is visible.
	VisibleFlag() *bool
	Title(*Scene) string
	// Draw draws inside the box with the title.
	Draw(*Scene, *chart.Grid)
	// Hints returns the hints of the bottom line.
	Hints(*Scene) []help.Entry
	// TypedText returns the text that the user types, with the cursor before the rune at index
	// *cursor. cursor is nil while keys type no text.
	TypedText() (text string, cursor *int)
	SetText(h *Host, text string)
	// Press handles a key. It returns false for a key that edits the text.
	Press(h *Host, key string) bool
	// Click handles a click on a cell of Draw's grid, Wheel n turns of the wheel, down if n > 0.
	Click(h *Host, x, y int)
	Wheel(h *Host, n int)
}

// overlayWithoutInput is embedded by an Overlay that has no text field or ignores the mouse.
type overlayWithoutInput struct{}

func (overlayWithoutInput) TypedText() (string, *int) { return "", nil }
func (overlayWithoutInput) SetText(*Host, string)     {}
func (overlayWithoutInput) Click(*Host, int, int)     {}
func (overlayWithoutInput) Wheel(*Host, int)          {}

func showFunc(h *Host, show func(*Host)) func(*stage.Stage) stage.Intent {
	return func(*stage.Stage) stage.Intent {
		show(h)
		return stage.Intent{}
	}
}

// withScene returns a function for Key.Do or Key.IdleReason, which calls do with the whole scene.
func withScene[T any](sc *Scene, do func(*Scene) T) func(*stage.Stage) T {
	return func(*stage.Stage) T { return do(sc) }
}

// OverlayOf returns the scene's overlay of type O.
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
	for _, o := range slices.Backward(sc.Overlays) {
		if *o.VisibleFlag() {
			return o
		}
	}
	return nil
}

// closeOverlay hides the overlay that covers the panels, if any.
func closeOverlay(sc *Scene) {
	if over := sc.TopOverlay(); over != nil {
		*over.VisibleFlag() = false
	}
}

// NewViews returns all views, in the order in which the key of the action next-panel selects them.
func NewViews() []stage.View {
	return []stage.View{&spectrum.View{}, &target.View{}, &scores.Convergence{}, &scores.Lambda{}, &scores.Map{}, &rivals.View{}, &theory.View{}, &data.View{}}
}

// ViewNames returns the values of --view: the first screen, all panels, and the views.
func ViewNames() []string {
	names := []string{stage.FirstScreenName, stage.AllName}
	for _, v := range NewViews() {
		names = append(names, v.Info().Name)
	}
	return names
}

// FindView returns the view called name, nil for an unknown name.
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
	case sc.ShowAll:
		return stage.AllName
	}
	return stage.FirstScreenName
}

// IsChoosing reports whether a search for a setting runs. A turn cancels the search.
func (sc *Scene) IsChoosing() bool { return sc.search.judge != "" && sc.search.start.Equal(sc.State) }
