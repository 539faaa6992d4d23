package tui

import (
	"context"
	"fmt"
	"testing"

	"larui/datasets"
)

// While a control is turned over its whole range, nothing moves sideways: neither
// the axes of curves nor the arrows of the bar.
func TestNothingMovesSideways(t *testing.T) {
	t.Parallel() // it takes long
	for _, name := range []string{"rotated-gaussian", "rotated-regression"} {
		spec := datasets.DefaultSpec(name)
		spec.N, spec.M = 60, 60
		base := sceneOf(t, spec, nil)
		for _, c := range base.controls() {
			if c.Name == "ratio" || c.Name == "n" || c.Name == "m" {
				continue // the fewest samples make no pair
			}
			where := map[string]int{}
			for _, sc := range turnedScenes(t, base, c) {
				if sc.solution().Descent.Diverges {
					continue // another picture
				}
				for _, view := range []string{dashboardName, "convergence", "lambda"} {
					sc.showView(view)
					for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}} {
						for key, x := range sc.landmarks(size[0], size[1]) {
							key = fmt.Sprintf("%s at %d×%d: %s", view, size[0], size[1], key)
							if before, ok := where[key]; ok && before != x {
								t.Errorf("%s: turning %s to %s moves the %s from column %d to %d", name, c.Name, c.Get(sc.State), key, before, x)
							}
							where[key] = x
						}
					}
				}
			}
		}
	}
}

// turnedScenes solves a scene at each value of a control, from the lowest on.
func turnedScenes(t *testing.T, base Scene, c Control) []Scene {
	t.Helper()
	const most = 25
	session := base.Update.Session
	var all []Scene
	for state := c.Step(base.State, base.Limits, -session.Farthest); len(all) < most; {
		at := session
		if c.ChangesData() {
			var err error
			if at, err = session.Open(context.Background(), state.Spec, nil, nil); err != nil {
				t.Fatal(err)
			}
		}
		all = append(all, solved(t, at, state))
		next := c.Step(state, base.Limits, 1)
		// The bar has room for usual numbers of epochs.
		if next.Equal(state) || next.Params.Epochs >= 100_000 {
			break
		}
		state = next
	}
	return all
}

// landmarks are the columns of what should stay where it is in a frame of w×h cells:
// of the corners of axes, by panel, except the scatter of the data themselves, and of
// the arrows of the bar.
func (sc *Scene) landmarks(w, h int) map[string]int {
	marks := map[string]int{}
	g := sc.Frame(w, h)
	for _, r := range sc.panelRegions(w, h) {
		if r.id == panelTarget {
			continue
		}
		for y := r.y; y < r.y+r.h; y++ {
			for x := r.x; x < r.x+r.w; x++ {
				if g.At(x, y).Rune == '└' {
					marks[fmt.Sprintf("axis of %s, line %d", panelByID(r.id).name, y)] = x
				}
			}
		}
	}
	for y := h - 5; y < h-1; y++ {
		arrows := 0
		for x := range w {
			if r := g.At(x, y).Rune; r == '◂' || r == '▸' {
				arrows++
				marks[fmt.Sprintf("arrow %d of line %d", arrows, y)] = x
			}
		}
	}
	return marks
}
