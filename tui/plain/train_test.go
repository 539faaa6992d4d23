package plain

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"larui/model"
	"larui/model/rivals"
	"larui/model/testutil"
	"larui/tui/number"
	"larui/tui/session"
)

// A caller types lines into a conversation and reads the answers.
type caller struct {
	t          *testing.T
	in         *io.PipeWriter
	out, notes heardLines
	interrupts chan os.Signal
	done       chan error
}

// heardLines is a writer that sends its lines to the channel.
type heardLines chan string

func (h heardLines) Write(text []byte) (int, error) {
	for line := range strings.Lines(string(text)) {
		h <- line
	}
	return len(text), nil
}

// call begins a conversation that ends with the test.
func call(t *testing.T, o session.Opening) *caller {
	t.Helper()
	in, commands := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	const plenty = 10_000
	c := &caller{t, commands, make(heardLines, plenty), make(heardLines, plenty), make(chan os.Signal), make(chan error, 1)}
	go func() {
		c.done <- Talk(ctx, o, "", Conversation{In: in, Out: c.out, Progress: c.notes, Interrupts: func() <-chan os.Signal { return c.interrupts }})
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
	testutil.Must(io.WriteString(c.in, line+"\n"))
}

// hear waits for an answer that contains text and returns it.
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

// Trainings and openings report their progress. Ctrl+C, or "cancel" as the next line, cancels
// either and changes nothing.
func TestCancels(t *testing.T) {
	testutil.UseOwnFolders(t)
	// A network needs a while for all settings on so many rows.
	c := call(t, pair(t, "glyphs n=400 m=20"))
	interrupt := func() { c.interrupts <- os.Interrupt }
	for _, s := range []struct {
		command, notes, says string
		cancel               func()
	}{
		{"train IWCDAN choose", "IWCDAN: training", "error: training IWCDAN was cancelled", interrupt},
		{"train IWCDAN choose", "IWCDAN: training", "error: training IWCDAN was cancelled", func() { c.type1(" Cancel ") }},
		{"open glyphs n=30000 m=30000", "...", "error: opening glyphs was cancelled; the present pair stays open", interrupt},
		{"open glyphs n=30000 m=30000", "...", "error: opening glyphs was cancelled; the present pair stays open", func() { c.type1("cancel") }},
	} {
		for len(c.notes) > 0 {
			<-c.notes
		}
		c.type1(s.command)
		c.await(c.notes, s.notes)
		s.cancel()
		c.hear(s.says)
		c.type1("rivals iwcdan")
		testutil.Contains(t, c.hear("present: "), "cancelled")
		c.type1("lambda 3")
		c.type1("undo")
		c.hear("lambda 3 to 1")
	}
	// Another line waits for the training.
	c.type1("train iwcdan choose")
	c.await(c.notes, "IWCDAN: training")
	c.type1("quit")
	interrupt()
	c.hear("error: training IWCDAN was cancelled")
	if err := <-c.done; err != nil {
		t.Error(err)
	}
	c.done <- nil

	// Ctrl+C during the first opening ends the conversation.
	interrupts := make(chan os.Signal, 1)
	interrupts <- os.Interrupt
	err := Talk(context.Background(), pair(t, "glyphs n=20000"), "", Conversation{In: strings.NewReader("show"), Out: io.Discard, Interrupts: func() <-chan os.Signal { return interrupts }})
	testutil.Equal(t, err, context.Canceled)
}

// Methods train by number, name, short name and setting. Their scores are those of package
// rivals.
func TestTrains(t *testing.T) {
	testutil.UseOwnFolders(t)
	o := gaussian(t)
	opened := testutil.Must(session.Open(context.Background(), o.Spec, nil, nil))
	score := func(title string, setting int) string {
		all := session.Rivals()
		r := all[slices.IndexFunc(all, func(r rivals.Method) bool { return r.Title == title })]
		var classifier rivals.Classifier
		var err error
		if setting == len(r.Grid) {
			var choice rivals.Choice
			choice, err = rivals.Select(context.Background(), r, opened.Pair.Data, o.Spec.Seed, nil)
			classifier = choice.Classifier
		} else {
			classifier, err = r.Train(context.Background(), opened.Pair.Data, r.Grid[setting], o.Spec.Seed, nil)
		}
		testutil.NoError(t, err)
		right, predicted := 0.0, opened.Problem.Task.Predict(classifier.Scores(opened.Pair.Target.X))
		for i, y := range opened.Pair.Target.Y {
			if predicted[i] == y {
				right++
			}
		}
		return fmt.Sprintf("target %.1f %%", 100*right/float64(len(predicted)))
	}
	for _, c := range []struct {
		command, title string
		setting        int
	}{
		{"train 2", "ridge", 0}, {"train Ridge", "ridge", 0}, {"train ridge 3", "ridge", 2}, {"train 2 4", "ridge", 3},
		{"train logistic regression", "logistic regression", 0}, {"train dann", "DANN", 0}, {"train DANN* 2", "DANN*", 1},
		{"train f-dal", "f-DAL (Pearson χ²)", 3}, {"train f-dal 3", "f-DAL (Pearson χ²)", 2},
		{"train adv-r (ce) 2", "Adv-R (CE)", 1}, {"train ridge choose", "ridge", 4},
	} {
		got := talk(t, o, c.command, "rivals "+c.title)
		if want := toSpeech(c.title) + ": " + score(c.title, c.setting); !strings.Contains(got, "\n"+want) || strings.Contains(got, "error") {
			t.Errorf("%s: no %q in\n%s", c.command, want, got)
		}
	}
	file := session.ShellQuote(writeTable(t, "file.csv", 30, true))
	for _, c := range []struct {
		line     string
		commands []string
		says     []string
	}{
		{"rotated-gaussian n=60 m=60", []string{"train ridge", "train ridge"}, []string{"\nridge is trained already: target"}},
		{file + " " + file + " drop=town", []string{"train ridge choose"}, []string{"\nerror: ridge: choosing a setting needs labelled validation rows"}},
		{"rotated-regression n=60 m=60", []string{"train dann", "train all", "train all"},
			[]string{"\nerror: DANN needs classes", "\nridge: target ", "\nall methods for this pair are trained"}},
	} {
		got := talk(t, pair(t, c.line), c.commands...)
		testutil.Contains(t, got, c.says...)
	}
}

// The map in words lists every value of the model's sweep, the best ones first.
func TestMapInWords(t *testing.T) {
	testutil.UseOwnFolders(t)
	file := session.ShellQuote(writeTable(t, "file.csv", 40, true))
	for _, line := range []string{file + " " + file + " drop=town,id label=b task=multiclass", "rotated-regression n=50 m=50"} {
		o := pair(t, line)
		at := pair(t, line+" k=2 ktilde=1 lambda=3 epochs=50")
		opened := testutil.Must(session.Open(context.Background(), o.Spec, nil, nil))
		state := testutil.Must(opened.StartStateWith(at.Set))
		value, write := func(m model.Metrics) float64 { return m.Accuracy }, func(v float64) string { return fmt.Sprintf("%.1f %%", 100*v) }
		if opened.Problem.Task == model.Regression {
			value, write = func(m model.Metrics) float64 { return -m.MSE }, func(v float64) string { return number.Digits(-v, 4) }
		}
		values, best := map[string]float64{}, math.Inf(-1)
		d := opened.Problem.D
		for k := 1; k <= d; k++ {
			for kTilde := 1; kTilde <= d; kTilde++ {
				params := state.Params
				params.K, params.KTilde = k, kTilde
				s := testutil.Must(model.NewSolver(opened.Problem).Endpoints(context.Background(), params))
				v := value(s.Descent.Target)
				ends := map[bool]string{true: "pseudo-inverse", false: "trained to the end"}[s.Closed.UnboundedBelow]
				values[fmt.Sprintf("k %d, ktilde %d: %s, %s %s\n", k, kTilde, write(v), ends, write(value(s.Closed.Target)))] = v
				best = max(best, v)
			}
		}
		told, last := 0, best
		for line := range strings.Lines(talk(t, o, "k 2", "ktilde 1", "lambda 3", "epochs 50", "map")) {
			kind, rest, ok := strings.Cut(line, ": k ")
			if ranked := strings.HasPrefix(kind, "best "); ok && (ranked || kind == "here" || strings.HasPrefix(kind, "same k")) {
				v, known := values["k "+rest]
				told++
				if !known || kind == "best 1" && v != best || ranked && v > last {
					t.Errorf("%q is said, after %v; the best is %v", line, last, best)
				}
				if ranked {
					last = v
				}
			}
		}
		const bests = 5
		testutil.Equal(t, told, min(bests, d*d)+1+2*(d-1), d, d)
	}
}
