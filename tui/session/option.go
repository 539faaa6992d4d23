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

// An Option is one thing that a person can choose. The table of options is the only
// registry: the flags of the command line, the keys and the bar of controls, the form
// that opens a pair, the help, undo, the command that reproduces a screen and the
// lines of text are all made from it. Adding an option is adding a row.
type Option struct {
	// Name identifies the option. It is its flag, --Name, and its name in text.
	Name string
	// Label is what the screen calls it; only what can be turned has one.
	Label string
	// Help says in one line what it does. A word in backquotes names its value. Means says
	// it in plain words, where Help needs to know the method.
	Help, Means string
	// Empty says what it is where nothing is given, as far as Help and Get don't.
	Empty string
	// Values are all that it may be, where these are few. What may be true or false
	// is a switch, whose flag needs no value.
	Values []string
	// Opposite names the option of which this switch is but the opposite: another flag
	// for it, which nothing else shows.
	Opposite string
	// Kind says what else the value is.
	Kind Kind
	// Changes says what has to be made anew once it is another.
	Changes Change

	// Get writes the value, as Set reads it; Set says what is wrong with one that
	// can't be, by an error that wraps ErrValue. Check, which may be nil, says what
	// else opening would find wrong with it.
	Get   func(State) string
	Set   func(State, string) (State, error)
	Check func(string) error
	// taken returns a state with the value that another one has.
	taken func(state, other State) State

	// Step turns by n steps, held at the ends of the range, of which Place is the
	// position, 0 to 1. Both are nil for what is not turned but typed.
	Step  func(s State, l Limits, n int) State
	Place func(State, Limits) float64
	// Down and Up are its direct keys, empty where it has none; Width is how many
	// columns its values usually need; Advanced ones are out of the way on small
	// screens until they are selected.
	Down, Up string
	Width    int
	Advanced bool
	// Needs says what a pair lacks that can't have it, where every kind of pair can.
	Needs string
	// Own tells that it makes the pair what it is: it stands among the first.
	Own bool
	// Columns tells that it says what becomes of columns of files.
	Columns bool
}

// A Change says what an option is of, and so what has to be made anew.
type Change int

const (
	Method Change = iota // a parameter of the method: another solution
	Rival                // of the methods beside LAR, whose trainings are others
	Target               // changes the target domain alone
	Source               // changes both domains
	Files                // says what is read, and how: another pair
)

// A Kind says what a value is, beyond text.
type Kind int

const (
	Number Kind = iota // a number, or a word in the place of one
	Path               // that of a file or a folder
	List               // several values with commas between them
	Text               // anything else
)

// ErrValue says that an option was given a value outside its range.
var ErrValue = errors.New("invalid value")

// Options returns the table, which is the same for all who ask: what can be turned, then what can
// be of the methods beside LAR, and how files are read, with the opposites of switches behind these.
func Options() []Option { return slices.Clip(options()) }

// options makes the table once: lessons ask for it a thousand times.
var options = sync.OnceValue(func() (all []Option) {
	for _, o := range slices.Concat(controls(), rivalControls(), fileOptions()) {
		all = append(all, o)
		if o.Name == "bias" {
			all = append(all, withoutBias())
		}
	}
	return all
})

// byName is the table by its names, made once: it is asked for at every frame.
var byName = sync.OnceValue(func() map[string]Option {
	table := map[string]Option{}
	for _, o := range options() {
		table[o.Name] = o
	}
	return table
})

// OptionByName returns the option of that name.
func OptionByName(name string) (Option, bool) {
	o, ok := byName()[name]
	return o, ok
}

// Applies reports whether the option does anything for a pair with the limits.
func (o Option) Applies(l Limits) bool {
	return o.Changes <= Rival || slices.Contains(l.Options, cmp.Or(o.Opposite, o.Name))
}

// PairOptions names the options that the pair called name has, beside those of the
// method; nil where there is no such pair. Those of files are all that say how files are
// read, but for what is said of digits.
func PairOptions(name string) []string {
	info, _ := datasets.Lookup(name)
	if name != datasets.FilesName {
		if info.Options == nil {
			return nil
		}
		return slices.Concat(info.Options, []string{"score", "budget", "refit"})
	}
	names := []string{"seed", "refit"}
	for _, o := range fileOptions() {
		if !slices.Contains([]string{"data", "classes", "target-split", "raw"}, o.Name) {
			names = append(names, o.Name)
		}
	}
	return names
}

// Pairs names the pairs for which the option does something.
func (o Option) Pairs() []string {
	var names []string
	for _, info := range datasets.List() {
		names = append(names, info.Name)
	}
	names = append(names, datasets.FilesName)
	return slices.DeleteFunc(names, func(name string) bool { return !o.Applies(Limits{Options: PairOptions(name)}) })
}

// IsSwitch reports whether the option is either true or false.
func (o Option) IsSwitch() bool { return slices.Equal(o.Values, switchValues) }

// WidthIn is how many columns the values need for a pair with the limits.
func (o Option) WidthIn(l Limits) int {
	if o.Name == "k" || o.Name == "ktilde" {
		return max(o.Width, len(strconv.Itoa(l.D)))
	}
	return o.Width
}

// Turned returns the state with the option turned by n steps. One of few values has no
// way to go beyond its end: steps of more than one lead there.
func (o Option) Turned(s State, l Limits, n int) State {
	if o.Values != nil && (n > 1 || n < -1) {
		if up := o.Place(s, l) > 0; up == (n > 0) {
			return s
		}
		n = 1
	}
	return o.Step(s, l, n)
}

// Farthest is a number of steps that leads to the end of every range.
const Farthest = 1 << 20

// Near returns the state with the option at the step whose place is nearest.
func (o Option) Near(s State, l Limits, place float64) State {
	lowest := o.Step(s, l, -Farthest)
	at := func(n int) State { return o.Step(lowest, l, n) }
	above := sort.Search(Farthest, func(n int) bool { return o.Place(at(n), l) >= place })
	if above > 0 && place-o.Place(at(above-1), l) < o.Place(at(above), l)-place {
		above--
	}
	return at(above)
}

// StepsOn reports whether steps up (down where sign is -1) come by a value.
func (o Option) StepsOn(s State, l Limits, value string, sign int) bool {
	at, err := o.Set(s, value)
	return err == nil && o.Step(o.Step(at, l, -sign), l, sign).Equal(at)
}

// EndText says that the option can't be turned any further up, or down where n < 0,
// but typed where that is so.
func (o Option) EndText(s State, l Limits, n int) string {
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
