package tui

import (
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/muesli/termenv"

	"larui/tui/chart"
	"larui/tui/session"
)

// BenchmarkTurn is what a person waits for after a key: from the new state to the bytes
// of the first frame that shows its solution, in true colour at 120×36, and from there to
// those of the frame with the curves. Their 95th percentiles are what is promised.
func BenchmarkTurn(b *testing.B) {
	b.Run("pair=rotated-gaussian", func(b *testing.B) { benchTurns(b, gaussian(b), 1) })
	b.Run("pair=mnist-usps", func(b *testing.B) {
		if os.Getenv("LARUI_DATA") == "" {
			b.Skip("needs the digits in LARUI_DATA")
		}
		benchTurns(b, opening(b, "mnist-usps", "classes=3,8"), 8, 64, 256)
	})
}

// benchTurns turns λ, k and k̃ at every combination of the sizes.
func benchTurns(b *testing.B, o session.Opening, sizes ...int) {
	d := newDesk(b, o)
	d.encoder = chart.NewEncoder(chart.Dark, termenv.TrueColor)
	start := d.scene.State
	for _, k := range sizes {
		for _, kTilde := range sizes {
			for _, control := range []string{"lambda", "k", "ktilde"} {
				b.Run(fmt.Sprintf("k=%d/ktilde=%d/turn=%s", k, kTilde, control), func(b *testing.B) {
					at := start
					at.Params.K, at.Params.KTilde = k, kTilde
					var frames, curves []time.Duration
					d.timeTurn(nudge(at, control, 0)) // makes what the others share
					for i := range b.N {
						frame, curve := d.timeTurn(nudge(at, control, i+1))
						frames, curves = append(frames, frame), append(curves, curve)
					}
					b.ReportMetric(p95(frames), "ms/frame-p95")
					b.ReportMetric(p95(curves), "ms/curves-p95")
				})
			}
		}
	}
}

// timeTurn turns to a state and returns how long it takes to the frame with the
// solution, and from then to that with its curves. What follows these is given up.
func (d *desk) timeTurn(state session.State) (frame, curves time.Duration) {
	began := time.Now()
	d.scene.Show(state)
	for {
		msg := <-d.news
		u := msg.(session.Update)
		d.Update(msg)
		d.View()
		switch {
		case u.Solution == nil || !u.State.Equal(state):
		case u.Curves == nil:
			frame, began = time.Since(began), time.Now()
		default:
			curves = time.Since(began)
			d.host.Cancel()
			d.settle()
			return frame, curves
		}
	}
}

// nudge moves one of λ, k or k̃ so little that the picture stays, to a value that
// differs from that of the step before: no two steps share a solution.
func nudge(state session.State, control string, step int) session.State {
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
