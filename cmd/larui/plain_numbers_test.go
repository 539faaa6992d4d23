package main

import (
	"encoding/json"
	"fmt"
	"larui/tui/session"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The numbers of --plain are those of solve for the same state, to the last digit
// that is said: at the start and on a random way through the table of controls, for
// pairs of every kind.
func TestPlainAgreesWithSolve(t *testing.T) {
	unlabelled := func() []string {
		args := planes(t)
		args[3] = write(t, "unlabelled.csv", "a,b,c\n1,2,3\n0,1,5\n-2,0,1\n4,2,2\n1,1,0\n3,-1,2\n0,0,1\n")
		return args[:4]
	}
	for _, c := range []struct {
		pair []string
		// states is how many states are compared, after turns from one to the next.
		states, turns int
		data          bool
	}{
		{pair: []string{defaultPair, "--n", "80", "--m", "70"}, states: 6, turns: 5},
		{pair: []string{"wide-gaussian"}, states: 3, turns: 4},
		{pair: []string{"rotated-regression", "--n", "60"}, states: 5, turns: 5},
		{pair: []string{"subspace", "--n", "90", "--m", "60"}, states: 4, turns: 4},
		{pair: []string{"correlated-features"}, states: 3, turns: 4},
		{pair: []string{"glyphs", "--classes", "0,6", "--n", "100", "--m", "100"}, states: 3, turns: 4},
		{pair: []string{"glyphs", "--n", "100", "--m", "100"}, states: 3, turns: 4},
		{pair: planes(t), states: 5, turns: 5},
		{pair: unlabelled(), states: 4, turns: 5},
		{pair: append(planes(t), "--task", "regression", "--standardize", "domain", "--no-bias"), states: 4, turns: 5},
		{pair: []string{"mnist-usps", "--classes", "3,8"}, states: 3, turns: 4, data: true},
		{pair: []string{"usps-mnist", "--classes", "1,4,7", "--ratio", "0.3", "--validation-size", "50"}, states: 2, turns: 4, data: true},
	} {
		t.Run(strings.Join(c.pair[:min(3, len(c.pair))], " "), func(t *testing.T) {
			if c.data {
				dataFolder(t)
			}
			var commands []string
			rng := rand.New(rand.NewPCG(7, uint64(c.states)))
			for range c.states {
				commands = append(commands, "show", "theory", "spectrum", "convergence", "target")
				if !c.data { // a map of digits takes its time
					commands = append(commands, "map")
				}
				commands = append(commands, "command")
				for range c.turns {
					commands = append(commands, randomTurn(rng))
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
func randomTurn(rng *rand.Rand) string {
	var names []string
	for _, c := range session.Controls() {
		names = append(names, c.Name)
	}
	name := names[rng.IntN(len(names))]
	values := map[string][]string{
		"lambda": {"0", "0.37", "1e4"}, "epochs": {"1", "77", "3000"}, "rate": {"paper", "auto", "1e-5", "1000"}, "l2": {"0", "2.5"},
		"momentum": {"0", "0.45"}, "angle": {"-120", "33.3"}, "seed": {"12"}, "k": {"1", "2"}, "ktilde": {"1", "2"}, "noise": {"0.02"}, "ratio": {"0.5"},
	}[name]
	if len(values) > 0 && rng.IntN(2) == 0 {
		return name + " " + values[rng.IntN(len(values))]
	}
	return fmt.Sprintf("%s %s %d", []string{"up", "down"}[rng.IntN(2)], name, 1+rng.IntN(2))
}

var (
	shownRows = regexp.MustCompile(`(?m)^source (\d+) rows, target (\d+) rows, (\d+) features$`)
	// methods takes a line of scores apart: "NAME: no adaptation A, LAR B, closed form C".
	methods  = regexp.MustCompile(`^(.+): no adaptation (\S+)( %)?, LAR (\S+)( %)?, closed form (\S+)( %)?$`)
	sides    = regexp.MustCompile(`^(source|target): rank (\d+) of (\d+), (\d+) kept$`)
	heads    = regexp.MustCompile(`^(source|target): components that hold more than 90 % of the label (\d+), that leave less than 10 % of it (\d+)$`)
	singular = regexp.MustCompile(`^(source|target) (\d+): sigma (\S+?)(, label (\S+?))?(, kept)?$`)
	epoch    = regexp.MustCompile(`^epoch (\d+): (target accuracy|objective|target error \(MSE\)) (\S+)( %)?$`)
	hits     = regexp.MustCompile(`^class (\S+): LAR has (\d+) of (\d+) right(?:, no adaptation (\d+))?$`)
	// statements takes a number of the theory apart: "NAME: VERDICT; FORMULA = VALUE; …".
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
	wrong := func(line string, want any) {
		t.Helper()
		t.Errorf("%v at %s says %q, solve has %v", pair, state, line, want)
	}
	if want := fmt.Sprintf("source %d rows, target %d rows, %d features", report.Pair.N, *report.Pair.M, report.Pair.D); lines[0] != want {
		wrong(lines[0], want)
	}
	checkState(t, state, report.Params)
	scored := map[string]func(scores) orNull{
		"target accuracy":                  func(s scores) orNull { return s.TargetAccuracy },
		"source accuracy":                  func(s scores) orNull { return s.SourceAccuracy },
		"validation accuracy":              func(s scores) orNull { return s.ValidationAccuracy },
		"target squared error":             func(s scores) orNull { return s.TargetMSE },
		"source squared error":             func(s scores) orNull { return s.SourceMSE },
		"validation squared error":         func(s scores) orNull { return s.ValidationMSE },
		"distance to the target's optimum": func(s scores) orNull { return s.ParameterError },
		"norm of the weights":              func(s scores) orNull { return s.WeightNorm },
	}
	score := func(s scores) float64 {
		if report.Pair.Task == "regression" {
			return float64(s.TargetMSE)
		}
		return float64(s.TargetAccuracy)
	}
	checked := map[string]int{}
	right, all := 0, 0
	for _, line := range lines[3:] {
		switch {
		case statements.MatchString(line):
			m := statements.FindStringSubmatch(line)
			if want, ok := report.theoryNumbers()[m[1]]; ok {
				if !sameMeasure(m[2], float64(want)) {
					wrong(line, want)
				}
				checked[m[1]]++
			}
			// Where solve predicts none, Theorem 3 may: none at all.
			if predicted := float64(report.Theory.PredictedAngle); m[3] != "" && m[3] != "0" && !sameMeasure(m[3], predicted) {
				wrong(line, predicted)
			}
		case methods.MatchString(line):
			m := methods.FindStringSubmatch(line)
			of, ok := scored[m[1]]
			if !ok {
				wrong(line, "no such number")
				continue
			}
			for i, method := range []struct {
				scores   scores
				diverges bool
			}{{report.None.scores, report.None.Diverges}, {report.Descent.scores, report.Descent.Diverges}, {report.Closed.scores, false}} {
				said, unit := m[2+2*i], m[3+2*i]
				if method.diverges != (said == "diverges") || !method.diverges && !sameNumber(said, unit, float64(of(method.scores))) {
					wrong(line, of(method.scores))
				}
			}
			checked[m[1]]++
		case sides.MatchString(line):
			m := sides.FindStringSubmatch(line)
			side, kept := report.Source, report.Params.K
			if m[1] == "target" {
				side, kept = report.Target, report.Params.KTilde
			}
			if want := fmt.Sprintf("%s: rank %d of %d, %d kept", m[1], side.Rank, report.Pair.D, kept); line != want {
				wrong(line, want)
			}
			checked["rank"]++
		case heads.MatchString(line):
			m := heads.FindStringSubmatch(line)
			side := map[string]sideReport{"source": report.Source, "target": report.Target}[m[1]]
			if side.HeadRank == nil || m[2] != strconv.Itoa(*side.HeadRank) || m[3] != strconv.Itoa(*side.TailRank) {
				wrong(line, side)
			}
		case singular.MatchString(line):
			m := singular.FindStringSubmatch(line)
			side := map[string]sideReport{"source": report.Source, "target": report.Target}[m[1]]
			if m[2] == "1" && !sameNumber(m[3], "", float64(side.Sigma1)) {
				wrong(line, side.Sigma1)
			}
			checked["sigma"]++
		case epoch.MatchString(line):
			m := epoch.FindStringSubmatch(line)
			for _, point := range report.Descent.Curve {
				want := map[string]orNull{"target accuracy": point.TargetAccuracy, "objective": point.Objective}[m[2]]
				if m[1] == strconv.Itoa(point.Epoch) && m[2] != "target error (MSE)" && !sameNumber(m[3], m[4], float64(want)) {
					wrong(line, want)
				}
			}
			if m[1] == strconv.Itoa(report.Params.Epochs) && m[2] != "objective" && !sameNumber(m[3], m[4], score(report.Descent.scores)) {
				wrong(line, score(report.Descent.scores))
			}
			checked["epoch"]++
		case hits.MatchString(line):
			m := hits.FindStringSubmatch(line)
			a, _ := strconv.Atoi(m[2])
			b, _ := strconv.Atoi(m[3])
			right, all = right+a, all+b
		case here.MatchString(line):
			m := here.FindStringSubmatch(line)
			if m[1] != strconv.Itoa(report.Params.K) || m[2] != strconv.Itoa(report.Params.KTilde) {
				wrong(line, report.Params)
			}
			// Without labels of the target the map shows what else is known.
			if !math.IsNaN(score(report.Closed.scores)) {
				if (m[3] == "diverges") != report.Descent.Diverges || m[3] != "diverges" && !sameNumber(m[3], m[4], score(report.Descent.scores)) || !sameNumber(m[5], m[6], score(report.Closed.scores)) {
					wrong(line, score(report.Descent.scores))
				}
			}
			checked["here"]++
		case strings.HasPrefix(line, "error: "):
			wrong(line, "no error")
		}
	}
	if all > 0 && !sameNumber(fmt.Sprintf("%.4g", float64(right)/float64(all)), "", float64(report.Descent.TargetAccuracy)) {
		t.Errorf("%v at %s: %d of %d classes' rows are right, solve has %v", pair, state, right, all, report.Descent.TargetAccuracy)
	}
	for _, what := range []string{"norm of the weights", "rank", "sigma", "overlap of the heads", "w in the target's span", "condition of A"} {
		if checked[what] == 0 {
			t.Errorf("%v: nothing is said of %s in\n%s", pair, what, strings.Join(lines, "\n"))
		}
	}
	return state
}

// checkState compares where the controls stand with the parameters of solve.
func checkState(t *testing.T, state string, p paramsReport) {
	t.Helper()
	numbers := map[string]float64{"k": float64(p.K), "ktilde": float64(p.KTilde), "lambda": p.Lambda, "l2": p.L2, "epochs": float64(p.Epochs), "momentum": p.Momentum, "rate": float64(p.Rate)}
	for part := range strings.SplitSeq(state, ", ") {
		name, value, _ := strings.Cut(part, " ")
		switch name {
		case "keep-implicit":
			if value != strconv.FormatBool(!p.RemoveImplicit) {
				t.Errorf("%s, solve has %v", part, p.RemoveImplicit)
			}
		case "tail":
			if value != p.Tail {
				t.Errorf("%s, solve has %s", part, p.Tail)
			}
		case "nesterov":
			if value != strconv.FormatBool(p.Nesterov) {
				t.Errorf("%s, solve has %v", part, p.Nesterov)
			}
		case "k", "ktilde", "lambda", "l2", "epochs", "momentum", "rate":
			if name == "rate" && value == p.RateRule {
				continue
			}
			if said, err := strconv.ParseFloat(value, 64); err != nil || said != numbers[name] {
				t.Errorf("%s, solve has %v", part, numbers[name])
			}
		}
	}
}

// theoryNumbers are those of the theory that solve has, by the name of the statement.
func (r solveReport) theoryNumbers() map[string]orNull {
	return map[string]orNull{
		"overlap of the heads":    r.Theory.HeadOverlapMin,
		"overlap of the tails":    r.Theory.TailOverlapMin,
		"w in the target's span":  r.Theory.OutsideSpan,
		"w independent of lambda": r.Theory.LambdaDrift,
		"condition of Theorem 3":  r.Theory.Proportionality,
		"angle of w to w*_T":      r.Theory.Angle,
		"condition of A":          r.Closed.Condition,
		"J has a minimum":         r.Closed.Leak,
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

// sameNumber tells whether text is v, rounded to the digits that it has. JSON has
// null for what is unknown and for what is infinite.
func sameNumber(text, unit string, v float64) bool {
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
	return math.Abs(said-v) <= 5.001e-4*math.Abs(v) || said == 0 && math.Abs(v) < shownZero
}

// shownZero is what --plain calls 0: nothing but rounding.
const shownZero = 1e-13

// sameMeasure tells whether text is v as the theory says it: with three digits, an
// angle with two decimals.
func sameMeasure(text string, v float64) bool {
	if sameNumber(text, "", v) {
		return true
	}
	said, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return false
	}
	half := 5.001e-3 * math.Abs(v)
	if _, decimals, _ := strings.Cut(text, "."); len(decimals) == 2 {
		half = max(half, 5.001e-3)
	}
	return math.Abs(said-v) <= half
}
