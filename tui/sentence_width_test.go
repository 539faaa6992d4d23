package tui

import (
	"testing"

	"larui/datasets"
	"larui/tui/chart"
)

// What is said after a turn can be read whole on one line of the full dashboard.
func TestSentencesFit(t *testing.T) {
	for _, name := range []string{"rotated-gaussian", "wide-gaussian", "rotated-regression"} {
		t.Run(name, func(t *testing.T) {
			spec := datasets.DefaultSpec(name)
			spec.N, spec.M = 100, 100
			d := newDesk(t, Request{State: State{Spec: spec}, Begin: true})
			for _, c := range d.scene.controls() {
				for _, key := range []string{"right", "left", "left", "L", "H"} {
					if (c.Name == "n" || c.Name == "m") && key == "L" {
						continue // a hundred thousand rows say no more
					}
					d.focus(c.Name)
					d.press1(key)
					d.settle()
					if text, _ := d.scene.sentence(); chart.TextWidth(text) > fullWidth-2 {
						t.Errorf("%s, %s: %d columns: %q", c.Name, key, chart.TextWidth(text), text)
					}
				}
				d.press1("r")
				d.settle()
			}
		})
	}
}
