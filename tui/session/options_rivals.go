package session

import (
	"slices"
	"sync"

	"larui/model/rivals"
	"larui/tui/number"
)

// What can be turned of the methods beside LAR.

// RivalPrefix is what the names of their options begin with.
const RivalPrefix = "rival-"

// ownSetting is where a method has what it has by itself.
const ownSetting = "own"

// RivalControls returns an option for each field of rivals.Hyper, own where each method has what
// it has by itself. The table is shared, and not to be changed.
func RivalControls() []Option { return rivalControls() }

// rivalControls makes the table once.
var rivalControls = sync.OnceValue(func() (all []Option) {
	for _, s := range rivals.Settings() {
		o := Option{Name: RivalPrefix + s.Name, Label: s.Label, Changes: Rival, Width: 4, Advanced: true,
			Help: s.Help + ", or " + ownSetting}
		if _, whole := s.At(&rivals.Hyper{}).(*int); whole {
			all = append(all, ownOr[int](o, s))
		} else {
			all = append(all, ownOr[float64](o, s))
		}
	}
	return all
})

// ownOr is a setting, the lowest rung being the method's own.
func ownOr[T int | float64](o Option, s rivals.Setting) Option {
	at := func(state *State) *T { return s.At(&state.Rivals).(*T) }
	write := func(v T) string {
		if v == 0 {
			return ownSetting
		}
		return number.Short(float64(v))
	}
	o = holding(o, at, write, func(text string) (v T, err error) {
		var h rivals.Hyper
		if text != ownSetting {
			err = s.Read(&h, text)
		}
		return *s.At(&h).(*T), err
	})
	return along(o, at, slices.Concat(ladder{0}, s.Tried), func(v T) float64 { return float64(v) }, func(v float64) T { return T(v) })
}
