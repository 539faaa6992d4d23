package paper

import (
	"hash/crc32"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model"
)

// madeDomains are a generated source and target. Classes are numbered from 0.
type madeDomains struct {
	*rand.Rand
	classes int
	// strength, from 0.2 to 1, is how much the shift changes the domains.
	strength       float64
	source, target sample
}

type sample struct {
	x [][]float64
	y []int
}

// A world is a kind of population of rows with 10 features.
type world struct {
	name    string
	classes int
	// population draws the parameters of a population and returns the function that makes its rows.
	population func(r *rand.Rand) rowMaker
}

// A rowMaker turns the normal numbers z of row i into features, in place, and returns the class of
// the row.
type rowMaker func(i int, z []float64) int

// A domainShift is a difference between domains. apply changes the target, in a few shifts also the
// source; before, both have the same population.
type domainShift struct {
	name  string
	apply func(m *madeDomains)
}

const madeFeatures, madeRows = 10, 250

// worlds returns the kinds of populations: classes by the sign of a weighted sum of features, the
// same with correlated features, four classes of two clusters each, and two classes of waves with
// different frequencies.
func worlds() []world {
	sums := func(mixed bool) func(r *rand.Rand) rowMaker {
		return func(r *rand.Rand) rowMaker {
			mix, w := drawNormals(r, madeFeatures, madeFeatures), drawDirection(r)
			return func(_ int, z []float64) int {
				score := 0.5 * r.NormFloat64()
				for j := range z {
					z[j] *= math.Pow(0.85, float64(j))
					score += w[j] * z[j]
				}
				if mixed {
					copy(z, multiplyRow(z, mix))
				}
				return either(score > 0, 1, 0)
			}
		}
	}
	return []world{
		{"sums", 2, sums(false)},
		{"correlated sums", 2, sums(true)},
		{"clusters", 4, func(r *rand.Rand) rowMaker {
			centres := drawNormals(r, 8, madeFeatures)
			return func(i int, z []float64) int {
				addMultiple(z, centres[i%8], 1)
				return i % 4
			}
		}},
		{"waves", 2, func(r *rand.Rand) rowMaker {
			start := r.Float64()
			return func(i int, z []float64) int {
				phase, size := start+0.15*r.NormFloat64(), math.Exp(0.3*r.NormFloat64())
				for j := range z {
					z[j] = 0.6*z[j] + size*math.Sin(2*math.Pi*(phase+float64((1+i%2)*j)/madeFeatures))
				}
				return i % 2
			}
		}},
	}
}

func shifts() []domainShift {
	return []domainShift{
		{"nothing", func(*madeDomains) {}},
		{"rotation of two features", func(m *madeDomains) {
			sin, cos := math.Sincos(math.Pi / 2.5 * m.strength)
			m.target.changeRows(func(_ int, x []float64) { x[0], x[1] = cos*x[0]-sin*x[1], sin*x[0]+cos*x[1] })
		}},
		{"another mixing", func(m *madeDomains) {
			mix := drawNormals(m.Rand, madeFeatures, madeFeatures)
			m.target.changeRows(func(_ int, x []float64) { addMultiple(x, multiplyRow(x, mix), m.strength/math.Sqrt(madeFeatures)) })
		}},
		{"offsets", func(m *madeDomains) { m.target.shiftAlong(drawDirection(m.Rand), m.strength) }},
		{"drift over rows", func(m *madeDomains) {
			to := drawDirection(m.Rand)
			m.target.changeRows(func(i int, x []float64) { addMultiple(x, to, 3*m.strength*float64(i)/madeRows) })
		}},
		{"gains", func(m *madeDomains) { m.target.scaleFeatures(m.Rand, m.strength) }},
		{"gains and offsets", func(m *madeDomains) {
			m.target.scaleFeatures(m.Rand, m.strength)
			m.target.shiftAlong(drawDirection(m.Rand), m.strength)
		}},
		pointwise("sensors fail", func(m *madeDomains, j int, v float64) float64 { return either(j%4 != 1, 1, 1-m.strength) * v }),
		pointwise("gaps filled", func(m *madeDomains, _ int, v float64) float64 { return either(m.Float64() < 0.5*m.strength, 0, v) }),
		pointwise("saturation", func(_ *madeDomains, _ int, v float64) float64 { return min(max(v, -1), 1) }),
		pointwise("warp", func(_ *madeDomains, _ int, v float64) float64 { return math.Copysign(math.Sqrt(math.Abs(v)), v) }),
		pointwise("noise", func(m *madeDomains, _ int, v float64) float64 { return v + 1.5*m.strength*m.NormFloat64() }),
		pointwise("heavy tails", func(m *madeDomains, _ int, v float64) float64 {
			return v + m.strength*m.NormFloat64()/max(0.05, m.Float64())
		}),
		{"outliers", func(m *madeDomains) {
			m.target.changeRows(func(i int, x []float64) { addMultiple(x, drawDirection(m.Rand), either(i%20 == 0, 15.0, 0)) })
		}},
		{"common disturbance", func(m *madeDomains) {
			to := drawDirection(m.Rand)
			m.target.changeRows(func(_ int, x []float64) { addMultiple(x, to, 1.5*m.strength*m.NormFloat64()) })
		}},
		{"time shifted", func(m *madeDomains) {
			m.target.changeRows(func(_ int, x []float64) { copy(x, slices.Concat(x[9:], x[:9])) })
		}},
		{"rows selected", func(m *madeDomains) { m.target.keepRows(func(i int) bool { return m.target.x[i][0] > 0 }) }},
		{"shares 90 to 10 in both", func(m *madeDomains) { m.source.thinClasses(m.Rand, 0, 0.111); m.target.thinClasses(m.Rand, 0, 0.111) }},
		{"shares 90 to 10 in the target", func(m *madeDomains) { m.target.thinClasses(m.Rand, 0, 0.111) }},
		{"shares 70 to 30 turned, gains", func(m *madeDomains) {
			m.source.thinClasses(m.Rand, 0, 0.4)
			m.target.thinClasses(m.Rand, 1, 0.4)
			m.target.scaleFeatures(m.Rand, 0.5)
		}},
		{"a cue turns", func(m *madeDomains) { // the last feature is greater in one class of the source and in the other of the target
			for _, s := range []*sample{&m.source, &m.target} {
				by := either(s == &m.source, 2, -2*m.strength)
				s.changeRows(func(i int, x []float64) { x[9] = by*either(s.y[i] == 0, 0.5, -0.5) + 0.7*m.NormFloat64() })
			}
		}},
		{"labels noisy", func(m *madeDomains) {
			for i, y := range m.source.y {
				if m.Float64() < 0.35*m.strength {
					m.source.y[i] = (y + 1) % m.classes
				}
			}
		}},
		{"classes move apart", func(m *madeDomains) {
			to := drawNormals(m.Rand, m.classes, madeFeatures)
			m.target.changeRows(func(i int, x []float64) { addMultiple(x, to[m.target.y[i]], m.strength) })
		}},
		{"few rows of the source, gains", func(m *madeDomains) { m.source.truncate(50); m.target.scaleFeatures(m.Rand, m.strength) }},
		{"few rows of the target, gains", func(m *madeDomains) { m.target.truncate(50); m.target.scaleFeatures(m.Rand, m.strength) }},
	}
}

// pointwise returns a shift that changes each value of the target separately.
func pointwise(name string, change func(m *madeDomains, j int, v float64) float64) domainShift {
	return domainShift{name, func(m *madeDomains) {
		m.target.changeValues(func(j int, v float64) float64 { return change(m, j, v) })
	}}
}

// addMultiple adds factor·y to the first len(y) features of x.
func addMultiple(x, y []float64, factor float64) {
	for j, v := range y {
		x[j] += factor * v
	}
}

// either returns yes if the condition holds, else no.
func either[T any](condition bool, yes, no T) T {
	if condition {
		return yes
	}
	return no
}

// drawNormals returns n rows of d standard normal numbers.
func drawNormals(r *rand.Rand, n, d int) [][]float64 {
	x := make([][]float64, n)
	for i := range x {
		x[i] = make([]float64, d)
		for j := range d {
			x[i][j] = r.NormFloat64()
		}
	}
	return x
}

func drawDirection(r *rand.Rand) []float64 { return drawNormals(r, 1, madeFeatures)[0] }

// multiplyRow returns the product of the row x and the matrix with the given rows.
func multiplyRow(x []float64, rows [][]float64) []float64 {
	out := make([]float64, len(rows[0]))
	for j, v := range x {
		addMultiple(out, rows[j], v)
	}
	return out
}

func (s *sample) add(x []float64, y int) { s.x, s.y = append(s.x, x), append(s.y, y) }

func (s *sample) truncate(n int) { s.x, s.y = s.x[:n], s.y[:n] }

func (s *sample) changeRows(change func(i int, x []float64)) {
	for i, x := range s.x {
		change(i, x)
	}
}

func (s *sample) changeValues(change func(j int, v float64) float64) {
	s.changeRows(func(_ int, x []float64) {
		for j, v := range x {
			x[j] = change(j, v)
		}
	})
}

func (s *sample) shiftAlong(to []float64, by float64) {
	s.changeRows(func(_ int, x []float64) { addMultiple(x, to, by) })
}

func (s *sample) scaleFeatures(r *rand.Rand, deviation float64) {
	gains := drawDirection(r)
	s.changeValues(func(j int, v float64) float64 { return v * math.Exp(deviation*gains[j]) })
}

func (s *sample) keepRows(is func(i int) bool) {
	var kept sample
	for i := range s.x {
		if is(i) {
			kept.add(s.x[i], s.y[i])
		}
	}
	*s = kept
}

// thinClasses keeps all rows of one class, and each other row with the probability share.
func (s *sample) thinClasses(r *rand.Rand, class int, share float64) {
	s.keepRows(func(i int) bool { return s.y[i] == class || r.Float64() < share })
}

// makePair draws a pair of a world with a shift and standardizes the pair by fit. Different shifts
// have different populations at the same seed.
func makePair(w world, s domainShift, seed uint64, fit datasets.ScaleFit) *datasets.Pair {
	r := rand.New(rand.NewPCG(seed, uint64(crc32.ChecksumIEEE([]byte(s.name)))))
	rule := w.population(r)
	draw := func() (s sample) {
		for i, z := range drawNormals(r, madeRows, madeFeatures) {
			s.add(z, rule(i, z))
		}
		return s
	}
	m := &madeDomains{r, w.classes, 0.2 + 0.8*r.Float64(), draw(), draw()}
	s.apply(m)
	if fit != datasets.FitNone {
		standardize(m.target.x, either(fit == datasets.FitSource, m.source.x, m.target.x))
		standardize(m.source.x, m.source.x)
	}
	data := model.Data{Task: either(m.classes == 2, model.Binary, model.MultiClass), Classes: m.classes, Source: m.source.domain(m.classes), Target: m.target.domain(m.classes)}
	return &datasets.Pair{Data: data, Title: s.name, ClassNames: []string{"0", "1", "2", "3"}[:m.classes]}
}

// standardize subtracts from each feature of x the mean of the feature in others, and divides by
// the standard deviation of the feature in others.
func standardize(x, others [][]float64) {
	n := float64(len(others))
	mean, deviation := make([]float64, len(x[0])), make([]float64, len(x[0]))
	for _, row := range others {
		addMultiple(mean, row, 1/n)
	}
	for _, row := range others {
		for j, v := range row {
			deviation[j] += (v - mean[j]) * (v - mean[j]) / n
		}
	}
	for _, row := range x {
		for j := range row {
			row[j] = (row[j] - mean[j]) / max(1e-9, math.Sqrt(deviation[j]))
		}
	}
}

// domain returns the sample with a constant feature 1 appended. Labels are −1 and 1 for two
// classes, else the class numbers.
func (s sample) domain(classes int) model.Domain {
	x, y := mat.NewDense(len(s.x), len(s.x[0])+1, nil), make([]float64, len(s.x))
	for i, row := range s.x {
		x.SetRow(i, append(slices.Clone(row), 1))
		y[i] = float64(s.y[i])
		if classes == 2 {
			y[i] = 2*y[i] - 1
		}
	}
	return model.Domain{X: x, Y: y}
}
