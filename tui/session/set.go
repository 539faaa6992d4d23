package session

import (
	"fmt"
	"slices"
)

// A Set is a list of given options with their values, parsed from flags, a line or a file. The
// zero Set is empty.
type Set struct {
	// at holds the values of the options in names.
	at    State
	names []string
	// clash is the error for a switch that was given with its opposite, or nil.
	clash error
}

// ParseSet parses the values of options by name. Errors wrap ErrValue.
func ParseSet(values map[string]string) (set Set, err error) {
	for _, o := range options() {
		if text, given := values[o.Name]; given && err == nil {
			set, err = set.With(o, text)
		}
	}
	return set, err
}

// With returns the set with an option at the value in text. Errors wrap ErrValue.
func (s Set) With(o Option, text string) (Set, error) {
	at, err := o.Set(s.at, text)
	if err != nil {
		return s, err
	}
	return s.with(o, at), nil
}

// And returns the set with the options of another set added. Values of the other set win.
func (s Set) And(other Set) Set {
	for _, o := range options() {
		if other.Has(o.Name) {
			s = s.with(o, o.taken(s.at, other.at))
		}
	}
	return s
}

// with returns the set with an option at its value in at. All other options have the same values
// in at and in s.
func (s Set) with(o Option, at State) Set {
	for _, name := range s.names {
		of, opposite := o, byName()[name]
		if of.Opposite == "" {
			of, opposite = opposite, of
		}
		if of.Opposite == opposite.Name && o.Get(s.at) != o.Get(at) {
			s.clash = fmt.Errorf("%w: --%s and --%s contradict each other", ErrValue, opposite.Name, of.Name)
		}
	}
	s.at = at
	if !s.Has(o.Name) {
		s.names = append(slices.Clip(s.names), o.Name)
	}
	return s
}

// Only returns the set reduced to one of its options.
func (s Set) Only(o Option) Set { return Set{at: o.taken(State{}, s.at), names: []string{o.Name}} }

// Has reports whether the set has the option called name.
func (s Set) Has(name string) bool { return slices.Contains(s.names, name) }

// Value formats the value of an option in the set.
func (s Set) Value(o Option) string { return o.Get(s.at) }

// ResolvePaths returns the set with absolute paths of files, as State.ResolvePaths does.
func (s Set) ResolvePaths(folder string) Set {
	s.at = s.at.ResolvePaths(folder)
	return s
}

// ApplyTo returns a state with the options of the set applied.
func (s Set) ApplyTo(state State) State {
	return s.on(state, func(Option) bool { return true })
}

// on applies the options of the set that takes accepts.
func (s Set) on(state State, takes func(Option) bool) State {
	for _, o := range options() {
		if s.Has(o.Name) && takes(o) {
			state = o.taken(state, s.at)
		}
	}
	return state
}
