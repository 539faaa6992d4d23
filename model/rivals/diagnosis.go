package rivals

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/model/linalg"
)

// A Diagnosis measures, with target labels, why a representation of both domains may fail.
type Diagnosis struct {
	// Neighbour is the result of NeighbourAccuracy.
	Neighbour float64
	// Joint approximates the joint error of the best hypothesis (Ben-David et al., "A theory of
	// learning from different domains", 2010): the sum of the error rates on source and target of
	// one linear model. Least squares fits the model to the labelled rows, with equal weight for
	// each domain. If Joint is large, no linear head on the hidden features is good for both
	// domains.
	Joint float64
}

// Diagnose computes the Diagnosis of c in a task with classes. It uses the labelled rows of the
// target, at least one. The error is the error of ctx.
func Diagnose(ctx context.Context, c Representer, data model.Data) (d Diagnosis, err error) {
	target := model.Domain{X: linalg.SliceRows(data.Target.X, 0, len(data.Target.Y)), Y: data.Target.Y}
	d.Neighbour, err = NeighbourAccuracy(ctx, c, data.Source, target)
	if err != nil {
		return d, err
	}
	d.Joint, err = jointError(ctx, data, c.Representation(data.Source.X), c.Representation(target.X), target.Y)
	return d, err
}

// jointError returns Diagnosis.Joint. source and target are the hidden features of the rows, and
// labels the target's labels.
func jointError(ctx context.Context, data model.Data, source, target *mat.Dense, labels []float64) (float64, error) {
	n, width := source.Dims()
	m, _ := target.Dims()
	var x, y mat.Dense
	x.Stack(source, target)
	y.Stack(data.Targets(data.Source.Y), data.Targets(labels))
	counts := make([]float64, n+m)
	for i := range counts {
		counts[i] = float64(n+m) / float64(2*n)
		if i >= n {
			counts[i] = float64(n+m) / float64(2*m)
		}
	}
	const little = 1e-9 // relative size of a penalty, so that the system is not singular
	square := mat.Norm(&x, 2)
	w, offset, err := weightedRidge(ctx, x.RawMatrix(), y.RawMatrix(), counts, max(little*square*square/float64(width), 1e-300), true)
	if err != nil {
		return 0, err
	}
	errs := 0.0
	for _, side := range []struct {
		x *mat.Dense
		y []float64
	}{{source, data.Source.Y}, {target, labels}} {
		scores := linalg.MultiplyAny(side.x, toDense(w))
		scores.Apply(func(_, j int, v float64) float64 { return v + offset[j] }, scores)
		for i, predicted := range data.Task.Predict(scores) {
			if predicted != side.y[i] {
				errs += 1 / float64(len(side.y))
			}
		}
	}
	return errs, nil
}
