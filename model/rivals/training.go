package rivals

import (
	"cmp"
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
	// Published trains as the LAR paper's published experiments with DANN and its
	// source-only network, where these depart from the textbook: negativeProbability
	// takes the place of crossEntropy, and progress is clocked by the target's
	// batches. Those on the rotated Gaussian have 50 epochs, no biases and 64 hidden
	// units besides.
	Published bool
}

// publishedNote says on the screen what * means.
const publishedNote = "* as the paper's published code ran it: minimizes −p(label) where the textbook has −log p(label), and its rates follow the target's batches (on the rotated Gaussian also 50 epochs, 64 units and no biases, not here)"

// method completes the row m of a network method. oppose gives a session what the
// method adds to training on the source alone.
func (t Training) method(m Method, oppose func(s *session)) Method {
	m.Variant = "loss: cross-entropy; progress: by source"
	if t.Published {
		m.Variant = "loss: negative probability; progress: by target"
		m.Title, m.Note, m.Published = m.Name+"*", publishedNote, true
	}
	m.learner = networks{t, oppose}
	return m
}

// networks learns networks, from sessions that oppose has completed.
type networks struct {
	Training
	oppose func(s *session)
}

func (n networks) train(ctx context.Context, p Problem, h Hyper, seed uint64, report func(epoch, epochs int)) (Classifier, error) {
	s, err := n.session(p, h, seed)
	if err != nil {
		return nil, err
	}
	return s.run(ctx, p.Task, report)
}

// session checks the options and draws the initial network.
func (n networks) session(p Problem, h Hyper, seed uint64) (*session, error) {
	t := n.Training
	t.Epochs, t.Batch, t.Rate = cmp.Or(t.Epochs, 10), cmp.Or(t.Batch, 32), cmp.Or(t.Rate, 0.01)
	if t.Epochs < 0 || t.Batch < 0 || !(t.Rate > 0) || math.IsInf(t.Rate, 0) {
		return nil, fmt.Errorf("%w: %d epochs in batches of %d at rate %v", ErrHyper, t.Epochs, t.Batch, t.Rate)
	}
	s := &session{
		Training: t, hyper: h, seed: seed, loss: crossEntropy,
		labels: p.labels(), source: p.Source.X.RawMatrix(), target: p.Target.RawMatrix(),
	}
	if t.Published {
		s.loss = negativeProbability
	}
	s.Batch = min(s.Batch, max(s.source.Rows, s.target.Rows))
	classes, rng := p.classes(), newRand(seed, weightStream)
	s.rows = 2 * s.Batch
	s.extractor = newPerceptron([]int{s.source.Cols, h.Hidden}, !t.NoBias, rng, s.rows)
	s.extractor.rectified = true
	s.head = newPerceptron([]int{h.Hidden, classes}, !t.NoBias, rng, s.rows)
	s.x, s.probs = zeros(s.rows, s.source.Cols), zeros(s.rows, classes)
	s.dlogits, s.dfeatures = zeros(s.rows, classes), zeros(s.rows, h.Hidden)
	s.weights = make([]float64, s.rows)
	n.oppose(s)
	return s, nil
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
}

// A session is one training of a network.
type session struct {
	Training
	hyper  Hyper
	seed   uint64
	loss   loss
	labels []int
	source blas64.General
	target blas64.General
	// rows is the number of rows of the largest batch.
	rows      int
	extractor *perceptron
	head      *perceptron
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

// A batch is what passes through a network at once: rows x of the source and then
// of the target, and what comes of them.
type batch struct {
	x blas64.General // rows×d
	// source is the number of source rows, whose class indices are labels.
	source int
	labels []int
	// features (rows×h) are the extractor's outputs, logits (rows×c) the head's, and
	// probs their softmax.
	features, logits, probs blas64.General
	// dfeatures and dlogits are the gradients of the training's loss by them.
	dfeatures, dlogits blas64.General
}

// run trains for all epochs.
func (s *session) run(ctx context.Context, task model.Task, report func(epoch, epochs int)) (Classifier, error) {
	tensors := s.tensors()
	if s.adversary != nil {
		tensors = append(tensors, s.adversary.tensors()...)
	}
	optimizer := newMomentum(gradientMomentum, tensors)
	source := newSampler(s.source.Rows, s.Batch, newRand(s.seed, sourceStream))
	target := newSampler(s.target.Rows, s.Batch, newRand(s.seed, targetStream))
	steps, clock := source.batches(), s.clock(source, target)
	for epoch := range s.Epochs {
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
			if !finite(loss) {
				return nil, fmt.Errorf("%w in epoch %d", ErrDiverged, epoch+1)
			}
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
		report(epoch+1, s.Epochs)
	}
	return s.classifier(task)
}

// tensors are the parameters of extractor and head.
func (s *session) tensors() []tensor { return append(s.extractor.tensors(), s.head.tensors()...) }

// clock returns the number of steps by which the training measures its progress, by
// which rates fall and the domain term grows: all of them, so that progress goes
// from 0 to 1 (Ganin et al. 2016), or, as the published code has it, epochs times
// the target's batches: it ends above 1 where the target has fewer batches than the
// source, below where it has more.
func (s *session) clock(source, target *sampler) float64 {
	if s.Published {
		source = target
	}
	return float64(s.Epochs) * float64(source.batches())
}

// classifier returns what the session has learned.
func (s *session) classifier(task model.Task) (Classifier, error) {
	for _, t := range s.tensors() {
		for _, v := range t.value {
			if !finite(v) {
				return nil, fmt.Errorf("%w in the last epoch", ErrDiverged)
			}
		}
	}
	n := &network{task: task, extractor: s.extractor.reader(0), head: s.head.reader(0)}
	if against, ok := s.adversary.(*domainTerm); ok {
		return adapted{n, against.discriminator.reader(0)}, nil
	}
	return n, nil
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
		if s.importance != nil {
			weights[i] *= s.importance.labelWeights[y]
		}
	}
	clear(b.dlogits.Data)
	return s.loss(b.logits, b.probs, b.dlogits, b.labels, weights)
}

// backward sets all gradients after labelLoss and, if fighting, penalty.
func (s *session) backward(b *batch, fighting bool, strength float64) {
	s.head.backward(b.features, b.dlogits, &b.dfeatures)
	if fighting {
		s.adversary.reverse(b, strength)
	}
	s.extractor.backward(b.x, b.dfeatures, nil)
}
