package model

import (
	"cmp"
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
	"larui/model/testutil"
)

// Features whose scales lie up to twenty orders of magnitude apart: least squares
// predicts every row as arithmetic with a hundred digits does, and so does LAR but for
// one row in ten thousand, beside the boundary, of problems that have said what drowns.
func TestClosedFormsOfAnyScale(t *testing.T) {
	testutil.SkipInShort(t)
	flips, drowned, rows := 0, 0, 0
	for seed := range uint64(200) {
		rng := testutil.NewRand(12, seed)
		n, d := int(30*math.Pow(100, rng.Float64())), 2+rng.IntN(5)
		scales := make([]float64, d)
		for j := range scales {
			scales[j] = math.Pow(10, 20*rng.Float64()-8)
		}
		data := scaledPair(rng, n, scales)
		p := prepared(t, data)
		if len(p.Src.Drowned) > 0 {
			drowned++
		}
		k := 1 + rng.IntN(d)
		lar := Params{K: k, KTilde: 1 + rng.IntN(k), Lambda: math.Pow(10, 4*rng.Float64()-1), Epochs: 1}
		for _, params := range []Params{{K: 1, KTilde: 1, KeepImplicit: true, Epochs: 1}, lar} {
			sol := testutil.Must(NewSolver(p).Endpoints(context.Background(), params))
			want := linalg.Product(data.Target.X, preciseWeights(data, params))
			got := p.TargetScores(sol.Closed.Weights)
			rows += n
			for i := range n {
				if math.Signbit(want.At(i, 0)) == math.Signbit(got.At(i, 0)) {
					continue
				}
				flips++
				if params.KeepImplicit || len(p.Src.Drowned) == 0 {
					t.Errorf("seed %d, %+v, scales %.3g: row %d is %v, want %v", seed, params, scales, i, got.At(i, 0), want.At(i, 0))
				}
			}
		}
	}
	t.Logf("%d of 200 problems have drowned features, %d of %d rows differ", drowned, flips, rows)
	if flips > rows/10_000 {
		t.Errorf("%d of %d rows differ", flips, rows)
	}
}

// Of well-scaled features none is said to be drowned.
func TestNothingDrownsOfOneScale(t *testing.T) {
	for seed := range uint64(200) {
		rng := testutil.NewRand(13, seed)
		scales := make([]float64, 2+rng.IntN(20))
		for j := range scales {
			scales[j] = math.Pow(10, 3*rng.Float64())
		}
		p := prepared(t, scaledPair(rng, 30+rng.IntN(300), scales))
		if len(p.Src.Drowned)+len(p.Tgt.Drowned) > 0 {
			t.Errorf("seed %d: features %v and %v of scales %.3g are called drowned", seed, p.Src.Drowned, p.Tgt.Drowned, scales)
		}
	}
}

// TestManyUnequalFeatures takes more than a thousand features of unlike scale, ten and ten of which
// are on rows of their own, so that the singular values are those of small matrices.
func TestManyUnequalFeatures(t *testing.T) {
	testutil.SkipInShort(t)
	const blocks, wide, tall = 103, 10, 15
	rng := testutil.NewRand(16, 0)
	x, order := mat.NewDense(blocks*tall, blocks*wide, nil), rng.Perm(blocks*wide)
	var want []float64
	for i := range blocks {
		part := Gaussian(rng, tall, wide)
		scale := math.Pow(10, -6*rng.Float64())
		for j := range wide {
			for r := range tall {
				part.Set(r, j, part.At(r, j)*scale*math.Pow(10, -float64(j)/wide))
				x.Set(i*tall+r, order[i*wide+j], part.At(r, j))
			}
		}
		var svd mat.SVD
		if !svd.Factorize(part, mat.SVDNone) {
			t.Fatal("no singular values")
		}
		want = append(want, svd.Values(nil)...)
	}
	slices.SortFunc(want, func(a, b float64) int { return cmp.Compare(b, a) })
	y := make([]float64, blocks*tall)
	y[0] = 1
	side := testutil.Must(ComputeAlignment(context.Background(), Data{Task: Regression, Source: Domain{X: x, Y: y}}))
	worst := 0.0
	for i, sigma := range want {
		worst = max(worst, math.Abs(side.Sigma[i]-sigma)/sigma)
	}
	t.Logf("off by up to %.2g", worst)
	if worst > 1e-13 {
		t.Errorf("σ are off by %.2g", worst)
	}
}

// TestRepeatedRows repeats a few rows of features of any scale: however the rounding of their
// moments falls, there are no more singular values than rows that differ, and of features of one
// scale as many.
func TestRepeatedRows(t *testing.T) {
	checked := 0
	for seed := range uint64(400) {
		rng := testutil.NewRand(18, seed)
		d := 4 + rng.IntN(9)
		few, spread := 2+rng.IntN(d-2), 16*float64(seed%2)
		x, scales := mat.NewDense(3*few, d, nil), make([]float64, d)
		for j := range scales {
			scales[j] = math.Pow(10, spread*(rng.Float64()-0.5))
		}
		for i := range few {
			for j, scale := range scales {
				x.Set(i, j, scale*rng.NormFloat64())
			}
			if seed%4 > 1 { // close to each other, and far from zero
				floats.Scale(0.01, x.RawRowView(i))
				floats.Add(x.RawRowView(i), scales)
			}
			x.Set(i, d-1, 1)
		}
		for i := few; i < 3*few; i++ {
			x.SetRow(i, x.RawRowView(i%few))
		}
		y := make([]float64, 3*few)
		y[0] = 1
		side := testutil.Must(ComputeAlignment(context.Background(), Data{Task: Regression, Source: Domain{X: x, Y: y}}))
		if got := side.ResolvedCount(); got > few || spread == 0 && got < few {
			t.Errorf("seed %d: %d singular values of %d rows that differ, %d features", seed, got, few, d)
		}
		if side.graded > 0 {
			checked++
		}
	}
	t.Log(checked, "of them of unlike scale")
}

// scaledPair returns a binary pair of n and n rows; labels follow all features alike,
// whatever their scale, and some noise.
func scaledPair(rng *rand.Rand, n int, scales []float64) Data {
	d := len(scales)
	truth := make([]float64, d)
	for j := range truth {
		truth[j] = rng.NormFloat64()
	}
	domain := func() Domain {
		x, y := mat.NewDense(n, d, nil), make([]float64, n)
		for i := range n {
			sum := 0.5 * rng.NormFloat64()
			for j, scale := range scales {
				v := rng.NormFloat64()
				sum += v * truth[j]
				x.Set(i, j, v*scale)
			}
			y[i] = math.Copysign(1, sum)
		}
		y[0], y[1] = 1, -1
		return Domain{X: x, Y: y}
	}
	return Data{Task: Binary, Source: domain(), Target: domain()}
}

// A precise matrix has numbers of more than a hundred digits.
type precise [][]*big.Float

func number(v float64) *big.Float { return new(big.Float).SetPrec(400).SetFloat64(v) }

// newPrecise returns the matrix of entries Σ_k term(i, j, k).
func newPrecise(rows, cols, inner int, term func(i, j, k int) *big.Float) precise {
	m := make(precise, rows)
	for i := range m {
		for j := range cols {
			sum := number(0)
			for k := range inner {
				sum.Add(sum, term(i, j, k))
			}
			m[i] = append(m[i], sum)
		}
	}
	return m
}

func product3(a, b, c *big.Float) *big.Float {
	return number(0).Mul(a, number(0).Mul(b, c))
}

// preciseGram returns XᵀX.
func preciseGram(x *mat.Dense) precise {
	n, d := x.Dims()
	return newPrecise(d, d, n, func(i, j, k int) *big.Float {
		return number(0).Mul(number(x.At(k, i)), number(x.At(k, j)))
	})
}

// preciseWeights solves A w = Φᵀy (paper, eq. learned_solution) by elimination.
func preciseWeights(data Data, params Params) *mat.Dense {
	n, d := data.Source.X.Dims()
	a := preciseGram(data.Source.X)
	squares, v := preciseSpectrum(a)
	tail, vt := preciseSpectrum(preciseGram(data.Target.X))
	if params.Tail == SourceTail {
		tail = squares
	}
	lambda := number(params.Lambda)
	a = newPrecise(d, d, d, func(i, j, c int) *big.Float {
		entry := number(0)
		if i == j && i == c {
			entry = number(params.L2)
		}
		if c < params.K || params.KeepImplicit {
			entry.Add(entry, product3(squares[c], v[i][c], v[j][c]))
		}
		if c >= params.KTilde {
			entry.Add(entry, number(0).Mul(lambda, product3(tail[c], vt[i][c], vt[j][c])))
		}
		return entry
	})
	b := newPrecise(d, 1, n, func(i, _, k int) *big.Float {
		return number(data.Source.X.At(k, i) * data.Source.Y[k])
	})
	return eliminate(a, b)
}

// eliminate solves A w = b by Gaussian elimination with pivots in the columns; it
// overwrites both.
func eliminate(a, b precise) *mat.Dense {
	d := len(a)
	w := mat.NewDense(d, 1, nil)
	for i := range d {
		pivot := i
		for r := i; r < d; r++ {
			if number(0).Abs(a[r][i]).Cmp(number(0).Abs(a[pivot][i])) > 0 {
				pivot = r
			}
		}
		a[i], a[pivot], b[i], b[pivot] = a[pivot], a[i], b[pivot], b[i]
		for r := range d {
			if r == i {
				continue
			}
			factor := number(0).Quo(a[r][i], a[i][i])
			for c := i; c < d; c++ {
				a[r][c] = number(0).Sub(a[r][c], number(0).Mul(factor, a[i][c]))
			}
			b[r][0] = number(0).Sub(b[r][0], number(0).Mul(factor, b[i][0]))
		}
	}
	for i := range d {
		value, _ := number(0).Quo(b[i][0], a[i][i]).Float64()
		w.Set(i, 0, value)
	}
	return w
}

// preciseSpectrum returns the eigenvalues of a symmetric matrix, descending, and its
// eigenvectors as columns, by Jacobi's rotations.
func preciseSpectrum(of precise) (values []*big.Float, v precise) {
	d := len(of)
	a := newPrecise(d, d, 1, func(i, j, _ int) *big.Float { return of[i][j] })
	v = newPrecise(d, d, 1, func(i, j, _ int) *big.Float {
		if i == j {
			return number(1)
		}
		return number(0)
	})
	trace := number(0)
	for i := range d {
		trace.Add(trace, a[i][i])
	}
	least := number(0).Mul(trace, trace)
	least.SetMantExp(least, -600) // of columns that repeat each other rounding is left
	for turned := true; turned; {
		turned = false
		for p := range d {
			for q := p + 1; q < d; q++ {
				square := number(0).Mul(a[p][q], a[p][q])
				bound := number(0).Mul(a[p][p], a[q][q])
				if square.Cmp(bound.SetMantExp(bound, -500)) <= 0 || square.Cmp(least) <= 0 {
					continue
				}
				turned = true
				annihilate(a, v, p, q)
			}
		}
	}
	for i := range d {
		for j := i + 1; j < d; j++ {
			if a[j][j].Cmp(a[i][i]) > 0 {
				a[i][i], a[j][j] = a[j][j], a[i][i]
				for r := range d {
					v[r][i], v[r][j] = v[r][j], v[r][i]
				}
			}
		}
		values = append(values, a[i][i])
	}
	return values, v
}

// annihilate makes entry (p, q) of a zero by a plane rotation, which v joins.
func annihilate(a, v precise, p, q int) {
	zeta := number(0).Sub(a[q][q], a[p][p])
	zeta.Quo(zeta, number(0).Mul(number(2), a[p][q]))
	root := number(0).Mul(zeta, zeta)
	root.Sqrt(root.Add(root, number(1)))
	if zeta.Sign() < 0 {
		root.Neg(root)
	}
	tangent := number(0).Quo(number(1), number(0).Add(zeta, root))
	cosine := number(0).Mul(tangent, tangent)
	cosine.Quo(number(1), cosine.Sqrt(cosine.Add(cosine, number(1))))
	sine := number(0).Mul(cosine, tangent)
	turn := func(x, y **big.Float) {
		cx, sy := number(0).Mul(cosine, *x), number(0).Mul(sine, *y)
		sx, cy := number(0).Mul(sine, *x), number(0).Mul(cosine, *y)
		*x, *y = cx.Sub(cx, sy), sx.Add(sx, cy)
	}
	for r := range a {
		turn(&a[r][p], &a[r][q])
		turn(&v[r][p], &v[r][q])
	}
	for c := range a {
		turn(&a[p][c], &a[q][c])
	}
}

// TestDriftBeyondRounding takes targets of which a direction is so small that λσ̃² is lost in the
// rounding of σ_1² at λ = 0.01. With labels that w takes in divided by λ, its way between both λ is
// that of a hundred digits; with aligned labels, which leave it where it is (thm:alignment), that
// small direction would make rounding of it, and the way is unknown.
func TestDriftBeyondRounding(t *testing.T) {
	for seed := range uint64(20) {
		rng := testutil.NewRand(15, seed)
		const d, n, small = 5, 40, 1e-5
		data := scaledPair(rng, n, slices.Repeat([]float64{1}, d))
		data.Source.X.Scale(1e4, data.Source.X)
		turn := Gaussian(rng, d, d)
		linalg.Orthonormalize(context.Background(), turn)
		along := mat.DenseCopyOf(turn)
		floats.Scale(small, along.RawRowView(d-1))
		along.Mul(turn.T(), along)
		data.Target.X.Mul(mat.DenseCopyOf(data.Target.X), along)
		params := Params{K: 3, KTilde: 3, Lambda: 1, Epochs: 1}
		for _, aligned := range []bool{false, true} {
			p := prepared(t, data)
			if aligned {
				data.Task, data.Source.Y = Regression, mat.Col(nil, 0, linalg.Product(data.Source.X, mat.NewDense(d, 1, mat.Col(nil, 0, p.Src.V))))
				p = prepared(t, data)
			}
			if roundoffBound(d)*math.Pow(p.Src.Sigma[0], 2) < 1e-2*math.Pow(p.Tgt.Sigma[d-1], 2) {
				t.Fatalf("seed %d: nothing is lost", seed)
			}
			theory := testutil.Must(NewSolver(p).Theory(context.Background(), params))
			if aligned {
				if !math.IsNaN(theory.LambdaDrift) {
					t.Errorf("seed %d: w of aligned labels moves by %v", seed, theory.LambdaDrift)
				}
				continue
			}
			low, high := params, params
			low.Lambda, high.Lambda = 1e-2, 1e2
			want := relativeChange(preciseWeights(data, low), preciseWeights(data, high))
			testutil.Near(t, theory.LambdaDrift, want, 1e-9, seed)
		}
	}
}
