package paper

import (
	"slices"
	"testing"

	"larui/model/must"
)

// On draws that neither found nor judged the rule, of the world in which it adapts most: at least thirty choices
// adapt, at most a third as many lose a point as gain one, and no standardization is below no adaptation. No name of a shift is there twice.
func TestAdvice(t *testing.T) {
	must.Sequential(t)
	var all []advised
	for i, shift := range shifts() {
		all = append(all, must.Have(adviseShift(t.Context(), shift, worlds()[1:2], []uint64{3000, 3001}))...)
		if slices.ContainsFunc(shifts()[:i], func(other domainShift) bool { return other.name == shift.name }) {
			t.Errorf("%s twice", shift.name)
		}
	}
	for i, scaled := range fits() {
		sum := 0.0
		for at := i; at < len(all); at += len(fits()) {
			sum += all[at].gain()
		}
		if sum < 0 {
			t.Errorf("%s: %.1f points lost", scaled.name, -sum)
		}
	}
	gained, lost, much, adapts := tally(all)
	t.Logf("of %d %d adapt: %d gain, %d lose, %d much", len(all), adapts, gained, lost, much)
	if adapts < 30 || 3*lost > gained || 20*much > len(all) {
		t.Errorf("%d gain, %d lose, %d much", gained, lost, much)
	}
}
