package paper

import (
	"hash/crc32"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model"
)

type generatedDomains struct {
	*rand.Rand
	classes int
	// strength, from 0.2 to 1, is how much the shift changes the domains.
	strength       float64
	source, target labelledRows
}

type labelledRows struct {
	x [][]float64
	y []int
}

type populationKind struct {
	classes int
	// population draws the parameters of a population and returns the function that makes its rows.
	population func(r *rand.Rand) rowMaker
}

// A rowMaker turns the normal numbers z of row i into features, in place, and returns the class of
// the row.
type rowMaker func(i int, z []float64) int

const generatedFeatures, madeRows = 10, 250

// populationKinds returns four kinds: two classes by the sign of a weighted sum of features; the
// same with correlated features; four classes of two clusters each; two classes of waves that
// differ in frequency.
func populationKinds() []populationKind {
	sums := func(mixed bool) func(r *rand.Rand) rowMaker {
		return func(r *rand.Rand) rowMaker {
			mix, w := drawNormals(r, generatedFeatures, generatedFeatures), drawDirection(r)
			return func(_ int, z []float64) int {
				score := 0.5 * r.NormFloat64()
				for j := range z {
					z[j] *= math.Pow(0.85, float64(j))
					score += w[j] * z[j]
				}
				if mixed {
					copy(z, multiplyRow(z, mix))
				}
				return ifElse(score > 0, 1, 0)
			}
		}
	}
	return []populationKind{
		{2, sums(false)},
		{2, sums(true)},
		{4, func(r *rand.Rand) rowMaker {
			centres := drawNormals(r, 8, generatedFeatures)
			return func(i int, z []float64) int {
				floats.Add(z, centres[i%8])
				return i % 4
			}
		}},
		{2, func(r *rand.Rand) rowMaker {
			start := r.Float64()
			return func(i int, z []float64) int {
				phase, size := start+0.15*r.NormFloat64(), math.Exp(0.3*r.NormFloat64())
				for j := range z {
					z[j] = 0.6*z[j] + size*math.Sin(2*math.Pi*(phase+float64((1+i%2)*j)/generatedFeatures))
				}
				return i % 2
			}
		}},
	}
}

func shiftNames() []string {
	return []string{
		"nothing", "rotation of two features", "another mixing", "offsets", "drift over rows", "gains", "gains and offsets",
		"sensors fail", "gaps filled", "saturation", "warp", "noise", "heavy tails", "outliers", "common disturbance", "time shifted",
		"rows selected", "shares 90 to 10 in both", "shares 90 to 10 in the target", "shares 70 to 30 turned, gains", "a cue turns",
		"labels noisy", "classes move apart", "few rows of the source, gains", "few rows of the target, gains",
	}
}

// applyShift applies the named shift to the target; some shifts change the source, too. Before the
// shift, both domains have the same population.
func (m *generatedDomains) applyShift(name string) {
	source, target, strength := &m.source, &m.target, m.strength
	switch name {
	case "nothing":
	case "rotation of two features":
		sin, cos := math.Sincos(math.Pi / 2.5 * strength)
		target.changeRows(func(_ int, x []float64) { x[0], x[1] = cos*x[0]-sin*x[1], sin*x[0]+cos*x[1] })
	case "another mixing":
		mix := drawNormals(m.Rand, generatedFeatures, generatedFeatures)
		target.changeRows(func(_ int, x []float64) {
			floats.AddScaled(x, strength/math.Sqrt(generatedFeatures), multiplyRow(x, mix))
		})
	case "offsets":
		target.shiftAlong(drawDirection(m.Rand), strength)
	case "drift over rows":
		to := drawDirection(m.Rand)
		target.changeRows(func(i int, x []float64) { floats.AddScaled(x, 3*strength*float64(i)/madeRows, to) })
	case "gains":
		target.scaleFeatures(m.Rand, strength)
	case "gains and offsets":
		target.scaleFeatures(m.Rand, strength)
		target.shiftAlong(drawDirection(m.Rand), strength)
	case "sensors fail":
		target.changeValues(func(j int, v float64) float64 { return ifElse(j%4 != 1, 1, 1-strength) * v })
	case "gaps filled":
		target.changeValues(func(_ int, v float64) float64 { return ifElse(m.Float64() < 0.5*strength, 0, v) })
	case "saturation":
		target.changeValues(func(_ int, v float64) float64 { return min(max(v, -1), 1) })
	case "warp":
		target.changeValues(func(_ int, v float64) float64 { return math.Copysign(math.Sqrt(math.Abs(v)), v) })
	case "noise":
		target.changeValues(func(_ int, v float64) float64 { return v + 1.5*strength*m.NormFloat64() })
	case "heavy tails":
		target.changeValues(func(_ int, v float64) float64 { return v + strength*m.NormFloat64()/max(0.05, m.Float64()) })
	case "outliers":
		target.changeRows(func(i int, x []float64) { floats.AddScaled(x, ifElse(i%20 == 0, 15.0, 0), drawDirection(m.Rand)) })
	case "common disturbance":
		to := drawDirection(m.Rand)
		target.changeRows(func(_ int, x []float64) { floats.AddScaled(x, 1.5*strength*m.NormFloat64(), to) })
	case "time shifted":
		target.changeRows(func(_ int, x []float64) { copy(x, slices.Concat(x[9:], x[:9])) })
	case "rows selected":
		target.keepRows(func(i int) bool { return target.x[i][0] > 0 })
	case "shares 90 to 10 in both":
		source.thinOtherClasses(m.Rand, 0, 0.111)
		target.thinOtherClasses(m.Rand, 0, 0.111)
	case "shares 90 to 10 in the target":
		target.thinOtherClasses(m.Rand, 0, 0.111)
	case "shares 70 to 30 turned, gains":
		source.thinOtherClasses(m.Rand, 0, 0.4)
		target.thinOtherClasses(m.Rand, 1, 0.4)
		target.scaleFeatures(m.Rand, 0.5)
	case "a cue turns": // the last feature is greater in one class of the source and in the other of the target
		for _, s := range []*labelledRows{source, target} {
			by := ifElse(s == source, 2, -2*strength)
			s.changeRows(func(i int, x []float64) { x[9] = by*ifElse(s.y[i] == 0, 0.5, -0.5) + 0.7*m.NormFloat64() })
		}
	case "labels noisy":
		for i, y := range source.y {
			if m.Float64() < 0.35*strength {
				source.y[i] = (y + 1) % m.classes
			}
		}
	case "classes move apart":
		to := drawNormals(m.Rand, m.classes, generatedFeatures)
		target.changeRows(func(i int, x []float64) { floats.AddScaled(x, strength, to[target.y[i]]) })
	case "few rows of the source, gains":
		source.truncate(50)
		target.scaleFeatures(m.Rand, strength)
	case "few rows of the target, gains":
		target.truncate(50)
		target.scaleFeatures(m.Rand, strength)
	default:
		panic("there is no shift " + name)
	}
}

func ifElse[T any](condition bool, yes, no T) T {
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

func drawDirection(r *rand.Rand) []float64 { return drawNormals(r, 1, generatedFeatures)[0] }

// multiplyRow returns the row x times the matrix with the given rows.
func multiplyRow(x []float64, rows [][]float64) []float64 {
	out := make([]float64, len(rows[0]))
	for j, v := range x {
		floats.AddScaled(out, v, rows[j])
	}
	return out
}

func (s *labelledRows) add(x []float64, y int) { s.x, s.y = append(s.x, x), append(s.y, y) }

func (s *labelledRows) truncate(n int) { s.x, s.y = s.x[:n], s.y[:n] }

func (s *labelledRows) changeRows(change func(i int, x []float64)) {
	for i, x := range s.x {
		change(i, x)
	}
}

func (s *labelledRows) changeValues(change func(j int, v float64) float64) {
	s.changeRows(func(_ int, x []float64) {
		for j, v := range x {
			x[j] = change(j, v)
		}
	})
}

func (s *labelledRows) shiftAlong(direction []float64, distance float64) {
	s.changeRows(func(_ int, x []float64) { floats.AddScaled(x, distance, direction) })
}

func (s *labelledRows) scaleFeatures(r *rand.Rand, deviation float64) {
	gains := drawDirection(r)
	s.changeValues(func(j int, v float64) float64 { return v * math.Exp(deviation*gains[j]) })
}

func (s *labelledRows) keepRows(keeps func(i int) bool) {
	var kept labelledRows
	for i := range s.x {
		if keeps(i) {
			kept.add(s.x[i], s.y[i])
		}
	}
	*s = kept
}

func (s *labelledRows) thinOtherClasses(r *rand.Rand, class int, probability float64) {
	s.keepRows(func(i int) bool { return s.y[i] == class || r.Float64() < probability })
}

// generatePair draws a pair, applies a shift and standardizes the features by fit. The name of the
// shift also seeds the random numbers: pairs with the same seed and different shifts have different
// populations.
func generatePair(kind populationKind, shift string, seed uint64, fit datasets.ScaleFit) *datasets.Pair {
	r := rand.New(rand.NewPCG(seed, uint64(crc32.ChecksumIEEE([]byte(shift)))))
	rule := kind.population(r)
	draw := func() (s labelledRows) {
		for i, z := range drawNormals(r, madeRows, generatedFeatures) {
			s.add(z, rule(i, z))
		}
		return s
	}
	m := &generatedDomains{r, kind.classes, 0.2 + 0.8*r.Float64(), draw(), draw()}
	m.applyShift(shift)
	if fit != datasets.FitNone {
		standardize(m.target.x, ifElse(fit == datasets.FitSource, m.source.x, m.target.x))
		standardize(m.source.x, m.source.x)
	}
	data := model.Data{Task: ifElse(m.classes == 2, model.Binary, model.MultiClass), Classes: m.classes, Source: m.source.domain(m.classes), Target: m.target.domain(m.classes)}
	return &datasets.Pair{Data: data, Title: shift, ClassNames: []string{"0", "1", "2", "3"}[:m.classes]}
}

// standardize subtracts the mean of each feature and divides by the standard deviation, both
// computed from the rows of others.
func standardize(x, others [][]float64) {
	n := float64(len(others))
	mean, deviation := make([]float64, len(x[0])), make([]float64, len(x[0]))
	for _, row := range others {
		floats.AddScaled(mean, 1/n, row)
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

// domain appends a constant feature 1. Labels are −1 and 1 for two classes, else class numbers from
// 0.
func (s labelledRows) domain(classes int) model.Domain {
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
