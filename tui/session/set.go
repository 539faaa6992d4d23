package session

import (
	"fmt"
	"slices"
)

// A OptionSet is a list of given options with their values, parsed from flags, a line or a file. The
// zero OptionSet is empty.
type OptionSet struct {
	// at holds the values of the options in names.
	at    State
	names []string
	// clash is the error for a switch that was given with its opposite, or nil.
	clash error
}

// ParseOptions parses the values of options by name. Errors wrap ErrValue.
func ParseOptions(values map[string]string) (set OptionSet, err error) {
	for _, o := range options() {
		if text, given := values[o.Name]; given && err == nil {
			set, err = set.With(o, text)
		}
	}
	return set, err
}

// With returns the set with an option at the value in text. Errors wrap ErrValue.
func (s OptionSet) With(o Option, text string) (OptionSet, error) {
	at, err := o.Set(s.at, text)
	if err != nil {
		return s, err
	}
	return s.addFrom(o, at), nil
}

// Merge returns the set with the options of another set added. Values of the other set win.
func (s OptionSet) Merge(other OptionSet) OptionSet {
	for _, o := range options() {
		if other.Has(o.Name) {
			s = s.addFrom(o, o.copyValue(s.at, other.at))
		}
	}
	return s
}

// addFrom returns the set addFrom an option at its value in at. All other options have the same values
// in at and in s.
func (s OptionSet) addFrom(o Option, at State) OptionSet {
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

// KeepOnly returns the set reduced to one of its options.
func (s OptionSet) KeepOnly(o Option) OptionSet {
	return OptionSet{at: o.copyValue(State{}, s.at), names: []string{o.Name}}
}

// Has reports whether the set has the option called name.
func (s OptionSet) Has(name string) bool { return slices.Contains(s.names, name) }

// FormatValue formats the value of an option in the set.
func (s OptionSet) FormatValue(o Option) string { return o.Get(s.at) }

// ResolvePaths returns the set with absolute paths of files, as State.ResolvePaths does.
func (s OptionSet) ResolvePaths(folder string) OptionSet {
	s.at = s.at.ResolvePaths(folder)
	return s
}

// ApplyTo returns a state with the options of the set applied.
func (s OptionSet) ApplyTo(state State) State {
	return s.applySome(state, func(Option) bool { return true })
}

// applySome applies the options of the set that takes accepts.
func (s OptionSet) applySome(state State, takes func(Option) bool) State {
	for _, o := range options() {
		if s.Has(o.Name) && takes(o) {
			state = o.copyValue(state, s.at)
		}
	}
	return state
}
