package tui

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/exp/teatest"
	"github.com/muesli/termenv"

	"larui/datasets"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/session"
)

// A clock stands in for time: it holds the tick that the program waits for.
type clock struct {
	*desk
	pending func(time.Time) tea.Msg
	waits   []time.Duration
}

func newClock(t testing.TB, request Request) *clock {
	t.Helper()
	c := &clock{desk: newDesk(t, request)}
	c.Program.tick = func(wait time.Duration, message func(time.Time) tea.Msg) tea.Cmd {
		if c.pending != nil {
			t.Error("two ticks at once")
		}
		c.pending = message
		c.waits = append(c.waits, wait)
		return nil
	}
	return c
}

// pass lets the pending tick come, and reports whether there was one.
func (c *clock) pass() bool {
	message := c.pending
	if message == nil {
		return false
	}
	c.pending = nil
	c.Update(message(time.Time{}))
	return true
}

// builtInRequests are all pairs that are made, small.
func builtInRequests() map[string]Request {
	requests := map[string]Request{}
	for _, info := range datasets.List() {
		if info.BuiltIn {
			spec := datasets.DefaultSpec(info.Name)
			spec.N, spec.M = 100, 100
			requests[info.Name] = Request{State: State{Spec: spec}, Begin: true}
		}
	}
	return requests
}

// Playing shows, one after the other, the solutions after 1 … T epochs, as solving
// for that many gives them, and ends at the frame it began with.
func TestPlay(t *testing.T) {
	for name, request := range builtInRequests() {
		t.Run(name, func(t *testing.T) {
			c := newClock(t, request)
			before := c.View()
			c.press1(" ")
			c.settle()
			asked := c.asked
			u := c.scene.Update
			epochs := model.FrameEpochs(u.State.Params.Epochs, session.TrackFrames)
			if u.Track == nil || !slices.Equal(u.Track.Epochs, epochs) || len(u.Track.Frames) != len(epochs) {
				t.Fatalf("the track is not there: %+v", u.Track)
			}
			solver := model.NewSolver(u.Session.Problem)
			for i, epoch := range epochs[:len(epochs)-1] {
				now := c.scene.shown().solution()
				if now.Epochs != epoch {
					t.Fatalf("after %d ticks epoch %d shows, want %d", i, now.Epochs, epoch)
				}
				if i%20 == 0 {
					params := u.State.Params
					params.Epochs = epoch
					want, err := solver.Endpoints(context.Background(), params)
					if err != nil {
						t.Fatal(err)
					}
					// 1e-8 of the weights is what the solver promises, whose angle is turned
					// into degrees.
					if angle := model.Angle(now.Descent.Weights, want.Descent.Weights); !(angle < 1e-5) {
						t.Errorf("epoch %d shows weights %v° from those solved", epoch, angle)
					}
					if got := now.Descent.Source; got != want.Descent.Source && !near(got.MSE, want.Descent.Source.MSE) {
						t.Errorf("epoch %d scores %+v on the source, want %+v", epoch, got, want.Descent.Source)
					}
					says := fmt.Sprintf("epoch %d of %d: space pauses", epoch, u.State.Params.Epochs)
					score := c.scene.formatScore(c.scene.score(now.Descent.Target))
					if view := c.View(); !strings.Contains(view, says) || !strings.Contains(view, "target "+score) {
						t.Errorf("%q or %q is missing in\n%s", says, score, view)
					}
				}
				if !c.pass() {
					t.Fatalf("no tick follows epoch %d", epoch)
				}
			}
			if c.scene.Views.play.on || c.pending != nil {
				t.Error("playing goes on after the end")
			}
			if after := c.View(); after != before {
				t.Errorf("playing ends at\n%s\nand began at\n%s", after, before)
			}
			if c.asked != asked {
				t.Error("the animation asked the engine for something")
			}
		})
	}
}

// near allows for the 1e-8 that weights may be off by.
func near(a, b float64) bool {
	return a == b || a-b <= 1e-6*(a+b) && b-a <= 1e-6*(a+b)
}

// Playing takes three to four seconds, at more than twenty frames per second.
func TestPlayTime(t *testing.T) {
	c := newClock(t, gaussian())
	c.press1(" ")
	c.settle()
	for c.pass() {
	}
	total := time.Duration(0)
	for _, wait := range c.waits {
		total += wait
		if wait > time.Second/20 || wait < time.Second/60 {
			t.Errorf("a frame stands for %v", wait)
		}
	}
	if total < 3*time.Second || total > 4*time.Second {
		t.Errorf("playing takes %v", total)
	}
}

func TestPauseAndStep(t *testing.T) {
	c := newClock(t, gaussian())
	before := c.View()
	c.press1(" ")
	c.settle()
	at := func() int { return c.scene.Views.play.at }
	c.pass()
	c.pass()
	c.press1(" ")
	c.pass()
	if at() != 2 || c.pending != nil || !strings.Contains(c.View(), "paused at epoch 3 of 2000") {
		t.Errorf("a pause at frame 2 ends at %d, waiting %t:\n%s", at(), c.pending != nil, c.View())
	}
	c.press1(".", ".", ".", ",")
	if at() != 4 || c.pending != nil {
		t.Errorf("three steps on and one back lead from frame 2 to %d", at())
	}
	c.press1(" ")
	c.pass()
	if at() != 5 || c.pending == nil {
		t.Errorf("after going on frame %d shows", at())
	}
	c.press1(",")
	c.pass()
	if at() != 4 || c.pending != nil {
		t.Errorf("a step back while playing leads to frame %d", at())
	}
	c.press1("esc")
	if c.scene.Views.play.on || c.View() != before {
		t.Error("Esc does not show the end again")
	}
	// At the end . stays and says so; space plays from the first epoch again.
	for range 2 {
		c.press1(".")
		if c.scene.Views.play.on || c.scene.Solving {
			t.Error("a step from the end leads somewhere")
		}
		if want := "epoch 2000 is the last: , steps back, space plays again from epoch 1"; c.scene.Message != want || !strings.Contains(c.View(), want) {
			t.Errorf("at the end . says %q", c.scene.Message)
		}
	}
	c.press1(" ")
	c.settle()
	if got := c.scene.shown().solution().Epochs; got != 1 {
		t.Errorf("space at the end plays from epoch %d", got)
	}
	c.press1(",")
	if at() != 0 || !strings.Contains(c.scene.Message, "epoch 1 is the first") {
		t.Errorf("a step back from the first frame leads to frame %d and says %q", at(), c.scene.Message)
	}
	c.press1("esc", ",")
	epochs := c.scene.Update.Track.Epochs
	if got := c.scene.shown().solution().Epochs; got != epochs[len(epochs)-2] {
		t.Errorf("a step back from the end leads to epoch %d", got)
	}
	c.press1(".")
	if c.scene.Views.play.on || !strings.Contains(c.View(), "epoch 2000 is the last") {
		t.Errorf("a step onto the end does not show the end:\n%s", c.View())
	}
	c.scene.Message, c.frame = "", ""
	if c.View() != before {
		t.Error("the end that is stepped onto is another")
	}
}

// A turn, undo, or an opened value shows the end of what it leads to.
func TestTurningLeavesPlaying(t *testing.T) {
	c := newClock(t, gaussian())
	c.press1(">")
	c.settle()
	for _, keys := range [][]string{{">"}, {"u"}, {"U"}, {"r"}, {"=", "5", "enter"}} {
		c.press1(" ")
		c.settle()
		c.pass()
		if c.scene.frame() == nil {
			t.Fatalf("before %v nothing plays", keys)
		}
		c.press1(keys...)
		if c.scene.Views.play.on {
			t.Errorf("%v goes on playing", keys)
		}
		c.settle()
		c.pass()
		if s := c.scene.shown().solution(); s.Epochs != 2000 || s.Lambda != c.scene.State.Params.Lambda {
			t.Errorf("%v shows λ = %v after %d epochs", keys, s.Lambda, s.Epochs)
		}
	}
}

// Before the frames are there the end stands, and the sentence says so.
func TestPlayWaitsForFrames(t *testing.T) {
	c := newClock(t, gaussian())
	c.press1(" ")
	if c.pending != nil || !strings.Contains(c.View(), "working out the way there") {
		t.Errorf("nothing says that frames are missing:\n%s", c.View())
	}
	c.settle()
	if c.pending == nil || c.scene.frame() == nil {
		t.Error("nothing plays once they are there")
	}
}

// Where there is no way to follow, playing is not offered and does nothing.
func TestNothingToPlay(t *testing.T) {
	for _, set := range []map[string]string{{"rate": "1000"}, {"epochs": "1"}} {
		request := gaussian()
		request.Set = set
		c := newClock(t, request)
		before := c.View()
		for _, key := range []string{" ", ".", ","} {
			if c.press1(key); c.scene.Views.play.on || c.scene.Solving {
				t.Errorf("%v: %q plays", set, key)
			}
			if says := c.scene.Message; !strings.Contains(says, "no way") {
				t.Errorf("%v: %q says %q", set, key, says)
			}
			c.scene.Message, c.frame = "", ""
			if c.View() != before {
				t.Errorf("%v: %q changes the picture", set, key)
			}
		}
		for _, h := range c.hints() {
			if h.word == "play" {
				t.Errorf("%v: playing is offered", set)
			}
		}
	}
}

// Two epochs are enough to play: the first one and the end.
func TestPlayTwoEpochs(t *testing.T) {
	request := gaussian()
	request.Set = map[string]string{"epochs": "2"}
	c := newClock(t, request)
	before := c.View()
	c.press1(" ")
	c.settle()
	if got := c.scene.shown().solution().Epochs; got != 1 {
		t.Errorf("epoch %d shows", got)
	}
	c.pass()
	if c.scene.Views.play.on || c.View() != before {
		t.Error("the second epoch is not the end")
	}
}

// The whole program plays, in Bubble Tea, at the speed of the machine.
func TestProgramPlays(t *testing.T) {
	p := newProgram(look{theme: chart.Dark, profile: termenv.Ascii}, gaussian())
	defer p.engine.Close()
	p.tick = func(_ time.Duration, message func(time.Time) tea.Msg) tea.Cmd {
		return func() tea.Msg { return message(time.Time{}) }
	}
	var tm *teatest.TestModel
	running := make(chan struct{})
	p.deliver = func(msg tea.Msg) {
		<-running
		tm.Send(msg)
	}
	tm = teatest.NewTestModel(t, p, teatest.WithInitialTermSize(120, 36))
	close(running)
	await := func(text string) {
		t.Helper()
		teatest.WaitFor(t, tm.Output(), func(b []byte) bool { return bytes.Contains(b, []byte(text)) }, teatest.WithDuration(20*time.Second))
	}
	await("λ weighs the target's")
	tm.Send(keyMessage(","))
	await("paused at epoch 1")
	tm.Send(keyMessage(" "))
	await("λ weighs the target's")
	tm.Send(keyMessage("q"))
	tm.WaitFinished(t, teatest.WithFinalTimeout(20*time.Second))
}

// What is to be there soon comes before theory and the path over λ, whether the
// state is solved already or not; what is not, after them.
func TestEngineSolvesSoonFirst(t *testing.T) {
	e, updates := listen(t)
	extras := func(state State) []Extra {
		sc := Scene{State: state}
		late := sc.trackExtra()
		late.Name, late.Soon = "late", false
		late.Run = func(_ context.Context, _ *Session, report func(func(*Update))) error {
			report(func(u *Update) { u.Elapsed = -1 })
			return nil
		}
		return []Extra{late, sc.trackExtra()}
	}
	request := gaussian()
	request.Extras = extras
	for _, r := range []Request{request, {State: State{}, Extras: extras}} {
		if r.State.Spec.Name == "" {
			r.State = last(t, updates, e.Submit(gaussian())).State
		}
		generation := e.Submit(r)
		soon, done := false, false
		for !done {
			u := <-updates
			if u.Generation != generation {
				continue
			}
			soon = soon || u.Track != nil
			if len(u.Path) > 0 && !soon && u.Elapsed != -1 && r.Begin {
				t.Error("the path over λ comes before the track")
			}
			if u.Elapsed == -1 && (!soon || len(u.Path) != len(session.PathLambdas())) {
				t.Error("what may come last comes before the rest")
			}
			if done = u.Done; done && (u.Err != nil || len(u.Track.Frames) != session.TrackFrames || u.Elapsed != -1) {
				t.Errorf("in the end %v, %d frames", u.Err, len(u.Track.Frames))
			}
		}
	}
}
