package session

import (
	"reflect"

	"larui/datasets"
	"larui/model"
	"larui/model/rivals"
)

// A State is everything that a person can turn: the spec of the pair, the parameters of the
// method, and the rivals' settings. A setting without a value in Rivals is left to the method. A
// State is a value; turning returns a new one.
type State struct {
	Spec   datasets.Spec
	Params model.Params
	Rivals rivals.Hyper
}

// Equal reports whether two states have the same values.
func (s State) Equal(other State) bool { return reflect.DeepEqual(s, other) }

// Limits are the bounds of the options for an opened pair.
type Limits struct {
	// D is the number of features, the largest k and k̃.
	D int
	// Options lists the names of the options that change the pair.
	Options []string
}
