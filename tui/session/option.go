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

// An Option is one thing that a person can choose. The table of options is the only registry:
// flags, keys, the bar of controls, the form that opens a pair, help, undo, the copied command and
// the lines of text are made from it. To add an option, add a row.
type Option struct {
	// Name identifies the option in text; its flag is --Name.
	Name string
	// Label is the option's name on the screen. Only options that can be turned have a Label.
	Label string
	// Help describes the option in one line; a word in backquotes names its value.
	Help string
	// DefaultText describes the value used if none is given, unless Help or Get shows it.
	DefaultText string
	// Values lists all values if they are few. An option with the values false and true is a
	// switch, whose flag needs no value.
	Values []string
	// Opposite names the option that this switch negates. Such a switch is only a flag; nothing
	// else shows it.
	Opposite string
	// Kind is the kind of the value.
	Kind ValueKind
	// Changes is the part of the state that the option changes.
	Changes StatePart

	// Get formats the value in the format that Set reads. Set returns an error that wraps ErrValue
	// for an invalid value. Check, which may be nil, finds errors that otherwise only opening the
	// pair would find.
	Get   func(State) string
	Set   func(State, string) (State, error)
	Check func(string) error
	// copyValue returns state with the option's value in other.
	copyValue func(state, other State) State

	// Step turns the option by n steps, clamped to its range. Place is the position in the range,
	// from 0 to 1. Both are nil for an option that is typed instead of turned.
	Step  func(s State, l Limits, n int) State
	Place func(State, Limits) float64
	// Down and Up are the option's keys, or empty. Width is the usual number of columns of a
	// value. Small screens show an Advanced option only while it is selected.
	Down, Up string
	Width    int
	Advanced bool
	// DefinesPair marks an option that defines the pair. The first such option of a pair stands among the
	// first controls.
	DefinesPair bool
	// Columns marks an option on the columns of files; help lists such options together.
	Columns bool
}

// A StatePart is the part of the state that an option changes. It decides what must be computed
// again.
type StatePart int

const (
	MethodPart StatePart = iota // a parameter of LAR or of the other methods
	TargetPart                  // the target domain alone
	SourcePart                  // both domains
	FilesPart                   // what is read, and how: another pair
)

// A ValueKind is the kind of an option's value.
type ValueKind int

const (
	NumberKind ValueKind = iota // a number, or a word in place of a number
	PathKind                    // the path of a file or folder
	ListKind                    // several values with commas between them
	TextKind                    // anything else
)

// ErrValue is wrapped by the errors of options with an invalid value.
var ErrValue = errors.New("invalid value")

// Options returns the table of all options: Controls, the settings of rivals, then FileOptions with
// the opposites of switches. Callers share the table and must not change it.
func Options() []Option { return slices.Clip(options()) }

// options makes the table once, since lessons use it a thousand times.
var options = sync.OnceValue(func() (all []Option) {
	for _, o := range slices.Concat(controls(), []Option{rivalOption()}, fileOptions()) {
		all = append(all, o)
		if o.Name == "bias" {
			all = append(all, withoutBias())
		}
	}
	return all
})

// byName maps names to options. It is made once, since every frame uses it.
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

// AppliesTo reports whether the option has an effect on a pair with the limits.
func (o Option) AppliesTo(l Limits) bool {
	return o.Changes == MethodPart || slices.Contains(l.Options, cmp.Or(o.Opposite, o.Name))
}

// PairOptions returns the names of the options that apply to the pair called name, besides the
// options of the methods. It is nil for an unknown name. A pair of files has all file options
// except the options of digits.
func PairOptions(name string) []string {
	info, _ := datasets.Lookup(name)
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

// PairNames returns the names of the pairs that have the option.
func (o Option) PairNames() []string {
	var names []string
	for _, info := range datasets.List() {
		names = append(names, info.Name)
	}
	names = append(names, datasets.FilesName)
	return slices.DeleteFunc(names, func(name string) bool { return !o.AppliesTo(Limits{Options: PairOptions(name)}) })
}

// IsSwitch reports whether the values of the option are false and true.
func (o Option) IsSwitch() bool { return slices.Equal(o.Values, switchValues) }

// ValueWidth returns the number of columns of the values for a pair with the limits.
func (o Option) ValueWidth(l Limits) int {
	if o.Name == "k" || o.Name == "ktilde" {
		return max(o.Width, len(strconv.Itoa(l.D)))
	}
	return o.Width
}

// Turn returns the state with the option turned by n steps. An option with few values stops at
// its ends if |n| > 1, instead of starting over.
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

// StepNearest returns the state with the option at the step nearest to place.
func (o Option) StepNearest(s State, l Limits, place float64) State {
	lowest := o.Step(s, l, -AllSteps)
	at := func(n int) State { return o.Step(lowest, l, n) }
	above := sort.Search(AllSteps, func(n int) bool { return o.Place(at(n), l) >= place })
	if above > 0 && place-o.Place(at(above-1), l) < o.Place(at(above), l)-place {
		above--
	}
	return at(above)
}

// CanStepTo reports whether steps up, or down if sign is -1, reach a value.
func (o Option) CanStepTo(s State, l Limits, value string, sign int) bool {
	at, err := o.Set(s, value)
	return err == nil && o.Step(o.Step(at, l, -sign), l, sign).Equal(at)
}

// EndMessage returns the message that the option can't be turned further up, or down if n < 0. The
// message mentions typing if values beyond the end can be typed.
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
		return fmt.Sprintf("%s is at its %s step, %s (= types others)", o.Label, end, shown)
	}
	return fmt.Sprintf("%s is at its %s, %s", o.Label, end, shown)
}
