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

// Settings from Conneau et al. (2017), section 3.1, and from their published code.
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

// A mapper learns a mapping W (d×d) of source rows x, so that a discriminator cannot distinguish Wx
// from target rows.
type mapper struct {
	source, target blas64.General
	beta           float64
	batch          int
	rng            *rand.Rand

	w             blas64.General
	discriminator *perceptron
	optimizer     *momentumOptimizer
}

func newMapper(source, target blas64.General, beta float64, width, batch int, seed uint64) *mapper {
	m := &mapper{source: source, target: target, beta: beta, batch: batch, rng: newRandom(seed, sourceStream)}
	m.w = identity(source.Cols)
	m.discriminator = newPerceptron([]int{source.Cols, width, width, 2}, true, newRandom(seed, discriminatorStream))
	m.discriminator.leak = leakySlope
	m.optimizer = newMomentumOptimizer(0, m.discriminator.tensors())
	return m
}

func (m *mapper) drawRows() (x, y blas64.General) {
	x, y = zeros(m.batch, m.source.Cols), zeros(m.batch, m.source.Cols)
	for i := range m.batch {
		copy(row(x, i), row(m.source, m.rng.IntN(m.source.Rows)))
		copy(row(y, i), row(m.target, m.rng.IntN(m.target.Rows)))
	}
	return x, y
}

// discriminatorInput returns the mapped source rows x, then the target rows y.
func (m *mapper) discriminatorInput(x, y blas64.General) blas64.General {
	in := zeros(2*m.batch, x.Cols)
	blas64.Gemm(blas.NoTrans, blas.Trans, 1, x, m.w, 0, sliceRows(in, 0, m.batch))
	copy(sliceRows(in, m.batch, in.Rows).Data, y.Data)
	return in
}

// smoothedLoss returns the discriminator's mean cross-entropy on in, the layer outputs, and the
// gradient with respect to the logits. Each row has a soft label: its own domain has the
// probability sourceLabel, the other domain the probability 1 − sourceLabel.
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
		// Add the cross-entropy −Σ q log p of the soft label q, in terms of the logits.
		logits := row(z, i)
		loss += (floats.LogSumExp(logits) - floats.Dot(q[:], logits)) / float64(z.Rows)
	}
	return loss, a, dz
}

// stepDiscriminator takes a training step of the discriminator, with smoothed labels and input
// dropout (section 2.1, loss L_D).
func (m *mapper) stepDiscriminator(rate float64) {
	in := m.discriminatorInput(m.drawRows())
	m.dropInputs(in)
	_, a, dz := m.smoothedLoss(in, 1-labelSmoothing)
	m.discriminator.backward(nil, a, dz, false)
	m.optimizer.step(rate)
}

func (m *mapper) dropInputs(in blas64.General) {
	for i := range in.Data {
		if m.rng.Float64() < inputDropout {
			in.Data[i] = 0
		} else {
			in.Data[i] /= 1 - inputDropout
		}
	}
}

// stepMapping takes a training step of the mapping (section 2.1, loss L_W), calls pullToOrthogonal,
// and returns the loss.
func (m *mapper) stepMapping(ctx context.Context, rate float64) float64 {
	loss, dw := m.mappingGradient(m.drawRows())
	floats.AddScaled(m.w.Data, -rate, dw.Data)
	m.pullToOrthogonal(ctx)
	return loss
}

func (m *mapper) mappingGradient(x, y blas64.General) (loss float64, dw blas64.General) {
	loss, a, dz := m.smoothedLoss(m.discriminatorInput(x, y), labelSmoothing)
	din := m.discriminator.backward(nil, a, dz, true)
	// Row i of the input is W x_i.
	dw = zeros(x.Cols, x.Cols)
	blas64.Gemm(blas.Trans, blas.NoTrans, 1, sliceRows(din, 0, m.batch), x, 0, dw)
	return loss, dw
}

// pullToOrthogonal replaces W by (1+β)W − βWWᵀW (section 3.3).
func (m *mapper) pullToOrthogonal(ctx context.Context) {
	product := multiply(ctx, blas.NoTrans, multiply(ctx, blas.Trans, m.w, m.w), m.w)
	for i, v := range product.Data {
		m.w.Data[i] = (1+m.beta)*m.w.Data[i] - m.beta*v
	}
}

// trainMapping trains mapping and discriminator for the given epochs, each a pass over the larger
// domain. It returns the mapping of the epoch with the highest criterion of matchByCSLS, which
// needs no labels.
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

// A mapSchedule is the mapping's learning rate, which decays with every epoch. It is also halved
// after each epoch whose criterion is not the highest so far, except after the first such epoch.
type mapSchedule struct {
	rate, highest float64
	hasFallen     bool
}

func newMapSchedule() *mapSchedule { return &mapSchedule{rate: mapRate, highest: math.Inf(-1)} }

// endEpoch updates the rate after an epoch, and reports whether the epoch's criterion is the
// highest so far.
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

// refine replaces the mapping w, in each round, by the orthogonal map that procrustes fits to the
// pairs of rows from matchByCSLS.
func (m *mapper) refine(ctx context.Context, w blas64.General, rounds int, report func(round int)) blas64.General {
	target := normalizeRows(m.target)
	for round := 0; round < rounds && ctx.Err() == nil; round++ {
		matches, _ := m.matchRows(ctx, w, target)
		w = procrustes(ctx, m.source, m.target, matches, w)
		report(round + 1)
	}
	return w
}

// matchRows returns the result of matchByCSLS for the source mapped by w and the target, whose rows
// must have unit length.
func (m *mapper) matchRows(ctx context.Context, w, target blas64.General) ([]rowPair, float64) {
	return matchByCSLS(ctx, normalizeRows(multiply(ctx, blas.Trans, m.source, w)), target, neighbours)
}
