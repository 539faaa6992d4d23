package rivals

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
)

// The settings of Conneau et al. (2017), section 3.1, and of their published code.
const (
	mapRate            = 0.1
	mapDecay           = 0.98
	discriminatorSteps = 5
	labelSmoothing     = 0.1
	inputDropout       = 0.1
	leakySlope         = 0.2
	// mapBatch is the number of rows of each domain in a step.
	mapBatch = 32
)

// A mapper learns a mapping W (d×d) of source rows such that a discriminator cannot distinguish Wx
// from target rows.
type mapper struct {
	source, target blas64.General
	beta           float64
	batch          int
	rng            *rand.Rand

	w             blas64.General
	discriminator *perceptron
	optimizer     *momentum
}

func newMapper(source, target blas64.General, beta float64, width, batch int, seed uint64) *mapper {
	m := &mapper{source: source, target: target, beta: beta, batch: batch, rng: newRandom(seed, sourceStream)}
	m.w = identity(source.Cols)
	m.discriminator = newPerceptron([]int{source.Cols, width, width, 2}, true, newRandom(seed, discriminatorStream))
	m.discriminator.leak = leakySlope
	m.optimizer = newMomentum(0, m.discriminator.tensors())
	return m
}

// drawRows returns random source rows x and random target rows y.
func (m *mapper) drawRows() (x, y blas64.General) {
	x, y = zeros(m.batch, m.source.Cols), zeros(m.batch, m.source.Cols)
	for i := range m.batch {
		copy(row(x, i), row(m.source, m.rng.IntN(m.source.Rows)))
		copy(row(y, i), row(m.target, m.rng.IntN(m.target.Rows)))
	}
	return x, y
}

// input returns the discriminator's input: mapped source rows x, then target rows y.
func (m *mapper) input(x, y blas64.General) blas64.General {
	in := zeros(2*m.batch, x.Cols)
	blas64.Gemm(blas.NoTrans, blas.Trans, 1, x, m.w, 0, sliceRows(in, 0, m.batch))
	copy(sliceRows(in, m.batch, in.Rows).Data, y.Data)
	return in
}

// smoothedLoss passes an input through the discriminator and compares its output with soft labels. The
// label of a mapped row is source with probability sourceLabel; the label of a target row is target
// with that probability. It returns the mean cross-entropy and its gradient with respect to the
// logits.
func (m *mapper) smoothedLoss(in blas64.General, sourceLabel float64) (loss float64, a layerOutputs, dz blas64.General) {
	a = m.discriminator.forward(nil, in)
	z := a.last()
	dz = softmax(z)
	for i := range z.Rows {
		q := [2]float64{sourceLabel, 1 - sourceLabel}
		if i >= m.batch {
			q = [2]float64{1 - sourceLabel, sourceLabel}
		}
		for j, p := range row(dz, i) {
			row(dz, i)[j] = (p - q[j]) / float64(z.Rows)
		}
		// −Σ q log p in terms of the logits.
		logits := row(z, i)
		loss += (floats.LogSumExp(logits) - floats.Dot(q[:], logits)) / float64(z.Rows)
	}
	return loss, a, dz
}

// stepDiscriminator takes a step of the discriminator with smoothed labels and input dropout (section
// 2.1, loss L_D).
func (m *mapper) stepDiscriminator(rate float64) {
	in := m.input(m.drawRows())
	m.dropInputs(in)
	_, a, dz := m.smoothedLoss(in, 1-labelSmoothing)
	m.discriminator.backward(nil, a, dz, false)
	m.optimizer.step(rate)
}

// dropInputs sets some inputs to zero at random and scales up the others.
func (m *mapper) dropInputs(in blas64.General) {
	for i := range in.Data {
		if m.rng.Float64() < inputDropout {
			in.Data[i] = 0
		} else {
			in.Data[i] /= 1 - inputDropout
		}
	}
}

// stepMapping takes a step of the mapping (section 2.1, loss L_W), pulls the mapping towards
// orthogonality by W ← (1+β)W − βWWᵀW (section 3.3), and returns the loss.
func (m *mapper) stepMapping(ctx context.Context, rate float64) float64 {
	loss, dw := m.mappingGradient(m.drawRows())
	floats.AddScaled(m.w.Data, -rate, dw.Data)
	m.pullToOrthogonal(ctx)
	return loss
}

// mappingGradient returns the mapping's loss on rows x and y, and its gradient.
func (m *mapper) mappingGradient(x, y blas64.General) (loss float64, dw blas64.General) {
	loss, a, dz := m.smoothedLoss(m.input(x, y), labelSmoothing)
	din := m.discriminator.backward(nil, a, dz, true)
	// Row i of the input is W x_i.
	dw = zeros(x.Cols, x.Cols)
	blas64.Gemm(blas.Trans, blas.NoTrans, 1, sliceRows(din, 0, m.batch), x, 0, dw)
	return loss, dw
}

func (m *mapper) pullToOrthogonal(ctx context.Context) {
	product := multiply(ctx, blas.NoTrans, multiply(ctx, blas.Trans, m.w, m.w), m.w)
	for i, v := range product.Data {
		m.w.Data[i] = (1+m.beta)*m.w.Data[i] - m.beta*v
	}
}

// trainMapping trains for epochs of one pass over the larger domain. It returns the mapping of the
// epoch with the best unsupervised criterion.
func (m *mapper) trainMapping(ctx context.Context, epochs int, report func(epoch int)) (blas64.General, error) {
	steps := (max(m.source.Rows, m.target.Rows) + m.batch - 1) / m.batch
	schedule, target := newMapSchedule(), normalizeRows(m.target)
	chosen := copyOf(m.w)
	for epoch := range epochs {
		total := 0.0
		for range steps {
			for range discriminatorSteps {
				m.stepDiscriminator(mapRate)
			}
			total += m.stepMapping(ctx, schedule.rate)
			if err := ctx.Err(); err != nil {
				return chosen, err
			}
		}
		if !isFinite(total) {
			return chosen, fmt.Errorf("%w in epoch %d", ErrDiverged, epoch+1)
		}
		if _, criterion := m.matchRows(ctx, m.w, target); schedule.endEpoch(criterion) {
			chosen = copyOf(m.w)
		}
		report(epoch + 1)
	}
	return chosen, ctx.Err()
}

// A mapSchedule is the mapping's learning rate. The rate decays with every epoch. It is halved when
// the criterion is not the best so far, except at the first such epoch.
type mapSchedule struct {
	rate, highest float64
	hasFallen     bool
}

func newMapSchedule() *mapSchedule { return &mapSchedule{rate: mapRate, highest: math.Inf(-1)} }

// endEpoch ends an epoch and reports whether its criterion is the highest so far.
func (s *mapSchedule) endEpoch(criterion float64) bool {
	s.rate *= mapDecay
	if criterion > s.highest {
		s.highest = criterion
		return true
	}
	if s.hasFallen {
		s.rate /= 2
	}
	s.hasFallen = true
	return false
}

// refine repeats Procrustes on the pairs that are each other's nearest by CSLS. Where the pairs do
// not determine the mapping, it stays as near to the old one as orthogonality allows.
func (m *mapper) refine(ctx context.Context, w blas64.General, rounds int, report func(round int)) blas64.General {
	target := normalizeRows(m.target)
	for round := 0; round < rounds && ctx.Err() == nil; round++ {
		matches, _ := m.matchRows(ctx, w, target)
		w = procrustes(ctx, m.source, m.target, matches, w)
		report(round + 1)
	}
	return w
}

// matchRows returns the matches of the mapped source with the target, and the unsupervised criterion of
// the mapping. The rows of target must have unit length.
func (m *mapper) matchRows(ctx context.Context, w, target blas64.General) ([]match, float64) {
	return csls(ctx, normalizeRows(multiply(ctx, blas.Trans, m.source, w)), target, neighbours)
}
