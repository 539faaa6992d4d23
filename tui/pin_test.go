package tui

import (
	"context"
	"math"
	"strings"
	"testing"

	"larui/datasets"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/session"
)

// A pin is compared with wherever the controls are turned to, and survives turning
// and undo.
func TestPinAndCompare(t *testing.T) {
	d := newDesk(t, gaussian())
	start := d.scene.State
	command := Command(d.scene.State, d.scene.Update.Session)
	d.press1("m")
	if message := d.scene.Message; message != "pinned: k 1, k̃ 1, λ 1, 87.6 %; it stays in the pictures, ╌╌, while you turn; m again unpins it" {
		t.Errorf("pinning says %q", message)
	}
	if !strings.Contains(hintLine(d.Program), "m unpin") {
		t.Errorf("on what is pinned the bottom line offers %s", hintLine(d.Program))
	}
	pinned := d.scene.pinned()
	for d.scene.State.Params.Lambda < 1000 {
		d.press1(">")
	}
	d.settle()
	view := d.View()
	for _, text := range []string{"pinned  87.6 %, now  ▲ +11", "╌╌ pinned λ 1"} {
		if !strings.Contains(view, text) {
			t.Errorf("%q is missing in\n%s", text, view)
		}
	}
	if strings.Count(view, "╌╌ pinned λ 1") < 2 {
		t.Errorf("fewer than two panels draw the pin:\n%s", view)
	}
	for _, panel := range []string{"0", "3", "4"} {
		d.press1(panel)
		d.settle()
		if !strings.Contains(d.View(), "pinned λ 1") {
			t.Errorf("panel %s does not draw the pin:\n%s", panel, d.View())
		}
	}
	d.press1("1", "a")
	d.settle()
	d.press1("u")
	d.settle()
	if d.scene.pinned() != pinned && d.scene.pinned().Descent.Target != pinned.Descent.Target {
		t.Error("turning and undo change the pin")
	}
	// What y copies needs no pin.
	d.show(start)
	d.settle()
	if d.press1("y"); !strings.HasSuffix(d.scene.Message, command) {
		t.Errorf("the command is %q, was %q", d.scene.Message, command)
	}
	if d.press1("m"); d.scene.pinned() != nil || strings.Contains(d.View(), "╌╌ pinned") {
		t.Error("m on the pinned state does not let go of it")
	}
	if message := d.scene.Message; message != "unpinned k 1, k̃ 1, λ 1, 87.6 %" || !strings.Contains(hintLine(d.Program), "m pin") {
		t.Errorf("unpinning says %q", message)
	}
	d.press1("m", ">")
	d.settle()
	if d.press1("m"); d.scene.Views.pin == nil || d.scene.Views.pin.State.Params.Lambda != 3 {
		t.Error("m on another state does not pin that")
	}
}

// Another pair drops the pin; the same one, turned, keeps it.
func TestPinOfAnotherPair(t *testing.T) {
	d := newDesk(t, gaussian())
	d.press1("m", "s", "a")
	d.settle()
	if d.scene.pinned() == nil {
		t.Fatal("another seed drops the pin")
	}
	d.scene.Solving = true
	d.asked = d.engine.Submit(Request{State: State{Spec: datasets.DefaultSpec("wide-gaussian")}, Begin: true})
	d.settle()
	if d.scene.pinned() != nil {
		t.Error("the pin of another pair stays")
	}
}

// What is pinned before its curves are there gets them when they are; those of
// other states stay out of it.
func TestPinIsCompleted(t *testing.T) {
	d := newDesk(t, gaussian())
	d.press1(">", ">", ">")
	for d.scene.Update.State.Params.Lambda != 30 {
		d.Update(<-d.updates)
	}
	d.press1("m")
	d.settle()
	pin := d.scene.Views.pin
	if pin.State.Params.Lambda != 30 || pin.Solution.Lambda != 30 || len(pin.Solution.Descent.Curve) == 0 || len(pin.Path) != len(session.PathLambdas()) {
		t.Errorf("λ %v and %v, %d points, %d of the path", pin.State.Params.Lambda, pin.Solution.Lambda, len(pin.Solution.Descent.Curve), len(pin.Path))
	}
	d.press1(">")
	d.settle()
	if got := d.scene.Views.pin.Solution.Lambda; got != 30 {
		t.Errorf("the pin follows to λ = %v", got)
	}
}

// A frame that is pinned on the way is the solution after that many epochs.
func TestPinAFrame(t *testing.T) {
	d := newDesk(t, gaussian())
	d.press1(",")
	d.settle()
	for range 40 {
		d.press1(",")
	}
	epoch := d.scene.frame().Epoch
	d.press1("m")
	pin := d.scene.Views.pin
	want, err := model.NewSolver(d.scene.Update.Session.Problem).Solve(context.Background(), pin.State.Params)
	if err != nil {
		t.Fatal(err)
	}
	if pin.State.Params.Epochs != epoch || model.Angle(pin.Solution.Descent.Weights, want.Descent.Weights) > 1e-5 {
		t.Errorf("pinned after %d epochs at frame %d, weights %v, want %v", pin.State.Params.Epochs, epoch, pin.Solution.Descent.Weights, want.Descent.Weights)
	}
	curve := pin.Solution.Descent.Curve
	if len(curve) == 0 || curve[len(curve)-1].Epoch > epoch {
		t.Errorf("the pinned curve %v goes beyond epoch %d", curve, epoch)
	}
	if d.press1("esc"); !strings.Contains(d.View(), "pinned epochs ") {
		t.Errorf("nothing says what is pinned in\n%s", d.View())
	}
}

// In the plane of a score view the trace of a pin that is a mixture of its axes is
// exact, and that of the solution itself is the boundary.
func TestPinnedTrace(t *testing.T) {
	x, y := []float64{1, 2, -3, 0.5, 4}, []float64{0.3, -1, 2, 5, 1}
	z := make([]float64, len(x))
	for i := range z {
		z[i] = 0.7*x[i] - 2*y[i]
	}
	// Rounding of sums of a few numbers of order 10.
	if a, b, ok := regress(x, y, z); !ok || math.Abs(a-0.7) > 1e-12 || math.Abs(b+2) > 1e-12 {
		t.Errorf("0.7x − 2y is found to be %vx + %vy, %t", a, b, ok)
	}
	if _, _, ok := regress(x, x, z); ok {
		t.Error("one axis is told from itself")
	}
	sc := sceneOf(t, fileSpec(t, 30, 7, "binary", func(i int) float64 { return float64(i%2*2 - 1) }), nil)
	sc.Views.pin = newPin(&sc)
	lines := sc.pinnedTrace(sc.Update.View)
	if len(lines) != 1 || math.Abs(lines[0].A-1) > 1e-9 || math.Abs(lines[0].B) > 1e-9 || lines[0].Style != chart.Pinned {
		t.Errorf("the solution's own trace is %+v", lines)
	}
}
