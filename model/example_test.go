package model_test

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// ring lays points on an ellipse whose long axis is turned by angle (radians),
// labelled by their side along it: a rotated Gaussian without the chance.
func ring(angle float64) model.Domain {
	const n = 100
	dom := model.Domain{X: mat.NewDense(n, 2, nil), Y: make([]float64, n)}
	sin, cos := math.Sincos(angle)
	for i := range n {
		q, p := math.Sincos(2 * math.Pi * (float64(i) + 0.5) / n)
		long, short := 3*p, q
		dom.X.SetRow(i, []float64{cos*long - sin*short, sin*long + cos*short})
		dom.Y[i] = math.Copysign(1, p)
	}
	return dom
}

func Example() {
	ctx := context.Background()
	problem, err := model.NewProblem(ctx, model.Data{
		Task:   model.Binary,
		Source: ring(0),
		Target: ring(math.Pi / 4),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	solution, err := model.NewSolver(problem).Solve(ctx, model.Params{K: 1, KTilde: 1, Lambda: 1000, Epochs: 2000})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("no adaptation: %.2f\n", solution.None.Target.Accuracy)
	fmt.Printf("LAR:           %.2f\n", solution.Closed.Target.Accuracy)

	// Turned by less than 90°, the weights point the right way, as predicted.
	theory, err := model.NewSolver(problem).Theory(ctx, solution.Params)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("angle %.0f°, predicted %.0f°\n", theory.Angle, theory.PredictedAngle)

	cells, err := model.Sweep(ctx, problem, model.Grid{K: []int{1, 2}, KTilde: []int{1}, Lambda: []float64{0.1, 1000}}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range cells {
		fmt.Printf("k=%d k̃=%d λ=%g: %.2f\n", c.K, c.KTilde, c.Lambda, c.Closed.Target.Accuracy)
	}
	// Output:
	// no adaptation: 0.90
	// LAR:           1.00
	// angle 0°, predicted 0°
	// k=1 k̃=1 λ=0.1: 1.00
	// k=1 k̃=1 λ=1000: 1.00
	// k=2 k̃=1 λ=0.1: 0.90
	// k=2 k̃=1 λ=1000: 1.00
}
