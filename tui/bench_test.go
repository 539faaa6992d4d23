package tui

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"larui/datasets"
	"larui/tui/session"
)

// BenchmarkTurn is what a person waits for after a key: from the new state to
// the bytes of the first frame that shows its solution, and from there to those of
// the frame with the curves.
func BenchmarkTurn(b *testing.B) {
	specs := map[string]datasets.Spec{"rotated-gaussian": datasets.DefaultSpec("rotated-gaussian")}
	if folder := os.Getenv("LARUI_DATA"); folder != "" {
		spec := datasets.DefaultSpec("mnist-usps")
		spec.Data, spec.Classes = folder, []int{3, 8}
		specs["mnist-usps"] = spec
	}
	for name, spec := range specs {
		session, err := session.Open(context.Background(), spec, nil, nil)
		if err != nil {
			b.Fatal(err)
		}
		state, err := session.Begin(nil)
		if err != nil {
			b.Fatal(err)
		}
		for _, control := range []string{"lambda", "k", "ktilde"} {
			for _, size := range [][2]int{{1, 1}, {64, 64}, {64, 8}, {256, 256}, {256, 8}} {
				if size[0] > session.Problem.D {
					continue
				}
				b.Run(fmt.Sprintf("%s/d=%d/k=%d/ktilde=%d/%s", name, session.Problem.D, size[0], size[1], control), func(b *testing.B) {
					at := state
					at.Params.K, at.Params.KTilde = size[0], size[1]
					// The first one makes what the others share.
					states := make([]State, b.N+1)
					for i := range states {
						states[i] = Nudge(at, control, i, session.Problem.D)
					}
					turns, err := Turns(context.Background(), session, states)
					if err != nil {
						b.Fatal(err)
					}
					var frames, curves time.Duration
					for _, turn := range turns[1:] {
						frames, curves = frames+turn.Frame, curves+turn.Curves
					}
					b.ReportMetric(float64(frames.Microseconds())/float64(b.N), "µs/frame")
					b.ReportMetric(float64(curves.Microseconds())/float64(b.N), "µs/curves")
				})
			}
		}
	}
}

// BenchmarkIdleKey is what a key costs that does nothing, beside its frame: the scene
// is compared to say so.
func BenchmarkIdleKey(b *testing.B) {
	spec := datasets.DefaultSpec("rotated-gaussian")
	if folder := os.Getenv("LARUI_DATA"); folder != "" {
		spec = datasets.DefaultSpec("mnist-usps")
		spec.Data, spec.Classes = folder, []int{3, 8}
	}
	d := newDesk(b, Request{State: State{Spec: spec}, Begin: true})
	d.press1("m")
	key := keyMessage("1")
	b.ReportAllocs()
	for b.Loop() {
		d.Update(key)
	}
	if d.scene.Message != "these are all panels already" {
		b.Errorf("the key says %q", d.scene.Message)
	}
}
