package paper

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"larui/model"
)

// These tests read the real data from the folder LARUI_DATA.

func dataOrSkip(t *testing.T) Options {
	t.Helper()
	folder := os.Getenv("LARUI_DATA")
	if folder == "" {
		t.Skip("LARUI_DATA is not set")
	}
	return Options{Data: folder}
}

// The sweep of a pair of digits predicts as many rows right as was computed
// independently for the fixture, to one row: a score within rounding of zero may
// fall either way.
func TestSweepMatchesFixture(t *testing.T) {
	o := dataOrSkip(t)
	text, err := os.ReadFile(filepath.Join("..", "..", "datasets", "testdata", "mnist-usps", "accuracy.json"))
	if err != nil {
		t.Fatal(err)
	}
	fixture := decodeFixture(t, text)
	for _, digits := range [][2]int{{3, 8}} {
		c := digitColumns()[1]
		pair, err := c.open(context.Background(), o, 0, 0, digits[:]...)
		if err != nil {
			t.Fatal(err)
		}
		p, err := model.NewProblem(context.Background(), pair.Data)
		if err != nil {
			t.Fatal(err)
		}
		s, err := sweepLinear(context.Background(), p, model.Grid{K: []int{8, 16}, KTilde: []int{8, 16}, Lambda: []float64{0.1, 10, 1000},
			Epochs: []int{shortEpochs, linearEpochs}}, p.Target)
		if err != nil {
			t.Fatal(err)
		}
		one := 1/float64(s.rows) + 1e-9
		accuracy := func(right []bool) float64 {
			count := 0
			for _, r := range right {
				if r {
					count++
				}
			}
			return float64(count) / float64(len(right))
		}
		met := 0
		for _, want := range fixture {
			if want.digits != digits {
				continue
			}
			e := slices.Index(s.epochs, want.epochs)
			list, none := s.settings[e], s.none[e]
			if want.k == 0 {
				if math.Abs(accuracy(none)-want.accuracy) > one {
					t.Errorf("no adaptation after %d epochs: %v, want %v", want.epochs, accuracy(none), want.accuracy)
				}
				met++
				continue
			}
			i := slices.IndexFunc(list, func(c candidate) bool {
				return c.K == want.k && c.KTilde == want.ktilde && c.Lambda == want.lambda
			})
			if i < 0 {
				continue
			}
			if math.Abs(accuracy(list[i].right)-want.accuracy) > one {
				t.Errorf("%+v: %v", want, accuracy(list[i].right))
			}
			met++
		}
		if met < 10 {
			t.Errorf("only %d numbers of the fixture were met with", met)
		}
	}
}

// Table 2 runs on a pair, resumes, and names what was chosen.
func TestTable2OnePair(t *testing.T) {
	o := dataOrSkip(t)
	o.Pairs, o.Columns, o.Seeds = [][2]int{{3, 5}}, []string{"M→U", "0.1→U"}, 3
	s := Settings{Journal: t.TempDir()}
	first, err := table2().Run(context.Background(), o, s)
	if err != nil {
		t.Fatal(err)
	}
	if len(first.Rows) != 4 || first.Units != 2 {
		t.Fatalf("%d rows of %d units", len(first.Rows), first.Units)
	}
	for _, row := range first.Rows {
		if row.Verdict() != Open {
			t.Errorf("%s, %s: one pair is judged by the mean of 45", row.Group, row.Name)
		}
		if !(row.Ours.Mean > 40 && row.Ours.Mean < 100) {
			t.Errorf("%s, %s: %v %%", row.Group, row.Name, row.Ours.Mean)
		}
		if (row.Chosen != "") != (row.Name == "Label Alignment Regression") {
			t.Errorf("%s: chosen %q", row.Name, row.Chosen)
		}
	}
	o.Columns = o.Columns[:1]
	again, err := table2().Run(context.Background(), o, s)
	if err != nil {
		t.Fatal(err)
	}
	if again.Resumed != 1 || numbers(again) != numbers(&Report{Rows: first.Rows[:2]}) {
		t.Errorf("%d units are resumed: %s", again.Resumed, numbers(again))
	}
}

// Table 1's numbers are met exactly for the tasks whose data are there.
func TestTable1OfData(t *testing.T) {
	o := dataOrSkip(t)
	o.Seeds = 1
	r, err := table1().Run(context.Background(), o, Settings{})
	if err != nil {
		t.Fatal(err)
	}
	met := 0
	for _, row := range r.Rows {
		switch row.Verdict() {
		case Met:
			met++
		case NotMet:
			t.Errorf("%s, %s: %v, the paper %v", row.Group, row.Name, row.Ours.Mean, row.Paper)
		}
	}
	if met == 0 {
		t.Error("no number was compared")
	}
}

// A fixtureCell is a number of the fixture; k = 0 stands for no adaptation.
type fixtureCell struct {
	digits    [2]int
	k, ktilde int
	lambda    float64
	epochs    int
	accuracy  float64
}

func decodeFixture(t *testing.T, text []byte) []fixtureCell {
	t.Helper()
	var pairs map[string]struct {
		None  map[string]float64
		Cells []struct {
			K, KTilde      int
			Lambda         float64
			TargetAccuracy map[string]float64
		}
	}
	if err := json.Unmarshal(text, &pairs); err != nil {
		t.Fatal(err)
	}
	var cells []fixtureCell
	for name, pair := range pairs {
		var digits [2]int
		if _, err := fmt.Sscanf(name, "%d,%d", &digits[0], &digits[1]); err != nil {
			t.Fatal(err)
		}
		add := func(c fixtureCell, accuracy map[string]float64) {
			for _, c.epochs = range []int{shortEpochs, linearEpochs} {
				c.accuracy = accuracy[fmt.Sprint(c.epochs)]
				cells = append(cells, c)
			}
		}
		add(fixtureCell{digits: digits}, pair.None)
		for _, c := range pair.Cells {
			add(fixtureCell{digits: digits, k: c.K, ktilde: c.KTilde, lambda: c.Lambda}, c.TargetAccuracy)
		}
	}
	return cells
}
