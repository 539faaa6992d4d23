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

// A HeldOut is how well least squares predicts rows of the source that it was not fitted to.
type HeldOut struct {
	// Rows were held out, in so many Folds: the rows of each at once, while all other rows of the
	// source were fitted. Alike tells that their features are all the same.
	Rows, Folds int
	Alike       bool
	// Heads has a score for fits within the first K right singular vectors of the source, for K =
	// 1, 2, 4, … and last for all of its rank.
	Heads []HeldOutScore
	// Chance is the share of shuffles of the labels that the best of the fits ranks as well as the
	// labels; 0 where the ranks leave no doubt, NaN where no rows are held out.
	Chance float64
}

// A HeldOutScore is that of the fits within K directions.
type HeldOutScore struct {
	K int
	// Score is the accuracy or, of a regression, the mean squared error; StandardError is its own.
	Score, StandardError float64
	// Explained is the share of the squared error of guessing the means of the ±1 outputs, or of the
	// labels, that the fits take away; negative where they do worse.
	Explained float64
}

const (
	// heldOutProducts bounds the multiplications that rows held out may cost, and fewestHeldOut
	// rows are held out whatever they do.
	heldOutProducts = 300_000_000
	fewestHeldOut   = 200
	// seldom is how often labels of chance are called learnable at most.
	seldom = 0.05
)

// Score is that of all directions: of least squares by the pseudo-inverse.
func (h *HeldOut) Score() HeldOutScore { return h.Heads[len(h.Heads)-1] }

// Learnable tells whether the fits rank the rows by their label better than they rank the rows by
// shuffled labels in all but one of 20 cases. known is false where so few rows can't tell.
func (h *HeldOut) Learnable() (learnable, known bool) {
	const fewest = 20
	learnable = h.Chance <= seldom
	return learnable, learnable || h.Alike || h.Rows >= fewest
}

// Tail tells how much of what can be learned lies beyond the first half of the directions, by the
// squared error of rows held out, if that is more than half of it: then LAR, which keeps the leading
// directions, is not for this label. Of fewer than eight directions nothing is told.
func (h *HeldOut) Tail() (head int, beyond float64, ok bool) {
	const fewest, most = 8, 0.5
	rank, within, all := h.Score().K, 0.0, 0.0
	for _, at := range h.Heads {
		if math.IsNaN(at.Explained) {
			continue
		}
		all = math.Max(all, at.Explained)
		if 2*at.K <= rank {
			head, within = at.K, math.Max(within, at.Explained)
		}
	}
	beyond = 1 - within/all
	learnable, known := h.Learnable()
	return head, beyond, rank >= fewest && learnable && known && beyond > most
}

// HeldOut holds out rows of the source, in Folds by seed and groups, and scores least squares on them. Moments
// of a fold subtract from those of all rows: in the coordinates Z = XVΣ⁻¹ of the source's
// directions within its rank, which is that of all folds, the fit to all rows but those F of a
// fold predicts
//
//	ŷ_F = y_F − (I − H)⁻¹(y_F − Z_FZᵀy), H = Z_FZ_Fᵀ
//
// and where a fold alone holds a direction, so that I − H is singular, the fit is that of least
// norm. Of a source whose rows are not all held, folds are of those that are; where there are no
// folds, and in a first look, the score is unknown. The last result is remembered and, without groups, saved with p. The
// error is ctx's.
func (p *Problem) HeldOut(ctx context.Context, seed uint64, groups []int) (*HeldOut, error) {
	r := p.reserve
	r.Lock()
	defer r.Unlock()
	if r.HeldOut != nil && r.seed == seed && slices.Equal(r.groups, groups) {
		return r.HeldOut, nil
	}
	held, err := p.holdOut(ctx, seed, groups)
	if err == nil {
		r.HeldOut, r.seed, r.groups = held, seed, groups
	}
	return held, err
}

// A reserve is what was held out of a source, by a seed and groups; nil before that was wanted. less
// are the sides of the source without the rows of each of folds, as far as these were wanted.
type reserve struct {
	sync.Mutex
	*HeldOut
	seed   uint64
	groups []int
	folds  [][]int
	less   []*Side
}

// holdOut is HeldOut without memory.
func (p *Problem) holdOut(ctx context.Context, seed uint64, groups []int) (*HeldOut, error) {
	rank := max(p.Src.Rank, p.Src.graded, 1)
	folds := p.Folds(seed, groups, min(mostHeldOut, max(fewestHeldOut, heldOutProducts/(p.dim*rank))))
	if folds == nil || p.look {
		nan := math.NaN()
		return &HeldOut{Heads: []HeldOutScore{{rank, nan, nan, nan}}, Chance: nan}, nil
	}
	rows, labels := slices.Concat(folds...), []float64{}
	for _, row := range rows {
		labels = append(labels, p.Source.Y[row])
	}
	y, of := p.Targets(labels), members(rows, groups)
	r := p.newReserved(folds, y, rank)
	predicted, err := r.predictAll(ctx, y)
	if err != nil {
		return nil, err
	}
	h := &HeldOut{Folds: len(folds), Rows: len(rows), Alike: r.alike, Chance: 1}
	means := p.outputMeans()
	for at, k := range r.heads {
		score := p.Task.scoreHeldOut(k, labels, y, predicted[at], means, of)
		if p.Src.tie("", "", k) != "" { // the first k directions are arbitrary
			score = HeldOutScore{k, math.NaN(), math.NaN(), math.NaN()}
		}
		h.Heads = append(h.Heads, score)
	}
	if !r.alike {
		h.Chance, err = p.chance(ctx, r, predicted, labels, of, seed)
	}
	return h, err
}

// chance returns the share of shuffles of the labels of rows held out that the best of the fits ranks
// as well as the labels, each shuffle with fits of its own: fits to one fold learn the labels of the
// others, so that no formula has the level. A group takes the labels of another, each of these about as
// often as rows. It ends where more than seldom of the shuffles are ranked as well, or where chance
// does not come near.
func (p *Problem) chance(ctx context.Context, r *reserved, predicted []*mat.Dense, labels []float64, groups []int, seed uint64) (float64, error) {
	const (
		batch, most = 20, 5
		products    = 10_000_000
		ranking     = 100 // multiplications take as long as ranking a row
		sure        = 6   // standard errors, were the fits fixed; with their own errors √2 of that
	)
	n, c := len(labels), p.C
	var starts []int
	for i := range groups {
		if i == 0 || groups[i] != groups[i-1] {
			starts = append(starts, i)
		}
	}
	units, reached := len(starts), agreements(predicted, p.Targets(labels), c)[0]
	starts = append(starts, n)
	if reached*math.Sqrt(float64(units)) > sure {
		return 0, nil
	}
	random := rand.New(rand.NewPCG(seed, 0x73687566)) // a stream of its own
	shuffles := batch * max(1, min(most, products/(batch*n*c*(r.heads[len(r.heads)-1]+ranking))))
	asWell, done := 0.0, 0.0
	for done < float64(shuffles) && 1+asWell <= seldom*float64(1+shuffles) {
		y := mat.NewDense(n, batch*c, nil)
		for at := range batch {
			var shuffled []float64
			for to, from := range random.Perm(units) {
				rows, given := starts[to+1]-starts[to], labels[starts[from]:starts[from+1]]
				for i := range rows {
					shuffled = append(shuffled, given[i*len(given)/rows])
				}
			}
			y.Slice(0, n, at*c, (at+1)*c).(*mat.Dense).Copy(p.Targets(shuffled))
		}
		predicted, err := r.predictAll(ctx, y)
		if err != nil {
			return 0, err
		}
		const rounding = 1e-9
		for _, agreement := range agreements(predicted, y, c) {
			asWell += oneIf(agreement >= reached-rounding)
		}
		done += batch
	}
	return (1 + asWell) / (1 + done), nil
}

// agreements returns, for every c columns of y, by how much the best of the fits agrees with them in
// the order of the rows: the mean of Spearman's correlations, which for two classes is 2·AUC − 1 by a
// factor (Mann and Whitney 1947); 0 at least, which guessing has.
func agreements(predicted []*mat.Dense, y *mat.Dense, c int) []float64 {
	targets := ranked(y)
	best := make([]float64, len(targets)/c)
	for _, fit := range predicted {
		ranks := ranked(fit)
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

// ranked returns the ranks of the rows in each column.
func ranked(m *mat.Dense) [][]float64 {
	columns := make([][]float64, m.RawMatrix().Cols)
	for j := range columns {
		columns[j], _ = linalg.Midranks(mat.Col(nil, j, m))
	}
	return columns
}

// A reserved is rows of the source that are held out, fold after fold.
type reserved struct {
	folds [][]int
	heads []int      // numbers of directions
	z     *mat.Dense // Z of these rows
	sigma []float64
	// others is Zᵀy of the rows that are not held out (rank×c).
	others *mat.Dense
	// singular is below which an eigenvalue of I − H is taken for zero.
	singular float64
	// alike tells that the features of all rows are the same.
	alike bool
}

// newReserved holds out folds of rows with the targets y.
func (p *Problem) newReserved(folds [][]int, y *mat.Dense, rank int) *reserved {
	n, c := y.Dims()
	x := mat.NewDense(n, p.dim, nil)
	r := &reserved{folds: folds, sigma: slices.Clone(p.Src.Sigma[:rank]), alike: true}
	if p.Src.Rank == 0 { // of rows that are all zero, as any σ leaves them
		r.sigma[0] = 1
	}
	for k := 1; k < rank; k *= 2 {
		r.heads = append(r.heads, k)
	}
	r.heads = append(r.heads, rank)
	for to, from := range slices.Concat(folds...) {
		x.SetRow(to, p.work.Source.X.RawRowView(from))
		r.alike = r.alike && slices.Equal(p.Source.X.RawRowView(from), p.Source.X.RawRowView(folds[0][0]))
	}
	r.z = linalg.Product(x, p.Src.V.Slice(0, p.dim, 0, rank).(*mat.Dense))
	r.others = mat.DenseCopyOf(p.bSource.Slice(0, rank, 0, c))
	for i := range n {
		floats.Div(r.z.RawRowView(i), r.sigma)
	}
	for j, sigma := range r.sigma {
		floats.Scale(1/sigma, r.others.RawRowView(j))
	}
	r.others.Sub(r.others, linalg.ProductT(r.z, y))
	// Squares of σ are as exact as the largest is.
	const least, most = 1e-9, 0.5
	r.singular = max(least, min(most, roundoff(max(p.Src.N, p.D))*math.Pow(r.sigma[0]/r.sigma[rank-1], 2)))
	return r
}

// predictAll returns what the rows are predicted to be by the fits within the directions of each of
// the heads, where their targets are y: c columns of these, or several times as many.
func (r *reserved) predictAll(ctx context.Context, y *mat.Dense) (predicted []*mat.Dense, err error) {
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
		part := func(m *mat.Dense) *mat.Dense { return m.Slice(start, end, 0, m.RawMatrix().Cols).(*mat.Dense) }
		f, from := &fold{part(y), part(r.z), b, mat.NewDense(len(rows), columns, nil), r.sigma, r.singular}, 0
		for at, k := range r.heads {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			f.widen(from, k)
			part(predicted[at]).Copy(f.predict(k))
			from = k
		}
		start = end
	}
	return predicted, nil
}

// A fold is rows that are held out at once.
type fold struct {
	y *mat.Dense // f×c
	z *mat.Dense // Z_F, f×rank
	// b is Zᵀy of all rows (rank×c); fitted is Z_FZᵀy (f×c) of the first directions.
	b, fitted *mat.Dense
	sigma     []float64
	singular  float64
}

// widen takes the directions from one to another.
func (f *fold) widen(from, to int) {
	n, c := f.y.Dims()
	part := f.z.Slice(0, n, from, to).(*mat.Dense)
	f.fitted.Add(f.fitted, linalg.Product(part, f.b.Slice(from, to, 0, c).(*mat.Dense)))
}

// predict returns what the rows held out are predicted to be (f×c) by the fit to all others
// within the first k directions, to which widen has come. Where these are fewer than the rows
// (I − ZZᵀ)⁻¹ = I + Z(I − ZᵀZ)⁻¹Zᵀ takes less.
func (f *fold) predict(k int) *mat.Dense {
	n, _ := f.y.Dims()
	z := f.z.Slice(0, n, 0, k).(*mat.Dense)
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
		return f.leastNorm(z)
	}
	if k < n {
		predicted.Mul(z, &solved)
		predicted.Sub(f.fitted, &predicted)
	} else {
		predicted.Sub(f.y, &solved)
	}
	return &predicted
}

// leastNorm is predict where the fold holds directions that no other row does, z being its rows
// in the first ones. In the coordinates of Z the fit solves (I − Z_FᵀZ_F)u = g, of which ‖Σ⁻¹u‖
// is to be least.
func (f *fold) leastNorm(z *mat.Dense) *mat.Dense {
	_, k := z.Dims()
	_, c := f.y.Dims()
	var h mat.SymDense
	h.SymOuterK(1, z)
	var eigen mat.EigenSym
	eigen.Factorize(&h, true) // it is finite and symmetric
	var q, g, along mat.Dense
	eigen.VectorsTo(&q)
	theta := eigen.Values(nil)
	g.Mul(z.T(), f.y)
	g.Sub(f.b.Slice(0, k, 0, c), &g)
	var open []int
	p := linalg.ProductT(z, &q) // k×f, eigenvectors of Z_FᵀZ_F once scaled
	for i, value := range theta {
		length := math.Sqrt(math.Max(value, 0))
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
	along.Mul(p.T(), &g)
	for i, value := range theta {
		factor := -1.0 // what no other row holds of g is rounding
		if 1-value > f.singular {
			factor = value / (1 - value)
		}
		floats.Scale(factor, along.RawRowView(i))
	}
	var u mat.Dense
	u.Mul(p, &along)
	u.Add(&u, &g)
	if len(open) > 0 {
		free, scaled := mat.NewDense(k, len(open), nil), mat.NewDense(k, len(open), nil)
		target := mat.DenseCopyOf(&u)
		for j := range k {
			for to, i := range open {
				free.Set(j, to, p.At(j, i))
				scaled.Set(j, to, p.At(j, i)/f.sigma[j])
			}
			floats.Scale(-1/f.sigma[j], target.RawRowView(j))
		}
		var shift, moved mat.Dense
		_ = shift.Solve(scaled, target) // of what is ill-conditioned there is an answer, or none
		if !shift.IsEmpty() && linalg.Finite(&shift) {
			moved.Mul(free, &shift)
			u.Add(&u, &moved)
		}
	}
	var predicted mat.Dense
	predicted.Mul(z, &u)
	return &predicted
}

func oneIf(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// outputMeans returns the means of the outputs that the rows of the source are fitted to: what one
// predicts without features, by the rows held out too, so that no such guess is better.
func (p *Problem) outputMeans() []float64 {
	means := make([]float64, p.C)
	targets := p.Targets(p.Source.Y)
	for i := range p.Source.Y {
		floats.AddScaled(means, 1/float64(len(p.Source.Y)), targets.RawRowView(i))
	}
	return means
}

// groupedMean returns the mean of values and its standard error, where those of one group, which
// stand together, may hang together: that of the sums of the groups' differences from the mean.
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

// scoreHeldOut scores predictions of the fits within k directions for rows of these groups, beside the
// means of the outputs.
func (t Task) scoreHeldOut(k int, labels []float64, y, predicted *mat.Dense, means []float64, groups []int) HeldOutScore {
	values, squares, guessed := make([]float64, len(labels)), 0.0, 0.0
	classes := t.Predict(predicted)
	for i := range values {
		at := y.RawRowView(i)
		square := math.Pow(floats.Distance(at, predicted.RawRowView(i), 2), 2)
		squares, guessed = squares+square, guessed+math.Pow(floats.Distance(at, means, 2), 2)
		values[i] = square
		if t != Regression {
			values[i] = oneIf(classes[i] == labels[i])
		}
	}
	s := HeldOutScore{K: k, Explained: 1 - squares/guessed}
	s.Score, s.StandardError = groupedMean(values, groups)
	return s
}
