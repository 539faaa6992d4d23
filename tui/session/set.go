package session

import (
	"fmt"
	"slices"
)

// A Set is options that were given, by flags, in a line or in a file, at their values:
// what was typed is read once. The zero one has none.
type Set struct {
	// at holds the values, names those options of it that were given.
	at    State
	names []string
	// clash is the error of a switch and its opposite that were both given; nil for none.
	clash error
}

// ParseSet reads the values of options, by name. Errors wrap ErrValue.
func ParseSet(values map[string]string) (set Set, err error) {
	for _, o := range options() {
		if text, given := values[o.Name]; given && err == nil {
			set, err = set.With(o, text)
		}
	}
	return set, err
}

// With returns the set with an option at the value that text says. Errors wrap ErrValue.
func (s Set) With(o Option, text string) (Set, error) {
	at, err := o.Set(s.at, text)
	if err != nil {
		return s, err
	}
	return s.with(o, at), nil
}

// And returns the set with the options of another one, at their values there.
func (s Set) And(other Set) Set {
	for _, o := range options() {
		if other.Has(o.Name) {
			s = s.with(o, o.taken(s.at, other.at))
		}
	}
	return s
}

// with returns the set with an option at its value in a state that agrees in all others.
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

// Only returns the set of one of its options alone.
func (s Set) Only(o Option) Set { return Set{at: o.taken(State{}, s.at), names: []string{o.Name}} }

// Has reports whether the option called name was given.
func (s Set) Has(name string) bool { return slices.Contains(s.names, name) }

// Value writes the value of an option that was given, as its Get does.
func (s Set) Value(o Option) string { return o.Get(s.at) }

// From returns the set with the paths of files as State.From has them.
func (s Set) From(folder string) Set {
	s.at = s.at.From(folder)
	return s
}

// On returns a state with the options that were given at their values.
func (s Set) On(state State) State {
	return s.on(state, func(Option) bool { return true })
}

// on does so with the options for which takes is true.
func (s Set) on(state State, takes func(Option) bool) State {
	for _, o := range options() {
		if s.Has(o.Name) && takes(o) {
			state = o.taken(state, s.at)
		}
	}
	return state
}
