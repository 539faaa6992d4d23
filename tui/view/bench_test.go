package view

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

// BenchmarkTurn is what a person waits for after a key: from the new state to
// the bytes of the first frame that shows its solution, and from there to those of
// the frame with its curves, at 120×36 in true colour. Their 95th percentiles are what
// is promised.
func BenchmarkTurn(b *testing.B) {
	b.Run("pair=rotated-gaussian", func(b *testing.B) { benchTurns(b, newStage(b, "rotated-gaussian", nil), 1) })
	b.Run("pair=mnist-usps", func(b *testing.B) {
		folder := os.Getenv("LARUI_DATA")
		if folder == "" {
			b.Skip("needs the digits in LARUI_DATA")
		}
		benchTurns(b, newStage(b, "mnist-usps", map[string]string{"data": folder, "classes": "3,8"}), 8, 64, 256)
	})
}

// benchTurns turns λ, k and k̃ at every combination of the sizes.
func benchTurns(b *testing.B, s *stage, sizes ...int) {
	start := s.State
	for _, k := range sizes {
		for _, kTilde := range sizes {
			for _, option := range []string{"lambda", "k", "ktilde"} {
				b.Run(fmt.Sprintf("k=%d/ktilde=%d/turn=%s", k, kTilde, option), func(b *testing.B) {
					at := start
					at.Params.K, at.Params.KTilde = k, kTilde
					var frames, curves []time.Duration
					s.timeTurn(nudge(at, option, 0)) // makes what the others share
					for i := range b.N {
						frame, curve := s.timeTurn(nudge(at, option, i+1))
						frames, curves = append(frames, frame), append(curves, curve)
					}
					b.ReportMetric(p95(frames), "ms/frame-p95")
					b.ReportMetric(p95(curves), "ms/curves-p95")
				})
			}
		}
	}
}

// timeTurn turns to a state, and returns how long it took to the frame with its
// solution, and from then to that with its curves. What follows is not timed.
func (s *stage) timeTurn(next session.State) (frame, curves time.Duration) {
	encoder := chart.NewEncoder(chart.Dark, termenv.TrueColor)
	began := time.Now()
	s.TurnTo(next)
	for s.Solving {
		s.Hear(<-s.news)
		u := s.Update
		switch {
		case frame == 0 && u.Solution != nil && u.State.Equal(next):
			encoder.Encode(s.Frame(s.Width, s.Height))
			frame, began = time.Since(began), time.Now()
		case frame != 0 && curves == 0 && u.Curves != nil && u.Curves.Params == u.Solution.Params:
			encoder.Encode(s.Frame(s.Width, s.Height))
			curves = time.Since(began)
		}
	}
	return frame, curves
}

// nudge moves one of λ, k or k̃ so little that the picture stays, to a value that
// differs from that of the step before: no two steps share a solution.
func nudge(state session.State, option string, step int) session.State {
	p := &state.Params
	switch option {
	case "lambda":
		p.Lambda *= 1 + float64(step+1)/1000
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
