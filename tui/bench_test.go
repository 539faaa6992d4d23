package tui

import (
	"context"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/muesli/termenv"

	"larui/datasets"
	"larui/tui/chart"
)

// BenchmarkTurn is what a person waits for after a key: from the new state to
// the bytes of the first frame that shows its solution, and from there to those of
// the frame with the curves. Their 95th percentiles are what is promised.
func BenchmarkTurn(b *testing.B) {
	b.Run("pair=rotated-gaussian", func(b *testing.B) {
		benchTurns(b, datasets.DefaultSpec("rotated-gaussian"), []int{1})
	})
	b.Run("pair=mnist-usps", func(b *testing.B) {
		benchTurns(b, digitBench(b), []int{8, 64, 256})
	})
}

// digitBench is MNIST → USPS for 3 and 8, where LARUI_DATA has it.
func digitBench(b *testing.B) datasets.Spec {
	spec := datasets.DefaultSpec("mnist-usps")
	spec.Data, spec.Classes = os.Getenv("LARUI_DATA"), []int{3, 8}
	if spec.Data == "" {
		b.Skip("needs the digits in LARUI_DATA")
	}
	return spec
}

// benchTurns turns λ, k and k̃ at every combination of the sizes.
func benchTurns(b *testing.B, spec datasets.Spec, sizes []int) {
	session, err := Open(context.Background(), spec, nil, nil)
	if err != nil {
		b.Fatal(err)
	}
	state, err := session.Begin(nil)
	if err != nil {
		b.Fatal(err)
	}
	for _, k := range sizes {
		for _, kTilde := range sizes {
			for _, control := range []string{"lambda", "k", "ktilde"} {
				b.Run(fmt.Sprintf("k=%d/ktilde=%d/turn=%s", k, kTilde, control), func(b *testing.B) {
					at := state
					at.Params.K, at.Params.KTilde = k, kTilde
					var frames, curves []time.Duration
					engine := &Engine{session: session}
					timeTurn(b, engine, nudge(at, control, 0)) // makes what the others share
					for i := range b.N {
						frame, curve := timeTurn(b, engine, nudge(at, control, i+1))
						frames, curves = append(frames, frame), append(curves, curve)
					}
					b.ReportMetric(p95(frames), "ms/frame-p95")
					b.ReportMetric(p95(curves), "ms/curves-p95")
				})
			}
		}
	}
}

// timeTurn solves a state as the explorer does, draws its frames at 120×36 in true
// colour, and returns how long it took to the frame with the solution, and from then
// to that with its curves.
func timeTurn(b *testing.B, engine *Engine, state State) (frame, curves time.Duration) {
	encoder := chart.NewEncoder(chart.Dark, termenv.TrueColor)
	// What follows the curves is not waited for.
	refining, stop := context.WithCancel(context.Background())
	defer stop()
	began := time.Now()
	engine.notify = func(u Update) {
		scene := Scene{State: state, Limits: engine.session.Limits(), Update: u}
		encoder.Encode(scene.Frame(120, 36))
		if u.Curves == nil {
			frame, began = time.Since(began), time.Now()
			return
		}
		curves = time.Since(began)
		stop()
	}
	u := Update{State: state, Session: engine.session}
	if err := engine.solve(context.Background(), refining, Request{State: state}, &u); err != nil {
		b.Fatal(err)
	}
	return frame, curves
}

// nudge moves one of λ, k or k̃ so little that the picture stays, to a value that
// differs from that of the step before: no two steps share a solution.
func nudge(state State, control string, step int) State {
	p := &state.Params
	switch control {
	case "lambda":
		p.Lambda *= 1 + float64(step)/1000
	case "k":
		p.K = max(p.K-step%2, 1+step%2)
	case "ktilde":
		p.KTilde = max(p.KTilde-step%2, 1+step%2)
	}
	return state
}

// p95 is the 95th percentile in milliseconds.
func p95(readings []time.Duration) float64 {
	slices.Sort(readings)
	return readings[(95*len(readings)-1)/100].Seconds() * 1e3
}

// BenchmarkIdleKey is what a key costs that does nothing, beside its frame: the scene
// is compared to say so.
func BenchmarkIdleKey(b *testing.B) {
	d := newDesk(b, Request{State: State{Spec: digitBench(b)}, Begin: true})
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
