package model

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"larui/model/linalg"
)

// A HeldOut measures how well least squares predicts source rows that are held out of the fit.
type HeldOut struct {
	// Rows is the number of held-out rows, which form Folds folds. For each fold, all other rows of
	// the source are fitted. Alike reports whether all held-out rows have equal features.
	Rows, Folds int
	Alike       bool
	// Heads has the scores of fits in the span of the first K right singular vectors of the source,
	// for K = 1, 2, 4, … and last for K equal to the rank.
	Heads []HeldOutScore
	// Chance is the p value of a permutation test: the share of label shuffles whose fits rank the
	// held-out rows at least as well as fits to the true labels do. It is 0 if fits to the true
	// labels rank the rows so well that no shuffle is needed. It is 1 if Alike, and NaN if no rows
	// are held out.
	Chance float64
}

// A HeldOutScore is the score of the fits in the span of the first K right singular vectors.
type HeldOutScore struct {
	K int
	// Score is the accuracy or, for regression, the mean squared error. StandardError is its
	// standard error.
	Score, StandardError float64
	// Explained is 1 − e/e₀, where e is the squared error of the fits, and e₀ the squared error of
	// guessing the mean of each output. It is negative if guessing is better.
	Explained float64
}

const (
	// HeldOut holds out as many rows as about heldOutProducts multiplications allow, but at least
	// about fewestHeldOut rows.
	heldOutProducts = 300_000_000
	fewestHeldOut   = 200
	// significance is the largest probability that IsLearnable returns true for random labels.
	significance = 0.05
)

// Score returns the score of fits in the span of all right singular vectors up to the rank.
func (h *HeldOut) Score() HeldOutScore { return h.Heads[len(h.Heads)-1] }

// IsLearnable reports whether fits to the true labels rank the held-out rows better than fits to
// shuffled labels do, at significance level 0.05. known is false if there are too few rows to
// decide.
func (h *HeldOut) IsLearnable() (learnable, known bool) {
	const fewest = 20
	learnable = h.Chance <= significance
	return learnable, learnable || h.Alike || h.Rows >= fewest
}

// TailShare returns the share of the best HeldOutScore.Explained that is lost if fits use only
// leading directions. The number of these directions is head, at most half of the rank. ok reports
// whether the share is above one half, so that LAR, which keeps leading directions, does not suit
// the labels. ok is false for a rank below eight, or if the labels are not known to be learnable.
func (h *HeldOut) TailShare() (head int, share float64, ok bool) {
	const fewest, enough = 8, 0.5
	rank, within, all := h.Score().K, 0.0, 0.0
	for _, at := range h.Heads {
		if math.IsNaN(at.Explained) {
			continue
		}
		all = max(all, at.Explained)
		if 2*at.K <= rank {
			head, within = at.K, max(within, at.Explained)
		}
	}
	share = 1 - within/all
	learnable, known := h.IsLearnable()
	return head, share, rank >= fewest && learnable && known && share > enough
}

// HeldOut scores least-squares fits on held-out source rows, in folds from DrawFolds with seed and
// groups. If the source holds only some rows, the folds consist of these rows. The scores are NaN
// if there are no folds, or in a problem from FirstLook. p stores the last result, and Save saves
// it if groups is nil. The error is the error of ctx.
//
// Let Z = XVΣ⁻¹ up to the source's rank. The fit to the rows outside a fold F predicts for F
//
//	ŷ_F = y_F − (I − H)⁻¹(y_F − Z_FZᵀy), H = Z_FZ_Fᵀ.
//
// If some direction occurs only in F, I − H is singular and the fit has least norm.
func (p *Problem) HeldOut(ctx context.Context, seed uint64, groups []int) (*HeldOut, error) {
	r := p.foldCache
	r.Lock()
	defer r.Unlock()
	if r.HeldOut != nil && r.seed == seed && slices.Equal(r.groups, groups) {
		return r.HeldOut, nil
	}
	held, err := p.computeHeldOut(ctx, seed, groups)
	if err == nil {
		r.HeldOut, r.seed, r.groups = held, seed, groups
	}
	return held, err
}

// A foldCache stores the last result of Problem.HeldOut, nil if there is none, with its seed and
// groups. sides[i] has the moments and spectrum of the source without the rows of folds[i].
type foldCache struct {
	sync.Mutex
	*HeldOut
	seed   uint64
	groups []int
	folds  [][]int
	sides  []*Side
}

func (p *Problem) computeHeldOut(ctx context.Context, seed uint64, groups []int) (*HeldOut, error) {
	rank := max(p.Src.Rank, p.Src.graded, 1)
	folds := p.DrawFolds(seed, groups, min(mostHeldOut, max(fewestHeldOut, heldOutProducts/(p.dim*rank))))
	if folds == nil || p.isFirstLook {
		return &HeldOut{Heads: []HeldOutScore{{rank, nan, nan, nan}}, Chance: nan}, nil
	}
	rows := slices.Concat(folds...)
	labels := p.Source.PickRows(rows).Y
	y, of := p.Targets(labels), rowGroups(rows, groups)
	r := p.newHeldOutRows(folds, y, rank)
	predicted := r.predictAll(ctx, y)
	h := &HeldOut{Folds: len(folds), Rows: len(rows), Alike: r.alike, Chance: 1}
	means := p.labelMeans()
	for at, k := range r.heads {
		score := p.Task.scoreHeldOut(k, labels, y, predicted[at], means, of)
		if p.Src.tieMessage("", "", k) != "" { // the first k directions are arbitrary
			score = HeldOutScore{k, nan, nan, nan}
		}
		h.Heads = append(h.Heads, score)
	}
	if !r.alike {
		h.Chance = p.permutationPValue(ctx, r, predicted, labels, of, seed)
	}
	return h, ctx.Err()
}

// permutationPValue returns HeldOut.Chance. A shuffle gives each group the labels of another group.
// permutationPValue stops once the share is sure to exceed significance. The result is meaningless
// once ctx is done.
func (p *Problem) permutationPValue(ctx context.Context, r *heldOutRows, predicted []*mat.Dense, labels []float64, groups []int, seed uint64) float64 {
	const (
		batch, most = 20, 5
		products    = 10_000_000
		ranking     = 100 // the number of multiplications that take as long as ranking a row
		sure        = 6   // the number of standard errors above which no shuffle is needed
	)
	n, c := len(labels), p.C
	var starts []int
	for i := range groups {
		if i == 0 || groups[i] != groups[i-1] {
			starts = append(starts, i)
		}
	}
	units, reached := len(starts), rankAgreements(predicted, p.Targets(labels), c)[0]
	starts = append(starts, n)
	if reached*math.Sqrt(float64(units)) > sure {
		return 0
	}
	random := rand.New(rand.NewPCG(seed, 0x73687566)) // a separate random stream
	shuffles := batch * max(1, min(most, products/(batch*n*c*(r.heads[len(r.heads)-1]+ranking))))
	asWell, done := 0.0, 0.0
	for done < float64(shuffles) && 1+asWell <= significance*float64(1+shuffles) && ctx.Err() == nil {
		y := mat.NewDense(n, batch*c, nil)
		for at := range batch {
			var shuffled []float64
			for to, from := range random.Perm(units) {
				rows, given := starts[to+1]-starts[to], labels[starts[from]:starts[from+1]]
				for i := range rows {
					shuffled = append(shuffled, given[i*len(given)/rows])
				}
			}
			linalg.SliceColumns(y, at*c, (at+1)*c).Copy(p.Targets(shuffled))
		}
		const rounding = 1e-9
		for _, agreement := range rankAgreements(r.predictAll(ctx, y), y, c) {
			asWell += indicator(agreement >= reached-rounding)
		}
		done += batch
	}
	return (1 + asWell) / (1 + done)
}

// rankAgreements returns, for each set of c adjacent columns of y, the best rank agreement of any
// fit: the mean of Spearman's correlations between the fit's predictions and these columns, but at
// least 0. For two classes the agreement is proportional to 2·AUC − 1 (Mann and Whitney 1947).
func rankAgreements(predicted []*mat.Dense, y *mat.Dense, c int) []float64 {
	targets := rankColumns(y)
	best := make([]float64, len(targets)/c)
	for _, fit := range predicted {
		ranks := rankColumns(fit)
		for at := range best {
			sum := 0.0
			for j := at * c; j < (at+1)*c; j++ {
				if rho := stat.Correlation(ranks[j], targets[j], nil); !math.IsNaN(rho) {
					sum += rho
				}
			}
			best[at] = max(best[at], sum/float64(c))
		}
	}
	return best
}

func rankColumns(m *mat.Dense) [][]float64 {
	columns := make([][]float64, m.RawMatrix().Cols)
	for j := range columns {
		columns[j], _ = linalg.Midranks(mat.Col(nil, j, m))
	}
	return columns
}

// A heldOutRows holds the source rows that are held out, in the order of the folds.
type heldOutRows struct {
	folds [][]int
	heads []int      // the numbers of directions K in HeldOut.Heads
	z     *mat.Dense // the rows in coordinates of XVΣ⁻¹
	sigma []float64
	// others is Zᵀy (rank×c) over the rows that are not held out, where Z = XVΣ⁻¹.
	others *mat.Dense
	// singular is the limit below which an eigenvalue of I − Z_FZ_Fᵀ counts as zero, for the rows Z_F
	// of a fold in z.
	singular float64
	alike    bool
}

// newHeldOutRows returns the rows of all folds for fits in the span of the first rank singular
// vectors. y has the targets of these rows.
func (p *Problem) newHeldOutRows(folds [][]int, y *mat.Dense, rank int) *heldOutRows {
	n, c := y.Dims()
	rows := slices.Concat(folds...)
	r := &heldOutRows{folds: folds, sigma: slices.Clone(p.Src.Sigma[:rank]), alike: true}
	if p.Src.Rank == 0 { // all rows are zero; avoid a division by zero
		r.sigma[0] = 1
	}
	for k := 1; k < rank; k *= 2 {
		r.heads = append(r.heads, k)
	}
	r.heads = append(r.heads, rank)
	for _, row := range rows {
		r.alike = r.alike && slices.Equal(p.Source.X.RawRowView(row), p.Source.X.RawRowView(rows[0]))
	}
	r.z = linalg.Product(linalg.PickRows(p.work.Source.X, rows), linalg.SliceColumns(p.Src.V, 0, rank))
	r.others = mat.DenseCopyOf(p.bSource.Slice(0, rank, 0, c))
	for i := range n {
		floats.Div(r.z.RawRowView(i), r.sigma)
	}
	for j, sigma := range r.sigma {
		floats.Scale(1/sigma, r.others.RawRowView(j))
	}
	r.others.Sub(r.others, linalg.ProductT(r.z, y))
	// singular is the relative rounding error of the smallest σ². Every σ² has about the same
	// absolute error.
	const lowest, highest = 1e-9, 0.5
	r.singular = max(lowest, min(highest, roundoffBound(max(p.Src.N, p.D))*math.Pow(r.sigma[0]/r.sigma[rank-1], 2)))
	return r
}

// predictAll returns predictions for all rows by fits to the targets y, for each number of
// directions in heads. y may hold several sets of targets, each of c columns. The result is
// meaningless once ctx is done.
func (r *heldOutRows) predictAll(ctx context.Context, y *mat.Dense) (predicted []*mat.Dense) {
	n, columns := y.Dims()
	b := linalg.ProductT(r.z, y)
	for j := range r.sigma {
		at, others := b.RawRowView(j), r.others.RawRowView(j)
		for i := range at {
			at[i] += others[i%len(others)]
		}
	}
	for range r.heads {
		predicted = append(predicted, mat.NewDense(n, columns, nil))
	}
	start := 0
	for _, rows := range r.folds {
		end := start + len(rows)
		part := func(m *mat.Dense) *mat.Dense { return linalg.SliceRows(m, start, end) }
		f, from := &heldOutFold{part(y), part(r.z), b, mat.NewDense(len(rows), columns, nil), r.sigma, r.singular}, 0
		for at, k := range r.heads {
			if ctx.Err() != nil {
				return predicted
			}
			f.addDirections(from, k)
			part(predicted[at]).Copy(f.predict(k))
			from = k
		}
		start = end
	}
	return predicted
}

type heldOutFold struct {
	y *mat.Dense // f×c
	z *mat.Dense // Z_F, f×rank
	// b is Zᵀy over all rows of the source, where Z = XVΣ⁻¹. fitted is Z_F·b for the rows Z_F of the
	// fold, in the directions added so far.
	b, fitted *mat.Dense
	sigma     []float64
	singular  float64
}

func (f *heldOutFold) addDirections(from, to int) {
	f.fitted.Add(f.fitted, linalg.Product(linalg.SliceColumns(f.z, from, to), linalg.SliceRows(f.b, from, to)))
}

// predict returns predictions (f×c) for the f rows of the fold by the fit to all other rows, in the
// first k directions. addDirections must have added these directions. If k < f, a smaller inverse
// is enough: (I − zzᵀ)⁻¹ = I + z(I − zᵀz)⁻¹zᵀ, where z (f×k) has the fold's rows of XVΣ⁻¹.
func (f *heldOutFold) predict(k int) *mat.Dense {
	n, _ := f.y.Dims()
	z := linalg.SliceColumns(f.z, 0, k)
	var kept mat.SymDense // I − ZZᵀ or I − ZᵀZ
	var residual, solved, predicted mat.Dense
	residual.Sub(f.y, f.fitted)
	if k < n {
		kept.SymOuterK(-1, z.T())
		solved.Mul(z.T(), &residual)
	} else {
		solved.CloneFrom(&residual)
		kept.SymOuterK(-1, z)
	}
	for i := range kept.SymmetricDim() {
		kept.SetSym(i, i, 1+kept.At(i, i))
	}
	var cholesky mat.Cholesky
	if !cholesky.Factorize(&kept) || !(mat.Norm(&kept, 1)/cholesky.Cond() > f.singular) || cholesky.SolveTo(&solved, &solved) != nil {
		return f.predictLeastNorm(z)
	}
	if k < n {
		predicted.Mul(z, &solved)
		predicted.Sub(f.fitted, &predicted)
	} else {
		predicted.Sub(f.y, &solved)
	}
	return &predicted
}

// predict calls predictLeastNorm if some directions occur only in the fold, so that several fits to
// the other rows are equally good. It returns z·u, where u is the solution with least ‖Σ⁻¹u‖ of
//
//	(I − zᵀz)u = Zᵀy over the other rows.
func (f *heldOutFold) predictLeastNorm(z *mat.Dense) *mat.Dense {
	_, k := z.Dims()
	_, c := f.y.Dims()
	var h mat.SymDense
	h.SymOuterK(1, z)
	var eigen mat.EigenSym
	eigen.Factorize(&h, true) // cannot fail, because h is finite
	var q mat.Dense
	eigen.VectorsTo(&q)
	theta := eigen.Values(nil)
	g := linalg.MultiplyAny(z.T(), f.y)
	g.Sub(f.b.Slice(0, k, 0, c), g)
	var open []int
	p := linalg.ProductT(z, &q) // k×f; the loop scales the columns to eigenvectors of Z_FᵀZ_F
	for i, value := range theta {
		length := math.Sqrt(max(value, 0))
		for j := range k {
			if value > f.singular {
				p.Set(j, i, p.At(j, i)/length)
			} else {
				p.Set(j, i, 0)
			}
		}
		if 1-value <= f.singular {
			open = append(open, i)
		}
	}
	along := linalg.MultiplyAny(p.T(), g)
	for i, value := range theta {
		factor := -1.0 // remove rounding errors from directions that occur only in the fold
		if 1-value > f.singular {
			factor = value / (1 - value)
		}
		floats.Scale(factor, along.RawRowView(i))
	}
	u := linalg.MultiplyAny(p, along)
	u.Add(u, g)
	if len(open) > 0 {
		free, scaled := mat.NewDense(k, len(open), nil), mat.NewDense(k, len(open), nil)
		target := mat.DenseCopyOf(u)
		for j := range k {
			for to, i := range open {
				free.Set(j, to, p.At(j, i))
				scaled.Set(j, to, p.At(j, i)/f.sigma[j])
			}
			floats.Scale(-1/f.sigma[j], target.RawRowView(j))
		}
		var shift mat.Dense
		_ = shift.Solve(scaled, target) // an ill-conditioned system may have no solution
		if !shift.IsEmpty() && linalg.IsFinite(&shift) {
			u.Add(u, linalg.MultiplyAny(free, &shift))
		}
	}
	return linalg.MultiplyAny(z, u)
}

func indicator(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

func (p *Problem) labelMeans() []float64 {
	means := make([]float64, p.C)
	targets := p.Targets(p.Source.Y)
	for i := range p.Source.Y {
		floats.AddScaled(means, 1/float64(len(p.Source.Y)), targets.RawRowView(i))
	}
	return means
}

// groupedMean returns the mean of values and the standard error of the mean. The standard error
// allows for correlated values within a group. Values of a group must be adjacent.
func groupedMean(values []float64, groups []int) (mean, standardError float64) {
	mean = stat.Mean(values, nil)
	sum, squares, count := 0.0, 0.0, 0.0
	for i, v := range values {
		sum += v - mean
		if i+1 == len(values) || groups[i+1] != groups[i] {
			squares += sum * sum
			sum = 0
			count++
		}
	}
	return mean, math.Sqrt(squares*count/(count-1)) / float64(len(values))
}

func (t Task) scoreHeldOut(k int, labels []float64, y, predicted *mat.Dense, means []float64, groups []int) HeldOutScore {
	values, squares, guessed := make([]float64, len(labels)), 0.0, 0.0
	classes := t.Predict(predicted)
	for i := range values {
		at := y.RawRowView(i)
		square := math.Pow(floats.Distance(at, predicted.RawRowView(i), 2), 2)
		squares, guessed = squares+square, guessed+math.Pow(floats.Distance(at, means, 2), 2)
		values[i] = square
		if t != Regression {
			values[i] = indicator(classes[i] == labels[i])
		}
	}
	s := HeldOutScore{K: k, Explained: 1 - squares/guessed}
	s.Score, s.StandardError = groupedMean(values, groups)
	return s
}
