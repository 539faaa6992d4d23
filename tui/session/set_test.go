package session

import (
	"errors"
	"testing"

	"larui/model/testutil"
)

// What is set is on a state what the option's own Set makes of it, and leaves all others;
// sets that are joined hold what both had, the later one where both had it.
func TestSet(t *testing.T) {
	usual := State{Spec: defaultSpec("files")}
	for _, o := range options() {
		for _, text := range append([]string{"3", "a,b", "0.5", "auto"}, o.Values...) {
			want, err := o.Set(usual, text)
			set, failed := ParseOptions(map[string]string{o.Name: text})
			testutil.Equal(t, (err == nil), (failed == nil), o.Name, text, err, failed)
			if err != nil {
				continue
			}
			other := testutil.Must(ParseOptions(map[string]string{"k": "7", "label": "kind"}))
			joined := other.Merge(set)
			if !set.ApplyTo(usual).Equal(want) || !joined.KeepOnly(o).ApplyTo(usual).Equal(want) || !joined.ApplyTo(usual).Equal(set.ApplyTo(other.ApplyTo(usual))) {
				t.Errorf("--%s %s: %+v, want %+v", o.Name, text, set.ApplyTo(usual), want)
			}
			if !joined.Has(o.Name) || !joined.Has("label") || set.Has("label") != (o.Name == "label") || joined.FormatValue(o) != o.Get(want) {
				t.Errorf("--%s %s: %+v", o.Name, text, joined)
			}
		}
	}
	both, err := ParseOptions(map[string]string{"bias": "true", "no-bias": "1"})
	if _, clash := both.Opening("files"); err != nil || !errors.Is(clash, ErrValue) {
		t.Errorf("a switch and its opposite: %v, %v", err, clash)
	}
}
