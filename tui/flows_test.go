package tui

import "testing"

// What people come for, in the whole program as it runs in Bubble Tea.
func TestFlows(t *testing.T) {
	type step struct {
		keys []string
		see  []string
	}
	for name, steps := range map[string][]step{
		"the newcomer turns λ up": {
			{nil, []string{"rotated Gaussian 45°", "87.6 %", "press → to turn it up"}},
			{[]string{"end"}, []string{"λ 1 → 1e4: weights turned", "99.5 %"}},
			{[]string{"u"}, []string{"λ 1e4 → 1"}},
		},
		"play": {
			{nil, []string{"λ weighs the target's"}},
			{[]string{","}, []string{"paused at epoch 1"}},
			{[]string{" "}, []string{"λ weighs the target's"}},
		},
		"open another pair": {
			{nil, []string{"rotated Gaussian 45°"}},
			{[]string{"o"}, []string{"open another pair", "correlated-features"}},
			{[]string{"s", "u", "b", "enter"}, []string{"subspaces 70° apart", "100.0 %"}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("XDG_CONFIG_HOME", t.TempDir())
			f := newPerson(t, gaussian(t))
			for _, s := range steps {
				f.press(s.keys...)
				f.see(s.see...)
			}
		})
	}
}
