package paper

import (
	"slices"
	"testing"

	"larui/model/testutil"
	"larui/tui/session"
)

// On draws that neither found nor judged the rule, of the world in which it adapts most: at least
// thirty choices adapt, at most a third as many lose a point as gain one, and no standardization is
// below no adaptation. No name of a shift is there twice.
func TestAdvice(t *testing.T) {
	testutil.SkipInShort(t)
	var all []choiceOutcome
	for i, shift := range shiftNames() {
		all = append(all, testutil.Must(chooseForShift(t.Context(), shift, populationKinds()[1:2], []uint64{3000, 3001}))...)
		if slices.Contains(shiftNames()[:i], shift) {
			t.Errorf("%s twice", shift)
		}
	}
	for i, scaled := range standardizationNames() {
		sum := 0.0
		for at := i; at < len(all); at += len(standardizationNames()) {
			sum += all[at].gain()
		}
		if sum < 0 {
			t.Errorf("%s: %.1f points lost", scaled, -sum)
		}
	}
	gained, lost, much, adapts := countChoices(all)
	t.Logf("of %d %d adapt: %d gain, %d lose, %d much", len(all), adapts, gained, lost, much)
	if adapts < 30 || 3*lost > gained || 20*much > len(all) {
		t.Errorf("%d gain, %d lose, %d much", gained, lost, much)
	}
}

// Of made-up results: one gains ten points, one that is doubtful would lose twenty, one loses six.
func TestAdviceReport(t *testing.T) {
	trial := session.SourceTrial{None: 0.9, LAR: 0.9, Majority: 0.5}
	r := made(t, choiceExperiment(), Options{Data: t.TempDir()}, func(string) any {
		return []choiceOutcome{{0.7, 0.8, 1, trial}, {0.7, 0.5, 0.01, trial}, {0.7, 0.64, 0.1, trial}}
	})
	want := append(slices.Repeat([]float64{4.0 / 3}, len(shiftNames())), 10, 0, -6)
	for i, row := range r.Rows {
		near(t, row.Ours.Mean, want[i], row.Name)
	}
	const chosen = "no adaptation 70.0 %, the setting with the highest alignment -5.3 points, chosen in 2 of 3 choices: 1 gain, 1 lose"
	if len(r.Rows) != len(want) || r.Rows[0].Chosen != chosen {
		t.Errorf("%d rows, the first %q", len(r.Rows), r.Rows[0].Chosen)
	}
	for i, v := range []Verdict{Broken, Holds, Broken} {
		testutil.Equal(t, r.Claims[i].Verdict, v, r.Claims[i])
	}
}
