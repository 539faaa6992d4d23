package session

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model"
)

// A family makes pairs of domains that differ in one way: rows of the source, of the target, and
// the labels of both, which are numbers.
type family struct {
	name string
	make func(r *rand.Rand) (source, target *mat.Dense, y, z []float64)
}

// latent draws n rows of d features that are mixed of normal ones of falling scale, and a weighted sum of these
// for each.
func latent(r *rand.Rand, n, d int, mix *mat.Dense, w *mat.Dense, noise float64) (*mat.Dense, []float64) {
	z, x, y := mat.NewDense(n, d, nil), new(mat.Dense), make([]float64, n)
	for i := range n {
		for j := range d {
			z.Set(i, j, r.NormFloat64()*math.Pow(0.8, float64(j)))
		}
	}
	x.Mul(z, mix)
	var scores mat.Dense
	scores.Mul(z, w)
	for i := range n {
		y[i] = scores.At(i, 0) + noise*r.NormFloat64()
	}
	return x, y
}

func normal(r *rand.Rand, rows, columns int) *mat.Dense {
	m := mat.NewDense(rows, columns, nil)
	for i := range rows {
		for j := range columns {
			m.Set(i, j, r.NormFloat64())
		}
	}
	return m
}

// change maps every entry.
func change(x *mat.Dense, f func(i, j int, v float64) float64) *mat.Dense {
	var out mat.Dense
	out.Apply(f, x)
	return &out
}

// pair draws how features are mixed of d directions, and a sum of these.
func pair(r *rand.Rand, d int) (mix, w *mat.Dense) {
	return normal(r, d, d), normal(r, d, 1)
}

// drawBoth draws n and m rows of the same.
func drawBoth(r *rand.Rand, n, m, d int, noise float64) (source, target *mat.Dense, y, z []float64) {
	mix, w := pair(r, d)
	source, y = latent(r, n, d, mix, w, noise)
	target, z = latent(r, m, d, mix, w, noise)
	return source, target, y, z
}

// changes are the ways in which features change.
func changes() []family {
	return []family{
		{"gains of sensors drift", func(r *rand.Rand) (*mat.Dense, *mat.Dense, []float64, []float64) {
			s, t, y, z := drawBoth(r, 200, 200, 12, 0.5)
			gain := make([]float64, 12)
			for j := range gain {
				gain[j] = math.Exp(0.7 * r.NormFloat64())
			}
			return s, change(t, func(_, j int, v float64) float64 { return v * gain[j] }), y, z
		}},
		{"sensors fail", func(r *rand.Rand) (*mat.Dense, *mat.Dense, []float64, []float64) {
			s, t, y, z := drawBoth(r, 200, 200, 24, 0.5)
			dead := r.Perm(24)[:6]
			return s, change(t, func(i, j int, v float64) float64 {
				for _, k := range dead {
					if j == k {
						return 0.1 * v
					}
				}
				return v
			}), y, z
		}},
		{"offsets", func(r *rand.Rand) (*mat.Dense, *mat.Dense, []float64, []float64) {
			s, t, y, z := drawBoth(r, 200, 200, 10, 0.5)
			shift := normal(r, 1, 10)
			return s, change(t, func(_, j int, v float64) float64 { return v + shift.At(0, j) }), y, z
		}},
		{"another mixing", func(r *rand.Rand) (*mat.Dense, *mat.Dense, []float64, []float64) {
			const d = 16
			mix, w := pair(r, d)
			other := normal(r, d, d)
			other.Scale(0.5, other)
			other.Add(mix, other)
			s, y := latent(r, 200, d, mix, w, 0.5)
			t, z := latent(r, 200, d, other, w, 0.5)
			return s, t, y, z
		}},
		{"noisier target", func(r *rand.Rand) (*mat.Dense, *mat.Dense, []float64, []float64) {
			s, t, y, z := drawBoth(r, 150, 300, 30, 0.3)
			return s, change(t, func(_, _ int, v float64) float64 { return v + 2*r.NormFloat64() }), y, z
		}},
		{"rows selected", func(r *rand.Rand) (*mat.Dense, *mat.Dense, []float64, []float64) {
			s, t, y, z := drawBoth(r, 200, 600, 8, 0.5)
			var kept []int
			for i := range 600 {
				if t.At(i, 0) > 0 {
					kept = append(kept, i)
				}
			}
			rows, labels := mat.NewDense(len(kept), 8, nil), make([]float64, len(kept))
			for to, from := range kept {
				rows.SetRow(to, t.RawRowView(from))
				labels[to] = z[from]
			}
			return s, rows, y, labels
		}},
	}
}

// fewRows is of spectra: more features than rows, of few hidden directions, that turn.
func fewRows() family {
	return family{"few rows, many features", func(r *rand.Rand) (*mat.Dense, *mat.Dense, []float64, []float64) {
		const d, hidden = 150, 8
		load, other, w := normal(r, hidden, d), normal(r, hidden, d), normal(r, hidden, 1)
		draw := func(n int, turned float64) (*mat.Dense, []float64) {
			h, y := normal(r, n, hidden), make([]float64, n)
			var scores, turn mat.Dense
			scores.Mul(h, w)
			turn.Scale(turned, other)
			turn.Add(load, &turn)
			x := new(mat.Dense)
			x.Mul(h, &turn)
			for i := range n {
				y[i] = scores.At(i, 0)
			}
			return change(x, func(_, _ int, v float64) float64 { return v + r.NormFloat64() }), y
		}
		s, y := draw(80, 0)
		t, z := draw(120, 0.7)
		return s, t, y, z
	}}
}

// madeSession is a session of the pair: with features as they are, by the source's mean and scale,
// or by each domain's own.
func madeSession(f family, seed uint64, standardize string) (*Session, error) {
	r := rand.New(rand.NewPCG(seed, 271))
	source, target, y, z := f.make(r)
	_, d := source.Dims()
	for j := range d {
		mean, deviation := moments(source, j)
		own, ownDeviation := moments(target, j)
		switch standardize {
		case "as they are":
			continue
		case "source":
			own, ownDeviation = mean, deviation
		}
		for i := range y {
			source.Set(i, j, (source.At(i, j)-mean)/deviation)
		}
		for i := range z {
			target.Set(i, j, (target.At(i, j)-own)/ownDeviation)
		}
	}
	bias := func(x *mat.Dense) *mat.Dense {
		n, _ := x.Dims()
		with := x.Grow(0, 1).(*mat.Dense)
		for i := range n {
			with.Set(i, d, 1)
		}
		return with
	}
	data := model.Data{Task: model.Regression, Source: model.Domain{X: bias(source), Y: y}, Target: model.Domain{X: bias(target), Y: z}}
	return New(context.Background(), &datasets.Pair{Data: data})
}

// moments are the mean and deviation of feature j.
func moments(x *mat.Dense, j int) (mean, deviation float64) {
	n, _ := x.Dims()
	for i := range n {
		mean += x.At(i, j) / float64(n)
	}
	for i := range n {
		deviation += (x.At(i, j) - mean) * (x.At(i, j) - mean) / float64(n)
	}
	return mean, math.Max(1e-9, math.Sqrt(deviation))
}
