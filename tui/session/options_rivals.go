package session

import (
	"fmt"
	"slices"
	"sync"

	"larui/model/rivals"
	"larui/tui/number"
)

// RivalPrefix is the prefix of the names of the rivals' options.
const RivalPrefix = "rival-"

// ownSetting is the value for the method's own setting.
const ownSetting = "own"

// RivalControls returns one option for each field of rivals.Hyper. The value own leaves the field
// to each method. Callers share the table and must not change it.
func RivalControls() []Option { return rivalControls() }

var rivalControls = sync.OnceValue(func() (all []Option) {
	for _, s := range rivals.Settings() {
		all = append(all, ownOr(Option{Name: RivalPrefix + s.Name, Label: s.Label, Changes: Rival, Width: 4, Advanced: true,
			Help: s.Help + ", or " + ownSetting}, s))
	}
	return all
})

// ownOr completes the option of a setting. Its lowest rung is the method's own setting.
func ownOr(o Option, s rivals.Setting) Option {
	const own = -1
	rungs := slices.Concat(ladder{own}, s.Tried)
	rung := func(state State) float64 {
		if v, given := s.Of(state.Rivals); given {
			return v
		}
		return own
	}
	o.Get = func(state State) string {
		if v := rung(state); v != own {
			return number.Short(v)
		}
		return ownSetting
	}
	o.taken = func(state, other State) State {
		s.Take(&state.Rivals, other.Rivals)
		return state
	}
	o.Set = func(state State, text string) (State, error) {
		if text == ownSetting {
			return o.taken(state, State{}), nil
		}
		if err := s.Read(&state.Rivals, text); err != nil {
			return state, fmt.Errorf("%w: %s %q %w", ErrValue, o.Name, text, err)
		}
		return state, nil
	}
	o.Step = func(state State, _ Limits, n int) State {
		if v := rungs.step(rung(state), n); v != own {
			s.Put(&state.Rivals, v)
			return state
		}
		return o.taken(state, State{})
	}
	o.Place = func(state State, _ Limits) float64 { return rungs.place(rung(state)) }
	return o
}
