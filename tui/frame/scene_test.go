package frame

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"larui/datasets"
	"larui/model"
	"larui/model/testutil"
	"larui/tui/chart"
	"larui/tui/session"
	"larui/tui/stage"
	"larui/tui/stage/stagetest"
)

// set turns a control to a value, as a turn that is remembered.
func (s *desk) set(name, value string) {
	s.t.Helper()
	o, _ := session.OptionByName(name)
	next := testutil.Must(o.Set(s.State, value))
	s.TurnTo(next)
	s.settle()
}

// unlabelled opens a pair of files whose target has no labels.
func unlabelled(t testing.TB) *desk {
	return newStage(t, datasets.FilesName, stagetest.FilePair(t, 30, 4, "binary", false, stagetest.BinaryLabel))
}

// The scores keep their columns as controls turn, whatever they are: every word of the
// header stays where it is, on the way into divergence and out of it too. LAR and no
// adaptation are both there at every size, on the first screen and on the others.
func TestScoresDoNotJitter(t *testing.T) {
	testutil.SkipInShort(t)
	words := regexp.MustCompile(`LAR|target|pin|now|from|last turn|no adaptation|trained to the end|pseudo-inverse {4}|source|validation|points`)
	for name, angle := range map[string]string{"rotated-gaussian": "180", "rotated-regression": "45", "subspace": "0"} {
		s := newStage(t, name, stagetest.SmallPair("angle", angle))
		s.press("m")
		s.set("lambda", "0.5")
		want := map[string][][]int{}
		for _, turn := range [][2]string{{"lambda", "0"}, {"lambda", "0.1"}, {"lambda", "1000"}, {"lambda", "1e4"}, {"epochs", "100"}, {"rate", "1000"}, {"rate", "auto"}} {
			s.set(turn[0], turn[1])
			for _, size := range allSizes {
				for _, view := range []string{stage.FirstScreenName, stage.AllName, stage.LambdaName} {
					s.ShowView(view)
					header := s.sized(size[0], size[1]).Draw().Plain()[1:s.Body().Y]
					var at [][]int
					for y, line := range header {
						for _, found := range words.FindAllStringIndex(line, -1) {
							at = append(at, []int{y, chart.TextWidth(line[:found[0]]), found[1] - found[0]})
						}
					}
					where, all := fmt.Sprint(size, view), strings.Join(header, "\n")
					if want[where] == nil {
						want[where] = at
					}
					if !slices.EqualFunc(at, want[where], slices.Equal) {
						t.Errorf("%s %s: %v moves the words of\n%s\nto %v, from %v", name, where, turn, all, at, want[where])
					}
					for _, d := range []model.Descent{s.Solution.Descent, s.Solution.None} {
						testutil.Contains(t, all, strings.TrimSpace(newScoreLine(s.Scene).scorePiece(s.Scene, d).Text))
					}
				}
			}
		}
	}
}

// While the present state is not solved yet, the first line says so, at every size,
// and the sizes of the data stay where they are. Where d counts the bias, it says so.
func TestTitle(t *testing.T) {
	s := newStage(t, "rotated-gaussian", nil)
	s.ShowAll = true
	title := func(w int) string { return s.sized(w, 36).Draw().Plain()[0] }
	for _, w := range []int{60, 80, 120, 200} {
		at := title(w)
		s.Solving, s.State.Params.Lambda = true, 3
		busy := title(w)
		if !strings.HasSuffix(strings.TrimRight(busy, " "), "solving …") {
			t.Errorf("%d columns: %q", w, busy)
		}
		if name := "source 1000×2"; strings.Index(at, name) != strings.Index(busy, name) {
			t.Errorf("%d columns: solving moves the sizes from %q to %q", w, at, busy)
		}
		s.Solving, s.State = false, s.Update.State
	}
	values := stagetest.FilePair(t, 12, 3, "binary", true, func(i int) float64 { return float64(i % 2) })
	for _, bias := range []string{"true", "false"} {
		values["bias"] = bias
		s := newStage(t, datasets.FilesName, values)
		s.ShowAll = true
		if line := s.Draw().Plain()[0]; strings.Contains(line, "4 = 3 + bias") != (bias == "true") {
			t.Errorf("with bias %s: %q", bias, line)
		}
	}
}

// Where LAR does no better than no adaptation the sentence says what to try, and
// where nothing can tell, what to look at. What it says leads to something better.
func TestAdvice(t *testing.T) {
	testutil.SkipInShort(t)
	begins := func(s *desk, want string) {
		t.Helper()
		if text := s.sentence(); !strings.HasPrefix(text, want) || chart.TextWidth(text) > stage.FullWidth-2 {
			t.Errorf("the sentence is %q, not %q", text, want)
		}
	}
	s := newStage(t, "glyphs", map[string]string{"n": "150", "m": "150", "seed": "1", "k": "2", "ktilde": "2", "lambda": "0.1"})
	s.State.Params.K, s.State.Params.KTilde, s.State.Params.Lambda = 2, 2, 0.1
	s.TurnTo(s.State)
	gain := s.Solution.Descent.Target.Score - s.Solution.None.Target.Score
	if gain >= 0 {
		t.Fatalf("LAR gains %v", gain)
	}
	begins(s, "LAR is worse than no adaptation: 5 opens the map of k and k̃, ★ marks its best")
	s.show(stage.MapName)
	testutil.Contains(t, s.sentence(), "b goes to ★")
	before := s.Solution.Descent.Target.Score
	s.run("b", "enter")
	if s.Solution.Descent.Target.Score <= before {
		t.Errorf("★ of the map leads from %v to %v", before, s.Solution.Descent.Target.Score)
	}
	hidden := unlabelled(t)
	begins(hidden, "no adaptation yet: k = 5 removes nothing, λ = 0 adds nothing; press * to choose")
	hidden.State.Params.Lambda = 1
	hidden.Before = nil
	if text := adviceWithoutGain(hidden.Scene, hidden.Solution); !strings.HasPrefix(text, "no labels of the target") {
		t.Errorf("without labels the advice is %q", text)
	}
	if text, _ := newStage(t, "rotated-regression", nil).Scene.Sentence(); strings.Contains(text, "no adaptation:") {
		t.Errorf("a gain is answered by %q", text)
	}
}

// What is said after a turn can be read whole on one line of the full dashboard.
func TestSentencesFit(t *testing.T) {
	testutil.SkipInShort(t)
	for _, name := range []string{"rotated-gaussian", "wide-gaussian", "rotated-regression"} {
		s := newStage(t, name, stagetest.SmallPair())
		for _, c := range s.Controls() {
			for _, key := range []string{"right", "left", "left", "shift+left", "shift+right"} {
				if (c.Name == "n" || c.Name == "m") && key == "shift+right" {
					continue // a hundred thousand rows say no more
				}
				s.Focus = c.Name
				s.run(key)
				if text := s.sentence(); chart.TextWidth(text) > stage.FullWidth-2 {
					t.Errorf("%s, %s: %d columns: %q", c.Name, key, chart.TextWidth(text), text)
				}
			}
			s.run("r")
		}
	}
}

// What is said to press leads to the value, in no more steps than there are, and what
// can't be reached so is to be typed.
func TestToSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sc := Scene{Stage: stage.Stage{Snapshot: &session.Snapshot{Limits: session.Limits{D: 60}}}}
		setStageFuncs(&sc)
		sc.ControlKeys = controlKeys(&sc)
		sc.State.Params = model.Params{K: 3, KTilde: 2, Lambda: 1, Epochs: 2000, Rate: model.LearningRate{Rule: model.RateFixed, Value: 1e-4}}
		name := rapid.SampledFrom([]string{"k", "ktilde", "lambda", "rate", "epochs"}).Draw(t, "control")
		c, _ := session.OptionByName(name)
		v := rapid.Float64Range(0.001, 1e6).Draw(t, "number")
		text := strconv.FormatFloat(v, 'g', 2, 64)
		if name == "k" || name == "ktilde" || name == "epochs" {
			text = strconv.Itoa(1 + int(v)%60)
		}
		if rapid.Bool().Draw(t, "on a step") {
			text = c.Get(c.Step(sc.State, sc.Limits, rapid.IntRange(-9, 9).Draw(t, "steps")))
		}
		want, err := c.Set(sc.State, text)
		if err != nil || want.Equal(sc.State) {
			t.Skip(err)
		}
		n := 1
		if c.Place(want, sc.Limits) < c.Place(sc.State, sc.Limits) {
			n = -1
		}
		said := sc.HowToSet(name, c.Get(want), n)
		reached := sc.State
		for range 100 {
			if reached.Equal(want) {
				break
			}
			reached = c.Step(reached, sc.Limits, n)
		}
		testutil.Equal(t, strings.HasPrefix(said, "press "), reached.Equal(want), c.Get(sc.State), said)
		sc.NamesCommands = true
		testutil.Equal(t, sc.HowToSet(name, c.Get(want), n), "type "+name+" "+c.Get(want))
	})
}

// A pair whose features drown is said to be so on the first line, with the key that
// mends it; no other pair is.
func TestDrownedFeaturesAreMended(t *testing.T) {
	values := stagetest.FilePair(t, 40, 3, "auto", true, func(i int) float64 { return float64(i % 2) })
	s := newStage(t, "files", values)
	if picture := s.picture(); strings.Contains(picture, "standardize") {
		t.Errorf("features of one scale are warned of:\n%s", picture)
	}
	for name, width := range map[string]int{"source": 3, "target": 2} {
		var rows [][]float64
		for i := range 40 {
			rows = append(rows, []float64{float64(i%5) - float64(i%2), 1e9 + float64(i*i), float64(i % 2)}[:width])
		}
		values[name] = stagetest.WriteTable(t, name+".csv", rows)
	}
	s = newStage(t, "files", values)
	if first, _, _ := strings.Cut(s.picture(), "\n"); !strings.Contains(first, "scales differ: f standardizes") {
		t.Errorf("the first line is %q", first)
	}
	testutil.Contains(t, s.sentence(), "press f to standardize")
	s.run("*")
	testutil.Contains(t, s.Message, ". But first press f to standardize: ")
	s.run("r", "f")
	first, _, _ := strings.Cut(s.picture(), "\n")
	if strings.Contains(first, "scales") || !strings.Contains(first, "csv, standardized") || !strings.Contains(s.CommandLine(), "--standardize=source") {
		t.Errorf("after f the first line is %q, the command %s", first, s.CommandLine())
	}
	s.run("u")
	s.press("[") // which is to be chosen again
	const lost = "; the choice is lost: * chooses again"
	for _, c := range []struct{ key, says, then string }{
		{"f", "standardized by the source, as is usual" + lost + "; f again standardizes each domain by itself", "standardized: "},
		{"f", "each domain is standardized by itself, which helps if devices or units differ" + lost + "; f again standardizes by the source", "standardized: "},
		{"u", "standardized by the source, as is usual" + lost + "; f again standardizes each domain by itself", "standardized: "},
		{"u", "undone: the features are not standardized any more", "not standardized: "},
		{"U", "", "standardized: "},
	} {
		s.run(c.key)
		if said := s.sentence(); said != c.says && c.says != "" {
			t.Errorf("%s says %q", c.key, said)
		}
		s.Message = ""
		if said := s.sentence(); !strings.HasPrefix(said, c.then) {
			t.Errorf("after %s the sentence is %q", c.key, said)
		}
	}
}

// No hint praises what the numbers condemn: where LAR is no better than no adaptation the
// sentence does not say to go on so, unless going on beats no adaptation; where it is wrong
// more often than a guess it says that it mirrors the classes. So in every state.
func TestNoPraiseOfLosses(t *testing.T) {
	testutil.SkipInShort(t)
	for _, pair := range []string{"rotated-gaussian", "wide-gaussian", "rotated-regression", "glyphs"} {
		for _, angle := range []string{"45", "90", "100", "120", "180"} {
			values := map[string]string{"angle": angle, "n": "300", "m": "300"}
			if pair == "glyphs" { // not turned, but seen through too few components
				values = map[string]string{"seed": angle, "n": "60", "m": "60"}
			}
			s := newStage(t, pair, values)
			opened := s.State
			for _, k := range []int{1, 2} {
				for _, lambda := range []float64{0, 0.1, 10, 1e4} {
					for _, before := range []bool{true, false} {
						next := opened
						next.Params.K, next.Params.KTilde, next.Params.Lambda = k, 1, lambda
						s.TurnTo(next)
						s.settle()
						if !before {
							s.Before = nil
						}
						text := s.sentence()
						sol, worth := s.Solution, func(e model.Evaluation) float64 {
							return stage.TargetMetric.Goodness(s.Task(), e.Target.Score)
						}
						none, now := worth(sol.None.Evaluation), worth(sol.Descent.Evaluation)
						best := max(now, worth(sol.Closed.Evaluation))
						mirrors := strings.HasSuffix(text, ": without labels no k, k̃, λ can reveal this")
						if s.Task() == model.Binary && mirrors != (now < 0.5-1.5/math.Sqrt(300)) {
							t.Errorf("%s %s°, k %d, λ %v: right on %v: %s", pair, angle, k, lambda, now, text)
						}
						if led := regexp.MustCompile(`turns λ \w+: (\S+) .*at λ = `).FindStringSubmatch(text); led != nil {
							to := testutil.Must(strconv.ParseFloat(led[1], 64))
							if s.Task() != model.Regression {
								to /= 100
							}
							to = stage.TargetMetric.Goodness(s.Task(), to)
							atZero := strings.HasPrefix(text, "LAR gains") || strings.HasPrefix(text, "LAR lowers")
							if start := s.Update.Path[0]; atZero && (start.Lambda != 0 || math.Abs(to-worth(start.Descent)) > 0.001) || !atZero && (to <= now || to <= none) {
								t.Errorf("%s %s°, k %d, λ %v: no adaptation %v, LAR %v: %s", pair, angle, k, lambda, none, now, text)
							}
						}
						if strings.HasPrefix(text, "LAR gains") && now <= none || strings.HasPrefix(text, "LAR lowers") && now <= none {
							t.Errorf("%s %s°, k %d, λ %v: no adaptation %v, LAR %v: %s", pair, angle, k, lambda, none, now, text)
						}
						if strings.Contains(text, "to raise λ") && now < none || strings.Contains(text, " help") && best <= none {
							t.Errorf("%s %s°, k %d, λ %v: none %v, LAR %v: %s", pair, angle, k, lambda, none, now, text)
						}
					}
				}
			}
		}
	}
}

// The first screen and present mode fit every size, and have both scores and one control
// in front, whatever the pair.
func TestFirstScreen(t *testing.T) {
	testutil.SkipInShort(t)
	for _, info := range datasets.ListPairs() {
		if !slices.Contains(info.Options, "n") {
			continue
		}
		s := newStage(t, info.Name, stagetest.SmallPair())
		for _, size := range [][2]int{{60, 20}, {79, 23}, {80, 24}, {100, 30}, {119, 36}, {120, 30}, {120, 36}, {200, 60}, {300, 100}} {
			for _, s.Presenting = range []bool{false, true} {
				for _, view := range []string{stage.FirstScreenName, stage.LambdaName, stage.ConvergenceName} {
					s.ShowView(view)
					picture := s.sized(size[0], size[1]).picture()
					if newLayout(s.Scene).large && s.Task() != model.Regression {
						score, large := strings.TrimSpace(newScoreLine(s.Scene).lar.Text), chart.NewGrid(size[0], chart.DigitRows)
						large.WriteLargeDigits(1, 0, strings.Replace(score, "100.0", "100", 1), chart.Plain)
						testutil.Contains(t, picture, large.Plain()...)
						picture += score
					}
					for _, d := range []model.Descent{s.Solution.Descent, s.Solution.None} {
						testutil.Contains(t, picture, strings.TrimSpace(newScoreLine(s.Scene).scorePiece(s.Scene, d).Text))
					}
					lines := strings.Split(picture, "\n")
					front := s.ControlRegions()[0]
					if text := s.sentence(); !front.focused || !strings.Contains(picture, strings.Fields(text)[0]) || len(lines) != size[1] {
						t.Errorf("%s %v: no control in front, or no sentence, in\n%s", info.Name, size, picture)
					}
					if view == stage.ConvergenceName && size[0] >= 80 && !strings.Contains(picture, stage.TrainedToTheEnd) {
						t.Errorf("%s %v, present %t: nothing says where descent ends in\n%s", info.Name, size, s.Presenting, picture)
					}
				}
			}
		}
	}
}

// Why LAR helps is said once on the way up of λ, where no larger one does better, and whole on
// small screens.
func TestReasonIsSaidOnce(t *testing.T) {
	s := newStage(t, "rotated-gaussian", map[string]string{"lambda": "1"})
	const why = "labels lie along the source's long direction, and LAR assumes the same of the target"
	said := 0
	for s.State.Params.Lambda < 10000 {
		s.run("right")
		text := s.sentence()
		if !strings.HasSuffix(text, why) {
			continue
		}
		said++
		for _, size := range sizes {
			testutil.Contains(t, strings.Join(strings.Fields(s.sized(size[0], size[1]).picture()), " "), why)
		}
	}
	testutil.Equal(t, said, 1)
}
