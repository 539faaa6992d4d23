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

// The settings of Conneau et al. (2017), section 3.1 and their published code.
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

// A mapper learns a mapping W (d×d) of source rows so that a discriminator can't
// tell Wx from target rows.
type mapper struct {
	source, target blas64.General
	beta           float64
	batch          int
	rng            *rand.Rand

	w         blas64.General
	judge     *perceptron
	optimizer *momentum
}

func newMapper(source, target blas64.General, beta float64, width, batch int, seed uint64) *mapper {
	m := &mapper{source: source, target: target, beta: beta, batch: batch, rng: newRand(seed, sourceStream)}
	m.w = identity(source.Cols)
	m.judge = newPerceptron([]int{source.Cols, width, width, 2}, true, newRand(seed, discriminatorStream))
	m.judge.leak = leakySlope
	m.optimizer = newMomentum(0, m.judge.tensors())
	return m
}

// draw returns rows drawn at random, ones x of the source and then ones of the target.
func (m *mapper) draw() (x, y blas64.General) {
	x, y = zeros(m.batch, m.source.Cols), zeros(m.batch, m.source.Cols)
	for i := range m.batch {
		copy(row(x, i), row(m.source, m.rng.IntN(m.source.Rows)))
		copy(row(y, i), row(m.target, m.rng.IntN(m.target.Rows)))
	}
	return x, y
}

// input is what the discriminator sees: mapped rows x of the source, then rows y of
// the target.
func (m *mapper) input(x, y blas64.General) blas64.General {
	in := zeros(2*m.batch, x.Cols)
	blas64.Gemm(blas.NoTrans, blas.Trans, 1, x, m.w, 0, span(in, 0, m.batch))
	copy(span(in, m.batch, in.Rows).Data, y.Data)
	return in
}

// judgement passes an input through the discriminator. The label is source with the
// probability sourceLabel for the mapped rows, and with the rest for the target's. It
// returns the mean cross-entropy and its gradient by the logits.
func (m *mapper) judgement(in blas64.General, sourceLabel float64) (loss float64, a pass, dz blas64.General) {
	a = m.judge.forward(nil, in)
	z := a.out()
	dz = softmax(z)
	for i := range z.Rows {
		q := [2]float64{sourceLabel, 1 - sourceLabel}
		if i >= m.batch {
			q = [2]float64{1 - sourceLabel, sourceLabel}
		}
		for j, p := range row(dz, i) {
			row(dz, i)[j] = (p - q[j]) / float64(z.Rows)
		}
		// −Σ q log p, in logits.
		logits := row(z, i)
		loss += (floats.LogSumExp(logits) - floats.Dot(q[:], logits)) / float64(z.Rows)
	}
	return loss, a, dz
}

// discriminate takes a step of the discriminator (section 2.1, its loss L_D,
// with smoothed labels and input dropout).
func (m *mapper) discriminate(rate float64) {
	in := m.input(m.draw())
	m.drop(in)
	_, a, dz := m.judgement(in, 1-labelSmoothing)
	m.judge.backward(nil, a, dz, false)
	m.optimizer.step(rate)
}

// drop drops some of the inputs and scales up the others.
func (m *mapper) drop(in blas64.General) {
	for i := range in.Data {
		if m.rng.Float64() < inputDropout {
			in.Data[i] = 0
		} else {
			in.Data[i] /= 1 - inputDropout
		}
	}
}

// deceive takes a step of the mapping (section 2.1, its loss L_W) and pulls it
// towards the orthogonal ones, W ← (1+β)W − βWWᵀW (section 3.3). It returns the
// loss.
func (m *mapper) deceive(ctx context.Context, rate float64) (float64, error) {
	loss, dw := m.mappingGradient(m.draw())
	floats.AddScaled(m.w.Data, -rate, dw.Data)
	return loss, m.straighten(ctx)
}

// mappingGradient returns the mapping's loss on rows x and y and its gradient.
func (m *mapper) mappingGradient(x, y blas64.General) (loss float64, dw blas64.General) {
	loss, a, dz := m.judgement(m.input(x, y), labelSmoothing)
	din := m.judge.backward(nil, a, dz, true)
	// The i-th input is W x_i.
	dw = zeros(x.Cols, x.Cols)
	blas64.Gemm(blas.Trans, blas.NoTrans, 1, span(din, 0, m.batch), x, 0, dw)
	return loss, dw
}

func (m *mapper) straighten(ctx context.Context) error {
	wwt, err := multiply(ctx, blas.Trans, m.w, m.w)
	if err != nil {
		return err
	}
	product, err := multiply(ctx, blas.NoTrans, wwt, m.w)
	for i, v := range product.Data {
		m.w.Data[i] = (1+m.beta)*m.w.Data[i] - m.beta*v
	}
	return err
}

// adversarial runs all epochs of one pass over the larger domain and returns the
// mapping of the epoch with the best unsupervised criterion.
func (m *mapper) adversarial(ctx context.Context, epochs int, report func(epoch int)) (blas64.General, error) {
	steps := (max(m.source.Rows, m.target.Rows) + m.batch - 1) / m.batch
	schedule, target := newMapSchedule(), normalized(m.target)
	chosen := copyOf(m.w)
	for epoch := range epochs {
		total := 0.0
		for range steps {
			for range discriminatorSteps {
				m.discriminate(mapRate)
			}
			loss, err := m.deceive(ctx, schedule.rate)
			if err != nil {
				return chosen, err
			}
			total += loss
		}
		if !finite(total) {
			return chosen, fmt.Errorf("%w in epoch %d", ErrDiverged, epoch+1)
		}
		_, criterion, err := m.pair(ctx, m.w, target)
		if err != nil {
			return chosen, err
		}
		if schedule.best(criterion) {
			chosen = copyOf(m.w)
		}
		report(epoch + 1)
	}
	return chosen, nil
}

// A mapSchedule is the mapping's learning rate: it decays with every epoch, and is
// halved when the criterion falls short of its best, but for the first time.
type mapSchedule struct {
	rate, highest float64
	fallen        bool
}

func newMapSchedule() *mapSchedule { return &mapSchedule{rate: mapRate, highest: math.Inf(-1)} }

// best ends an epoch and tells whether its criterion is the highest so far.
func (s *mapSchedule) best(criterion float64) bool {
	s.rate *= mapDecay
	if criterion > s.highest {
		s.highest = criterion
		return true
	}
	if s.fallen {
		s.rate /= 2
	}
	s.fallen = true
	return false
}

// refine repeats Procrustes on the pairs that are each other's nearest by CSLS; where the
// mapping pairs no rows it stays as near as an orthogonal one can.
func (m *mapper) refine(ctx context.Context, w blas64.General, rounds int, report func(round int)) (blas64.General, error) {
	target := normalized(m.target)
	for round := range rounds {
		matches, _, err := m.pair(ctx, w, target)
		if err != nil {
			return w, err
		}
		w, err = procrustes(ctx, m.source, m.target, matches, w)
		if err != nil {
			return w, err
		}
		report(round + 1)
	}
	return w, nil
}

// pair returns the matches of the mapped source with the target, whose rows are
// given at unit length, and the unsupervised criterion of the mapping.
func (m *mapper) pair(ctx context.Context, w, target blas64.General) ([]match, float64, error) {
	mapped, err := mapRows(ctx, m.source, w)
	if err != nil {
		return nil, 0, err
	}
	return csls(ctx, normalized(mapped), target, neighbours)
}

// mapRows returns xWᵀ.
func mapRows(ctx context.Context, x, w blas64.General) (blas64.General, error) {
	return multiply(ctx, blas.Trans, x, w)
}
