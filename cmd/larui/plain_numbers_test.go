package main

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"larui/tui/session"
)

// The numbers of --plain are those of solve at the flags of the same state, to the
// last digit that is said: at the start and on a random way through the table of
// controls, for pairs of every kind. Most of its time goes to reading two pairs of digits.
func TestPlainAgreesWithSolve(t *testing.T) {
	unlabelled := planes(t)[:4]
	unlabelled[3] = write(t, "unlabelled.csv", "a,b,c\n1,2,3\n0,1,5\n-2,0,1\n4,2,2\n1,1,0\n3,-1,2\n0,0,1\n")
	for _, c := range []struct {
		pair []string
		// states is how many states are compared, after turns from one to the next.
		states, turns int
	}{
		{[]string{defaultPair, "--n", "80", "--m", "70"}, 6, 5},
		{[]string{"wide-gaussian"}, 3, 4},
		{[]string{"rotated-regression", "--n", "60"}, 5, 5},
		{[]string{"subspace", "--n", "90", "--m", "60"}, 4, 4},
		{[]string{"correlated-features"}, 3, 4},
		{[]string{"glyphs", "--classes", "0,6", "--n", "100", "--m", "100"}, 3, 4},
		{[]string{"glyphs", "--n", "60", "--m", "60"}, 2, 4},
		{planes(t), 5, 5},
		{unlabelled, 4, 5},
		{append(planes(t), "--task", "regression", "--standardize", "domain", "--no-bias"), 4, 5},
		{[]string{"mnist-usps", "--classes", "3,8"}, 3, 4},
		{[]string{"usps-mnist", "--classes", "1,4,7", "--ratio", "0.3", "--validation-size", "50"}, 2, 3},
	} {
		t.Run(strings.Join(c.pair[:min(3, len(c.pair))], " "), func(t *testing.T) {
			// To read the digits anew takes seconds, and so does their map.
			digits := strings.Contains(c.pair[0], "usps")
			views := []string{"show", "theory", "spectrum", "convergence", "target", "map", "command"}
			if digits {
				dataFolder(t)
				mustRun(t, append([]string{"solve"}, c.pair...)...) // keeps them in the cache
				views = slices.DeleteFunc(views, func(view string) bool { return view == "map" })
			}
			var commands []string
			rng := rand.New(rand.NewPCG(7, uint64(c.states)))
			for range c.states {
				commands = append(commands, views...)
				for range c.turns {
					commands = append(commands, randomTurn(rng, digits))
				}
			}
			text := plainly(t, c.pair, commands...)
			answers := strings.Split(text, "\nlarui ")
			if len(answers) != c.states+1 {
				t.Fatalf("%d answers of %d in\n%s", len(answers)-1, c.states, text)
			}
			different := map[string]bool{}
			for _, answer := range answers[:c.states] {
				different[compareWithSolve(t, c.pair, answer)] = true
			}
			if len(different) < 2 {
				t.Errorf("only one state: %v", different)
			}
		})
	}
}

// randomTurn is a command that turns some control, of which not every pair has all.
func randomTurn(rng *rand.Rand, methodOnly bool) string {
	controls := slices.Clone(session.Controls())
	if methodOnly {
		controls = slices.DeleteFunc(controls, func(o session.Option) bool { return o.Changes != session.Method })
	}
	name := controls[rng.IntN(len(controls))].Name
	values := map[string][]string{
		"lambda": {"0", "0.37", "1e4"}, "epochs": {"1", "77", "3000"}, "rate": {"paper", "auto", "1e-5", "1000"}, "l2": {"0", "2.5"},
		"momentum": {"0", "0.45"}, "angle": {"-120", "33.3"}, "seed": {"12"}, "k": {"1", "2"}, "ktilde": {"1", "2"}, "noise": {"0.02"}, "ratio": {"0.5"},
	}[name]
	if len(values) > 0 && rng.IntN(2) == 0 {
		return name + " " + values[rng.IntN(len(values))]
	}
	return fmt.Sprintf("%s %s %d", []string{"up", "down"}[rng.IntN(2)], name, 1+rng.IntN(2))
}

// What the lines of numbers look like.
var (
	shownRows = regexp.MustCompile(`(?m)^source (\d+) rows, target (\d+) rows, (\d+) features$`)
	methods   = regexp.MustCompile(`^(.+): no adaptation (\S+)( %)?, LAR (\S+)( %)?, closed form (\S+)( %)?$`)
	sides     = regexp.MustCompile(`^(source|target): rank (\d+) of (\d+), (\d+) kept$`)
	heads     = regexp.MustCompile(`^(source|target): components that hold more than 90 % of the label (\d+), that leave less than 10 % of it (\d+)$`)
	singular  = regexp.MustCompile(`^(source|target) 1: sigma (\S+?)(, label (\S+?))?(, kept)?$`)
	epoch     = regexp.MustCompile(`^epoch (\d+): (target accuracy|objective|target error \(MSE\)) (\S+)( %)?$`)
	hits      = regexp.MustCompile(`^class (\S+): LAR has (\d+) of (\d+) right(?:, no adaptation (\d+))?$`)
	// A number of the theory is "NAME: VERDICT; FORMULA = VALUE; …".
	statements = regexp.MustCompile(`^([^:]+): [^;]+; [^;]* = ([^\s,;]+)(?: degrees)?(?:, predicted (\S+) degrees)?;`)
	here       = regexp.MustCompile(`^here: k (\d+), ktilde (\d+): (\S+)( %)?, closed form (\S+)( %)?$`)
)

// compareWithSolve compares every number that is shown last in an answer and that
// solve has with it, and returns the state that it says.
func compareWithSolve(t *testing.T, pair []string, answer string) string {
	t.Helper()
	found := shownRows.FindAllStringSubmatchIndex(answer, -1)
	if len(found) == 0 {
		t.Fatalf("no rows in\n%s", answer)
	}
	lines := strings.Split(answer[found[len(found)-1][0]:], "\n")
	state := lines[1]
	args := append([]string{"solve"}, pair...)
	for part := range strings.SplitSeq(state, ", ") {
		name, value, _ := strings.Cut(part, " ")
		args = append(args, "--"+name+"="+value)
	}
	report := decode[solveReport](t, args...)
	if want := fmt.Sprintf("source %d rows, target %d rows, %d features", report.Pair.N, *report.Pair.M, report.Pair.D); lines[0] != want {
		t.Errorf("%v says %q, solve has %q", pair, lines[0], want)
	}
	checkState(t, state, report.Params)
	// All rows of the target and those that LAR has right, by class.
	var right, all int
	checked := map[string]bool{}
	for _, line := range lines[3:] {
		what, ok := report.agrees(line)
		checked[what] = true
		if m := hits.FindStringSubmatch(line); m != nil {
			right, all = right+parsed(m[2]), all+parsed(m[3])
		}
		if !ok || strings.HasPrefix(line, "error: ") {
			t.Errorf("%v at %s says %q, solve has %+v", pair, state, line, report)
		}
	}
	if all > 0 && !sameNumber(fmt.Sprintf("%.4g", float64(right)/float64(all)), "", report.Descent.TargetAccuracy) {
		t.Errorf("%v at %s: %d of %d classes' rows are right, solve has %v", pair, state, right, all, report.Descent.TargetAccuracy)
	}
	for _, what := range []string{"norm of the weights", "rank", "sigma", "overlap of the heads", "w in the target's span", "condition of A"} {
		if !checked[what] {
			t.Errorf("%v: nothing is said of %s in\n%s", pair, what, strings.Join(lines, "\n"))
		}
	}
	return state
}

func parsed(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return -1
	}
	return n
}

// agrees tells what a line of --plain is about, and whether its numbers are those of
// the report; true where there are none.
func (r solveReport) agrees(line string) (what string, ok bool) {
	side := func(name string) (sideReport, int) {
		if name == "target" {
			return r.Target, r.Params.KTilde
		}
		return r.Source, r.Params.K
	}
	score := func(s scores) orNull {
		if r.Pair.Task == "regression" {
			return s.TargetMSE
		}
		return s.TargetAccuracy
	}
	if m := statements.FindStringSubmatch(line); m != nil {
		want, known := r.theoryNumbers()[m[1]]
		// Where solve predicts none, Theorem 3 may: none at all.
		predicted := m[3] == "" || m[3] == "0" || sameMeasure(m[3], r.Theory.PredictedAngle)
		return m[1], (!known || sameMeasure(m[2], want)) && predicted
	}
	if m := methods.FindStringSubmatch(line); m != nil {
		of := scored[m[1]]
		return m[1], of != nil && sameScore(m[2], m[3], of(r.None.scores), r.None.Diverges) &&
			sameScore(m[4], m[5], of(r.Descent.scores), r.Descent.Diverges) && sameScore(m[6], m[7], of(r.Closed.scores), false)
	}
	if m := sides.FindStringSubmatch(line); m != nil {
		side, kept := side(m[1])
		return "rank", parsed(m[2]) == side.Rank && parsed(m[3]) == r.Pair.D && parsed(m[4]) == kept
	}
	if m := heads.FindStringSubmatch(line); m != nil {
		side, _ := side(m[1])
		return "heads", side.HeadRank != nil && parsed(m[2]) == *side.HeadRank && parsed(m[3]) == *side.TailRank
	}
	if m := singular.FindStringSubmatch(line); m != nil {
		side, _ := side(m[1])
		return "sigma", sameNumber(m[2], "", side.Sigma1)
	}
	if m := here.FindStringSubmatch(line); m != nil {
		// Without labels of the target the map shows what else is known.
		known := score(r.Closed.scores).known()
		return "here", parsed(m[1]) == r.Params.K && parsed(m[2]) == r.Params.KTilde && (!known ||
			sameScore(m[3], m[4], score(r.Descent.scores), r.Descent.Diverges) && sameNumber(m[5], m[6], score(r.Closed.scores)))
	}
	if m := epoch.FindStringSubmatch(line); m != nil {
		ok := parsed(m[1]) != r.Params.Epochs || m[2] == "objective" || sameNumber(m[3], m[4], score(r.Descent.scores))
		for _, point := range r.Descent.Curve {
			want, known := map[string]orNull{"target accuracy": point.TargetAccuracy, "objective": point.Objective}[m[2]]
			ok = ok && (parsed(m[1]) != point.Epoch || !known || sameNumber(m[3], m[4], want))
		}
		return "epoch", ok
	}
	return "", true
}

// scored are the scores by the names that --plain has for them.
var scored = map[string]func(scores) orNull{
	"target accuracy":                  func(s scores) orNull { return s.TargetAccuracy },
	"source accuracy":                  func(s scores) orNull { return s.SourceAccuracy },
	"validation accuracy":              func(s scores) orNull { return s.ValidationAccuracy },
	"target squared error":             func(s scores) orNull { return s.TargetMSE },
	"source squared error":             func(s scores) orNull { return s.SourceMSE },
	"validation squared error":         func(s scores) orNull { return s.ValidationMSE },
	"distance to the target's optimum": func(s scores) orNull { return s.ParameterError },
	"norm of the weights":              func(s scores) orNull { return s.WeightNorm },
}

// theoryNumbers are those of the theory that solve has, by the name of the statement.
func (r solveReport) theoryNumbers() map[string]orNull {
	return map[string]orNull{
		"overlap of the heads": r.Theory.HeadOverlapMin, "overlap of the tails": r.Theory.TailOverlapMin,
		"w in the target's span": r.Theory.OutsideSpan, "w independent of lambda": r.Theory.LambdaDrift,
		"condition of Theorem 3": r.Theory.Proportionality, "angle of w to w*_T": r.Theory.Angle,
		"condition of A": r.Closed.Condition, "J has a minimum": r.Closed.Leak,
	}
}

// checkState compares where the controls stand with the parameters of solve.
func checkState(t *testing.T, state string, p paramsReport) {
	t.Helper()
	want := map[string]string{"keep-implicit": strconv.FormatBool(!p.RemoveImplicit), "tail": p.Tail, "nesterov": strconv.FormatBool(p.Nesterov)}
	numbers := map[string]float64{"k": float64(p.K), "ktilde": float64(p.KTilde), "lambda": p.Lambda, "l2": p.L2,
		"epochs": float64(p.Epochs), "momentum": p.Momentum, "rate": float64(p.Rate)}
	for part := range strings.SplitSeq(state, ", ") {
		name, value, _ := strings.Cut(part, " ")
		if text, known := want[name]; known && value != text {
			t.Errorf("%s, solve has %s", part, text)
		}
		v, known := numbers[name]
		if said, err := strconv.ParseFloat(value, 64); known && (err != nil || said != v) && (name != "rate" || value != p.RateRule) {
			t.Errorf("%s, solve has %v", part, v)
		}
	}
}

// UnmarshalJSON reads what MarshalJSON writes: null is NaN.
func (x *orNull) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*x = orNull(math.NaN())
		return nil
	}
	return json.Unmarshal(text, (*float64)(x))
}

// sameScore tells whether text is a score, or says that there is none for divergence.
func sameScore(text, unit string, v orNull, diverges bool) bool {
	return diverges == (text == "diverges") && (diverges || sameNumber(text, unit, v))
}

// sameNumber tells whether text is v, rounded to the digits that it has; nothing but
// rounding is 0. JSON has null for what is unknown and for what is infinite.
func sameNumber(text, unit string, x orNull) bool {
	v := float64(x)
	if text == "unknown" || text == "infinite" {
		return math.IsNaN(v)
	}
	said, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return false
	}
	if unit != "" {
		return fmt.Sprintf("%.1f", 100*v) == text || fmt.Sprintf("%.2f", 100*v) == text
	}
	return math.Abs(said-v) <= 5.001e-4*math.Abs(v) || said == 0 && math.Abs(v) < 1e-13
}

// sameMeasure tells whether text is v as the theory says it: with three digits, an
// angle with two decimals.
func sameMeasure(text string, v orNull) bool {
	half := 5.001e-3 * math.Abs(float64(v))
	if _, decimals, _ := strings.Cut(text, "."); len(decimals) == 2 {
		half = max(half, 5.001e-3)
	}
	said, err := strconv.ParseFloat(text, 64)
	return sameNumber(text, "", v) || err == nil && math.Abs(said-float64(v)) <= half
}
