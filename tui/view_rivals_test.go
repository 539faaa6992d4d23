package tui

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model"
	"larui/model/rivals"
	"larui/tui/chart"
	"larui/tui/session"
)

// finish takes in messages until nothing is solved or trained any more.
func (d *desk) finish() {
	d.t.Helper()
	for d.scene.Solving || d.scene.Views.rivals.pending() > 0 {
		d.Update(<-d.updates)
	}
}

// smallGaussian opens quickly trained data.
func smallGaussian() Request {
	r := gaussian()
	r.State.Spec.N, r.State.Spec.M = 60, 50
	return r
}

// selectRival moves the selection by keys.
func (d *desk) selectRival(name string) rival {
	d.t.Helper()
	for range lineup() {
		if r := d.scene.selectedRival(); r.name == name {
			return r
		}
		d.press1("down")
	}
	d.t.Fatalf("there is no rival %q", name)
	return rival{}
}

// plainScore is the accuracy, or the mean squared error, by a plain loop.
func plainScore(task model.Task, scores func(*mat.Dense) *mat.Dense, x *mat.Dense, y []float64) float64 {
	if y == nil {
		return math.NaN()
	}
	sum := 0.0
	for i, predicted := range task.Predict(scores(x)) {
		if task == model.Regression {
			sum += (predicted - y[i]) * (predicted - y[i])
		} else if predicted == y[i] {
			sum++
		}
	}
	return sum / float64(len(y))
}

// Every rival scores what a direct call of package rivals gives for the same data
// and seed, whatever the task.
func TestRivalsAgainstPackage(t *testing.T) {
	t.Parallel() // it takes long
	ctx := context.Background()
	gaussian := datasets.DefaultSpec("rotated-gaussian")
	gaussian.N, gaussian.M, gaussian.Seed = 150, 130, 3
	for name, spec := range map[string]datasets.Spec{
		"binary":     gaussian,
		"classes":    fileSpec(t, 70, 5, "multiclass", func(i int) float64 { return float64(i % 3) }),
		"regression": fileSpec(t, 70, 4, "regression", func(i int) float64 { return float64(i*i%11) / 3 }),
	} {
		session, err := session.Open(ctx, spec, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		pair, task := session.Pair, session.Problem.Task
		problem := rivals.Problem{Task: task, Classes: pair.Classes, Source: pair.Source, Target: pair.Target.X}
		for _, r := range lineup() {
			if !r.method.Applies(task) {
				continue
			}
			setting := len(r.method.Grid) - 1
			if setting > 2 {
				setting = 1 // wide networks say nothing more
			}
			got, err := trainRival(ctx, session, r, setting, func(float64) {})
			if err != nil {
				t.Fatal(err)
			}
			c, err := r.method.Train(ctx, problem, r.method.Grid[setting], spec.Seed, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got.hyper != r.method.Grid[setting] || got.candidates != nil {
				t.Errorf("%s, %s: trained with %+v", name, r.name, got.hyper)
			}
			for _, side := range []struct {
				what string
				got  float64
				want float64
			}{
				{"source", got.source, plainScore(task, rivals.SourceScores(c), pair.Source.X, pair.Source.Y)},
				{"target", got.target, plainScore(task, c.Scores, pair.Target.X, pair.Target.Y)},
				{"validation", got.validation, plainScore(task, c.Scores, pair.Validation.X, pair.Validation.Y)},
			} {
				// Sums of rows in other groups may round otherwise.
				if fmt.Sprintf("%.12g", side.got) != fmt.Sprintf("%.12g", side.want) {
					t.Errorf("%s, %s: %s score is %v, want %v", name, r.name, side.what, side.got, side.want)
				}
			}
		}
	}
}

// The validation rows choose what Select chooses.
func TestRivalsChoose(t *testing.T) {
	ctx := context.Background()
	spec := datasets.DefaultSpec("rotated-gaussian")
	spec.N, spec.M = 150, 130
	session, err := session.Open(ctx, spec, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	problem := rivals.Problem{Task: model.Binary, Source: session.Pair.Source, Target: session.Pair.Target.X}
	for _, name := range []string{"ridge", "CDAN", "Adv-R (CE)"} {
		r := lineup()[slices.IndexFunc(lineup(), func(r rival) bool { return r.name == name })]
		var fractions []float64
		got, err := trainRival(ctx, session, r, len(r.method.Grid), func(f float64) { fractions = append(fractions, f) })
		if err != nil {
			t.Fatal(err)
		}
		want, err := rivals.Select(ctx, r.method, problem, session.Pair.Validation, spec.Seed, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got.hyper != want.Hyper || got.validation != want.Validation || fmt.Sprint(got.candidates) != fmt.Sprint(want.Candidates) {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
		if !slices.IsSorted(fractions) || math.Abs(fractions[len(fractions)-1]-1) > 1e-12 {
			t.Errorf("%s: progress goes %v", name, fractions)
		}
	}
}

// The target's labels change nothing but its score: with and without them the same
// is trained.
func TestRivalsWithoutTargetLabels(t *testing.T) {
	ctx := context.Background()
	sc := unlabelled(t)
	labelled, err := session.Open(ctx, sc.State.Spec, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range lineup()[:4] {
		without, err := trainRival(ctx, sc.Update.Session, r, 0, func(float64) {})
		if err != nil {
			t.Fatal(err)
		}
		with, err := trainRival(ctx, labelled, r, 0, func(float64) {})
		if err != nil {
			t.Fatal(err)
		}
		if !math.IsNaN(without.target) || math.IsNaN(with.target) || without.source != with.source {
			t.Errorf("%s: %+v without labels, %+v with", r.name, without, with)
		}
		if r.settings(sc.Update.Session) != len(r.method.Grid) {
			t.Errorf("%s: something chooses without validation rows", r.name)
		}
	}
}

// What takes a moment trains by itself, and what is selected by a key; results stay
// when λ turns and when the pair is turned there and back.
func TestRivalsByKeys(t *testing.T) {
	d := newDesk(t, smallGaussian())
	d.press1("6")
	d.finish()
	for _, name := range []string{"least squares", "ridge", "logistic regression"} {
		if e := d.scene.rivalEntry(d.selectRival(name)); e.state != rivalTrained {
			t.Errorf("%s is not trained by itself: %+v", name, e)
		}
	}
	r := d.selectRival("source-only network")
	if e := d.scene.rivalEntry(r); e.state != rivalUntrained {
		t.Fatalf("a network trains by itself: %+v", e)
	}
	d.press1("x")
	if e := d.scene.rivalEntry(r); !e.pending() {
		t.Fatalf("x does not train: %+v", e)
	}
	// Turning goes on meanwhile.
	d.press1(">", ">")
	d.settle()
	if got := d.scene.solution().Lambda; got != 10 {
		t.Errorf("λ turned to %v while training", got)
	}
	d.finish()
	trained := d.scene.rivalEntry(r)
	if trained.state != rivalTrained {
		t.Fatalf("trained: %+v", trained)
	}
	if text := fmt.Sprintf("%.1f %%", 100*trained.result.target); !strings.Contains(d.View(), text) {
		t.Errorf("%q is not in\n%s", text, d.View())
	}
	generation := d.trainer.generation
	d.press1("x", "enter")
	if d.trainer.generation != generation {
		t.Error("what is trained is trained again")
	}
	d.press1("a")
	d.finish()
	if e := d.scene.rivalEntry(r); e.state != rivalUntrained {
		t.Errorf("after a turn of the target it stands at %+v", e)
	}
	if e := d.scene.rivalEntry(lineup()[0]); e.state != rivalTrained {
		t.Errorf("after a turn of the target least squares is at %+v", e)
	}
	d.press1("A")
	d.finish()
	if e := d.scene.rivalEntry(r); e.state != rivalTrained || e.result.target != trained.result.target {
		t.Errorf("back again it stands at %+v", e)
	}
	var names []string
	for _, level := range d.scene.rivalLevels(targetMetric) {
		names = append(names, level.Name)
		if level.Name == r.name && level.Y != trained.result.target {
			t.Errorf("the level of %s is at %v", level.Name, level.Y)
		}
	}
	if want := []string{"least squares", "ridge", "logistic regression", r.name}; !slices.Equal(names, want) {
		t.Errorf("levels %v, want %v", names, want)
	}
	if levels := d.scene.rivalLevels(parameterMetric); levels != nil {
		t.Errorf("rivals have a parameter error: %v", levels)
	}
}

// v shows other settings, X lets the validation rows choose.
func TestRivalSettingsByKeys(t *testing.T) {
	d := newDesk(t, smallGaussian())
	d.press1("6")
	d.finish()
	r := d.selectRival("ridge")
	d.press1("v")
	if d.scene.setting(r) != 1 {
		t.Fatalf("v shows setting %d", d.scene.setting(r))
	}
	d.finish()
	if e := d.scene.rivalEntry(r); e.result.hyper.L2 != 10 {
		t.Errorf("a quick one is not trained with the next setting: %+v", e)
	}
	d.press1("X")
	d.finish()
	e := d.scene.rivalEntry(r)
	if !r.isChoice(d.scene.setting(r)) || e.state != rivalTrained || len(e.result.candidates) != 4 {
		t.Fatalf("X: setting %d, %+v", d.scene.setting(r), e)
	}
	if !strings.Contains(d.View(), "★ L2 ") {
		t.Errorf("what was chosen is not shown:\n%s", d.View())
	}
	if d.press1("v"); d.scene.setting(r) != 0 {
		t.Errorf("after the last setting comes %d", d.scene.setting(r))
	}
}

// Backspace cancels the selected training alone, or forgets what it came to; C cancels
// all of them.
func TestCancelRivals(t *testing.T) {
	request := gaussian()
	request.State.Spec.N, request.State.Spec.M = 30_000, 100
	d := newDesk(t, request)
	d.press1("6", "g")
	if n := d.scene.Views.rivals.pending(); n != len(lineup()) {
		t.Fatalf("%d of %d train", n, len(lineup()))
	}
	r := d.selectRival("CDAN")
	d.press1("backspace")
	if e := d.scene.rivalEntry(r); e.state != rivalCancelled || d.scene.Views.rivals.pending() != len(lineup())-1 {
		t.Fatalf("cancelled: %+v", e)
	}
	// Again, and on what is done: no other is touched.
	d.press1("backspace")
	if n := d.scene.Views.rivals.pending(); n != len(lineup())-1 || !strings.Contains(d.scene.Message, "C cancels all") {
		t.Errorf("Backspace on what is cancelled leaves %d to train and says %q", n, d.scene.Message)
	}
	done := d.selectRival("ridge")
	v, key := &d.scene.Views.rivals, d.scene.rivalKey(done, 0)
	d.trainer.Cancel(v.board[key].generation)
	v.set(key, rivalEntry{state: rivalTrained, elapsed: 1})
	d.press1("backspace")
	if e := d.scene.rivalEntry(done); e.state != rivalForgotten || v.pending() != len(lineup())-2 {
		t.Errorf("Backspace on what is trained leaves it %+v and %d to train", e, v.pending())
	}
	if !d.scene.canTrain(done) || v.board[key].automatic {
		t.Error("what was forgotten trains by itself, or not at all")
	}
	if d.press1("C"); v.pending() != 0 {
		t.Errorf("after C %d still train", v.pending())
	}
	if d.press1("C"); d.scene.Message != "nothing is training or waiting" {
		t.Errorf("C without anything to cancel says %q", d.scene.Message)
	}
	d.selectRival("CDAN")
	// News that were under way do not bring it back.
	d.hearTraining(trainingNews{generation: 1, key: d.scene.rivalKey(r, 0), done: true})
	if e := d.scene.rivalEntry(r); e.state != rivalCancelled {
		t.Errorf("late news: %+v", e)
	}
	if !strings.Contains(d.View(), "cancelled") {
		t.Errorf("nothing says that it was cancelled:\n%s", d.View())
	}
	if !d.scene.canTrain(r) {
		t.Error("what was cancelled can't be trained again")
	}
}

// What the view began by itself for a pair that is gone gives way, what was asked
// for goes on.
func TestRivalsOfOtherPairs(t *testing.T) {
	d := newDesk(t, smallGaussian())
	running, let := gate("running", false)
	d.trainer.Submit(running)
	d.Update(<-d.updates) // it runs
	d.press1("6")
	asked := d.selectRival("DANN")
	d.press1("x")
	here := d.scene.Update.Session.PairKey()
	d.press1("a")
	d.settle()
	for key, e := range d.scene.Views.rivals.board {
		if key.pair == here && (e.automatic || key.rival != asked.name) {
			t.Errorf("%+v is still there: %+v", key, e)
		}
	}
	if n := d.scene.Views.rivals.pending(); n != 4 {
		t.Errorf("%d trainings wait, want one of the pair before and three of this", n)
	}
	if !strings.Contains(d.View(), "4 to train, 1 of them for other data") {
		t.Errorf("nothing says so:\n%s", d.View())
	}
	let()
	d.finish()
	d.press1("A")
	d.finish()
	if e := d.scene.rivalEntry(asked); e.state != rivalTrained {
		t.Errorf("what was asked for is %+v", e)
	}
}

// Regression has the linear methods only.
func TestRivalsOfRegression(t *testing.T) {
	spec := fileSpec(t, 30, 4, "regression", func(i int) float64 { return float64(i*i%11) / 3 })
	d := newDesk(t, Request{State: State{Spec: spec}, Begin: true})
	d.press1("6", "g")
	d.finish()
	for _, r := range lineup() {
		trained := d.scene.rivalEntry(r).state == rivalTrained
		if trained != r.method.Applies(model.Regression) {
			t.Errorf("%s: trained %t", r.name, trained)
		}
	}
	if got := strings.Count(d.View(), "does not apply: needs classes"); got != 10 {
		t.Errorf("%d methods do not apply:\n%s", got, d.View())
	}
}

// A snapshot waits for what trains by itself, and is the same each time.
func TestRivalSnapshot(t *testing.T) {
	opts := Options{Spec: smallGaussian().State.Spec, View: "rivals", Colour: "never"}
	first, session, err := Snapshot(context.Background(), opts, 120, 36)
	if err != nil {
		t.Fatal(err)
	}
	trained, err := trainRival(context.Background(), session, lineup()[0], 0, func(float64) {})
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("least squares %.1f %%", 100*trained.target); !strings.Contains(strings.Join(strings.Fields(first), " "), want) {
		t.Errorf("%q is not in\n%s", want, first)
	}
	if again, _, err := Snapshot(context.Background(), opts, 120, 36); err != nil || again != first {
		t.Errorf("another time it is, with error %v,\n%s", err, again)
	}
}

// Where the notes have not all room, the last one that has says so.
func TestRivalNotesGoOn(t *testing.T) {
	sc := inView(t, gaussianScene(t), "rivals")
	for _, gl := range []chart.Glyphs{chart.Braille, chart.ASCII} {
		sc.Glyphs = gl
		found := false
		for _, row := range sc.Frame(80, 24).Plain() {
			if strings.Contains(row, "target labels only score") {
				found = true
				if text := strings.TrimRight(row, "│| "); !strings.HasSuffix(text, gl.Spell("…")) {
					t.Errorf("the last note is %q", text)
				}
			}
		}
		if !found {
			t.Error("there is no note")
		}
	}
}

// A click selects the rival under it, a second one trains it, at every size and
// however the list is scrolled; the wheel moves through the list.
func TestMouseOnTheRivals(t *testing.T) {
	for _, size := range []struct{ w, h int }{{120, 36}, {80, 24}, {60, 20}} {
		d := newDesk(t, smallGaussian())
		d.Update(tea.WindowSizeMsg{Width: size.w, Height: size.h})
		d.press1("6")
		d.finish()
		for _, from := range []string{"least squares", "CDAN", "Adv-R (CE)"} {
			d.selectRival(from)
			lines := strings.Split(ansi.Strip(d.View()), "\n")
			for i, r := range lineup() {
				at := slices.IndexFunc(lines, func(line string) bool {
					return strings.HasPrefix(strings.TrimLeft(line, "│ ›"), r.name+" ") && !strings.Contains(line, ":")
				})
				if at < 0 {
					continue // scrolled away
				}
				d.selectRival(from)
				d.clickAt(6, at)
				if got := d.scene.selectedRival().name; got != lineup()[i].name {
					t.Errorf("%v: a click on %s selects %s", size, r.name, got)
				}
			}
		}
		r := d.selectRival("DANN")
		lines := strings.Split(ansi.Strip(d.View()), "\n")
		at := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, "› DANN ") })
		if d.clickAt(6, at); !d.scene.rivalEntry(r).pending() {
			t.Errorf("%v: a second click does not train %s", size, r.name)
		}
		if d.clickAt(6, at); !strings.Contains(d.scene.Message, "to be trained already") {
			t.Errorf("%v: a third click says %q", size, d.scene.Message)
		}
		d.press1("C")
		d.wheelAt(10, at, 1)
		if got := d.scene.selectedRival().name; got != "DANN*" {
			t.Errorf("%v: the wheel selects %s", size, got)
		}
		d.wheelAt(10, at, -1)
		if got := d.scene.selectedRival().name; got != "DANN" {
			t.Errorf("%v: the wheel selects %s", size, got)
		}
	}
}

// What was forgotten is not trained by itself, what trains is told how to be cancelled.
func TestForgottenRivalsStay(t *testing.T) {
	d := newDesk(t, smallGaussian())
	d.press1("6")
	d.finish()
	r := d.selectRival("ridge")
	d.press1("backspace", "down", "up")
	d.settle()
	if e := d.scene.rivalEntry(r); e.state != rivalForgotten || d.scene.Views.rivals.pending() != 0 {
		t.Errorf("after Backspace ridge is %+v", e)
	}
	d.press1("x")
	if !strings.Contains(d.View(), "Backspace cancels the selected one, C all") {
		t.Errorf("nothing says how to cancel:\n%s", d.View())
	}
	d.finish()
	if e := d.scene.rivalEntry(r); e.state != rivalTrained {
		t.Errorf("trained again it is %+v", e)
	}
}
