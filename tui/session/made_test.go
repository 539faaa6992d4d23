package session

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"larui/datasets"
	"larui/model"
)

// A madeRegression has the rows of two domains, and their labels y and z, which are numbers.
type madeRegression struct {
	source, target *mat.Dense
	y, z           []float64
}

// latent draws n rows of d features, which mix normal variables of falling scale, and as labels a
// weighted sum of the variables with noise.
func latent(r *rand.Rand, n, d int, mix *mat.Dense, w *mat.Dense, noise float64) (*mat.Dense, []float64) {
	z := change(normal(r, n, d), func(_, j int, v float64) float64 { return v * math.Pow(0.8, float64(j)) })
	var x, scores mat.Dense
	x.Mul(z, mix)
	scores.Mul(z, w)
	y := mat.Col(nil, 0, &scores)
	for i := range y {
		y[i] += noise * r.NormFloat64()
	}
	return &x, y
}

func normal(r *rand.Rand, rows, columns int) *mat.Dense {
	return change(mat.NewDense(rows, columns, nil), func(_, _ int, _ float64) float64 { return r.NormFloat64() })
}

// change returns the matrix of f at each entry of x, row by row.
func change(x *mat.Dense, f func(i, j int, v float64) float64) *mat.Dense {
	var out mat.Dense
	out.Apply(f, x)
	return &out
}

// drawMixing draws the matrix that mixes d variables to features, and the weights of the variables in
// the label.
func drawMixing(r *rand.Rand, d int) (mix, w *mat.Dense) { return normal(r, d, d), normal(r, d, 1) }

// drawAlike draws n rows of the source and m rows of a target with the same distribution.
func drawAlike(r *rand.Rand, n, m, d int, noise float64) (p madeRegression) {
	mix, w := drawMixing(r, d)
	p.source, p.y = latent(r, n, d, mix, w, noise)
	p.target, p.z = latent(r, m, d, mix, w, noise)
	return p
}

// regressionShifts returns functions that draw regressions with one kind of shift each.
func regressionShifts() []func(r *rand.Rand) madeRegression {
	return []func(r *rand.Rand) madeRegression{
		func(r *rand.Rand) madeRegression { // the gains of sensors drift
			p := drawAlike(r, 200, 200, 12, 0.5)
			gain := change(normal(r, 1, 12), func(_, _ int, v float64) float64 { return math.Exp(0.7 * v) })
			p.target = change(p.target, func(_, j int, v float64) float64 { return v * gain.At(0, j) })
			return p
		},
		func(r *rand.Rand) madeRegression { // some sensors fail
			p := drawAlike(r, 200, 200, 24, 0.5)
			for _, dead := range r.Perm(24)[:6] {
				for i := range p.z {
					p.target.Set(i, dead, 0.1*p.target.At(i, dead))
				}
			}
			return p
		},
		func(r *rand.Rand) madeRegression { // features have other offsets
			p := drawAlike(r, 200, 200, 10, 0.5)
			shift := normal(r, 1, 10)
			p.target = change(p.target, func(_, j int, v float64) float64 { return v + shift.At(0, j) })
			return p
		},
		func(r *rand.Rand) (p madeRegression) { // features mix the variables differently
			const d = 16
			mix, w := drawMixing(r, d)
			other := normal(r, d, d)
			other.Scale(0.5, other)
			other.Add(mix, other)
			p.source, p.y = latent(r, 200, d, mix, w, 0.5)
			p.target, p.z = latent(r, 200, d, other, w, 0.5)
			return p
		},
		func(r *rand.Rand) madeRegression { // the target has more noise
			p := drawAlike(r, 150, 300, 30, 0.3)
			p.target = change(p.target, func(_, _ int, v float64) float64 { return v + 2*r.NormFloat64() })
			return p
		},
		func(r *rand.Rand) madeRegression { // rows of the target are selected
			p := drawAlike(r, 200, 600, 8, 0.5)
			var rows, labels []float64
			for i, z := range p.z {
				if p.target.At(i, 0) > 0 {
					rows, labels = append(rows, p.target.RawRowView(i)...), append(labels, z)
				}
			}
			p.target, p.z = mat.NewDense(len(labels), 8, rows), labels
			return p
		},
		func(r *rand.Rand) (p madeRegression) { // fewer rows than features, of few directions, which turn
			const d, hidden = 150, 8
			load, other, w := normal(r, hidden, d), normal(r, hidden, d), normal(r, hidden, 1)
			draw := func(n int, turned float64) (*mat.Dense, []float64) {
				h := normal(r, n, hidden)
				var scores, turn, x mat.Dense
				scores.Mul(h, w)
				turn.Scale(turned, other)
				turn.Add(load, &turn)
				x.Mul(h, &turn)
				return change(&x, func(_, _ int, v float64) float64 { return v + r.NormFloat64() }), mat.Col(nil, 0, &scores)
			}
			p.source, p.y = draw(80, 0)
			p.target, p.z = draw(120, 0.7)
			return p
		},
	}
}

// openRegression returns the session of a regression. Its features stay as they are, or are
// standardized by the source or by each domain.
func openRegression(p madeRegression, standardize string) (*Session, error) {
	sides := []*mat.Dense{p.source, p.target}
	for j := range p.source.RawRowView(0) {
		mean, deviation := stat.PopMeanStdDev(mat.Col(nil, j, p.source), nil)
		for _, x := range sides {
			column := mat.Col(nil, j, x)
			if standardize == "domain" {
				mean, deviation = stat.PopMeanStdDev(column, nil)
			}
			for i, v := range column {
				if standardize != "none" {
					x.Set(i, j, (v-mean)/deviation)
				}
			}
		}
	}
	for side, x := range sides {
		_, d := x.Dims()
		sides[side] = change(x.Grow(0, 1).(*mat.Dense), func(_, j int, v float64) float64 {
			if j == d {
				return 1
			}
			return v
		})
	}
	data := model.Data{Task: model.Regression, Source: model.Domain{X: sides[0], Y: p.y}, Target: model.Domain{X: sides[1], Y: p.z}}
	return New(context.Background(), &datasets.Pair{Data: data})
}
