package tui

import (
	"context"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"larui/datasets"
)

// What still trains on a pair is given up once another one is on the screen, and
// goes on while that may yet be cancelled.
func TestOpeningCancelsTrainings(t *testing.T) {
	ownFolders(t)
	d := newDesk(t, smallGaussian())
	stopped := make(chan struct{})
	key := d.scene.rivalKey(lineup()[0], 0)
	generation := d.trainer.Submit(training{key: key, run: func(ctx context.Context, _ func(float64)) (rivalResult, error) {
		<-ctx.Done()
		close(stopped)
		return rivalResult{}, ctx.Err()
	}})
	d.scene.Views.rivals.set(key, rivalEntry{state: rivalWaiting, generation: generation})
	wide := opening{spec: datasets.DefaultSpec("wide-gaussian")}

	d.open(wide)
	d.press1("esc")
	d.settle()
	if d.scene.Views.rivals.pending() != 1 {
		t.Error("a training is given up although its pair stays")
	}
	d.open(wide)
	d.settle()
	if d.scene.Views.rivals.pending() != 0 {
		t.Error("the trainings of another pair are shown")
	}
	select {
	case <-stopped:
	case <-time.After(time.Minute):
		t.Error("a training goes on although nobody hears of it")
	}
}

// A pair that arrives just after it was cancelled does not come onto the screen, even
// where it is one of files like the one that stays.
func TestLateArrival(t *testing.T) {
	ownFolders(t)
	sign := func(i int) float64 { return float64(i%2*2 - 1) }
	stays, late := fileSpec(t, 20, 5, "binary", sign), fileSpec(t, 14, 2, "binary", sign)
	d := newDesk(t, Request{State: State{Spec: stays}, Begin: true})
	d.press1("m")
	d.open(opening{spec: late})
	var held []tea.Msg
	for {
		msg := <-d.updates
		held = append(held, msg)
		if u, ok := msg.(updateMsg); ok && u.Solution != nil && u.State.Spec.Source == late.Source {
			break
		}
	}
	d.press1("esc")
	for _, msg := range held {
		d.Update(msg)
		if shown := d.scene.Update.Session.Spec.Source; shown != stays.Source || d.scene.Limits.D != 6 {
			t.Fatalf("%s is on the screen, with %d features", shown, d.scene.Limits.D)
		}
	}
	d.settle()
	if d.scene.Update.Session.Spec.Source != stays.Source || d.scene.Views.pin == nil {
		t.Error("the pair that stays, or what was pinned in it, is gone")
	}
}

// The help that was asked for meanwhile does not cover the overlay that says why a
// pair can't be opened.
func TestFailureIsNotCovered(t *testing.T) {
	ownFolders(t)
	d := newDesk(t, gaussian())
	d.press1("o")
	spec := datasets.DefaultSpec("wide-gaussian")
	spec.N = 1
	d.open(opening{spec: spec})
	d.press1("?")
	d.settle()
	if !d.scene.Opener.Shown || d.scene.Opener.Err == nil || !strings.Contains(d.View(), "open another pair") {
		t.Errorf("the overlay is not seen in\n%s", d.View())
	}
}
