package frame

import (
	"larui/tui/chart"
	"larui/tui/overlay/help"
)

// An Overlay stands over the panels until it is left. The first one that shows has the keys
// and the mouse.
type Overlay interface {
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

// newOverlays returns all overlays. An overlay is a file and a line here.
func newOverlays() []Overlay {
	return []Overlay{&Opener{}, &Export{}, &Palette{}, &LessonList{}, &Help{}}
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

// Under returns the scene with one overlay over it, and no other.
func (sc *Scene) Under(o Overlay) *Scene {
	on := *sc
	on.Overlays = []Overlay{o}
	return &on
}
