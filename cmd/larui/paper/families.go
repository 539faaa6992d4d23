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

// Domains are a pair of domains made up, of rows of features and classes from 0.
type domains struct {
	*rand.Rand
	classes int
	// strength says how much the domains differ, from 0.2 to 1.
	strength       float64
	source, target sample
}

type sample struct {
	x [][]float64
	y []int
}

// A world draws the rows of a domain, of 10 features.
type world struct {
	name    string
	classes int
	// population draws a population, whose rule makes rows.
	population func(r *rand.Rand) rule
}

// A rule turns the normal numbers z of row i into features and returns the class.
type rule func(i int, z []float64) int

// A domainShift says how the domains of a pair differ, by what it does to two draws of one population.
type domainShift struct {
	name  string
	apply func(m *domains)
}

const madeFeatures, madeRows = 10, 250

// worlds are what is drawn from: classes by weighted sums of features that are correlated, classes
// of two clusters each, and waves of a frequency for each class.
func worlds() []world {
	sums := func(mixed bool) func(r *rand.Rand) rule {
		return func(r *rand.Rand) rule {
			mix, w := gaussians(r, madeFeatures, madeFeatures), direction(r)
			return func(_ int, z []float64) int {
				score := 0.5 * r.NormFloat64()
				for j := range z {
					z[j] *= math.Pow(0.85, float64(j))
					score += w[j] * z[j]
				}
				if mixed {
					copy(z, product(z, mix))
				}
				return either(score > 0, 1, 0)
			}
		}
	}
	return []world{
		{"sums", 2, sums(false)},
		{"correlated sums", 2, sums(true)},
		{"clusters", 4, func(r *rand.Rand) rule {
			centres := gaussians(r, 8, madeFeatures)
			return func(i int, z []float64) int {
				addTo(z, centres[i%8], 1)
				return i % 4
			}
		}},
		{"waves", 2, func(r *rand.Rand) rule {
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

// shifts are the ways in which domains differ.
func shifts() []domainShift {
	return []domainShift{
		{"nothing", func(*domains) {}},
		{"rotation of two features", func(m *domains) {
			sin, cos := math.Sincos(math.Pi / 2.5 * m.strength)
			m.target.rows(func(_ int, x []float64) { x[0], x[1] = cos*x[0]-sin*x[1], sin*x[0]+cos*x[1] })
		}},
		{"another mixing", func(m *domains) {
			mix := gaussians(m.Rand, madeFeatures, madeFeatures)
			m.target.rows(func(_ int, x []float64) { addTo(x, product(x, mix), m.strength/math.Sqrt(madeFeatures)) })
		}},
		{"offsets", func(m *domains) { m.target.shiftAlong(direction(m.Rand), m.strength) }},
		{"drift over rows", func(m *domains) {
			to := direction(m.Rand)
			m.target.rows(func(i int, x []float64) { addTo(x, to, 3*m.strength*float64(i)/madeRows) })
		}},
		{"gains", func(m *domains) { m.target.gain(m.Rand, m.strength) }},
		{"gains and offsets", func(m *domains) {
			m.target.gain(m.Rand, m.strength)
			m.target.shiftAlong(direction(m.Rand), m.strength)
		}},
		pointwise("sensors fail", func(m *domains, j int, v float64) float64 { return either(j%4 != 1, 1, 1-m.strength) * v }),
		pointwise("gaps filled", func(m *domains, _ int, v float64) float64 { return either(m.Float64() < 0.5*m.strength, 0, v) }),
		pointwise("saturation", func(_ *domains, _ int, v float64) float64 { return min(max(v, -1), 1) }),
		pointwise("warp", func(_ *domains, _ int, v float64) float64 { return math.Copysign(math.Sqrt(math.Abs(v)), v) }),
		pointwise("noise", func(m *domains, _ int, v float64) float64 { return v + 1.5*m.strength*m.NormFloat64() }),
		pointwise("heavy tails", func(m *domains, _ int, v float64) float64 {
			return v + m.strength*m.NormFloat64()/max(0.05, m.Float64())
		}),
		{"outliers", func(m *domains) {
			m.target.rows(func(i int, x []float64) { addTo(x, direction(m.Rand), either(i%20 == 0, 15.0, 0)) })
		}},
		{"common disturbance", func(m *domains) {
			to := direction(m.Rand)
			m.target.rows(func(_ int, x []float64) { addTo(x, to, 1.5*m.strength*m.NormFloat64()) })
		}},
		{"time shifted", func(m *domains) {
			m.target.rows(func(_ int, x []float64) { copy(x, slices.Concat(x[9:], x[:9])) })
		}},
		{"rows selected", func(m *domains) { m.target.keep(func(i int) bool { return m.target.x[i][0] > 0 }) }},
		{"shares 90 to 10 in both", func(m *domains) { m.source.thin(m.Rand, 0, 0.111); m.target.thin(m.Rand, 0, 0.111) }},
		{"shares 90 to 10 in the target", func(m *domains) { m.target.thin(m.Rand, 0, 0.111) }},
		{"shares 70 to 30 turned, gains", func(m *domains) {
			m.source.thin(m.Rand, 0, 0.4)
			m.target.thin(m.Rand, 1, 0.4)
			m.target.gain(m.Rand, 0.5)
		}},
		{"a cue turns", func(m *domains) { // the last feature is greater in one class of the source and in the other of the target
			for _, s := range []*sample{&m.source, &m.target} {
				by := either(s == &m.source, 2, -2*m.strength)
				s.rows(func(i int, x []float64) { x[9] = by*either(s.y[i] == 0, 0.5, -0.5) + 0.7*m.NormFloat64() })
			}
		}},
		{"labels noisy", func(m *domains) {
			for i, y := range m.source.y {
				if m.Float64() < 0.35*m.strength {
					m.source.y[i] = (y + 1) % m.classes
				}
			}
		}},
		{"classes move apart", func(m *domains) {
			to := gaussians(m.Rand, m.classes, madeFeatures)
			m.target.rows(func(i int, x []float64) { addTo(x, to[m.target.y[i]], m.strength) })
		}},
		{"few rows of the source, gains", func(m *domains) { m.source.cut(50); m.target.gain(m.Rand, m.strength) }},
		{"few rows of the target, gains", func(m *domains) { m.target.cut(50); m.target.gain(m.Rand, m.strength) }},
	}
}

// pointwise is a shift that changes each value of the target by itself.
func pointwise(name string, change func(m *domains, j int, v float64) float64) domainShift {
	return domainShift{name, func(m *domains) {
		m.target.each(func(j int, v float64) float64 { return change(m, j, v) })
	}}
}

// addTo adds by times of that to x, whose further features stay.
func addTo(x, of []float64, by float64) {
	for j, v := range of {
		x[j] += by * v
	}
}

// either returns yes or no.
func either[T any](is bool, yes, no T) T {
	if is {
		return yes
	}
	return no
}

// gaussians draws n rows of d normal numbers.
func gaussians(r *rand.Rand, n, d int) [][]float64 {
	x := make([][]float64, n)
	for i := range x {
		x[i] = make([]float64, d)
		for j := range d {
			x[i][j] = r.NormFloat64()
		}
	}
	return x
}

// direction draws a normal number for each feature.
func direction(r *rand.Rand) []float64 { return gaussians(r, 1, madeFeatures)[0] }

// product returns x times the matrix of those rows.
func product(x []float64, rows [][]float64) []float64 {
	out := make([]float64, len(rows[0]))
	for j, v := range x {
		addTo(out, rows[j], v)
	}
	return out
}

func (s *sample) add(x []float64, y int) { s.x, s.y = append(s.x, x), append(s.y, y) }

func (s *sample) cut(n int) { s.x, s.y = s.x[:n], s.y[:n] }

func (s *sample) rows(change func(i int, x []float64)) {
	for i, x := range s.x {
		change(i, x)
	}
}

func (s *sample) each(change func(j int, v float64) float64) {
	s.rows(func(_ int, x []float64) {
		for j, v := range x {
			x[j] = change(j, v)
		}
	})
}

func (s *sample) shiftAlong(to []float64, by float64) {
	s.rows(func(_ int, x []float64) { addTo(x, to, by) })
}

func (s *sample) gain(r *rand.Rand, deviation float64) {
	gains := direction(r)
	s.each(func(j int, v float64) float64 { return v * math.Exp(deviation*gains[j]) })
}

func (s *sample) keep(is func(i int) bool) {
	var kept sample
	for i := range s.x {
		if is(i) {
			kept.add(s.x[i], s.y[i])
		}
	}
	*s = kept
}

// thin keeps a share of all classes but one.
func (s *sample) thin(r *rand.Rand, but int, share float64) {
	s.keep(func(i int) bool { return s.y[i] == but || r.Float64() < share })
}

// makePair makes a pair of a world and a shift, by a seed, standardized so. Each shift draws populations of its own.
func makePair(w world, s domainShift, seed uint64, fit datasets.ScaleFit) *datasets.Pair {
	r := rand.New(rand.NewPCG(seed, uint64(crc32.ChecksumIEEE([]byte(s.name)))))
	rule := w.population(r)
	draw := func() (s sample) {
		for i, z := range gaussians(r, madeRows, madeFeatures) {
			s.add(z, rule(i, z))
		}
		return s
	}
	m := &domains{r, w.classes, 0.2 + 0.8*r.Float64(), draw(), draw()}
	s.apply(m)
	if fit != datasets.FitNone {
		standardize(m.target.x, either(fit == datasets.FitSource, m.source.x, m.target.x))
		standardize(m.source.x, m.source.x)
	}
	data := model.Data{Task: either(m.classes == 2, model.Binary, model.MultiClass), Classes: m.classes, Source: m.source.domain(m.classes), Target: m.target.domain(m.classes)}
	return &datasets.Pair{Data: data, Title: s.name, ClassNames: []string{"0", "1", "2", "3"}[:m.classes]}
}

// standardize subtracts from each feature of x its mean over others, and divides by its standard deviation
// over others.
func standardize(x, others [][]float64) {
	n := float64(len(others))
	mean, deviation := make([]float64, len(x[0])), make([]float64, len(x[0]))
	for _, row := range others {
		addTo(mean, row, 1/n)
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

// domain has a constant 1 as its last feature, and the labels of two classes as −1 and 1.
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
