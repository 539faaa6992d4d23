package session

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"sync"

	"larui/datasets"
)

// An Option is one value that a user can choose. To add an option, add a row to the table of
// options: flags, keys, the bar of controls, the form that opens a pair, help, undo, the copied
// command and the words of --plain come from this table.
type Option struct {
	// Name identifies the option in text; its flag is --Name.
	Name string
	// Label is the option's name on the screen. An option that keys can't turn has no Label.
	Label string
	// Help describes the option in one line. A word in backquotes stands for the value.
	Help string
	// DefaultText describes the value that the option has if the user gives none. It is empty if
	// Help or Get tell this value.
	DefaultText string
	// Values lists all values if they are few. An option with the values false and true is a
	// switch, whose flag needs no value.
	Values []string
	// Opposite names the option that this switch negates, as no-bias negates bias. Only flags use
	// Opposite.
	Opposite string
	// Kind is the kind of the value.
	Kind ValueKind
	// Changes is the part of the state that has the value.
	Changes StatePart

	// Get writes the value as text, which Set reads. For an invalid text Set returns an error that
	// wraps ErrValue. Check, which may be nil, finds other errors, such as a missing file, before
	// the pair is opened.
	Get   func(State) string
	Set   func(State, string) (State, error)
	Check func(string) error
	// copyValue returns state with the option's value replaced by its value in other.
	copyValue func(state, other State) State

	// Step moves the value by n steps within its range. Place is the position of the value in the
	// range, from 0 to 1. Both are nil for an option that is typed instead of turned.
	Step  func(s State, l Limits, n int) State
	Place func(State, Limits) float64
	// Down and Up are the keys that step the option, or empty. Width is the usual width of a value
	// in columns. A small screen shows an Advanced option only while it is selected.
	Down, Up string
	Width    int
	Advanced bool
	// DefinesPair marks an option that only few pairs have, such as the angle of a rotation. The
	// screen lists the first such option of a pair directly after λ, k and k̃.
	DefinesPair bool
	// Columns marks an option that says how to read columns of files. Help lists such options
	// together.
	Columns bool
}

// A StatePart is the part of the state that an option changes. It decides what has to be computed
// again.
type StatePart int

const (
	MethodPart StatePart = iota // a parameter of LAR or of a rival; the pair stays
	TargetPart                  // the rows of the target
	SourcePart                  // the rows of source and target
	FilesPart                   // which files are read, and how: another pair is opened
)

// A ValueKind is the kind of an option's value.
type ValueKind int

const (
	NumberKind ValueKind = iota // a number, or a word in place of a number
	PathKind                    // the path of a file or folder
	ListKind                    // several values with commas between them
	TextKind                    // anything else
)

// ErrValue is wrapped by errors about the invalid value of an option.
var ErrValue = errors.New("invalid value")

// Options returns the table of all options: Controls, the option rival, and FileOptions with no-bias.
// Callers share the table and must not change it.
func Options() []Option { return slices.Clip(options()) }

// options makes the table once, since lessons use it a thousand times.
var options = sync.OnceValue(func() (all []Option) {
	for _, o := range slices.Concat(controls(), []Option{rivalOption()}, fileOptions()) {
		all = append(all, o)
		if o.Name == "bias" {
			all = append(all, noBiasOption())
		}
	}
	return all
})

// byName makes the map once, since every frame uses it.
var byName = sync.OnceValue(func() map[string]Option {
	table := map[string]Option{}
	for _, o := range options() {
		table[o.Name] = o
	}
	return table
})

// OptionByName returns the option called name.
func OptionByName(name string) (Option, bool) {
	o, ok := byName()[name]
	return o, ok
}

// AppliesTo reports whether the option has an effect on a pair with the limits l.
func (o Option) AppliesTo(l Limits) bool {
	return o.Changes == MethodPart || slices.Contains(l.Options, cmp.Or(o.Opposite, o.Name))
}

// PairOptionNames returns the names of the options that have an effect on the pair called name,
// without the options of LAR and of the rivals. It is nil for an unknown name.
func PairOptionNames(name string) []string {
	info, _ := datasets.LookupPair(name)
	if name != datasets.FilesName {
		if info.Options == nil {
			return nil
		}
		return slices.Concat(info.Options, []string{"score", "budget"})
	}
	names := []string{"seed"}
	for _, o := range fileOptions() {
		if !slices.Contains([]string{"data", "language", "classes", "target-split", "raw"}, o.Name) {
			names = append(names, o.Name)
		}
	}
	return names
}

// PairNames returns the names of the pairs on which the option has an effect.
func (o Option) PairNames() []string {
	var names []string
	for _, info := range datasets.ListPairs() {
		names = append(names, info.Name)
	}
	names = append(names, datasets.FilesName)
	return slices.DeleteFunc(names, func(name string) bool { return !o.AppliesTo(Limits{Options: PairOptionNames(name)}) })
}

// IsSwitch reports whether the values of the option are false and true.
func (o Option) IsSwitch() bool { return slices.Equal(o.Values, switchValues) }

// ValueWidth returns the number of columns that the screen reserves for the value of o. l has the limits
// of the options for the present pair.
func (o Option) ValueWidth(l Limits) int {
	if o.Name == "k" || o.Name == "ktilde" {
		return max(o.Width, len(strconv.Itoa(l.D)))
	}
	return o.Width
}

// Turn returns the state with the option turned by n steps. If the option has Values, a single step
// beyond the last value leads to the first. Several steps at once don't: of two Values, several
// steps up lead to the second, several steps down to the first.
func (o Option) Turn(s State, l Limits, n int) State {
	if o.Values != nil && (n > 1 || n < -1) {
		if up := o.Place(s, l) > 0; up == (n > 0) {
			return s
		}
		n = 1
	}
	return o.Step(s, l, n)
}

// AllSteps is a number of steps that reaches the end of every range.
const AllSteps = 1 << 20

// StepNearest returns the state with the option set to a step of its range: the step with the Place
// nearest to place, from 0 to 1.
func (o Option) StepNearest(s State, l Limits, place float64) State {
	lowest := o.Step(s, l, -AllSteps)
	at := func(n int) State { return o.Step(lowest, l, n) }
	above := sort.Search(AllSteps, func(n int) bool { return o.Place(at(n), l) >= place })
	if above > 0 && place-o.Place(at(above-1), l) < o.Place(at(above), l)-place {
		above--
	}
	return at(above)
}

// CanStepTo reports whether steps up (sign 1) or down (sign -1) can end exactly at the value, which
// may lie between two steps.
func (o Option) CanStepTo(s State, l Limits, value string, sign int) bool {
	at, err := o.Set(s, value)
	return err == nil && o.Step(o.Step(at, l, -sign), l, sign).Equal(at)
}

// EndMessage returns the message that the option can't be turned further up, or down if n < 0. If
// larger or smaller values can be typed, the message says how.
func (o Option) EndMessage(s State, l Limits, n int) string {
	shown := o.Get(s)
	v, err := strconv.ParseFloat(shown, 64)
	if err != nil {
		return fmt.Sprintf("%s is %s already", o.Label, shown)
	}
	end, beyond := "largest", 2*v
	if n < 0 {
		end, beyond = "smallest", v/2
		if v < 0 {
			beyond = 2 * v
		}
	}
	next, err := o.Set(s, strconv.FormatFloat(beyond, 'f', -1, 64))
	if err == nil && !next.Equal(s) && next.Params.Check(l.D) == nil {
		return fmt.Sprintf("%s is at its %s step, %s (press = to type another value)", o.Label, end, shown)
	}
	return fmt.Sprintf("%s is at its %s, %s", o.Label, end, shown)
}
