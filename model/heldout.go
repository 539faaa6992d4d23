package model

import (
	"context"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"larui/model/linalg"
)

// A HeldOut is how well least squares predicts rows of the source that it was not fitted to.
type HeldOut struct {
	// Rows were held out, in so many Folds: the rows of each at once, while all other rows of the
	// source were fitted.
	Rows, Folds int
	// Heads has a score for fits within the first K right singular vectors of the source, for K =
	// 1, 2, 4, … and last for all of its rank.
	Heads []HeldOutScore
}

// A HeldOutScore is that of the fits within K directions.
type HeldOutScore struct {
	K int
	// Score is the accuracy or, of a regression, the mean squared error; StandardError is its own.
	Score, StandardError float64
	// Explained is the share of the squared error of guessing the means of the ±1 outputs, or of the
	// labels, that the fits take away; negative where they do worse.
	Explained float64
	// Lead is by how many standard errors it is better than the most frequent class, or the mean
	// label; SquaredLead is the same of the squared error of the ±1 outputs, that of Lead for a
	// regression.
	Lead, SquaredLead float64
}

const (
	// heldOutProducts bounds the multiplications that rows held out may cost, and fewestHeldOut
	// rows are held out whatever they do.
	heldOutProducts = 300_000_000
	fewestHeldOut   = 200
)

// Score is that of all directions: of least squares by the pseudo-inverse.
func (h *HeldOut) Score() HeldOutScore { return h.Heads[len(h.Heads)-1] }

// Learnable tells whether some of the fits predicts the label better than the most frequent class,
// or the mean, by more than chance would lead any of them to in one of 20 cases. known is false
// where so few rows can't tell.
func (h *HeldOut) Learnable() (learnable, known bool) {
	const fewest, seldom = 20, 0.05
	bar := distuv.UnitNormal.Quantile(1 - seldom/float64(2*len(h.Heads)))
	for _, head := range h.Heads {
		learnable = learnable || head.Lead > bar || head.SquaredLead > bar
	}
	return learnable, learnable || h.Rows >= fewest
}

// Tail tells how much of what can be learned lies beyond the first half of the directions, by the
// squared error of rows held out, if that is more than half of it: then LAR, which keeps the leading
// directions, is not for this label. Of fewer than eight directions nothing is told.
func (h *HeldOut) Tail() (head int, beyond float64, ok bool) {
	const fewest, most = 8, 0.5
	rank, within, all := h.Score().K, 0.0, 0.0
	for _, at := range h.Heads {
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
		return &HeldOut{Heads: []HeldOutScore{{rank, nan, nan, nan, nan, nan}}}, nil
	}
	h := &HeldOut{Folds: len(folds)}
	for k := 1; k < rank; k *= 2 {
		h.Heads = append(h.Heads, HeldOutScore{K: k})
	}
	h.Heads = append(h.Heads, HeldOutScore{K: rank})
	for _, rows := range folds {
		h.Rows += len(rows)
	}
	tallies, guess := make([]heldOutTally, len(h.Heads)), p.newGuess()
	for at := range tallies {
		tallies[at] = newHeldOutTally(h.Rows)
	}
	var of []int // the groups of all rows held out
	for _, rows := range folds {
		f, from := p.newFold(rows, rank), 0
		of = append(of, members(rows, groups)...)
		for at, head := range h.Heads {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			f.widen(from, head.K)
			from = head.K
			tallies[at].add(p.Task, guess, f, f.predict(head.K))
		}
	}
	for at := range h.Heads {
		tallies[at].score(&h.Heads[at], of)
	}
	return h, nil
}

// A fold is rows of the source that are held out.
type fold struct {
	labels []float64
	y      *mat.Dense // f×c
	z      *mat.Dense // Z_F, f×rank
	sigma  []float64
	// b is Zᵀy of all rows (rank×c); fitted is Z_FZᵀy (f×c) of the first directions.
	b, fitted *mat.Dense
	// singular is below which an eigenvalue of I − H is taken for zero.
	singular float64
}

// newFold holds out rows.
func (p *Problem) newFold(rows []int, rank int) *fold {
	x := mat.NewDense(len(rows), p.dim, nil)
	f := &fold{sigma: slices.Clone(p.Src.Sigma[:rank])}
	if p.Src.Rank == 0 { // of rows that are all zero, as any σ leaves them
		f.sigma[0] = 1
	}
	for to, from := range rows {
		x.SetRow(to, p.work.Source.X.RawRowView(from))
		f.labels = append(f.labels, p.Source.Y[from])
	}
	f.y = p.Targets(f.labels)
	f.z = linalg.Product(x, p.Src.V.Slice(0, p.dim, 0, rank).(*mat.Dense))
	f.b = mat.DenseCopyOf(p.bSource.Slice(0, rank, 0, p.C))
	for i := range len(rows) {
		floats.Div(f.z.RawRowView(i), f.sigma)
	}
	for j, sigma := range f.sigma {
		floats.Scale(1/sigma, f.b.RawRowView(j))
	}
	f.fitted = mat.NewDense(len(rows), p.C, nil)
	// Squares of σ are as exact as the largest is.
	const least, most = 1e-9, 0.5
	f.singular = max(least, min(most, roundoff(max(p.Src.N, p.D))*math.Pow(f.sigma[0]/f.sigma[rank-1], 2)))
	return f
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

// A heldOutTally collects rows held out: whether each is right, or its squared error; and by how
// much it is better than by the most frequent class, or the mean. guessed is the squared error of
// the mean.
type heldOutTally struct {
	values, leads, squaredLeads []float64
	guessed                     float64
}

// newHeldOutTally is one for so many rows.
func newHeldOutTally(rows int) heldOutTally {
	column := func() []float64 { return make([]float64, 0, rows) }
	return heldOutTally{values: column(), leads: column(), squaredLeads: column()}
}

// add takes the rows of a fold.
func (t *heldOutTally) add(task Task, guess guess, f *fold, predicted *mat.Dense) {
	labels := task.Predict(predicted)
	for i, label := range f.labels {
		squares, guessed := 0.0, 0.0
		for j, y := range f.y.RawRowView(i) {
			squares += (predicted.At(i, j) - y) * (predicted.At(i, j) - y)
			guessed += (guess.means[j] - y) * (guess.means[j] - y)
		}
		squared := guessed - squares
		t.guessed += guessed
		value, lead := squares, squared
		if task != Regression {
			value = oneIf(labels[i] == label)
			lead = value - oneIf(guess.label == label)
		}
		t.values, t.leads, t.squaredLeads = append(t.values, value), append(t.leads, lead), append(t.squaredLeads, squared)
	}
}

func oneIf(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// A guess is what one predicts without features: the label that most of the rows held of the
// source have, and the means of the outputs that they are fitted to; by those held out too, so
// that no such guess is better.
type guess struct {
	label float64
	means []float64
}

func (p *Problem) newGuess() guess {
	g := guess{means: make([]float64, p.C)}
	counts, most := make([]int, p.C+2), 0 // of classes from −1 or 0 on
	targets := p.Targets(p.Source.Y)
	for i, label := range p.Source.Y {
		if p.Task != Regression {
			class := int(label) + 1
			counts[class]++
			if counts[class] > most {
				most, g.label = counts[class], label
			}
		}
		floats.AddScaled(g.means, 1/float64(len(p.Source.Y)), targets.RawRowView(i))
	}
	return g
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

// score writes what was collected of rows that are of these groups.
func (t *heldOutTally) score(s *HeldOutScore, groups []int) {
	lead := func(values []float64) float64 {
		mean, e := groupedMean(values, groups)
		if mean == 0 {
			return 0
		}
		return mean / e
	}
	s.Score, s.StandardError = groupedMean(t.values, groups)
	s.Explained = floats.Sum(t.squaredLeads) / t.guessed
	s.Lead, s.SquaredLead = lead(t.leads), lead(t.squaredLeads)
}
