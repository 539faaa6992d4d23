package frame

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"larui/datasets"
	"larui/model"
	"larui/model/testutil"
	"larui/tui/chart"
	"larui/tui/session"
	"larui/tui/stage"
	"larui/tui/stage/stagetest"
)

// Stepping shows, one after the other, the solutions after 1 … T epochs, as solving
// for that many gives them, and ends at the frame it began with.
func TestPlay(t *testing.T) {
	for _, info := range datasets.ListPairs() {
		if !slices.Contains(info.Options, "n") {
			continue
		}
		s := newStage(t, info.Name, stagetest.SmallPair())
		before := s.picture()
		s.run(" ")
		u := s.Update
		epochs := model.FrameEpochs(u.State.Params.Epochs, session.TrajectoryFrames)
		if track := s.PlayedTrajectory(); track == nil || !slices.Equal(track.Epochs, epochs) || len(track.Frames) != len(epochs) {
			t.Fatalf("%s: the track is not there: %+v", info.Name, track)
		}
		solver := model.NewSolver(u.Session.Problem)
		for i, epoch := range epochs[:len(epochs)-1] {
			now := sceneAtPlayedEpoch(s.Scene).Solution
			if now.Epochs != epoch {
				t.Fatalf("%s: after %d steps epoch %d shows, want %d", info.Name, i, now.Epochs, epoch)
			}
			if i%20 == 0 {
				params := u.State.Params
				params.Epochs = epoch
				want := testutil.Must(solver.Endpoints(context.Background(), params))
				// 1e-8 of the weights is what the solver promises, whose angle is turned
				// into degrees.
				if angle := model.AngleBetween(now.Descent.Weights, want.Descent.Weights); !(angle < 1e-5) {
					t.Errorf("%s: epoch %d shows weights %v° from those solved", info.Name, epoch, angle)
				}
				if got := now.Descent.Source.MSE; math.Abs(got-want.Descent.Source.MSE) > 1e-6*got {
					t.Errorf("%s: epoch %d scores %v on the source, want %v", info.Name, epoch, got, want.Descent.Source.MSE)
				}
				says := fmt.Sprintf("epoch %d of %d", epoch, u.State.Params.Epochs)
				score := s.FormatScore(now.Descent.Target.Score)
				testutil.Contains(t, s.CommandLine()+" ", fmt.Sprintf(" --epochs=%d ", epoch))
				testutil.Contains(t, s.picture(), says, score)
			}
			s.press(".")
		}
		s.Message = ""
		if after := s.picture(); s.Playback.On || after != before {
			t.Errorf("%s: playing ends at\n%s\nand began at\n%s", info.Name, after, before)
		}
	}
}

func TestPauseAndStep(t *testing.T) {
	s := newStage(t, "rotated-gaussian", stagetest.SmallPair())
	before := s.picture()
	says := func(want string) {
		t.Helper()
		testutil.Contains(t, s.sentence(), want)
	}
	s.press(" ")
	says("solving the epochs to play")
	s.settle()
	s.press(".", ".", " ", " ")
	says("paused at epoch 3 of 2000")
	s.press(".", ".", ",")
	testutil.Equal(t, s.Playback.At, 3)
	s.press("esc")
	if s.Playback.On || s.picture() != before {
		t.Error("Esc does not show the end again")
	}
	// At the end . stays and says so; a step back from the first frame too.
	s.press(".")
	says("this is the last epoch: , steps back, space plays again from epoch 1")
	s.press(" ", ",")
	says("epoch 1 is the first")
	s.press("esc", ",")
	if epochs := s.PlayedTrajectory().Epochs; sceneAtPlayedEpoch(s.Scene).Solution.Epochs != epochs[len(epochs)-2] {
		t.Errorf("a step back from the end leads to epoch %d", sceneAtPlayedEpoch(s.Scene).Solution.Epochs)
	}
	s.press(".")
	says("this is the last epoch")
	// A turn, undo, or a value that is typed shows the end of what it leads to.
	for _, keys := range [][]string{{">"}, {"u"}, {"U"}, {"r"}} {
		s.press(",")
		if s.PlayedFrame() == nil {
			t.Fatalf("before %v nothing plays", keys)
		}
		s.run(keys...)
		if s.Playback.On || sceneAtPlayedEpoch(s.Scene).Solution.Epochs != 2000 || s.Solution.Lambda != s.State.Params.Lambda {
			t.Errorf("%v goes on playing", keys)
		}
		s.run(",", "esc")
	}
}

// Where there is no way to follow, playing is not offered, and its keys say why; two
// epochs are enough.
func TestNothingToPlay(t *testing.T) {
	for _, c := range []struct {
		name, value string
		plays       bool
	}{{"rate", "1000", false}, {"epochs", "1", false}, {"epochs", "2", true}} {
		s := newStage(t, "rotated-gaussian", stagetest.SmallPair(c.name, c.value))
		testutil.Equal(t, slices.Contains(s.hintWords(), "train"), c.plays, c.name, c.value)
		for _, key := range []string{".", ",", " "} {
			s.press(key)
			if !c.plays && (s.Playback.On || s.Solving || !strings.Contains(s.Message, "no epochs can be played")) {
				t.Errorf("%s %s: %q plays, and says %q", c.name, c.value, key, s.Message)
			}
		}
		s.settle()
		if c.plays && sceneAtPlayedEpoch(s.Scene).Solution.Epochs != 1 {
			t.Errorf("of two epochs %d shows first", sceneAtPlayedEpoch(s.Scene).Solution.Epochs)
		}
	}
}

func (s *desk) hintWords() []string {
	var words []string
	for _, h := range hints(s.Scene) {
		words = append(words, h.Text)
	}
	return words
}

// Where a key leaves less to be seen it says what brings that back.
func TestPresentSaysWhatLeavesIt(t *testing.T) {
	s := newStage(t, "rotated-gaussian", stagetest.SmallPair())
	s.press("P")
	if !s.Presenting || s.Message != "present mode: P leaves it, d shows all panels" {
		t.Errorf("P says %q", s.Message)
	}
	s.press("d")
	if s.Presenting || !s.ShowAll {
		t.Errorf("d leaves present mode %v, all panels %v", s.Presenting, s.ShowAll)
	}
}

// A Pin is compared with wherever the controls are turned to, and survives turning,
// undo and another seed, but not another pair.
func TestPinAndCompare(t *testing.T) {
	s := newStage(t, "rotated-gaussian", nil)
	s.ShowView(stage.AllName)
	command := s.CommandLine()
	s.press("m")
	testutil.Equal(t, s.Message, "pinned as a: k 1, k̃ 1, λ 1, 87.6 %; the pictures keep it, ╌a╌, while you turn controls; m again unpins it")
	if words := s.hintWords(); !slices.Contains(words, "unpin") {
		t.Errorf("on what is pinned the bottom line offers %v", words)
	}
	s.set("lambda", "1000")
	if picture := s.picture(); !strings.Contains(picture, "pin a  87.6 %, now  ▲ +11") || strings.Count(picture, "╌a╌ λ = 1") < 2 {
		t.Errorf("the pin is not compared in\n%s", picture)
	}
	for _, name := range []string{stage.TargetName, stage.ConvergenceName, stage.LambdaName} {
		s.show(name)
		testutil.Contains(t, s.picture(), "╌a╌ λ = 1")
	}
	s.run("esc", "#")
	if len(s.SolvedPins()) != 1 {
		t.Error("another seed drops the pin")
	}
	s.run("r")
	testutil.Equal(t, s.CommandLine(), command)
	s.press("m")
	if len(s.Pins) > 0 || s.Message != "unpinned a: k 1, k̃ 1, λ 1, 87.6 %" || strings.Contains(s.picture(), "╌a╌") {
		t.Errorf("m on the pinned state does not let go of it: %q", s.Message)
	}
	s.run("m", ">")
	s.press("m")
	if len(s.Pins) != 2 || s.Pins[1].State.Params.Lambda != 3 {
		t.Error("m on another state does not pin that, too")
	}
	s.OpenPair(session.Opening{Spec: datasets.DefaultSpec("wide-gaussian")})
	s.settle()
	if len(s.Pins) > 0 || s.State.Spec.Name != "wide-gaussian" {
		t.Error("the pin of another pair stays")
	}
}

// Up to four pins stand side by side, each with its letter and the setting by which it
// differs; the fifth takes the place of the first, and in the table m lets go of one.
func TestSeveralPins(t *testing.T) {
	s := newStage(t, "rotated-gaussian", stagetest.SmallPair())
	names := func() string {
		var names []string
		for _, p := range s.Pins {
			names = append(names, string(p.Letter)+": "+stage.DescribePin(&s.Stage, p))
		}
		return strings.Join(names, "; ")
	}
	pinAt := func(lambda string) {
		s.set("lambda", lambda)
		s.run("m")
	}
	for _, lambda := range []string{"1", "10", "100", "1000"} {
		pinAt(lambda)
	}
	testutil.Equal(t, names(), "a: λ = 1; b: λ = 10; c: λ = 100; d: λ = 1000")
	s.set("lambda", "0")
	for _, view := range []string{stage.TargetName, stage.ConvergenceName, stage.LambdaName} {
		s.show(view)
		picture := s.sized(160, 40).picture()
		for i, letter := range []string{"a", "b", "c", "d"} {
			name := []string{"╌a╌", "╌b·", "╌c┄", "╴d╶"}[i] + " " + stage.DescribePin(&s.Stage, s.Pins[i])
			if !strings.Contains(picture, name) || strings.Count(picture, letter) < 4 {
				t.Errorf("%s has no %s in\n%s", view, name, picture)
			}
		}
	}
	s.set("k", "2")
	testutil.Equal(t, names(), "a: k = 1, λ = 1; b: k = 1, λ = 10; c: k = 1, λ = 100; d: k = 1, λ = 1000")
	pinAt("30")
	if got := names(); got != "b: k = 1, λ = 10; c: k = 1, λ = 100; d: k = 1, λ = 1000; a: k = 2, λ = 30" || !strings.Contains(s.Message, "in place of the oldest") {
		t.Errorf("after the fifth there are %s: %s", got, s.Message)
	}
	s.press("M", "m", "home", "down", "down", "m", "esc")
	s.set("k", "1")
	pinAt("10") // which unpins it
	testutil.Equal(t, names(), "c: λ = 100")
	s.press("M", "m", "M")
	if len(s.Pins) > 0 || !strings.HasPrefix(s.Message, "no solution is pinned") {
		t.Errorf("M leaves %s: %s", names(), s.Message)
	}
}

// A PlayedFrame that is pinned on the way is the solution after that many epochs; what is
// pinned before its curves are there gets them when they are.
func TestPinAFrame(t *testing.T) {
	s := newStage(t, "rotated-gaussian", stagetest.SmallPair())
	s.run(",")
	for range 40 {
		s.press(",")
	}
	epoch := s.PlayedFrame().Epoch
	s.press("m")
	pin := s.Pins[0]
	want := testutil.Must(model.NewSolver(s.Session.Problem).Solve(context.Background(), pin.State.Params))
	if pin.State.Params.Epochs != epoch || model.AngleBetween(pin.Solution.Descent.Weights, want.Descent.Weights) > 1e-5 {
		t.Errorf("pinned after %d epochs at frame %d", pin.State.Params.Epochs, epoch)
	}
	if curve := pin.Solution.Descent.Curve; len(curve) == 0 || curve[len(curve)-1].Epoch > epoch {
		t.Errorf("the pinned curve %v goes beyond epoch %d", curve, epoch)
	}
	s.press("esc", ">", ">", ">")
	for s.Update.State.Params.Lambda != 30 {
		s.HandleMessage(<-s.Messages)
	}
	s.run("m")
	pin = s.Pins[1]
	if pin.Solution.Lambda != 30 || len(pin.Solution.Descent.Curve) == 0 || len(pin.Path) != len(session.PathLambdas()) {
		t.Errorf("λ %v, %d points, %d of the path", pin.Solution.Lambda, len(pin.Solution.Descent.Curve), len(pin.Path))
	}
}

// Without labels of the target playing shows no scores, which would be of rows that were fitted,
// and no signs, which are of the end.
func TestPlayWithoutLabels(t *testing.T) {
	s := unlabelled(t)
	s.run(" ")
	s.ShowAll = true
	scores := s.Draw().Plain()[1]
	if !strings.Contains(scores, "held-out rows:   LAR        –   no adaptation        –") || strings.Contains(scores, "changed") {
		t.Errorf("while playing the scores are %q", scores)
	}
}

// A loss on the source alone is bad from where it is warned of.
func TestSourceIsNoVerdict(t *testing.T) {
	s := unlabelledPair(t)
	s.run("*")
	signs, seen := s.Solution.Signs, 0
	for _, kept := range []float64{0.49, 0.5} {
		signs.Kept = kept
		for _, piece := range slices.Concat(scoreGroups(s.Scene, 200)...) {
			if !strings.Contains(piece.Text, "▼") {
				continue
			}
			seen++
			testutil.Equal(t, (piece.Style == chart.Bad), (kept < 0.5), piece.Text, piece.Style, kept)
		}
	}
	testutil.Equal(t, seen, 2)
}
