package rivals

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas/blas64"

	"larui/model"
)

// Training holds the options that the network methods share. Its zero value is
// the paper's appendix B for MNIST-USPS, with the textbook's loss: stochastic
// gradient descent with momentum 0.9, the rate annealed as in Ganin et al. (2016).
type Training struct {
	// Epochs is the number of passes over the source; 0 stands for 10.
	Epochs int
	// Batch is the number of rows of each domain in a step; 0 stands for 32.
	Batch int
	// Rate is the learning rate at the start; 0 stands for 0.01.
	Rate float64
	// NoBias leaves the biases out of extractor, head and a linear discriminator, as
	// the published code does for the rotated Gaussian.
	NoBias bool
	Loss   Loss
	Clock  Clock
}

// Published returns the options with the choices in which the LAR paper's
// published experiments with DANN and its source-only network depart from the
// textbook. Those on the rotated Gaussian have 50 epochs, no biases and 64 hidden
// units besides.
func Published(t Training) Training {
	t.Loss, t.Clock = NegativeProbability, ByTarget
	return t
}

// gradientMomentum is β of every network's optimizer (appendix B).
const gradientMomentum = 0.9

func (t Training) withDefaults() (Training, error) {
	if t.Epochs == 0 {
		t.Epochs = 10
	}
	if t.Batch == 0 {
		t.Batch = 32
	}
	if t.Rate == 0 {
		t.Rate = 0.01
	}
	switch {
	case t.Epochs < 0:
		return t, fmt.Errorf("%w: epochs is %d; it must be positive", ErrHyper, t.Epochs)
	case t.Batch < 0:
		return t, fmt.Errorf("%w: batch is %d; it must be positive", ErrHyper, t.Batch)
	case !(t.Rate > 0) || math.IsInf(t.Rate, 0):
		return t, fmt.Errorf("%w: rate is %v; it must be finite and positive", ErrHyper, t.Rate)
	case t.Loss.String() == "unknown":
		return t, fmt.Errorf("%w: loss %d is none", ErrHyper, t.Loss)
	case t.Clock.String() == "unknown":
		return t, fmt.Errorf("%w: clock %d is none", ErrHyper, t.Clock)
	}
	return t, nil
}

// Variant names the loss and the clock.
func (t Training) Variant() string {
	return fmt.Sprintf("loss: %s; progress: %s", t.Loss, t.Clock)
}

// Applies tells that networks classify.
func (Training) Applies(task model.Task) bool {
	return task == model.Binary || task == model.MultiClass
}

// An adversary is the domain term of a network's objective. Training minimizes it
// by the adversary's own weights and maximizes it by the features.
type adversary interface {
	// penalty returns the term for a batch that has passed forward.
	penalty(b *batch) float64
	// reverse, after penalty, sets the gradients of the adversary's own weights and
	// takes strength times the term's gradient by the features off the batch's.
	reverse(b *batch, strength float64)
	tensors() []tensor
	// discriminates returns what judges domains, or nil.
	discriminates() *discriminator
}

// train runs the session that a network method makes.
func train(ctx context.Context, m interface {
	session(ctx context.Context, p Problem, h Hyper, seed uint64) (*session, error)
}, p Problem, h Hyper, seed uint64, progress func(Progress)) (Classifier, error) {
	s, err := m.session(ctx, p, h, seed)
	if err != nil {
		return nil, err
	}
	return s.run(ctx, p.Task, seed, progress)
}

// A session is one training of a network.
type session struct {
	Training
	name      string
	labels    []int
	source    blas64.General
	target    blas64.General
	extractor *perceptron
	head      *perceptron
	// classWeights holds the weight of each class in the label loss, or is nil.
	classWeights []float64
	// adversary is nil where the target is not looked at.
	adversary adversary
	// reach, where positive, is the largest norm of the gradient.
	reach float64
	// importance estimates class weights as the training goes, or is nil; then the
	// adversary rests during the first epoch.
	importance *importance

	// batch is the one of the present step, in the memory below.
	batch                        batch
	x, probs, dlogits, dfeatures blas64.General
	weights                      []float64
}

// newSession checks problem, options and width and draws the initial network.
func newSession(ctx context.Context, name string, t Training, p Problem, h Hyper, seed uint64) (*session, error) {
	if !t.Applies(p.Task) {
		return nil, needsClasses(name, p.Task)
	}
	t, err := t.withDefaults()
	if err != nil {
		return nil, err
	}
	if err := h.checkHidden(); err != nil {
		return nil, err
	}
	if err := p.check(ctx); err != nil {
		return nil, err
	}
	s := &session{Training: t, name: name, labels: p.labels(), source: p.Source.X.RawMatrix(), target: p.Target.RawMatrix()}
	s.Batch = min(s.Batch, max(s.source.Rows, s.target.Rows))
	classes, rows, rng := p.classes(), 2*s.Batch, newRand(seed, weightStream)
	s.extractor = newPerceptron([]int{s.source.Cols, h.Hidden}, !t.NoBias, rng, rows)
	s.extractor.rectified = true
	s.head = newPerceptron([]int{h.Hidden, classes}, !t.NoBias, rng, rows)
	s.x = zeros(rows, s.source.Cols)
	s.probs, s.dlogits, s.dfeatures = zeros(rows, classes), zeros(rows, classes), zeros(rows, h.Hidden)
	s.weights = make([]float64, rows)
	return s, nil
}

// rows is the number of rows of the largest batch.
func (s *session) rows() int { return s.x.Rows }

// discriminator draws a discriminator with the given hidden layers, conditioned on
// the predictions or not.
func (s *session) discriminator(hidden []int, conditioned bool, seed uint64) *discriminator {
	features, classes := s.extractor.outputs(), s.head.outputs()
	d := &discriminator{input: unconditioned{}}
	width := features
	if conditioned {
		d.input = newCondition(features, classes, s.rows(), newRand(seed, projectionStream))
		if width *= classes; width > largestProduct {
			width = sampledProduct
		}
	}
	widths := append(append([]int{width}, hidden...), 2)
	d.layers = newPerceptron(widths, !s.NoBias, newRand(seed, discriminatorStream), s.rows())
	return d
}

// run trains for all epochs.
func (s *session) run(ctx context.Context, task model.Task, seed uint64, progress func(Progress)) (Classifier, error) {
	tensors := append(s.extractor.tensors(), s.head.tensors()...)
	if s.adversary != nil {
		tensors = append(tensors, s.adversary.tensors()...)
	}
	optimizer := newMomentum(gradientMomentum, tensors)
	source := newSampler(s.source.Rows, s.Batch, newRand(seed, sourceStream))
	target := newSampler(s.target.Rows, s.Batch, newRand(seed, targetStream))
	steps := source.batches()
	clock := float64(s.Epochs) * float64(steps)
	if s.Clock == ByTarget {
		clock = float64(s.Epochs) * float64(target.batches())
	}
	for epoch := range s.Epochs {
		total := 0.0
		for step := range steps {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			p := float64(epoch*steps+step) / clock
			b := s.load(source.next(), target)
			s.forward(b)
			loss := s.labelLoss(b)
			fighting := s.adversary != nil && !(s.importance != nil && epoch == 0)
			if fighting {
				loss += s.adversary.penalty(b)
			}
			s.backward(b, fighting, reversal(p))
			if math.IsNaN(loss) || math.IsInf(loss, 0) {
				return nil, fmt.Errorf("%s: %w in epoch %d", s.name, ErrDiverged, epoch+1)
			}
			total += loss
			if s.importance != nil {
				s.importance.observe(b)
			}
			if s.reach > 0 {
				clip(tensors, s.reach)
			}
			optimizer.step(annealed(s.Rate, p))
		}
		if s.importance != nil {
			s.importance.close(epoch > 0)
		}
		if progress != nil {
			progress(Progress{
				Method: s.name, Candidate: 1, Candidates: 1,
				Epoch: epoch + 1, Epochs: s.Epochs, Loss: total / float64(steps),
			})
		}
	}
	return s.classifier(task)
}

// classifier returns what the session has learned.
func (s *session) classifier(task model.Task) (Classifier, error) {
	for _, t := range append(s.extractor.tensors(), s.head.tensors()...) {
		for _, v := range t.value {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, fmt.Errorf("%s: %w in the last epoch", s.name, ErrDiverged)
			}
		}
	}
	n := &network{task: task, extractor: s.extractor.reader(0), head: s.head.reader(0)}
	if s.adversary == nil || s.adversary.discriminates() == nil {
		return n, nil
	}
	n.judge = s.adversary.discriminates().reader(0)
	if s.importance != nil {
		return weighted{adapted{n}, s.importance.weights}, nil
	}
	return adapted{n}, nil
}

// load gathers a batch: the source's rows named, and the target's next unless the
// target is not looked at.
func (s *session) load(rows []int, target *sampler) *batch {
	b := &s.batch
	b.source, b.labels = len(rows), b.labels[:0]
	at := 0
	for _, i := range rows {
		copy(row(s.x, at), row(s.source, i))
		b.labels = append(b.labels, s.labels[i])
		at++
	}
	if s.adversary != nil {
		for _, i := range target.next() {
			copy(row(s.x, at), row(s.target, i))
			at++
		}
	}
	b.x = span(s.x, 0, at)
	return b
}

// forward passes the batch through extractor and head.
func (s *session) forward(b *batch) {
	rows := b.x.Rows
	b.features = s.extractor.forward(b.x)
	b.logits = s.head.forward(b.features)
	b.probs, b.dlogits, b.dfeatures = span(s.probs, 0, rows), span(s.dlogits, 0, rows), span(s.dfeatures, 0, rows)
	softmax(b.logits, b.probs)
}

// labelLoss returns the mean loss of the source's labels and sets the gradient by
// the logits, zero for the target.
func (s *session) labelLoss(b *batch) float64 {
	weights := s.weights[:b.source]
	for i, y := range b.labels {
		weights[i] = 1 / float64(b.source)
		if s.classWeights != nil {
			weights[i] *= s.classWeights[y]
		}
	}
	clear(b.dlogits.Data)
	return s.Loss.of(b.logits, b.probs, b.dlogits, b.labels, weights)
}

// backward sets all gradients after labelLoss and, if fighting, penalty.
func (s *session) backward(b *batch, fighting bool, strength float64) {
	s.head.backward(b.features, b.dlogits, &b.dfeatures)
	if fighting {
		s.adversary.reverse(b, strength)
	}
	s.extractor.backward(b.x, b.dfeatures, nil)
}
