package frame

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/exp/golden"
	"github.com/muesli/termenv"

	"larui/model/testutil"
	"larui/tui/chart"
	"larui/tui/session"
)

// A desk is a host that is driven step by step: keys go in, and what engine and
// trainer say is taken in until they have nothing more to say.
type desk struct {
	*Host
	*Scene
	t testing.TB
}

// newStage opens the pair called name with the values that options are given, on a
// screen of 120×36 cells.
func newStage(t testing.TB, name string, values map[string]string) *desk {
	t.Helper()
	opening := testutil.Must(session.NewOpening(name, values))
	opening.Spec.Cache = ""
	h := NewHost(opening)
	s := &desk{h, &h.Scene, t}
	t.Cleanup(s.Close)
	s.Width, s.Height = 120, 36
	s.OpenFirst()
	s.settle()
	if s.Solution == nil {
		t.Fatalf("%s does not open: %v", name, s.Update.Err)
	}
	return s
}

// inView opens a pair and shows the view of that name.
func inView(t testing.TB, name, pair string, values map[string]string) *desk {
	t.Helper()
	s := newStage(t, pair, values)
	s.show(name)
	return s
}

// settle takes in news until the newest request is answered and nothing trains.
func (s *desk) settle() {
	s.t.Helper()
	for s.Solving || s.Trainer.CountPending() > 0 {
		s.HandleMessage(<-s.Messages)
	}
}

// press presses keys, named as Bubble Tea does, one after the other and at once.
func (s *desk) press(keys ...string) {
	for _, key := range keys {
		s.Message = ""
		s.Press(key)
	}
}

// run presses keys and waits for what they ask for.
func (s *desk) run(keys ...string) {
	s.press(keys...)
	s.settle()
}

// show shows the view of that name, with all it asks for.
func (s *desk) show(name string) {
	s.t.Helper()
	if !s.ShowView(name) {
		s.t.Fatalf("there is no view %s", name)
	}
	s.RequestJobs()
	s.settle()
}

// sized sets the size of the screen and returns the scene.
func (sc *Scene) sized(w, h int) *Scene {
	sc.Width, sc.Height = w, h
	return sc
}

// picture returns the frame without colours.
func (sc *Scene) picture() string { return strings.Join(sc.Draw().Plain(), "\n") }

// sentence returns the text above the hints.
func (sc *Scene) sentence() string {
	text, _ := sc.Sentence()
	return text
}

// requireFrame compares the frame of w×h cells with the golden one of that name, but for
// the bar of controls, which whole frames show: a change of the bar changes no other.
// The frame is two rows lower than h.
func (s *desk) requireFrame(t *testing.T, name string, w, h int) {
	l := newLayout(s.sized(w, h))
	h -= 2
	s.requireLines(t, name, w, h, func(lines []string) []string {
		return slices.Replace(lines, h-2-l.textRows, h-1-l.textRows, " (the bar of controls)")
	})
}

// requireWhole compares the whole frame of w×h cells with the golden one of that name.
func (s *desk) requireWhole(t *testing.T, name string, w, h int) {
	s.requireLines(t, name, w, h, func(lines []string) []string { return lines })
}

// counted is how many more there are of something, for which a frame has no room.
var counted = regexp.MustCompile(`\d+ more`)

// requireLines compares what shown makes of the lines of a frame of w×h cells. How long
// the solution took is left out, and how many things have no room.
func (s *desk) requireLines(t *testing.T, name string, w, h int, shown func(lines []string) []string) {
	t.Run(name, func(t *testing.T) {
		s.Update.Elapsed = 0
		frame := counted.ReplaceAllString(s.sized(w, h).picture(), "N more")
		golden.RequireEqual(t, strings.Join(shown(strings.Split(frame, "\n")), "\n")+"\n")
	})
}

// partly takes every third label of a target away.
func partly(t testing.TB, values map[string]string) map[string]string {
	t.Helper()
	text := testutil.Must(os.ReadFile(values["target"]))
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	for i := 2; i < len(lines); i += 3 {
		lines[i] = lines[i][:strings.LastIndexByte(lines[i], ',')+1]
	}
	testutil.NoError(t, os.WriteFile(values["target"], []byte(strings.Join(lines, "\n")+"\n"), 0o600))
	values["missing"] = "unlabelled"
	return values
}

// BenchmarkTurn is what a person waits for after a key: from the new state to
// the bytes of the first frame that shows its solution, and from there to those of
// the frame with its curves, at 120×36 in true colour, and on a large screen. Their 95th
// percentiles are what is promised.
func BenchmarkTurn(b *testing.B) {
	b.Run("pair=rotated-gaussian", func(b *testing.B) { benchTurns(b, newStage(b, "rotated-gaussian", nil), 1) })
	b.Run("pair=rotated-gaussian/size=200x60", func(b *testing.B) {
		s := newStage(b, "rotated-gaussian", nil)
		s.Width, s.Height = 200, 60
		benchTurns(b, s, 1)
	})
	b.Run("pair=mnist-usps", func(b *testing.B) {
		folder := os.Getenv("LARUI_DATA")
		if folder == "" {
			b.Skip("needs the digits in LARUI_DATA")
		}
		benchTurns(b, newStage(b, "mnist-usps", map[string]string{"data": folder, "classes": "3,8"}), 8, 64, 256)
	})
}

// BenchmarkFrame draws and encodes the first screen of a large terminal.
func BenchmarkFrame(b *testing.B) {
	s, encoder := newStage(b, "rotated-gaussian", nil), chart.NewEncoder(chart.Dark, termenv.TrueColor)
	s.Width, s.Height = 200, 60
	b.ReportAllocs()
	for b.Loop() {
		encoder.Encode(s.sized(200, 60).Draw())
	}
}

// benchTurns turns λ, k and k̃ at every combination of the sizes.
func benchTurns(b *testing.B, s *desk, sizes ...int) {
	start, encoder := s.State, chart.NewEncoder(chart.Dark, termenv.TrueColor)
	for _, k := range sizes {
		for _, kTilde := range sizes {
			for _, option := range []string{"lambda", "k", "ktilde"} {
				b.Run(fmt.Sprintf("k=%d/ktilde=%d/turn=%s", k, kTilde, option), func(b *testing.B) {
					at := start
					at.Params.K, at.Params.KTilde = k, kTilde
					var frames, curves []time.Duration
					s.timeTurn(encoder, nudge(at, option, 0)) // makes what the others share
					for i := range b.N {
						frame, curve := s.timeTurn(encoder, nudge(at, option, i+1))
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
func (s *desk) timeTurn(encoder *chart.Encoder, next session.State) (frame, curves time.Duration) {
	began := time.Now()
	s.TurnTo(next)
	for s.Solving {
		s.HandleMessage(<-s.Messages)
		u := s.Update
		switch {
		case frame == 0 && u.Solution != nil && u.State.Equal(next):
			encoder.Encode(s.Draw())
			frame, began = time.Since(began), time.Now()
		case frame != 0 && curves == 0 && u.Curves != nil && u.Curves.Params == u.Solution.Params:
			encoder.Encode(s.Draw())
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

// remember has the view of that name remember what a format and its values write.
func remember(t testutil.Test, sc *Scene, view, format string, values ...any) {
	testutil.NoError(t, sc.FindView(view).Memory(&sc.Stage).ParseJSON(fmt.Appendf(nil, format, values...)))
}

// recall returns what the view of that name remembers under another.
func (s *desk) recall(view, name string) int {
	s.t.Helper()
	text := testutil.Must(json.Marshal(s.FindView(view).Memory(&s.Stage)[name]))
	n := testutil.Must(strconv.Atoi(string(text)))
	return n
}

// book is the help.
func (s *desk) book() *HelpOverlay { return OverlayOf[*HelpOverlay](s.Scene) }
