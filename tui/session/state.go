package session

import (
	"reflect"

	"larui/datasets"
	"larui/model"
	"larui/model/rivals"
)

// A State has the values of all options: the spec of the pair, the parameters of LAR, and the
// settings of the rivals. If Rivals lacks a setting, each rival uses its own default value. Turning
// a control makes a new State.
type State struct {
	Spec   datasets.Spec
	Params model.Params
	Rivals rivals.Hyper
}

// Equal reports whether two states have the same values.
func (s State) Equal(other State) bool { return reflect.DeepEqual(s, other) }

// Limits are the bounds of options for an opened pair.
type Limits struct {
	// D is the number of features, which bounds k and k̃.
	D int
	// Options lists the names of the options that have an effect on the pair.
	Options []string
}
