package fitted

import (
	"larui/datasets"
	"larui/model"
)

// Script stub
func Script(spec datasets.Spec, pair *datasets.Pair, problem *model.Problem, p model.Params) ([]byte, error) {
	return nil, nil
}
