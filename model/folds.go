package model

import (
	"context"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"larui/model/linalg"
)

const (
	// HeldOut uses heldOutFolds folds, with at most about mostHeldOut rows in all folds together,
	// because more rows would add little precision.
	heldOutFolds = 10
	mostHeldOut  = 1000
)

// DrawFolds draws about maxRows rows of the source, or all if there are fewer, and divides the row
// indices into folds. If groups is not nil, row i belongs to group groups[i], and all rows of a
// group are in one fold. The result is nil if the source has no rows, or if all rows are of one
// group.
func (p *Problem) DrawFolds(seed uint64, groups []int, maxRows int) (folds [][]int) {
	if p.Source.HasNoRows() {
		return nil
	}
	order := rand.New(rand.NewPCG(seed, 0x68656c64)).Perm(p.Source.Rows()) // a separate random stream
	if groups != nil {
		drawn := map[int]int{} // position of a group's first row in order
		for i, row := range order {
			if _, known := drawn[groups[row]]; !known {
				drawn[groups[row]] = i
			}
		}
		slices.SortStableFunc(order, func(a, b int) int { return drawn[groups[a]] - drawn[groups[b]] })
	}
	of := rowGroups(order, groups)
	starts := make([]int, 1, max(min(maxRows, len(order)), heldOutFolds)+2) // start of each drawn group in order, then the end of the last group
	for i := 1; i <= len(order); i++ {
		enough := starts[len(starts)-1] >= maxRows && len(starts) > heldOutFolds
		if !enough && (i == len(order) || of[i] != of[i-1]) {
			starts = append(starts, i)
		}
	}
	count := len(starts) - 1
	rows := starts[count]
	if count == 1 && rows == len(order) {
		return nil
	}
	folds = make([][]int, min(heldOutFolds, count))
	for i := range folds {
		folds[i] = make([]int, 0, rows/len(folds)+1)
	}
	for i := range count {
		// If all folds had equal length, the middle of the group would lie in folds[at].
		at := (starts[i] + starts[i+1]) * len(folds) / (2 * rows)
		folds[at] = append(folds[at], order[starts[i]:starts[i+1]]...)
	}
	return slices.DeleteFunc(folds, func(rows []int) bool { return len(rows) == 0 })
}

func rowGroups(rows, groups []int) []int {
	of := slices.Clone(rows)
	for i, row := range rows {
		if groups != nil {
			of[i] = groups[row]
		}
	}
	return of
}

// HoldOutRows returns the problem with the source rows of the given indices as validation rows, and
// without target labels. The source of the result excludes these rows. The features of the result
// are the coordinates in which p is solved.
func (p *Problem) HoldOutRows(ctx context.Context, held []int) (*Problem, error) {
	q := &Problem{Data: p.Data, D: p.dim, C: p.C, Src: p.Src, Tgt: p.Tgt, dim: p.dim}
	q.Validation = p.work.Source.PickRows(held)
	q.Src.space, q.Tgt.space = space{}, space{}
	q.Source = Domain{X: linalg.SliceRows(q.Validation.X, 0, 1), N: p.Src.N - len(held), Sums: &Sums{NoRows: true}}
	q.Target = Domain{X: p.work.Target.X, N: p.Tgt.N, Sums: &Sums{NoRows: true}}
	q.work = q.Data
	q.scoredDomains = scoredDomains{2: prepareRows(q.Validation.X)}
	q.scoredDomains[2].y = q.Validation.Y
	if known := p.foldCache.findSide(held); known != nil {
		q.Src = *known
	} else {
		err := q.subtractRows(ctx, p, held)
		if err == nil {
			err = q.Src.computeSpectrum(ctx, p.work.Source.X, p.work.Source.X)
		}
		if err != nil {
			return nil, err
		}
		p.foldCache.storeSide(held, q.Src)
	}
	q.bSource = linalg.ProductT(q.Src.V, q.Src.XtY)
	return q, ctx.Err()
}

// withoutFold returns the problem with folds[index] as validation rows and a source without these
// rows. If the source has no rows, it uses Source.Sums.Folds in place of folds.
func (p *Problem) withoutFold(ctx context.Context, folds [][]int, index int) (*Problem, error) {
	if !p.Source.HasNoRows() {
		return p.HoldOutRows(ctx, folds[index])
	}
	rest := p.Data
	rest.Validation = p.Source.Sums.Folds[index]
	rest.Source.N -= rest.Validation.N
	rest.Source.Sums = p.Source.Sums.subtract(rest.Validation.Sums)
	return NewProblem(ctx, rest)
}

// findSide returns nil if storeSide has not stored the source without these rows.
func (r *foldCache) findSide(held []int) *Side {
	r.Lock()
	defer r.Unlock()
	at := slices.IndexFunc(r.folds, func(rows []int) bool { return slices.Equal(rows, held) })
	if at < 0 {
		return nil
	}
	return r.sides[at]
}

// storeSide stores side, the source without the held-out rows, unless the Gram matrices and
// eigenvectors of all folds would take more than maxBytes.
func (r *foldCache) storeSide(held []int, side Side) {
	const maxBytes = 64 << 20
	if d := len(side.Sigma); heldOutFolds*16*d*d > maxBytes {
		return
	}
	r.Lock()
	defer r.Unlock()
	if len(r.folds) == heldOutFolds {
		r.folds, r.sides = nil, nil // the stored folds come from another seed
	}
	r.folds, r.sides = append(r.folds, held), append(r.sides, &side)
}

// subtractRows sets the source's moments in q to those in p minus the moments of the held-out rows.
// If subtraction would lose digits, it sums the remaining rows instead.
func (q *Problem) subtractRows(ctx context.Context, p *Problem, held []int) (err error) {
	source, x, targets := p.work.Source, q.Validation.X, p.Targets(q.Validation.Y)
	switch {
	case source.Sums != nil:
		source.N, source.Sums = q.Source.N, source.Sums.WithoutRows(p.Data, x, q.Validation.Y)
		q.Src, err = q.computeMoments(ctx, "source", source, nil)
		return err
	case !source.IsSampled() && newOffsets(source.X) != nil:
		var left []int
		for row := range source.Rows() {
			if !slices.Contains(held, row) {
				left = append(left, row)
			}
		}
		rest := source.PickRows(left)
		q.Src, err = q.computeMoments(ctx, "source", rest, prepareRows(rest.X))
		return err
	}
	q.Src.N, q.Src.D, q.Src.graded, q.Src.offsets = q.Source.N, p.dim, 0, nil
	q.Src.Gram = new(mat.SymDense)
	q.Src.Gram.SymRankK(p.Src.Gram, -1, x.T())
	q.Src.XtY = linalg.ProductT(x, targets)
	q.Src.XtY.Sub(p.Src.XtY, q.Src.XtY)
	norm := mat.Norm(targets, 2)
	q.Src.LabelNorm2 -= norm * norm
	return nil
}

// A Spread holds the mean of each metric over folds, and the standard error of the mean. Both are NaN
// for a metric that is unknown in some fold.
type Spread struct{ Mean, Error Metrics }

// UnknownSpread returns a Spread in which every number is NaN.
func UnknownSpread() Spread { return Spread{unknown, unknown} }

func foldSpread(folds []Metrics) (s Spread) {
	errors := s.Error.addresses()
	for j, mean := range s.Mean.addresses() {
		values := make([]float64, len(folds))
		for i := range folds {
			values[i] = *folds[i].addresses()[j]
		}
		average, deviation := stat.MeanStdDev(values, nil)
		*mean, *errors[j] = average, stat.StdErr(deviation, float64(len(values)))
	}
	return s
}

// A CrossValidation holds the scores of a grid on folds of the source. The score of a fold comes
// from fits to all other folds. Closed has an entry for each setting, unless the grid is
// DescentOnly. Descent has an entry for each setting and number of epochs. None has the scores of
// no adaptation for each number of epochs.
type CrossValidation struct {
	Closed  []Spread
	Descent [][]Spread
	None    []Spread
	// Rows is the number of rows in all folds, and Folds the number of folds.
	Rows, Folds int
}

// CrossValidate solves a grid once for each fold of row indices or, if the source has no rows, for
// each of Source.Sums.Folds. If done is not nil, CrossValidate calls it with the numbers of solved
// settings and of all settings, over all folds. Errors are as in Sweep.
func CrossValidate(ctx context.Context, p *Problem, grid Grid, folds [][]int, done func(finished, total int)) (*CrossValidation, error) {
	cells := grid.CellCount()
	v := &CrossValidation{Closed: make([]Spread, cells), Descent: make([][]Spread, cells), Folds: len(folds)}
	if p.Source.HasNoRows() {
		v.Folds = len(p.Source.Sums.Folds)
	}
	closed, descents := make([][]Metrics, cells), make([][][]Metrics, cells)
	none := make([][]Metrics, len(grid.Epochs))
	grid.Evaluate = nil
	for i := range descents {
		descents[i] = make([][]Metrics, len(grid.Epochs))
	}
	for at := range v.Folds {
		q, err := p.withoutFold(ctx, folds, at)
		if err != nil {
			return nil, err
		}
		v.Rows += q.Validation.Samples()
		solved, err := Sweep(ctx, q, grid.limitComponents(q.D), func(finished, total int) {
			if done != nil {
				done(at*total+finished, v.Folds*total)
			}
		})
		if err != nil {
			return nil, err
		}
		for i, cell := range solved {
			if !grid.DescentOnly {
				closed[i] = append(closed[i], cell.Closed.Validation)
			}
			for e, run := range cell.Descent {
				descents[i][e] = append(descents[i][e], run.Validation)
			}
		}
		for e, run := range NewSolver(q).DescendWithoutAdaptation(grid.Base, grid.Epochs) {
			none[e] = append(none[e], run.Validation)
		}
	}
	for i := range cells {
		v.Closed[i] = foldSpread(closed[i])
		for _, run := range descents[i] {
			v.Descent[i] = append(v.Descent[i], foldSpread(run))
		}
	}
	for _, run := range none {
		v.None = append(v.None, foldSpread(run))
	}
	return v, nil
}

func (g Grid) limitComponents(d int) Grid {
	g.K, g.KTilde = slices.Clone(g.K), slices.Clone(g.KTilde)
	for _, counts := range [][]int{g.K, g.KTilde} {
		for i, count := range counts {
			counts[i] = min(count, d)
		}
	}
	return g
}
