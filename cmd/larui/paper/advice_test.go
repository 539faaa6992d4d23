package paper

import (
	"slices"
	"testing"

	"larui/model/must"
)

// On seeds that neither found nor judged the rule, choices without labels do no harm: in no standardization
// is their mean below no adaptation, at most half as many lose a point as gain one, and at most one in twenty
// loses more than five. All families are in turn, one world each, and no name twice.
func TestAdvice(t *testing.T) {
	must.Sequential(t)
	const seed = 3000
	all, worlds := make([]advised, 0, 200), worlds()
	for i, shift := range shifts() {
		all = append(all, must.Have(adviseFamily(t.Context(), worlds[i%len(worlds)], shift, []uint64{seed}))...)
		if slices.ContainsFunc(shifts()[:i], func(other domainShift) bool { return other.name == shift.name }) {
			t.Errorf("%s twice", shift.name)
		}
	}
	standardized, names := fits()
	for i := range standardized {
		sum := 0.0
		for at := i; at < len(all); at += len(standardized) {
			sum += all[at].gain()
		}
		if sum < 0 {
			t.Errorf("%s: %.1f points lost", names[i], -sum)
		}
	}
	gained, lost, much, adapts := tally(all)
	t.Logf("of %d %d adapt: %d gain, %d lose, %d much", len(all), adapts, gained, lost, much)
	if 2*lost > gained || 20*much > len(all) || adapts < 5 {
		t.Errorf("%d gain, %d lose, %d much", gained, lost, much)
	}
}
