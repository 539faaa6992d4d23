package rowlabels

import (
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"larui/datasets"
	"larui/datasets/modelfile"
	"larui/model"
	"larui/model/labelling"
	"larui/model/testutil"
	"larui/tui/session"
)

// contest compares LAR and no adaptation on files of a task with an id and a word among the
// columns. It also returns the labels of the target, which the target's file lacks.
func contest(t *testing.T, task string, label func(score float64) string) (*Contest, []string) {
	t.Helper()
	random := rand.New(rand.NewPCG(27, 3))
	var labels []string
	write := func(name string, rows int, shift float64, labelled bool) string {
		text := "id,a,site,b,kind\n"
		if !labelled {
			text, labels = "id,a,site,b\n", nil
		}
		for i := range rows {
			a, b := 3*random.NormFloat64(), shift+2*random.NormFloat64()
			site := []string{"up, hill", "down"}[random.IntN(2)]
			line := fmt.Sprintf("r%d,%.3f,%q,%.3f", i, a, site, b)
			kind := label(a + b)
			if labelled {
				line += "," + kind
			}
			labels = append(labels, kind)
			text += line + "\n"
		}
		return testutil.WriteFile(t, name, text)
	}
	source := write("source.csv", 90, 0, true)
	opening := testutil.Must(session.NewOpening(datasets.FilesName, map[string]string{"source": source, "target": write("target.csv", 120, 2, false),
		"label": "kind", "id": "id", "encode": "site", "task": task, "standardize": "source"}))
	opening.Spec.Cache = ""
	s := testutil.Must(session.Open(context.Background(), opening.Spec, nil, nil))
	params := s.StartState().Params
	params.K, params.KTilde, params.Lambda = 2, 1, 3
	c := testutil.Must(Compare(context.Background(), s, Candidate{Name: "LAR", Params: params}, Candidate{Name: "no adaptation", NoAdaptation: true, Params: params}, nil))
	testutil.NoError(t, c.ReadRows(context.Background(), MaxRows))
	return c, labels
}

func yes(score float64) string { return map[bool]string{true: "yes", false: "no"}[score > 0] }

// TestRound answers, undoes, moves and resumes at random. The file has the answers of a plain list,
// another round continues with them, and the verdict of the file is the verdict of the round.
func TestRound(t *testing.T) {
	ctx := context.Background()
	c, _ := contest(t, "binary", yes)
	folder := t.TempDir()
	count := 0
	rapid.Check(t, func(t *rapid.T) {
		count++
		file := filepath.Join(folder, fmt.Sprint(count, ".csv"))
		r := testutil.Must(BeginRound(ctx, c, file, 5))
		want := make([]string, len(c.Lines))
		var past [][]string
		var places []int
		at := 0
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			switch do := rapid.SampledFrom([]string{"yes", "no", "?", "back", "next", "undo", "nonsense", "resume"}).Draw(t, "do"); do {
			case "back":
				at = max(0, at-1)
				r.Move(-1)
			case "next":
				if at < len(want) && want[at] != "" {
					at++
				}
				r.Move(1)
			case "undo":
				undone := r.CanUndo()
				if err := r.Undo(); undone != (err == nil) || undone != (len(past) > 0) {
					t.Fatalf("undone %v: %v", undone, err)
				}
				if undone {
					want, at = past[len(past)-1], places[len(places)-1]
					past, places = past[:len(past)-1], places[:len(places)-1]
				}
			case "nonsense":
				if r.Answer(do, time.Now()) == nil {
					t.Fatal("a class that is none is taken")
				}
			case "resume":
				r = testutil.Must(BeginRound(ctx, c, file, 5))
				past, places, at = nil, nil, slices.Index(append(slices.Clone(want), ""), "")
			default:
				if at == len(want) {
					continue
				}
				testutil.NoError(t, r.Answer(do, time.Unix(1e9, 0)))
				past, places = append(past, slices.Clone(want)), append(places, at)
				want[at] = do
				at++
			}
			testutil.Equal(t, r.At, at)
			text, _ := os.ReadFile(file)
			if len(text) == 0 { // no answer yet
				testutil.Equal(t, strings.Join(want, ""), "")
				continue
			}
			rows := testutil.Must(csv.NewReader(strings.NewReader(string(text))).ReadAll())
			for i, row := range rows[1:] {
				if number, _ := strconv.Atoi(row[0]); number != c.Differ[i].Number || row[len(row)-2] != want[i] || row[2] != fmt.Sprint("r", number-1) {
					t.Fatalf("row %d of the file is %q, want row %d with %q", i, row, c.Differ[i].Number, want[i])
				}
			}
			for _, label := range want[len(rows)-1:] {
				testutil.Equal(t, label, "", len(rows))
			}
			answers := testutil.Must(datasets.ReadAnswers(ctx, file, c.Session.Pair))
			if told, v, err := c.Judge(answers); err != nil || fmt.Sprint(told) != fmt.Sprint(r.Tally) || fmt.Sprint(v) != fmt.Sprint(r.Verdict) {
				t.Fatalf("the file tells %v, %v, the round %v, %v", told, v, r.Tally, r.Verdict)
			}
		}
	})
}

// TestTwoWriters lets two rounds answer into one file in turns. Each round takes over the answers
// of the other at its next answer, and no answer is lost, also if an old version of the file is
// saved over the new one.
func TestTwoWriters(t *testing.T) {
	ctx := context.Background()
	c, _ := contest(t, "binary", yes)
	folder, count := t.TempDir(), 0
	rapid.Check(t, func(t *rapid.T) {
		count++
		file := filepath.Join(folder, fmt.Sprint(count, ".csv"))
		var rounds [2]*Round
		for i := range rounds {
			rounds[i] = testutil.Must(BeginRound(ctx, c, file, 5))
		}
		want := map[int]string{}
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			r := rounds[rapid.IntRange(0, 1).Draw(t, "who")]
			label := rapid.SampledFrom([]string{"yes", "no"}).Draw(t, "label")
			if r.At == len(r.answers) {
				continue
			}
			row := r.Differ[r.At].Number
			err := r.Answer(label, time.Now())
			label = r.answers[slices.IndexFunc(r.answers, func(a datasets.Answer) bool { return a.Row == row })].Label
			if before := want[row]; err != nil && before != label || err == nil && label == "" {
				t.Fatalf("row %d is %q, it was %q: %v", row, label, before, err)
			}
			want[row] = label
			if err != nil {
				r.At = r.firstUnanswered()
				continue
			}
			answers := testutil.Must(datasets.ReadAnswers(ctx, file, c.Session.Pair))
			for _, a := range answers {
				testutil.Equal(t, a.Label, want[a.Row], a.Row)
			}
		}
	})
	requireAllKept(t, c, filepath.Join(folder, "same time.csv"))
	r := testutil.Must(BeginRound(ctx, c, filepath.Join(folder, "sheet.csv"), 5))
	testutil.NoError(t, r.Answer("yes", time.Now()))
	testutil.NoError(t, r.Undo())
	blank, _ := os.ReadFile(r.File)
	testutil.NoError(t, r.Answer("yes", time.Now()))
	testutil.NoError(t, os.WriteFile(r.File, blank, 0o600))
	testutil.NoError(t, r.Answer("no", time.Now()))
	answers, err := datasets.ReadAnswers(ctx, r.File, c.Session.Pair)
	if err != nil || answers[0].Label != "yes" || answers[1].Label != "no" {
		t.Errorf("after an old sheet was saved: %v, %v", answers, err)
	}
}

// requireAllKept lets two rounds answer every other row into one file at the same time, and fails
// if an answer is lost.
func requireAllKept(t *testing.T, c *Contest, file string) {
	t.Helper()
	var both sync.WaitGroup
	for first := range 2 {
		r := testutil.Must(BeginRound(t.Context(), c, file, 20))
		both.Go(func() {
			for at := first; at < 20; at += 2 {
				if err := r.setAnswer(at, datasets.Answer{Row: r.Differ[at].Number, Label: "yes", Known: true, Value: 1}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	both.Wait()
	answers := testutil.Must(datasets.ReadAnswers(t.Context(), file, c.Session.Pair))
	for _, a := range answers[:20] {
		if runtime.GOOS != "windows" && a.Label == "" {
			t.Errorf("the answer on row %d is lost", a.Row)
		}
	}
}

// TestBeginRefuses checks that Begin changes neither a file without answers nor the answers of
// another draw.
func TestBeginRefuses(t *testing.T) {
	ctx := context.Background()
	c, _ := contest(t, "binary", yes)
	for name, text := range map[string]string{"other.csv": "a,b\n1,2\n", "gap.csv": fmt.Sprintf("row,a,label,when\n%d,0,yes,\n", c.Differ[3].Number)} {
		file := testutil.WriteFile(t, name, text)
		if _, err := BeginRound(ctx, c, file, 20); err == nil {
			t.Errorf("%s is taken", name)
		}
		if now, _ := os.ReadFile(file); string(now) != text {
			t.Errorf("%s is %q now", name, now)
		}
	}
	if _, err := BeginRound(ctx, c, " ", 20); err == nil {
		t.Error("no file is taken")
	}
}

// TestContest labels all rows. The decision is then the sign of the gain over all rows of the
// target, the two predictions stand in either order about equally often, and the pulls of the
// columns add up to the difference of both scores without the constant.
func TestContest(t *testing.T) {
	for task, label := range map[string]func(float64) string{
		"binary":     yes,
		"multiclass": func(score float64) string { return fmt.Sprint(max(0, min(2, int(math.Floor(score/3))+1))) },
		"regression": func(score float64) string { return strconv.FormatFloat(score, 'f', 3, 64) },
	} {
		t.Run(task, func(t *testing.T) {
			c, labels := contest(t, task, label)
			r := testutil.Must(BeginRound(context.Background(), c, filepath.Join(t.TempDir(), "rows.csv"), 20))
			if task == "regression" { // of which no label is so large in the source
				testutil.NoError(t, r.Answer("1e6", time.Now()))
				if said := strings.Join(r.Summary("O"), "\n"); !math.IsNaN(r.Verdict.Anytime.Low) || !strings.Contains(said, "open: there is no interval of the gain with 1 label outside") {
					t.Errorf("a label out of bounds: %s", said)
				}
				testutil.NoError(t, r.Undo())
			}
			order, gain := 0, 0.0
			for range c.Lines {
				d := c.Differ[r.At]
				said, first := r.Predictions()
				order += first
				if said[first] != r.FormatLabel(d.First) || said[1-first] != r.FormatLabel(d.Second) || said[0] == said[1] {
					t.Fatalf("row %d: %q, the first says %v, the second %v", d.Number, said, d.First, d.Second)
				}
				truth := labels[d.Number-1]
				value := testutil.Must(datasets.ParseLabel(c.Session.Pair, truth))
				if task == "regression" {
					gain += (d.Second-value)*(d.Second-value) - (d.First-value)*(d.First-value)
				} else {
					gain += map[bool]float64{true: 1}[said[first] == truth] - map[bool]float64{true: 1}[said[1-first] == truth]
				}
				checkPulls(t, r)
				testutil.NoError(t, r.Answer(truth, time.Now()))
			}
			gain /= float64(c.Rows)
			want := map[bool]labelling.Decision{true: labelling.Keep, false: labelling.Drop}[gain > 0]
			if math.Abs(r.Verdict.Gain-gain) > 1e-9 || r.Verdict.Decision != want {
				t.Errorf("gain %v, %s; counted %v", r.Verdict.Gain, r.Verdict.Decision, gain)
			}
			if n := len(c.Lines); n > 20 && (order < n/5 || order > n-n/5) {
				t.Errorf("the first candidate's is said second in %d of %d rows", order, n)
			}
		})
	}
}

// checkPulls compares the pulls of the present row with plain products.
func checkPulls(t *testing.T, r *Round) {
	t.Helper()
	d, x := r.Differ[r.At], r.Lines[r.At].X
	none := r.Solution.None.Weights
	lar := r.Solution.Descent.Weights
	score := func(at func(j int) float64) (sum float64) {
		for j := range len(x) - 1 { // but for the constant
			sum += x[j] * at(j)
		}
		return sum
	}
	want := score(func(j int) float64 {
		if r.Session.Problem.Task != model.MultiClass {
			return lar.At(j, 0) - none.At(j, 0)
		}
		a, b := int(d.First), int(d.Second)
		return lar.At(j, a) - lar.At(j, b) - (none.At(j, a) - none.At(j, b))
	})
	got := 0.0
	for i, cell := range r.ColumnValues() {
		got += cell.Pull
		if i == 0 && (cell.Name != "id" || cell.Pull != 0) || i > 1 && math.Abs(cell.Pull) > math.Abs(r.ColumnValues()[i-1].Pull) {
			t.Errorf("column %d is %v", i, cell)
		}
	}
	if math.Abs(got-want) > 1e-9*max(1, math.Abs(want)) {
		t.Errorf("the columns pull by %v, want %v", got, want)
	}
}

// TestSwappedClasses labels all rows that differ, of 100 rows. Only if the first model is wrong on more
// than 50 of them, its classes seem to be swapped, and the second model is better.
func TestSwappedClasses(t *testing.T) {
	for _, n := range []struct{ first, second int }{{30, 60}, {40, 50}, {0, 50}, {0, 51}, {45, 55}, {60, 30}} {
		outcomes := slices.Concat(slices.Repeat([]labelling.Outcome{labelling.FirstRight}, n.first), slices.Repeat([]labelling.Outcome{labelling.SecondRight}, n.second))
		told := modelfile.AnswerSummary{Answered: len(outcomes), Sample: labelling.Sample{Differ: len(outcomes), Share: float64(len(outcomes)) / 100, Binary: true, Outcomes: outcomes}}
		c := &Contest{First: Candidate{Name: "LAR"}, Session: &session.Session{Pair: &datasets.Pair{}}}
		v := c.newVerdict(told)
		testutil.Equal(t, v.IsFirstSwapped, n.second > 50, n)
		if said := c.DescribeDecision(told, v); strings.Contains(said, "swapped") != (n.second > 50) || v.IsFirstSwapped && !strings.HasPrefix(said, "drop LAR") {
			t.Errorf("%v: %s", n, said)
		}
	}
}

// TestKeys checks the keys of classes: the names if all are single characters, or else digits.
func TestKeys(t *testing.T) {
	for want, classes := range map[string][]string{"1 2": {"no", "yes"}, "- +": {"-1", "+1"}, "a b": {"a", "b"}, "3 8": {"3", "8"}, "1 2 3": {"a", "?", "c"}, "": nil} {
		c := &Contest{Session: &session.Session{Pair: &datasets.Pair{ClassNames: classes, Data: model.Data{Task: model.MultiClass}}}}
		var keys []string
		for _, k := range c.ClassKeys(datasets.UnsureLabel) {
			keys = append(keys, k.Key)
		}
		testutil.Equal(t, strings.Join(keys, " "), want, classes)
	}
}

// TestEmptyTailIsSaid checks that a verdict for LAR says if LAR ignores the target.
func TestEmptyTailIsSaid(t *testing.T) {
	c, _ := contest(t, "binary", yes)
	for _, kTilde := range []int{1, c.Session.Problem.Tgt.Rank} {
		c.Solution.KTilde = kTilde
		said := c.DescribeDecision(modelfile.AnswerSummary{Answered: 1}, Verdict{Decision: labelling.Keep})
		testutil.Equal(t, strings.Contains(said, "leaves no direction for λ to weigh: this LAR ignores the target"), kTilde > 1, said)
	}
}
