package frame

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"larui/datasets"
	"larui/model"
	"larui/model/rivals"
	"larui/model/testutil"
	"larui/tui/chart"
	shown "larui/tui/panel/rivals"
	"larui/tui/session"
	"larui/tui/stage"
	"larui/tui/stage/stagetest"
)

// selectRival moves the selection by keys.
func (s *desk) selectRival(title string) rivals.Method {
	s.t.Helper()
	for range session.Rivals() {
		if r := s.rival(); r.Title == title {
			return r
		}
		s.press("down")
	}
	s.t.Fatalf("there is no rival %q", title)
	return rivals.Method{}
}

// rival is the one that is selected.
func (s *desk) rival() rivals.Method {
	return session.Rivals()[s.recall(stage.RivalsName, "selected")]
}

// put makes an entry that of a rival's setting.
func (s *desk) put(r rivals.Method, setting int, e session.RivalEntry) {
	s.Trainer.Board[s.Session.RivalKey(r, setting)] = e
}

// regression opens a pair of files whose labels are numbers.
func regression(t testing.TB) *desk {
	return newStage(t, datasets.FilesName, stagetest.FilePair(t, 30, 4, "regression", true, stagetest.NumberLabel))
}

// What takes a moment trains by itself, and what is selected by a key; results stay when
// λ turns and when the pair is turned there and back.
func TestRivalsByKeys(t *testing.T) {
	s := newStage(t, "rotated-gaussian", stagetest.SmallPair())
	s.run("6")
	quick := []string{"least squares", "ridge", "logistic regression", "CORAL", "linear transport", "subspace alignment",
		"transfer components", "importance weighting", "KLIEP"}
	for _, title := range quick {
		if e := shown.CurrentEntry(&s.Stage, s.selectRival(title)); e.State != session.Trained || !e.Automatic {
			t.Errorf("%s is not trained by itself: %+v", title, e)
		}
	}
	r := s.selectRival("source-only network")
	if e := shown.CurrentEntry(&s.Stage, r); e.State != session.Untrained {
		t.Fatalf("a network trains by itself: %+v", e)
	}
	s.press("x")
	if e := shown.CurrentEntry(&s.Stage, r); !e.IsPending() || !strings.Contains(s.picture(), "c cancels the selected one, C all") {
		t.Fatalf("x does not train, or nothing says how to cancel: %+v", e)
	}
	// Turning goes on meanwhile.
	s.run(">", ">")
	trained := shown.CurrentEntry(&s.Stage, r)
	if trained.State != session.Trained || s.Solution.Lambda != 10 {
		t.Fatalf("trained at λ = %v: %+v", s.Solution.Lambda, trained)
	}
	testutil.Contains(t, s.picture(), fmt.Sprintf("%.1f %%", 100*trained.Result.Target))
	s.press("x")
	if s.Trainer.CountPending() != 0 || !strings.Contains(s.Message, "is already trained") {
		t.Errorf("what is trained is trained again, or it is said as %q", s.Message)
	}
	s.run("a")
	if e, other := shown.CurrentEntry(&s.Stage, r), shown.CurrentEntry(&s.Stage, session.Rivals()[0]); e.State != session.Untrained || other.State != session.Trained {
		t.Errorf("after a turn of the target it stands at %+v, least squares at %+v", e, other)
	}
	s.run("A")
	if e := shown.CurrentEntry(&s.Stage, r); e.State != session.Trained || e.Result.Target != trained.Result.Target {
		t.Errorf("back again it stands at %+v", e)
	}
	// v shows other settings, X lets the validation rows choose.
	ridge := s.selectRival("ridge")
	s.run("v")
	if e := shown.CurrentEntry(&s.Stage, ridge); e.Result.Hyper.L2 != 10 {
		t.Errorf("v does not train a quick one with the next setting: %+v", e)
	}
	s.run("X")
	if e := shown.CurrentEntry(&s.Stage, ridge); e.State != session.Trained || len(e.Result.Candidates) != 4 || !strings.Contains(s.picture(), "★ L2 ") {
		t.Fatalf("X leads to %+v and\n%s", e, s.picture())
	}
	s.press("X")
	testutil.Equal(t, s.Message, "ridge already has the setting that the validation rows choose")
	s.press("v")
	if s.Trainer.ShownSetting(s.Session, ridge) != 0 {
		t.Error("after the last setting does not come the first")
	}
	// What is forgotten is not trained by itself.
	s.run("backspace", "down", "up")
	if e := shown.CurrentEntry(&s.Stage, ridge); e.State != session.Forgotten || !s.Trainer.CanTrain(s.Session, ridge) {
		t.Errorf("after Backspace ridge is %+v", e)
	}
	s.run("x")
	testutil.Equal(t, shown.CurrentEntry(&s.Stage, ridge).State, session.Trained, shown.CurrentEntry(&s.Stage, ridge))
}

// Backspace cancels the selected training alone, C all of them; each says why it does
// nothing.
func TestCancelRivals(t *testing.T) {
	s := newStage(t, "rotated-gaussian", stagetest.SmallPair("n", "30000"))
	all := len(session.Rivals())
	s.press("6", "g")
	for _, c := range []struct {
		rival, key string
		left       int
		says       string
	}{
		{"CDAN", "x", all, "CDAN is already training or waiting; press c to cancel"},
		{"CDAN", "backspace", all - 1, ""},
		{"CDAN", "backspace", all - 1, "CDAN has no training to cancel and no result to forget; press C to cancel all trainings"},
		{"ridge", "backspace", all - 2, ""},
		{"ridge", "enter", all - 1, ""},
		{"ridge", "C", 0, ""},
		{"ridge", "C", 0, "no method is training or waiting"},
		{"least squares", "v", 0, "least squares has no hyperparameters to choose"},
		{"least squares", "X", 0, "least squares has no hyperparameters to choose"},
	} {
		s.selectRival(c.rival)
		s.press(c.key)
		if n := s.Trainer.CountPending(); n != c.left || s.Message != c.says {
			t.Errorf("%s on %s leaves %d to train, want %d, and says %q", c.key, c.rival, n, c.left, s.Message)
		}
	}
	r := s.selectRival("CDAN")
	if !strings.Contains(s.picture(), "cancelled") || !s.Trainer.CanTrain(s.Session, r) {
		t.Errorf("nothing says that it was cancelled:\n%s", s.picture())
	}
	s.put(r, 0, session.RivalEntry{State: session.Waiting})
	s.Trainer.Board[session.RivalKey{Pair: "another"}] = session.RivalEntry{State: session.Waiting}
	testutil.Contains(t, s.picture(), "unfinished trainings: 2, 1 of them for other data")
	clear(s.Trainer.Board)
}

// Regression has the linear methods only.
func TestRivalsOfRegression(t *testing.T) {
	s := regression(t)
	s.run("6", "g")
	for _, r := range session.Rivals() {
		testutil.Equal(t, shown.CurrentEntry(&s.Stage, r).State == session.Trained, r.AppliesTo(model.Regression), r.Title)
	}
	testutil.Equal(t, strings.Count(s.picture(), "does not apply: needs classes"), 11, s.picture())
	for rival, says := range map[string]string{
		"CDAN": "CDAN needs classes and does not apply to a regression", "ridge": "no validation rows can choose the setting of ridge",
	} {
		s.selectRival(rival)
		s.press("X")
		testutil.Equal(t, s.Message, says, rival)
	}
}

// A click selects the rival that is seen there, a second one trains it, at every size
// and however the list is scrolled; the wheel moves through the list.
func TestMouseOnTheRivals(t *testing.T) {
	s := inView(t, stage.RivalsName, "rotated-gaussian", stagetest.SmallPair())
	v := s.FindView(stage.RivalsName)
	for _, size := range [][2]int{{120, 36}, {80, 24}, {60, 20}} {
		seen := func() []string { return s.sized(size[0], size[1]).Draw().Plain() }
		click := func(line int) stage.Intent {
			return v.Click(&s.Stage, 5, line-s.Body().Inner().Y)
		}
		for _, from := range []string{"least squares", "CDAN", "Adv-R (CE)"} {
			s.selectRival(from)
			lines := seen()
			for _, r := range session.Rivals() {
				at := slices.IndexFunc(lines, func(line string) bool {
					return strings.HasPrefix(strings.TrimLeft(line, "│ ›"), r.Title+" ") && !strings.Contains(line, ":")
				})
				if at < 0 {
					continue // scrolled away
				}
				s.selectRival(from)
				seen()
				if r.Title != from {
					click(at)
				}
				testutil.Equal(t, s.rival().Title, r.Title, size)
			}
		}
		r := s.selectRival("DANN")
		at := slices.IndexFunc(seen(), func(line string) bool { return strings.Contains(line, "› DANN ") })
		click(at)
		if !shown.CurrentEntry(&s.Stage, r).IsPending() {
			t.Errorf("%v: a second click does not train %s", size, r.Title)
		}
		seen()
		if in := click(at); !strings.Contains(in.Text, "already training or waiting") {
			t.Errorf("%v: a third click says %+v", size, in)
		}
		s.press("C")
		for _, turn := range []struct {
			n    int
			want string
		}{{1, "DANN*"}, {-1, "DANN"}, {7, "Adv-R (MSE)"}, {2, "least squares"}} {
			v.Wheel(&s.Stage, turn.n)
			testutil.Equal(t, s.rival().Title, turn.want)
		}
	}
}

// board puts rivals into every state.
func (s *desk) board() {
	all := session.Rivals()
	trained := func(target float64) session.RivalEntry {
		return session.RivalEntry{State: session.Trained, Elapsed: 3200 * time.Millisecond, Result: session.RivalResult{
			Hyper: rivals.Hyper{Hidden: 128}, Source: 0.992, Target: target, Validation: 0.95,
		}}
	}
	chosen := trained(0.963)
	chosen.Result.Hyper.Hidden = 256
	for _, h := range all[11].Grid {
		chosen.Result.Candidates = append(chosen.Result.Candidates, rivals.Candidate{Hyper: h, Validation: 0.97 - math.Abs(float64(h.Hidden-256))/1e4})
	}
	clear(s.Trainer.Board)
	s.Trainer.SelectSetting(all[11], 4)
	for i, e := range map[int]session.RivalEntry{
		0: trained(0.867), 1: trained(0.871), 3: trained(0.884), 10: trained(0.912), 11: chosen,
		2:  {State: session.Failed, Err: fmt.Errorf("logistic regression: %w in epoch 7 at rate 0.01", rivals.ErrDiverged)},
		13: {State: session.Training, Fraction: 0.4, Elapsed: 8 * time.Second},
		14: {State: session.Waiting},
		15: {State: session.Cancelled},
		16: {State: session.Failed, Err: fmt.Errorf("internal error: index out of range")},
	} {
		s.put(all[i], s.Trainer.ShownSetting(s.Session, all[i]), e)
	}
	remember(s.t, s.Scene, stage.RivalsName, `{"selected": %d}`, 11)
	s.ShowView(stage.RivalsName)
}

func TestRivalFrames(t *testing.T) {
	s := newStage(t, "rotated-gaussian", nil)
	s.board()
	s.requireFrame(t, "whole", 120, 36)
	remember(s.t, s.Scene, stage.RivalsName, `{"selected": %d}`, 12)
	s.requireFrame(t, "narrow", 80, 24)
	// The note on the choice of settings is whole. Where the details above have not all room, the last one says so.
	clear(s.Trainer.Board)
	for _, s.Glyphs = range []chart.Glyphs{chart.Braille, chart.ASCII} {
		rows := s.sized(80, 24).Draw().Plain()
		at := slices.IndexFunc(rows, func(row string) bool {
			return strings.Contains(row, s.Spell("LAR as set, target scores visible; rivals default, ★ by validation"))
		})
		if at < 0 || !strings.HasSuffix(strings.TrimRight(rows[at-1], "│| "), s.Spell("…")) {
			t.Errorf("the note is cut, or the details don't go on:\n%s", strings.Join(rows, "\n"))
		}
	}
	r := regression(t)
	r.show(stage.RivalsName)
	for key, e := range r.Trainer.Board {
		e.Elapsed = 0
		r.Trainer.Board[key] = e
	}
	r.requireFrame(t, "regression", 120, 36)
}

// anyBoard puts random trainings of all rivals into a scene.
func anyBoard(t *rapid.T, sc *Scene) {
	score := rapid.OneOf(rapid.Float64Range(0, 1), rapid.Float64(), rapid.Just(math.NaN()), rapid.Just(math.Inf(1)))
	s := sc.Session
	remember(t, sc, stage.RivalsName, `{"selected": %d}`, rapid.IntRange(0, len(session.Rivals())-1).Draw(t, "selected"))
	for _, r := range session.Rivals() {
		setting := rapid.IntRange(0, s.CountSettings(r)-1).Draw(t, "setting")
		sc.Trainer.SelectSetting(r, setting)
		e := session.RivalEntry{
			State:    session.RivalState(rapid.IntRange(int(session.Untrained), int(session.Failed)).Draw(t, "state")),
			Fraction: rapid.Float64Range(0, 1).Draw(t, "fraction"),
			Elapsed:  time.Duration(rapid.Int64Range(0, 1e13).Draw(t, "elapsed")),
			Result:   session.RivalResult{Source: score.Draw(t, "source"), Target: score.Draw(t, "target"), Validation: score.Draw(t, "validation")},
			Err:      fmt.Errorf("%s: %w", r.Title, rivals.ErrDiverged),
		}
		if session.IsChosenByValidation(r, setting) {
			for _, h := range r.Grid {
				e.Result.Candidates = append(e.Result.Candidates, rivals.Candidate{Hyper: h, Validation: score.Draw(t, "candidate")})
			}
		}
		sc.Trainer.Board[s.RivalKey(r, setting)] = e
	}
}
