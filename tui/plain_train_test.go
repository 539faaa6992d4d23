package tui

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"larui/datasets"
	"larui/model"
	"larui/model/rivals"
	"larui/tui/number"
	"larui/tui/session"
)

// A caller talks to a talker line by line.
type caller struct {
	t          *testing.T
	in         *io.PipeWriter
	out, notes heardLines
	interrupts chan struct{}
	done       chan error
}

// heardLines takes what is written apart into lines, however much nobody waits for.
type heardLines chan string

func (h heardLines) Write(text []byte) (int, error) {
	for line := range strings.Lines(string(text)) {
		h <- line
	}
	return len(text), nil
}

// call begins a conversation; it has ended when the test does.
func call(t *testing.T, opts Options) *caller {
	t.Helper()
	ownFolders(t)
	in, commands := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	const plenty = 10_000
	c := &caller{t, commands, make(heardLines, plenty), make(heardLines, plenty), make(chan struct{}), make(chan error, 1)}
	go func() {
		c.done <- Plain(ctx, opts, Conversation{In: in, Out: c.out, Progress: c.notes, Interrupts: c.interrupts})
	}()
	t.Cleanup(func() {
		cancel()
		_ = commands.Close()
		if err := <-c.done; err != nil && ctx.Err() == nil {
			t.Error(err)
		}
	})
	c.hear("type help")
	return c
}

// type1 types a line.
func (c *caller) type1(line string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, line+"\n"); err != nil {
		c.t.Fatal(err)
	}
}

// hear waits for an answer that holds text, and returns it.
func (c *caller) hear(text string) string { return c.await(c.out, text) }

func (c *caller) await(from heardLines, text string) string {
	c.t.Helper()
	var all strings.Builder
	for {
		select {
		case line := <-from:
			all.WriteString(line)
			if strings.Contains(line, text) {
				return line
			}
		case err := <-c.done:
			c.done <- err
			c.t.Fatalf("%v before %q in\n%s", err, text, all.String())
		case <-time.After(time.Minute):
			c.t.Fatalf("nothing says %q in\n%s", text, all.String())
		}
	}
}

// largeGlyphs takes a network with all its settings a while.
func largeGlyphs() Options {
	spec := datasets.DefaultSpec("glyphs")
	spec.N, spec.M = 1500, 20
	return Options{Spec: spec}
}

// A training tells how far it is where progress goes; Ctrl+C, or "cancel" as the next
// line, gives it up and comes back for the next command.
func TestPlainCancelsTraining(t *testing.T) {
	c := call(t, largeGlyphs())
	for _, cancel := range []func(){
		func() { c.interrupts <- struct{}{} },
		func() { c.type1(" Cancel ") },
	} {
		c.type1("train IWCDAN choose")
		c.await(c.notes, "IWCDAN: training")
		cancel()
		c.hear("error: training IWCDAN was cancelled")
		c.type1("rivals iwcdan")
		if line := c.hear("present: "); !strings.Contains(line, "cancelled") {
			t.Errorf("afterwards it is %q", line)
		}
		c.type1("lambda 3")
		c.type1("undo")
		c.hear("lambda 3 to 1")
	}
	// Another line waits for its turn: training ends the conversation only at its end.
	c.type1("train iwcdan choose")
	c.await(c.notes, "IWCDAN: training")
	c.type1("quit")
	c.interrupts <- struct{}{}
	c.hear("error: training IWCDAN was cancelled")
	if err := <-c.done; err != nil {
		t.Error(err)
	}
	c.done <- nil
}

// Ctrl+C while a pair opens comes back to the one that is open, and while the first
// one opens it ends the conversation.
func TestPlainCancelsOpening(t *testing.T) {
	c := call(t, plainGaussian())
	for _, cancel := range []func(){
		func() { c.interrupts <- struct{}{} },
		func() { c.type1("cancel") },
	} {
		c.type1("open glyphs n=20000 m=20000")
		c.await(c.notes, "...")
		cancel()
		c.hear("error: opening glyphs was cancelled")
		c.type1("lambda 3")
		c.type1("undo")
		c.hear("lambda 3 to 1")
	}
	c.type1("seed 1")
	c.type1("undo")
	c.hear("seed 1 to 0")

	interrupts := make(chan struct{}, 1)
	interrupts <- struct{}{}
	opts := largeGlyphs()
	opts.Spec.N = 20000
	err := Plain(context.Background(), opts, Conversation{In: strings.NewReader("show"), Out: io.Discard, Interrupts: interrupts})
	if err != context.Canceled {
		t.Errorf("interrupted while the first pair opens: %v", err)
	}
}

// Methods train by number, name, short name and setting, to the scores of package
// rivals; what can't be trained is one line of error.
func TestPlainTrains(t *testing.T) {
	spec := datasets.DefaultSpec("rotated-gaussian")
	spec.N, spec.M = 60, 60
	opts := Options{Spec: spec}
	session, err := session.Open(context.Background(), spec, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	scores := func(name string, setting int) string {
		i := slices.IndexFunc(lineup(), func(r rival) bool { return r.name == name })
		r := lineup()[i]
		if r.isChoice(setting) {
			result, err := trainRival(context.Background(), session, r, setting, func(float64) {})
			if err != nil {
				t.Fatal(err)
			}
			return fmt.Sprintf("target %.1f %%", 100*result.target)
		}
		pair := session.Pair
		problem := rivals.Problem{Task: session.Problem.Task, Classes: pair.Classes, Source: pair.Source, Target: pair.Target.X}
		classifier, err := r.method.Train(context.Background(), problem, r.method.Grid[setting], spec.Seed, nil)
		if err != nil {
			t.Fatal(err)
		}
		right, predicted := 0.0, problem.Task.Predict(classifier.Scores(pair.Target.X))
		for i, y := range pair.Target.Y {
			if predicted[i] == y {
				right++
			}
		}
		return fmt.Sprintf("target %.1f %%", 100*right/float64(len(pair.Target.Y)))
	}
	for _, c := range []struct {
		command, name string
		setting       int
	}{
		{"train 2", "ridge", 0}, {"train Ridge", "ridge", 0}, {"train ridge 3", "ridge", 2}, {"train 2 4", "ridge", 3},
		{"train logistic regression", "logistic regression", 0}, {"train dann", "DANN", 0}, {"train DANN* 2", "DANN*", 1},
		{"train f-dal", "f-DAL (Pearson χ²)", 0}, {"train adv-r (ce) 2", "Adv-R (CE)", 1}, {"train ridge choose", "ridge", 4},
	} {
		got := talk(t, opts, c.command, "rivals "+c.name)
		want := speak(c.name) + ": " + scores(c.name, c.setting)
		if !strings.Contains(got, "\n"+want) || strings.Contains(got, "error") {
			t.Errorf("%s: no %q in\n%s", c.command, want, got)
		}
	}
	for _, command := range []string{"train", "train nonsense", "train 0", "train 99", "train ridge 0", "train ridge 9", "train adv-r", "train ridge x", "rivals nonsense"} {
		if got := talk(t, opts, command, "lambda 3"); strings.Count(got, "\nerror: ") != 1 || !strings.Contains(got, "\nlambda 1 to 3") {
			t.Errorf("%s:\n%s", command, got)
		}
	}
	again := talk(t, opts, "train ridge", "train ridge")
	if !strings.Contains(again, "ridge is trained already: target") {
		t.Errorf("the second time:\n%s", again)
	}
	if got := talk(t, Options{Spec: binarySpec(t)}, "train ridge choose"); !strings.Contains(got, "no labelled validation rows") {
		t.Errorf("without validation rows:\n%s", got)
	}
	regression := datasets.DefaultSpec("rotated-regression")
	regression.N, regression.M = 60, 60
	if got := talk(t, Options{Spec: regression}, "train dann", "train all", "train all"); !strings.Contains(got, "error: DANN does not apply here") ||
		!strings.Contains(got, "\nridge: target ") || !strings.Contains(got, "all methods that apply are trained") {
		t.Errorf("in a regression:\n%s", got)
	}
}

// The map in words is the sweep of the model: every value, the best ones first.
func TestMapInWords(t *testing.T) {
	sign := func(i int) float64 { return float64(i%2*2 - 1) }
	regression := datasets.DefaultSpec("rotated-regression")
	regression.N, regression.M = 50, 50
	for _, spec := range []datasets.Spec{fileSpec(t, 40, 5, "binary", sign), fileSpec(t, 42, 4, "multiclass", func(i int) float64 { return float64(i % 3) }), regression} {
		talked := talk(t, Options{Spec: spec}, "k 2", "ktilde 1", "lambda 3", "epochs 50", "map")
		session, err := session.Open(context.Background(), spec, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		state, err := session.Begin(map[string]string{"k": "2", "ktilde": "1", "lambda": "3", "epochs": "50"})
		if err != nil {
			t.Fatal(err)
		}
		solver := model.NewSolver(session.Problem)
		// told is in the order in which it is said.
		var places, told []string
		var values []float64
		for line := range strings.Lines(talked) {
			for _, kind := range []string{"best ", "here", "same k:", "same ktilde:"} {
				rest, ok := strings.CutPrefix(line, kind)
				if !ok || !strings.Contains(rest, "k ") {
					continue
				}
				at := strings.Index(rest, "k ")
				var k, kTilde int
				if _, err := fmt.Sscanf(rest[at:], "k %d, ktilde %d:", &k, &kTilde); err != nil {
					t.Fatalf("%q: %v", line, err)
				}
				params := state.Params
				params.K, params.KTilde = k, kTilde
				want, err := solver.Endpoints(context.Background(), params)
				if err != nil {
					t.Fatal(err)
				}
				task := session.Problem.Task
				write := func(m model.Metrics) string {
					if task == model.Regression {
						return number.Digits(m.MSE, 4)
					}
					return spokenShare(m.Accuracy, session.Pair.Target.Rows())
				}
				text := fmt.Sprintf("k %d, ktilde %d: %s, closed form %s\n", k, kTilde, write(want.Descent.Target), write(want.Closed.Target))
				if rest[at:] != text {
					t.Errorf("%q is said, want %q", rest[at:], text)
				}
				told = append(told, kind)
				places = append(places, fmt.Sprint(k, kTilde))
				if kind == "best " {
					values = append(values, score(task, want.Descent.Target))
				}
			}
		}
		d := session.Problem.D
		if want := linesOfBest + 1 + 2*(d-1); len(told) != min(want, d*d+1+2*(d-1)) {
			t.Errorf("%d cells are said of %d × %d, want %d: %v", len(told), d, d, want, places)
		}
		for i := 1; i < len(values); i++ {
			if session.Problem.Task == model.Regression && values[i] < values[i-1] || session.Problem.Task != model.Regression && values[i] > values[i-1] {
				t.Errorf("the best are not in order: %v", values)
			}
		}
		// Nothing is better than what is said to be best.
		for k := 1; k <= d; k++ {
			for kTilde := 1; kTilde <= d; kTilde++ {
				params := state.Params
				params.K, params.KTilde = k, kTilde
				s, err := solver.Endpoints(context.Background(), params)
				if err != nil {
					t.Fatal(err)
				}
				if v := score(session.Problem.Task, s.Descent.Target); !math.IsNaN(v) && targetMetric.better(session.Problem.Task, v, values[0]) {
					t.Errorf("k = %d, k̃ = %d is better than the best: %v", k, kTilde, v)
				}
			}
		}
	}
}
