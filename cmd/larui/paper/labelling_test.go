package paper

import (
	"context"
	"math"
	"strings"
	"testing"

	"larui/model/testutil"
)

// Two models of which the first is right on 60 rows and the second on 20 of a thousand: the gain,
// the interval and the decisions are as they are known to be, and labels of rows on which they
// differ tell more than those of any rows.
func TestLabelDraws(t *testing.T) {
	testutil.SkipInShort(t)
	chosen, none := make([]bool, 1000), make([]bool, 1000)
	for i := range chosen {
		chosen[i], none[i] = i%2 == 0 || i < 120, i%2 == 0
		if i >= 960 && i%2 == 0 {
			chosen[i] = false
		}
	}
	r, err := drawLabels(context.Background(), chosen, none, Options{}.seeds(200))
	if err != nil || !r.Adapts || math.Abs(r.Gain-0.04) > 1e-12 || math.Abs(r.Differ-0.08) > 1e-12 {
		t.Fatalf("%+v, %v", r, err)
	}
	before := math.Inf(1)
	for i, told := range r.ByCount {
		// 0.9 less two standard errors; three of four labels agree.
		if told.Holds < 0.86 || told.HalfWidth >= before || told.Kept < 0.85 || told.RandomKept > 1 {
			t.Errorf("of %d labels: %+v", labellingCounts[i], told)
		}
		before = told.HalfWidth
	}
	if last := r.ByCount[len(r.ByCount)-1]; r.Always < 0.86 || 1-last.Kept > 0.01 {
		t.Errorf("%+v", r)
	}
	if same, err := drawLabels(context.Background(), none, none, Options{}.seeds(3)); same.Adapts || err != nil {
		t.Errorf("of equal models: %+v, %v", same, err)
	}
}

// The report counts right decisions and losing pairs, and leaves out pairs without a choice.
func TestLabellingReport(t *testing.T) {
	o := Options{Pairs: [][2]int{{0, 1}, {3, 8}, {4, 9}}, Columns: []string{"M→U"}}
	r := made(t, labellingExperiment(), o, func(key string) any {
		told := [len(labellingCounts)]labelCountResult{}
		for i := range told {
			told[i] = labelCountResult{Holds: 0.95, Kept: 0.75, RandomKept: 0.5, HalfWidth: 0.04}
		}
		result := labellingResult{Adapts: true, Gain: 0.02, Differ: 0.1, Always: 0.85, ByCount: told}
		switch {
		case strings.Contains(key, "0,1"):
			return labellingResult{}
		case strings.Contains(key, "3,8"):
			result.Gain = -0.02
		}
		return result
	})
	want := map[string]float64{"losing pairs without labels": 1, "right without labels": 50, "interval contains the gain, t = 5": 95,
		"half width of the interval, t = 30": 4, "right decisions, t = 10": 50, "right decisions by random rows, t = 10": 50,
		"losing pairs, t = 20": 0.75, "losing pairs by random rows, t = 20": 0.5, "confidence sequence always contains the gain": 85}
	met := 0
	for _, row := range r.Rows {
		if mean, known := want[row.Name]; known {
			met++
			near(t, row.Ours.Mean, mean, row.Name)
		}
	}
	if met != len(want) || len(r.Claims) != 2 || r.Claims[0].Verdict != Holds || r.Claims[1].Verdict != Broken {
		t.Errorf("%d rows of %d, claims %v", met, len(want), r.Claims)
	}
	if len(r.Notes) != 1 || !strings.Contains(r.Notes[0], "in 1 of 3 pairs") {
		t.Errorf("the notes are %q", r.Notes)
	}
}
