package main

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"larui/model/testutil"
	"larui/tui/number"
	"larui/tui/session"
)

// The numbers of --plain are those of solve at the flags of the same state, to the
// last digit that is said: at the start and on a random way through the table of
// controls, for pairs of every kind.
func TestPlainAgreesWithSolve(t *testing.T) {
	testutil.SkipInShort(t)
	unlabelled := planes(t)[:4]
	unlabelled[3] = testutil.WriteFile(t, "unlabelled.csv", "a,b,c\n1,2,3\n0,1,5\n-2,0,1\n4,2,2\n1,1,0\n3,-1,2\n0,0,1\n")
	files := strings.NewReplacer("PLANES", strings.Join(planes(t), " "), "UNLABELLED", strings.Join(unlabelled, " "))
	// A pair, how many states are compared, and how many turns lead from one to the next.
	for _, row := range testutil.ParseTable(`
		rotated-gaussian --n 80 --m 70 | 6 5
		wide-gaussian | 3 4
		rotated-regression --n 60 | 5 5
		subspace --n 90 --m 60 | 4 4
		correlated-features | 3 4
		glyphs --classes 0,6 --n 100 --m 100 | 3 4
		glyphs --n 60 --m 60 | 2 4
		PLANES | 5 5
		UNLABELLED | 4 5
		PLANES --task regression --standardize domain --no-bias | 4 5
		mnist-usps --classes 3,8 --ratio 0.3 --validation-size 50 | 2 4`) {
		t.Run(row[0], func(t *testing.T) {
			var states, turns int
			testutil.Must(fmt.Sscan(row[1], &states, &turns))
			pair := strings.Fields(files.Replace(row[0]))
			skipSpared(t, pair)
			// To read the digits anew takes seconds, and so does their map.
			digits := strings.Contains(pair[0], "usps")
			views := []string{"show", "theory", "spectrum", "convergence", "target", "map", "command"}
			if digits {
				dataFolder(t)
				mustRun(t, "solve %", pair) // keeps them in the cache
				views = slices.DeleteFunc(views, func(view string) bool { return view == "map" })
			}
			var commands []string
			rng := rand.New(rand.NewPCG(7, uint64(states)))
			for range states {
				commands = append(commands, views...)
				for range turns {
					commands = append(commands, randomTurn(rng, digits))
				}
			}
			text := plainly(t, pair, commands...)
			answers := strings.Split(text, "\nlarui ")
			if len(answers) != states+1 {
				t.Fatalf("%d answers of %d in\n%s", len(answers)-1, states, text)
			}
			different := map[string]bool{}
			for _, answer := range answers[:states] {
				different[compareWithSolve(t, pair, answer)] = true
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
		controls = slices.DeleteFunc(controls, func(o session.Option) bool { return o.Changes != session.MethodPart })
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
	methods   = regexp.MustCompile(`^(.+): no adaptation (\S+)( %)?, LAR (\S+)( %)?, (?:trained to the end|pseudo-inverse) (\S+)( %)?$`)
	sides     = regexp.MustCompile(`^(source|target): rank (\d+) of (\d+), (\d+) directions kept$`)
	heads     = regexp.MustCompile(`^(source|target): the first (\d+) components have more than 90 % of the label's norm; after the first (\d+) less than 10 % is left$`)
	singular  = regexp.MustCompile(`^(source|target) 1: sigma (\S+?)(, label (\S+?))?(, kept)?$`)
	epoch     = regexp.MustCompile(`^epoch (\d+): (target accuracy|objective|target error \(MSE\)) (\S+)( %)?$`)
	hits      = regexp.MustCompile(`^class (\S+): LAR predicts (\d+) of (\d+) rows right(?:, no adaptation (\d+))?$`)
	hidden    = regexp.MustCompile(`^without labels of the target: LAR changes (\S+) % of the predictions, and predicts class (\S+) for (\S+) % of the rows \(in the source (\S+) %\)$`)
	// A number of the theory is "NAME: VERDICT; FORMULA = VALUE; …".
	statements = regexp.MustCompile(`^([^:]+): [^;]+; [^;]* = ([^\s,;]+)(?: degrees)?(?:, predicted (\S+) degrees)?;`)
	here       = regexp.MustCompile(`^here: k (\d+), ktilde (\d+): (\S+)( %)?, (?:trained to the end|pseudo-inverse) (\S+)( %)?$`)
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
	args := argv("solve %", pair)
	for part := range strings.SplitSeq(state, ", ") {
		name, value, _ := strings.Cut(part, " ")
		args = append(args, "--"+name+"="+value)
	}
	report := solvedObject{decode[object](t, "%", args)}
	testutil.Equal(t, lines[0], fmt.Sprintf("source %v rows, target %v rows, %v features", report.at("pair.n"), report.at("pair.m"), report.at("pair.d")), pair)
	checkState(t, state, report.object)
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
	if accuracy := report.at("descent.targetAccuracy"); all > 0 && !sameNumber(fmt.Sprintf("%.4g", float64(right)/float64(all)), "", accuracy) {
		t.Errorf("%v at %s: %d of %d classes' rows are right, solve has %v", pair, state, right, all, accuracy)
	}
	for _, what := range []string{"norm of the weights", "rank", "sigma", "overlap of the heads", "w in the target's span", "condition of A"} {
		if !checked[what] {
			t.Errorf("%v: nothing is said of %s in\n%s", pair, what, strings.Join(lines, "\n"))
		}
	}
	if signs := report.find("signs"); (signs != nil) != checked["signs"] && report.find("descent.diverges") == false {
		t.Errorf("%v at %s says of signs %v, solve has %v", pair, state, checked["signs"], signs)
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

// A solvedObject is the JSON of solve.
type solvedObject struct{ object }

// agrees tells what a line of --plain is about, and whether its numbers are those of
// the report; true where there are none.
func (r solvedObject) agrees(line string) (what string, ok bool) {
	is := func(text, path string) bool { return float64(parsed(text)) == r.at(path) }
	kept := map[string]string{"source": "params.k", "target": "params.ktilde"}
	score := "targetAccuracy"
	if r.find("pair.task") == "regression" {
		score = "targetMSE"
	}
	if m := statements.FindStringSubmatch(line); m != nil {
		want, known := theoryNumbers[m[1]]
		if want == "theory.lambdaDrift" && !strings.Contains(line, "w_lambda=0.01|") {
			known = false // solve has the number from λ = 0.01 on
		}
		// Where solve predicts none, Theorem 3 may: none at all.
		predicted := m[3] == "" || m[3] == "0" || sameMeasure(m[3], r.at("theory.predictedAngle"))
		return m[1], (!known || sameMeasure(m[2], r.at(want))) && predicted
	}
	if m := methods.FindStringSubmatch(line); m != nil {
		of, known := scored[m[1]]
		for i, method := range []string{"none", "descent", "closed"} {
			if strings.HasSuffix(m[1], "on source rows held out") && r.find(method+".diverges") != true {
				method = "source.heldOut." + method
			}
			known = known && r.sameScore(m[2+2*i], m[3+2*i], method, of)
		}
		return m[1], known
	}
	if m := sides.FindStringSubmatch(line); m != nil {
		return "rank", is(m[2], m[1]+".rank") && is(m[3], "pair.d") && is(m[4], kept[m[1]])
	}
	if m := heads.FindStringSubmatch(line); m != nil {
		return "heads", is(m[2], m[1]+".headRank") && is(m[3], m[1]+".tailRank")
	}
	if m := singular.FindStringSubmatch(line); m != nil {
		return "sigma", sameNumber(m[2], "", r.at(m[1]+".sigma1"))
	}
	if m := here.FindStringSubmatch(line); m != nil {
		// Without labels of the target the map shows what else is known.
		unknown := r.find("closed."+score) == nil
		return "here", is(m[1], "params.k") && is(m[2], "params.ktilde") &&
			(unknown || r.sameScore(m[3], m[4], "descent", score) && r.sameScore(m[5], m[6], "closed", score))
	}
	if m := hidden.FindStringSubmatch(line); m != nil {
		signs := object(r.find("signs").(map[string]any))
		return "signs", m[2] == signs["class"] && sameNumber(m[1], "%", signs.at("changed")) &&
			sameNumber(m[3], "%", signs.at("predictedShare")) && sameNumber(m[4], "%", signs.at("sourceShare"))
	}
	if m := epoch.FindStringSubmatch(line); m != nil {
		ok := !is(m[1], "params.epochs") || m[2] == "objective" || sameNumber(m[3], m[4], r.at("descent."+score))
		for _, point := range r.all("descent.curve") {
			name, known := map[string]string{"target accuracy": "targetAccuracy", "objective": "objective"}[m[2]]
			ok = ok && (float64(parsed(m[1])) != point.at("epoch") || !known || sameNumber(m[3], m[4], point.at(name)))
		}
		return "epoch", ok
	}
	return "", true
}

// scored are the scores by the names that --plain has for them.
var scored = map[string]string{
	"target accuracy": "targetAccuracy", "target squared error": "targetMSE",
	"accuracy on source rows held out": "accuracy", "squared error on source rows held out": "mse",
	"validation accuracy": "validationAccuracy", "validation squared error": "validationMSE",
	"distance to the target's optimum": "parameterError", "norm of the weights": "weightNorm",
}

// theoryNumbers are those of the theory that solve has, by the name of the statement.
var theoryNumbers = map[string]string{
	"overlap of the heads": "theory.headOverlapMin", "overlap of the tails": "theory.tailOverlapMin",
	"w in the target's span": "theory.outsideSpan", "w independent of lambda": "theory.lambdaDrift",
	"condition of Theorem 3": "theory.proportionality", "angle of w to w*_T": "theory.angle",
	"condition of A": "closed.condition", "J has a minimum": "closed.leak",
}

// checkState compares where the controls stand with the parameters of solve.
func checkState(t *testing.T, state string, r object) {
	t.Helper()
	params := object(r["params"].(map[string]any))
	want := map[string]any{"tail": params["tail"],
		"keep-implicit": params["removeImplicit"] == false, "nesterov": params["nesterov"] == true}
	for part := range strings.SplitSeq(state, ", ") {
		name, value, _ := strings.Cut(part, " ")
		if known, isKnown := want[name]; isKnown && value != fmt.Sprint(known) {
			t.Errorf("%s, solve has %v", part, known)
		}
		v, isNumber := params[name].(float64)
		if said, err := strconv.ParseFloat(value, 64); isNumber && (err != nil || said != v) && (name != "rate" || value != params["rateRule"]) {
			t.Errorf("%s, solve has %v", part, v)
		}
	}
}

// sameScore tells whether text is a score of a method, or says that there is none for
// divergence.
func (r solvedObject) sameScore(text, unit, method, score string) bool {
	diverges := r.find(method+".diverges") == true
	return diverges == (text == "diverges") && (diverges || sameNumber(text, unit, r.at(method+"."+score)))
}

// sameNumber tells whether text is v, rounded to the digits that it has; nothing but
// rounding is 0. JSON has null for what is unknown and for what is infinite.
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
	return math.Abs(said-v) <= 5.001e-4*math.Abs(v) || said == 0 && math.Abs(v) < 1e-13
}

// sameMeasure tells whether text is v as the theory says it: with three digits, an
// angle with two decimals.
func sameMeasure(text string, v float64) bool {
	half := 5.001e-3 * math.Abs(v)
	if _, decimals, _ := strings.Cut(text, "."); len(decimals) == 2 {
		half = max(half, 5.001e-3)
	}
	said, err := strconv.ParseFloat(text, 64)
	return sameNumber(text, "", v) || err == nil && math.Abs(said-v) <= half
}

// A value that is read off: its name, number and unit, the standard error of a mean, and
// the epoch where it is another than the cursor's.
var readOff = regexp.MustCompile(`^(.+?) (-?[0-9.][0-9.e+-]*)( %)?(?: \+- ([0-9.e+-]+)(?: %)?)?(?: at epoch (\d+))?$`)

// What is read off the curves, at their ends and between, is what solve and sweep have at
// the same epochs, λ and L2, to the last digit; means are those over the ten seeds.
func TestReadingAgreesWithSolve(t *testing.T) {
	testutil.SkipInShort(t)
	known := map[string]object{}
	of := func(line string, values ...any) object {
		call := fmt.Sprint(line, values)
		if known[call] == nil {
			known[call] = decode[object](t, line, values...)
		}
		return known[call]
	}
	for _, c := range []struct {
		pair  []string
		seeds int
	}{
		{argv("% --n 80 --m 70", defaultPair), 10},
		{argv("rotated-regression --n 60 --m 60"), 10},
		{argv("glyphs --classes 3,8 --n 60 --m 60"), 10},
		{planes(t), 1},
		{append(planes(t), "--task", "regression"), 1},
	} {
		kind := "Accuracy"
		if strings.Contains(strings.Join(c.pair, " "), "regression") {
			kind = "MSE"
		}
		text := plainly(t, c.pair, "read convergence 1", "read convergence 300", "read convergence 1e9",
			"read lambda 0", "read lambda 2.9", "read lambda 1e5", "read spectrum 2")
		seen := map[string]int{}
		for line := range strings.Lines(text) {
			at, said, _ := strings.Cut(strings.TrimSpace(line), ": ")
			for part := range strings.SplitSeq(said, ", ") {
				m := readOff.FindStringSubmatch(part)
				var want []float64
				switch by, x, _ := strings.Cut(at, " "); {
				case m == nil:
				case by == "epoch" && !strings.Contains(at, ","):
					want = []float64{readAtEpoch(of, c.pair, cmp.Or(m[5], x), m[1], kind)}
				case by == "lambda" && strings.HasPrefix(x, "= "):
					want = readAtLambda(of, c.pair, c.seeds, x[2:], strings.TrimSuffix(m[1], " mean"), kind)
				case by == "component" && strings.Contains(m[1], "sigma source"):
					components := of("align %", c.pair).all("source.components")
					want = []float64{components[parsed(x)-1].at("sigma")}
				}
				if want == nil || math.IsNaN(want[0]) {
					continue
				}
				mean, deviation := stat.MeanStdDev(want, nil)
				seen[strings.Fields(at)[0]]++
				if !sameRead(m[2], m[3], mean) || (m[4] != "") != (len(want) > 1) || m[4] != "" && !sameRead(m[4], m[3], deviation/math.Sqrt(float64(len(want)))) {
					t.Errorf("%v at %s: it says %q, want the mean of %v", c.pair, at, part, want)
				}
			}
		}
		if seen["epoch"] < 12 || seen["lambda"] < 9 || seen["component"] != 1 {
			t.Errorf("%v: compared %v of\n%s", c.pair, seen, text)
		}
	}
}

// readAtEpoch is what solve has after so many epochs of what is called name, NaN where it
// has nothing of that.
func readAtEpoch(of func(string, ...any) object, pair []string, epoch, name, kind string) float64 {
	report := of("solve % --epochs %", pair, epoch)
	curve := report.all("descent.curve")
	if name == "J/n LAR" {
		return curve[len(curve)-1].at("objective")
	}
	path := map[string]string{"LAR": "descent.target", "no adaptation": "none.target", "trained to the end": "closed.target",
		"LAR on source": "descent.source", "LAR on validation": "descent.validation"}[name]
	return report.at(path + kind)
}

// readAtLambda is what sweep has at a λ of what is called name, and solve of ridge, for
// each of so many seeds.
func readAtLambda(of func(string, ...any) object, pair []string, seeds int, lambda, name, kind string) (values []float64) {
	for seed := range seeds {
		args := slices.Clone(pair)
		if seed > 0 {
			args = append(args, "--seed", strconv.Itoa(seed))
		}
		var report object
		if name == "ridge" {
			report = of("solve % --lambda=0 --keep-implicit %", args, "--l2="+lambda)["descent"].(map[string]any)
		} else {
			swept := of("sweep % %", args, "--lambda="+lambda)
			cell := swept.all("cells")[0]
			switch name {
			case "LAR":
				report = cell.all("descent")[0]
			case "trained to the end":
				report = cell["closed"].(map[string]any)
			default:
				report = swept.all("none")[0]
			}
		}
		values = append(values, report.at("target"+kind))
	}
	return values
}

// sameRead tells whether text is v to the digits with which values are read off.
func sameRead(text, unit string, v float64) bool {
	if unit != "" {
		return text == fmt.Sprintf("%.2f", 100*v)
	}
	said, err := strconv.ParseFloat(text, 64)
	return err == nil && (text == number.Digits(v, 6) || math.Abs(said-v) < 1e-13)
}
