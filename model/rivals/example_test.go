package rivals_test

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/model/rivals"
)

// Choose the ridge weight that is best on two labelled target rows.
func ExampleSelect() {
	data := model.Data{
		Task: model.Binary,
		Source: model.Domain{
			X: mat.NewDense(4, 2, []float64{2, 1, 1, 0, -1, 0, -2, -1}),
			Y: []float64{1, 1, -1, -1},
		},
		Target:     model.Domain{X: mat.NewDense(2, 2, []float64{1, 2, -1, -2})},
		Validation: model.Domain{X: mat.NewDense(2, 2, []float64{2, 2, -2, -2}), Y: []float64{1, -1}},
	}
	choice, err := rivals.Select(context.Background(), rivals.Ridge(), data, 1, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: validation accuracy %.0f %%\n", choice.Hyper, 100*choice.Validation)
	fmt.Println(data.Task.Predict(choice.Classifier.Scores(data.Target.X)))
	// Output:
	// l2 1: validation accuracy 100 %
	// [1 -1]
}
