package labelfree

import (
	"context"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// centredRows represents Xc, the rows X (n×d) of a domain minus the column means. It does not copy X.
type centredRows struct {
	x    *mat.Dense
	n, d int
	// mean and variance belong to the columns of X. For a constant column they are exactly the
	// constant and 0. columnSums has the column sums of X minus mean, which are not zero because mean
	// is rounded.
	mean, variance, columnSums []float64
}

func newCentredRows(x *mat.Dense) centredRows {
	n, d := x.Dims()
	c := centredRows{x, n, d, make([]float64, d), make([]float64, d), make([]float64, d)}
	// Differences from the first row have more correct digits if all numbers are far from zero.
	first := x.RawRowView(0)
	for i := range n {
		for j, v := range x.RawRowView(i) {
			v -= first[j]
			c.mean[j] += v
			c.variance[j] += v * v
		}
	}
	for j, sum := range c.mean {
		beside := sum / float64(n)
		c.mean[j] = first[j] + beside
		c.columnSums[j] = sum - float64(n)*(c.mean[j]-first[j])
		c.variance[j] = max(0, c.variance[j]/float64(n)-beside*beside)
	}
	return c
}

func (c centredRows) writeRow(dst []float64, i int) { floats.SubTo(dst, c.x.RawRowView(i), c.mean) }

func (c centredRows) visitBlocks(ctx context.Context, visit func(x *mat.Dense, y []float64) error) error {
	const together = 256
	for from := 0; from < c.n; from += together {
		block := mat.NewDense(min(together, c.n-from), c.d, nil)
		for i := range block.RawMatrix().Rows {
			c.writeRow(block.RawRowView(i), from+i)
		}
		if err := visit(block, nil); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// farthest is the largest ratio mean²/variance of a column for which gram uses XᵀX. Subtracting the
// means from XᵀX then loses at most three digits.
const farthest = 1e3

// gram returns XcᵀXc (d×d). It subtracts the means from side.Gram if side has the same rows and few
// digits get lost. Otherwise it multiplies the rows.
func (c centredRows) gram(ctx context.Context, side *model.Side) (*mat.SymDense, error) {
	near := side.N == c.n && side.Gram.SymmetricDim() == c.d
	for j, mean := range c.mean {
		near = near && (c.variance[j] == 0 || mean*mean <= farthest*c.variance[j])
	}
	if !near {
		rows := model.Domain{X: c.x, N: c.n, Blocks: c.visitBlocks}
		moments, err := model.ComputeMoments(ctx, model.Data{Task: model.Regression, Source: rows}) // no classes
		return moments.Gram, err
	}
	gram := mat.NewSymDense(c.d, nil)
	for i := range c.d {
		for j := i; j < c.d; j++ {
			if c.variance[i] > 0 && c.variance[j] > 0 {
				gram.SetSym(i, j, side.Gram.At(i, j)-float64(c.n)*c.mean[i]*c.mean[j])
			}
		}
	}
	return gram, nil
}

type classAssignment struct {
	classes []int
	shares  []float64
	// spread is Σ share(1 − share), which equals ‖Yc‖²/n of the centred one-hot labels.
	spread float64
}

func newClassAssignment(task model.Task, labels []float64, classes int) classAssignment {
	p := classAssignment{make([]int, len(labels)), make([]float64, classes), 0}
	for i, label := range labels {
		p.classes[i] = task.Class(label)
		p.shares[p.classes[i]]++
	}
	for class := range p.shares {
		// Division, unlike multiplication by 1/n, makes the share of a single class exactly 1.
		p.shares[class] /= float64(len(labels))
		p.spread += p.shares[class] * (1 - p.shares[class])
	}
	return p
}

// sumByClass returns the c×d matrix YcᵀXc, where Yc has the centred one-hot classes of the rows.
func (c centredRows) sumByClass(p classAssignment) *mat.Dense {
	sums := mat.NewDense(len(p.shares), c.d, nil)
	// The sums of all classes add up to columnSums, so the sum of the largest class is columnSums
	// minus the other sums.
	largest := floats.MaxIdx(p.shares)
	rest := sums.RawRowView(largest)
	copy(rest, c.columnSums)
	for i, class := range p.classes {
		if class == largest {
			continue
		}
		sum := sums.RawRowView(class)
		for j, v := range c.x.RawRowView(i) {
			sum[j] += v - c.mean[j]
		}
	}
	for class, share := range p.shares {
		if class != largest {
			floats.Sub(rest, sums.RawRowView(class))
			floats.AddScaled(sums.RawRowView(class), -share, c.columnSums)
		}
	}
	floats.AddScaled(rest, -p.shares[largest], c.columnSums)
	return sums
}

func (c centredRows) squaredNorm() float64 { return float64(c.n) * floats.Sum(c.variance) }
