package session

import (
	"os"
	"testing"

	"pgregory.net/rapid"

	"larui/model/testutil"
)

// A visitor drives an explorer, and takes in what the engine says until it is done.
type visitor struct {
	*Explorer
	t       testing.TB
	updates <-chan Update
}

func newVisitor(t *testing.T, line string) *visitor {
	t.Helper()
	e, updates := listen(t)
	v := &visitor{NewExplorer(e), t, updates}
	v.OpenFirst(v.parse(line))
	v.settle()
	return v
}

func (v *visitor) parse(line string) Opening {
	v.t.Helper()
	opening := testutil.Must(ParseOpening(line))
	opening.Spec.Cache = ""
	return opening
}

// settle returns the last that was heard of another pair, Nothing without one.
func (v *visitor) settle() (said UpdateKind) {
	for v.Solving {
		if news := v.HandleUpdate(<-v.updates); news == NewPairUpdate || news == FailedOpening {
			said = news
		}
	}
	return said
}

// Nothing stands before a state that was entered, until a turn from there; it can be undone.
func TestExplorerEnters(t *testing.T) {
	v := newVisitor(t, "rotated-gaussian n=60 m=60")
	lambda, _ := OptionByName("lambda")
	for i, want := range []bool{true, false, true} {
		next := lambda.Step(v.State, v.Limits, 1)
		if want {
			v.TurnTo(next)
		} else {
			v.MoveTo(next)
		}
		v.settle()
		if (v.Before != nil) != want || !v.Update.State.Equal(next) || !v.CanUndo() {
			t.Errorf("after state %d something stands before: %t", i, !want)
		}
	}
}

// What a control turns is remembered, before stands beside after, and results of jobs
// are there as long as they are asked for.
func TestExplorerTurns(t *testing.T) {
	v := newVisitor(t, "rotated-gaussian n=60 m=60")
	if !v.State.Equal(v.Start) || v.Before != nil || v.CanUndo() || v.TurnTo(v.State) {
		t.Error("something is turned at first")
	}
	first := v.Solution
	lambda, _ := OptionByName("lambda")
	v.Wanted = func() []Job { return []Job{TrajectoryJob(v.State.Params)} }
	v.TurnTo(lambda.Step(v.State, v.Limits, 3))
	v.settle()
	if v.Before != first || !v.BeforeState.Equal(v.Start) || v.Solution.Lambda != 30 {
		t.Errorf("after a turn λ is %v, before stands %v", v.Solution.Lambda, v.BeforeState.Params)
	}
	if track := ResultOf[*Trajectory](v.Update, TrajectoryName); track == nil || track.Params != v.State.Params {
		t.Errorf("the track is %+v", track)
	}
	bad := v.State
	bad.Params.K = 99
	before := *v.Explorer
	v.TurnTo(bad)
	v.settle()
	if v.Update.Err == nil || v.Solution.Lambda != 30 {
		t.Errorf("k = 99 gives %v", v.Update.Err)
	}
	v.RevertTurn(before)
	v.settle()
	if v.Update.Err != nil || !v.State.Equal(before.State) || !v.CanUndo() || v.CanRedo() {
		t.Errorf("a state that can't be shown is not forgotten: %+v", v.State)
	}
}

// Undo and redo lead across pairs, to the states in which they were left, each with the
// start of its pair; a turn cuts off the way forth. Checked against a plain list.
func TestUndoAcrossPairs(t *testing.T) {
	lines := []string{"rotated-gaussian n=50 m=50", "wide-gaussian k=2 angle=30 n=50 m=50", "subspace n=50 m=50"}
	k, _ := OptionByName("k")
	seed, _ := OptionByName("seed")
	rapid.Check(t, func(rt *rapid.T) {
		v := newVisitor(t, lines[0])
		defer v.engine.Close()
		way, at := []HistoryEntry{v.presentEntry()}, 0
		for range rapid.IntRange(1, 12).Draw(rt, "steps") {
			before := v.presentEntry()
			switch rapid.IntRange(0, 5).Draw(rt, "step") {
			case 0:
				v.Open(v.parse(rapid.SampledFrom(lines).Draw(rt, "pair")))
			case 1:
				v.TurnTo(seed.Step(v.State, v.Limits, 1))
			case 2:
				v.TurnTo(k.Step(v.State, v.Limits, rapid.SampledFrom([]int{-1, 1}).Draw(rt, "turn")))
			case 3:
				if v.Redo() != (at < len(way)-1) {
					rt.Fatal("there is a way forth, or none, that the list has not")
				}
				at = min(at+1, len(way)-1)
				v.settle()
			default:
				if v.Undo() != (at > 0) {
					rt.Fatal("there is a way back, or none, that the list has not")
				}
				at = max(at-1, 0)
				v.settle()
			}
			opened := v.Opening != ""
			v.settle()
			now := v.presentEntry()
			if opened || !now.State.Equal(before.State) && !now.State.Equal(way[at].State) {
				at++
				way = append(way[:at], now)
			}
			if !now.State.Equal(way[at].State) || !now.Start.Equal(way[at].Start) || !v.Update.State.Equal(now.State) || v.Update.Err != nil {
				rt.Fatalf("at %d of %d: %+v (%v), want %+v", at, len(way), now, v.Update.Err, way[at])
			}
		}
	})
}

// A pair that can't be opened, or whose opening is cancelled, changes nothing; the way
// back to a file that is gone can be taken once it is there again.
func TestUndoToWhatIsGone(t *testing.T) {
	spec := fileSpec(t, 12, 3)
	v := newVisitor(t, ShellQuote(spec.Source)+" "+ShellQuote(spec.Target))
	left := v.presentEntry()
	v.Open(v.parse("wide-gaussian"))
	if v.TurnTo(v.Start) || v.State.Spec.Name != "files" {
		t.Error("the pair on the screen does not stay until the other is there")
	}
	if v.settle() != NewPairUpdate {
		t.Fatal("the pair does not arrive")
	}
	opened := v.presentEntry()
	v.Undo()
	v.Cancel()
	v.settle()
	if !v.State.Equal(opened.State) || v.CanRedo() || v.Opening != "" {
		t.Errorf("a cancelled step leads to %+v", v.State)
	}
	testutil.NoError(t, os.Rename(spec.Target, spec.Target+".away"))
	v.Undo()
	if news := v.settle(); news != FailedOpening || !v.State.Equal(opened.State) {
		t.Errorf("with the file gone: news %d, state %+v", news, v.State)
	}
	testutil.NoError(t, os.Rename(spec.Target+".away", spec.Target))
	v.Undo()
	v.settle()
	if !v.State.Equal(left.State) || !v.Start.Equal(left.Start) || !v.CanRedo() {
		t.Errorf("in the end the step leads to %+v", v.State)
	}
}
