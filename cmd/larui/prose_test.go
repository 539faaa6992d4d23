package main

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"larui/tui/number"
)

// What numbers alone do not tell is said in words, and no number is one that is not.
func TestSaidInWords(t *testing.T) {
	files := func(source, target string) []string {
		return []string{"--source", write(t, "source.csv", source), "--target", write(t, "target.csv", target)}
	}
	diverging := decode[object](t, "solve", "--rate", "100")
	largest := diverging.at("descent.largestStableRate")
	if diverging.find("descent.diverges") != true || diverging.find("none.diverges") != true ||
		len(diverging.all("descent.curve")) != 0 {
		t.Errorf("it is %+v", diverging)
	}
	if decode[object](t, "solve", "--rate", strconv.FormatFloat(0.99*largest, 'g', -1, 64)).find("descent.diverges") != false {
		t.Errorf("descent diverges below the rate %v", largest)
	}
	// With k = k̃ = 1 of d = 3 and a target of rank 1 nothing holds the rest.
	unbounded := append(files("a,b,c,y\n1,2,0,-1\n2,1,1,1\n0,1,-1,-1\n1,-1,2,1\n", "a,b,c,y\n1,2,0,-1\n2,4,0,1\n"), "--no-bias", "--k", "1", "--ktilde", "1")
	r := decode[object](t, append([]string{"solve"}, unbounded...)...)
	if r.find("closed.unboundedBelow") != true || r.find("closed.rankDeficient") != true || !(r.at("closed.leak") > 0) {
		t.Errorf("the closed form is %+v", r["closed"])
	}
	unlabelled := files(plane, "x1,x2\n1,1\n2,0.5\n-1,1\n")
	for _, c := range []struct {
		args []string
		says []string
	}{
		{[]string{"solve", "--rate", "100"}, []string{"diverges", number.Even(largest, 4)}},
		{[]string{"sweep", "--rate", "100"}, []string{"diverge", "can't be known"}},
		{append([]string{"solve"}, unbounded...), []string{"unbounded below"}},
		{append([]string{"sweep"}, unbounded...), []string{"unbounded below"}},
		{append([]string{"solve"}, unlabelled...), []string{"The target has no labels", "–"}},
		{append([]string{"sweep"}, unlabelled...), []string{"The target has no labels", "can't be known"}},
		{append([]string{"align"}, unlabelled...), []string{"The target has no labels", "–"}},
		{[]string{"solve", "--ktilde", "2", "--k", "2"}, []string{"leaves no tail"}},
		{[]string{"version"}, []string{"larui ", " go"}},
		{[]string{"solve", "--no-cache"}, []string{"no adaptation"}}, // where nothing is kept anyway
	} {
		text := mustRun(t, c.args...)
		for _, want := range c.says {
			if !strings.Contains(text, want) {
				t.Errorf("%v does not say %q:\n%s", c.args, want, text)
			}
		}
		if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
			t.Errorf("%v says\n%s", c.args, text)
		}
	}
}

// TestTableAligns checks that columns start where those above start, also after
// a letter with a combining mark.
func TestTableAligns(t *testing.T) {
	var b strings.Builder
	tab := table{align: "lrl"}
	tab.add("k̃", 1, "one")
	tab.add("kk", 22, "two")
	tab.add("λ")
	tab.write(&b)
	if want := "  k̃    1  one\n  kk  22  two\n  λ\n"; b.String() != want {
		t.Errorf("the table is\n%swant\n%s", b.String(), want)
	}
}

// shownChange finds, in a row of solve's table, the three numbers and the two
// changes against the first of them.
var shownChange = regexp.MustCompile(`^  (.*?)  +([-\d.e]+)(?: %)?  +([-\d.e]+)(?: %)?  ([▲▼=]) ([−+±]?[\d.]+)(?: %)?  +([-\d.e]+)(?: %)?  ([▲▼=]) ([−+±]?[\d.]+)`)

// Every change that solve writes is the difference of the numbers beside it, and its
// sign says better or worse: of a share the higher one is better, of an error the
// lower one.
func TestChangesAreOfShownNumbers(t *testing.T) {
	parsed := func(text string) float64 {
		v, err := strconv.ParseFloat(strings.NewReplacer("−", "-", "±", "").Replace(text), 64)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, call := range []string{"solve", "solve --seed 4 --angle 60 --lambda 100", "solve rotated-regression",
		"solve --n 5000 --m 5000 --seed 7", "solve correlated-features"} {
		text := mustRun(t, strings.Fields(call)...)
		if !strings.Contains(text, judgedAgainstNone) {
			t.Errorf("%s does not say what ▲ and ▼ mean", call)
		}
		found := 0
		for line := range strings.Lines(text) {
			m := shownChange.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			found++
			none := parsed(m[2])
			isError := strings.Contains(m[1], "error")
			for _, method := range [][]string{m[3:6], m[6:9]} {
				sign, change := method[1], parsed(method[2])
				want := parsed(method[0]) - none
				if isError {
					want *= 100 / none
				}
				_, decimals, written := strings.Cut(method[2], ".")
				// Half a unit of the last decimal, and what adding decimals in binary leaves.
				if half := math.Pow(10, -float64(len(decimals)))/2 + 1e-9; written && math.Abs(change-want) > half || !written && math.Abs(want) > 0.05 {
					t.Errorf("%s: %s beside %s is a change of %v, written %s\n%s", call, method[0], m[2], want, method[2], line)
				}
				if better := want > 0 != isError; change != 0 && better != (sign == "▲") {
					t.Errorf("%s: %s is written for a change by %v\n%s", call, sign, want, line)
				}
			}
		}
		if found < 3 {
			t.Errorf("%s: only %d rows with changes in\n%s", call, found, text)
		}
	}
}
