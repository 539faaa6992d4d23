package session

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model"
)

// A family makes pairs of domains that differ in one way: rows of the source, of the target, and
// the labels of both, which are classes from 0 or, of a regression, numbers.
type family struct {
	name string
	make func(r *rand.Rand) (source, target *mat.Dense, y, z []float64)
}

// latent draws n rows of d features that are mixed of normal ones of falling scale, and the
// class of each by the sums of these that are largest; a single class is a regression on the sum.
func latent(r *rand.Rand, n, d, classes int, mix *mat.Dense, w *mat.Dense, noise float64) (*mat.Dense, []float64) {
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
		if classes == 1 {
			y[i] = scores.At(i, 0) + noise*r.NormFloat64()
			continue
		}
		best := math.Inf(-1)
		for c := range classes {
			if s := scores.At(i, c) + noise*r.NormFloat64(); s > best {
				best, y[i] = s, float64(c)
			}
		}
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

// pair draws how features are mixed of d directions, and the sums of these for as many classes.
func pair(r *rand.Rand, d, classes int) (mix, w *mat.Dense) {
	return normal(r, d, d), normal(r, d, classes)
}

// drawBoth draws n and m rows of the same.
func drawBoth(r *rand.Rand, n, m, d, classes int, noise float64) (source, target *mat.Dense, y, z []float64) {
	mix, w := pair(r, d, classes)
	source, y = latent(r, n, d, classes, mix, w, noise)
	target, z = latent(r, m, d, classes, mix, w, noise)
	return source, target, y, z
}

// families are the ways in which the domains differ: of two classes but for one.
func families() []family {
	return append(changes(2), classFamilies()...)
}

// changes are the ways in which features of as many classes change.
func changes(classes int) []family {
	return []family{
		{"gains of sensors drift", func(r *rand.Rand) (*mat.Dense, *mat.Dense, []float64, []float64) {
			s, t, y, z := drawBoth(r, 200, 200, 12, classes, 0.5)
			gain := make([]float64, 12)
			for j := range gain {
				gain[j] = math.Exp(0.7 * r.NormFloat64())
			}
			return s, change(t, func(_, j int, v float64) float64 { return v * gain[j] }), y, z
		}},
		{"sensors fail", func(r *rand.Rand) (*mat.Dense, *mat.Dense, []float64, []float64) {
			s, t, y, z := drawBoth(r, 200, 200, 24, classes, 0.5)
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
			s, t, y, z := drawBoth(r, 200, 200, 10, classes, 0.5)
			shift := normal(r, 1, 10)
			return s, change(t, func(_, j int, v float64) float64 { return v + shift.At(0, j) }), y, z
		}},
		{"another mixing", func(r *rand.Rand) (*mat.Dense, *mat.Dense, []float64, []float64) {
			const d = 16
			mix, w := pair(r, d, classes)
			other := normal(r, d, d)
			other.Scale(0.5, other)
			other.Add(mix, other)
			s, y := latent(r, 200, d, classes, mix, w, 0.5)
			t, z := latent(r, 200, d, classes, other, w, 0.5)
			return s, t, y, z
		}},
		{"noisier target", func(r *rand.Rand) (*mat.Dense, *mat.Dense, []float64, []float64) {
			s, t, y, z := drawBoth(r, 150, 300, 30, classes, 0.3)
			return s, change(t, func(_, _ int, v float64) float64 { return v + 2*r.NormFloat64() }), y, z
		}},
		{"rows selected", func(r *rand.Rand) (*mat.Dense, *mat.Dense, []float64, []float64) {
			s, t, y, z := drawBoth(r, 200, 600, 8, classes, 0.5)
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

// classFamilies are those that only classes have.
func classFamilies() []family {
	return []family{
		{"classes rarer", func(r *rand.Rand) (*mat.Dense, *mat.Dense, []float64, []float64) {
			s, t, y, z := drawBoth(r, 200, 800, 10, 2, 0.5)
			var kept []int
			for i := range 800 {
				if z[i] == 0 || r.Float64() < 0.25 {
					kept = append(kept, i)
				}
			}
			rows, labels := mat.NewDense(len(kept), 10, nil), make([]float64, len(kept))
			for to, from := range kept {
				rows.SetRow(to, t.RawRowView(from))
				labels[to] = z[from]
			}
			return s, rows, y, labels
		}},
		{"counts of words", func(r *rand.Rand) (*mat.Dense, *mat.Dense, []float64, []float64) {
			const d, topics = 80, 6
			rates, drift := normal(r, topics, d), normal(r, 1, d)
			draw := func(n int, shifted float64) (*mat.Dense, []float64) {
				x, y := mat.NewDense(n, d, nil), make([]float64, n)
				for i := range n {
					topic := r.IntN(topics)
					y[i] = float64(topic % 2)
					length := math.Exp(0.5 * r.NormFloat64())
					for j := range d {
						rate := length * math.Exp(0.8*rates.At(topic, j)+shifted*drift.At(0, j)-0.5)
						for u := r.ExpFloat64(); u < rate; u += r.ExpFloat64() {
							x.Set(i, j, x.At(i, j)+1)
						}
					}
				}
				return x, y
			}
			s, y := draw(200, 0)
			t, z := draw(200, 0.8)
			return s, t, y, z
		}},
		{"many classes", func(r *rand.Rand) (*mat.Dense, *mat.Dense, []float64, []float64) {
			const d = 20
			mix, w := pair(r, d, 6)
			other := normal(r, d, d)
			other.Scale(0.5, other)
			other.Add(mix, other)
			s, y := latent(r, 300, d, 6, mix, w, 0.2)
			t, z := latent(r, 300, d, 6, other, w, 0.2)
			return s, t, y, z
		}},
		fewRows(2),
		{"a cue that turns", func(r *rand.Rand) (*mat.Dense, *mat.Dense, []float64, []float64) {
			s, t, y, z := drawBoth(r, 200, 200, 10, 2, 0.8)
			for i := range y {
				s.Set(i, 9, 2*(y[i]-0.5)+0.7*r.NormFloat64())
			}
			for i := range z {
				t.Set(i, 9, 2*(0.5-z[i])+0.7*r.NormFloat64())
			}
			return s, t, y, z
		}},
		{"products of features", func(r *rand.Rand) (*mat.Dense, *mat.Dense, []float64, []float64) {
			s, t, y, z := drawBoth(r, 250, 250, 5, 2, 0.3)
			square := func(x *mat.Dense, by float64) *mat.Dense {
				n, d := x.Dims()
				out := mat.NewDense(n, d+d*(d+1)/2, nil)
				for i := range n {
					at := d
					for j := range d {
						out.Set(i, j, by*x.At(i, j))
						for k := range j + 1 {
							out.Set(i, at, by*by*x.At(i, j)*x.At(i, k))
							at++
						}
					}
				}
				return out
			}
			return square(s, 1), square(t, 1.5), y, z
		}},
	}
}

// fewRows is of spectra: more features than rows, of few hidden directions, that turn.
func fewRows(classes int) family {
	return family{"few rows, many features", func(r *rand.Rand) (*mat.Dense, *mat.Dense, []float64, []float64) {
		const d, hidden = 150, 8
		load, other, w := normal(r, hidden, d), normal(r, hidden, d), normal(r, hidden, classes)
		draw := func(n int, turned float64) (*mat.Dense, []float64) {
			h, y := normal(r, n, hidden), make([]float64, n)
			var scores, turn mat.Dense
			scores.Mul(h, w)
			turn.Scale(turned, other)
			turn.Add(load, &turn)
			x := new(mat.Dense)
			x.Mul(h, &turn)
			for i := range n {
				switch {
				case classes == 1:
					y[i] = scores.At(i, 0)
				case scores.At(i, 1) > scores.At(i, 0):
					y[i] = 1
				}
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
	classes := 0.0
	for _, label := range y {
		classes = math.Max(classes, label+1)
	}
	task := model.MultiClass
	switch {
	case slices.ContainsFunc(y, func(label float64) bool { return label != math.Trunc(label) }):
		task, classes = model.Regression, 0
	case classes == 2:
		task = model.Binary
		for _, labels := range [][]float64{y, z} {
			for i := range labels {
				labels[i] = 2*labels[i] - 1
			}
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
	data := model.Data{Task: task, Classes: int(classes), Source: model.Domain{X: bias(source), Y: y}, Target: model.Domain{X: bias(target), Y: z}}
	problem, err := model.NewProblem(context.Background(), data)
	if err != nil {
		return nil, err
	}
	names := []string{"0", "1", "2", "3", "4", "5", "6", "7"}[:int(classes)]
	return &Session{Spec: datasets.Spec{Name: datasets.FilesName, Seed: seed}, Pair: &datasets.Pair{Data: data, ClassNames: names}, Problem: problem,
		judging: &judging{}}, nil
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
