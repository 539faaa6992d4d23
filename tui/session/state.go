package session

import (
	"reflect"

	"larui/datasets"
	"larui/model"
	"larui/model/rivals"
)

// A State is everything that a person can turn: how the pair is made, the
// parameters of the method, and what rivals have in place of their own settings, where that
// is not zero. It is a value; turning gives a new one.
type State struct {
	Spec   datasets.Spec
	Params model.Params
	Rivals rivals.Hyper
}

// Equal reports whether two states are the same.
func (s State) Equal(other State) bool { return reflect.DeepEqual(s, other) }

// Limits bound what can be turned for an opened pair.
type Limits struct {
	// D is the number of features, the largest k and k̃.
	D int
	// Options names the options that change the pair.
	Options []string
}
