package main

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// shownChange finds, in a row of solve's table, the three numbers and the two
// changes against the first of them.
var shownChange = regexp.MustCompile(`^  (.*?)  +([-\d.e+]+)(?: %)?  +([-\d.e+]+)(?: %)?  ([▲▼=]) ([-+]?[\d.]+)(?: %)?  +([-\d.e+]+)(?: %)?  ([▲▼=]) ([-+]?[\d.]+)`)

// Every change that solve writes is the difference of the numbers beside it, and its
// sign says better or worse: of a share the higher one is better, of an error the
// lower one.
func TestChangesAreOfShownNumbers(t *testing.T) {
	for _, args := range [][]string{
		{"solve"}, {"solve", "--seed", "4", "--angle", "60", "--lambda", "100"}, {"solve", "rotated-regression"},
		{"solve", "--n", "5000", "--m", "5000", "--seed", "7"}, {"solve", "correlated-features"},
	} {
		text := mustRun(t, args...)
		if !strings.Contains(text, judgedAgainstNone) {
			t.Errorf("%v does not say what ▲ and ▼ mean", args)
		}
		found := 0
		for line := range strings.Lines(text) {
			m := shownChange.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			found++
			none := parsed(t, m[2])
			isError := strings.Contains(m[1], "error")
			for _, method := range [][]string{m[3:6], m[6:9]} {
				value, sign, change := parsed(t, method[0]), method[1], parsed(t, method[2])
				want := value - none
				if isError {
					want *= 100 / none
				}
				_, decimals, _ := strings.Cut(method[2], ".")
				// Half a unit of the last decimal, and what adding decimals in binary leaves.
				if half := math.Pow(10, -float64(len(decimals)))/2 + 1e-9; math.Abs(change-want) > half {
					t.Errorf("%v: %s beside %s is a change of %v, written %s\n%s", args, method[0], m[2], want, method[2], line)
				}
				if better := want > 0 != isError; change != 0 && better != (sign == "▲") {
					t.Errorf("%v: %s is written for a change by %v\n%s", args, sign, want, line)
				}
			}
		}
		if found < 3 {
			t.Errorf("%v: only %d rows with changes in\n%s", args, found, text)
		}
	}
}

func parsed(t *testing.T, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestRelative(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		from, to float64
		want     string
	}{
		{0.5, 0.25, "▲ -50.0 %"}, {0.5, 0.75, "▼ +50.0 %"}, {0.5, 0.5, "= 0.0 %"}, {0.5, 50, "▼ ×100"},
		{0.5, nan, ""}, {nan, 0.5, ""}, {0, 1, ""}, {1, math.Inf(1), ""},
	} {
		if got := relative(c.from, c.to); got != c.want {
			t.Errorf("from %v to %v: %q, want %q", c.from, c.to, got, c.want)
		}
	}
}
