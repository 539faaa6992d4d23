package session

import (
	"fmt"
	"slices"
)

// An OptionSet holds the options that a user gave as flags, in a typed line or in a file, with
// their values. The zero OptionSet is empty.
type OptionSet struct {
	values State
	names  []string
	// clash is the error that an option and its opposite are both given, or nil.
	clash error
}

// ParseOptions parses the values of options. The keys of values are names of options. Errors wrap
// ErrValue.
func ParseOptions(values map[string]string) (set OptionSet, err error) {
	for _, o := range options() {
		if text, given := values[o.Name]; given && err == nil {
			set, err = set.With(o, text)
		}
	}
	return set, err
}

// With returns the set with the option o added, whose value is text. Errors wrap ErrValue.
func (s OptionSet) With(o Option, text string) (OptionSet, error) {
	at, err := o.Set(s.values, text)
	if err != nil {
		return s, err
	}
	return s.withValueFrom(o, at), nil
}

// Merge returns the set with the options of other added. If both sets have an option, the value in
// other counts.
func (s OptionSet) Merge(other OptionSet) OptionSet {
	for _, o := range options() {
		if other.Has(o.Name) {
			s = s.withValueFrom(o, o.copyValue(s.values, other.values))
		}
	}
	return s
}

// withValueFrom adds the option o with its value in state. All other options must have the same
// values in state and in s.
func (s OptionSet) withValueFrom(o Option, state State) OptionSet {
	for _, name := range s.names {
		of, opposite := o, byName()[name]
		if of.Opposite == "" {
			of, opposite = opposite, of
		}
		if of.Opposite == opposite.Name && o.Get(s.values) != o.Get(state) {
			s.clash = fmt.Errorf("%w: --%s and --%s contradict each other", ErrValue, opposite.Name, of.Name)
		}
	}
	s.values = state
	if !s.Has(o.Name) {
		s.names = append(slices.Clip(s.names), o.Name)
	}
	return s
}

// KeepOnly returns a set with the option o of s alone.
func (s OptionSet) KeepOnly(o Option) OptionSet {
	return OptionSet{values: o.copyValue(State{}, s.values), names: []string{o.Name}}
}

// Has reports whether the option called name was given.
func (s OptionSet) Has(name string) bool { return slices.Contains(s.names, name) }

// FormatValue writes the value of an option in the set as text.
func (s OptionSet) FormatValue(o Option) string { return o.Get(s.values) }

// ResolvePaths returns the set with absolute paths of files; relative paths are taken from folder.
func (s OptionSet) ResolvePaths(folder string) OptionSet {
	s.values = s.values.ResolvePaths(folder)
	return s
}

// ApplyTo returns state with the values of the set.
func (s OptionSet) ApplyTo(state State) State {
	return s.applyIncluded(state, func(Option) bool { return true })
}

// applyIncluded applies only the options that includes selects.
func (s OptionSet) applyIncluded(state State, includes func(Option) bool) State {
	for _, o := range options() {
		if s.Has(o.Name) && includes(o) {
			state = o.copyValue(state, s.values)
		}
	}
	return state
}
