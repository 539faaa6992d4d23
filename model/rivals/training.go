package rivals

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"

	"larui/model"
)

// Training has the options that the network methods share. The zero value is the setting of the
// paper's appendix B for MNIST-USPS with the cross-entropy loss: stochastic gradient descent with
// momentum 0.9, with the rate annealed as in Ganin et al. (2016).
type Training struct {
	// Epochs, Batch and Rate apply where Hyper does not set them; 0 stands for 10, 32 and 0.01.
	Epochs, Batch int
	Rate          float64
	// Layers is the number of hidden layers, each as wide as Hyper.Hidden; 0 stands for 1.
	Layers int
	// Nesterov selects Nesterov's momentum. Decay is the weight in the loss of ½‖w‖² over all
	// weights. CDAN, IWDAN and f-DAL set both, as in their published code.
	Nesterov bool
	Decay    float64
	// NoBias leaves the biases out of extractor, head and discriminator, as the published code does
	// for the rotated Gaussian.
	NoBias bool
	// Published trains as the LAR paper's published experiments with DANN and its source-only
	// network do where these depart from the textbook: with negativeProbability instead of
	// crossEntropy, and with progress measured by the target's batches. On the rotated Gaussian
	// these experiments also have 50 epochs, no biases and 64 hidden units.
	Published bool
	// Mixed comes nearest to the LAR paper's Table 5, whose code is not published. Classes are
	// trained on crossEntropy, and domains on negativeProbability, whose gradient nearly vanishes
	// for a confident discriminator. The rate is constant, as in appendix B.
	Mixed bool
}

// nesterov returns the options with Nesterov's momentum and the given weight decay.
func (t Training) nesterov(decay float64) Training {
	t.Nesterov, t.Decay = true, decay
	return t
}

// publishedNote explains the * behind a method's name on the screen.
const publishedNote = "* as the paper's published code ran it: minimizes −p(label) where the textbook has −log p(label), and its rates follow the target's batches (on the rotated Gaussian also 50 epochs, 64 units and no biases, not here)"

// networkMethod completes m, a network's entry in the table of methods. oppose adds the adversary to a session;
// nil trains on the source alone. The grid is coefficientGrid if m has none.
func (t Training) networkMethod(m Method, oppose func(s *session)) Method {
	m.Variant = "loss: cross-entropy; progress: by source"
	if t.Published {
		m.Variant = "loss: negative probability; progress: by target"
		m.Title, m.Note, m.Published = m.Name+"*", publishedNote, true
		m.Command += "-published"
	}
	if t.Mixed {
		m.Variant = "loss: cross-entropy, of domains negative probability; progress: by source; rate: constant"
	}
	if t.Nesterov {
		m.Variant += "; Nesterov's momentum"
	}
	if t.Decay > 0 {
		m.Variant += fmt.Sprintf("; decay %g", t.Decay)
	}
	if m.Grid == nil {
		m.Grid, m.Own = coefficientGrid(), ownCoefficient
	}
	m.Logits, m.Usual = true, Hyper{Epochs: cmp.Or(t.Epochs, 10), Batch: cmp.Or(t.Batch, 32), Rate: cmp.Or(t.Rate, 0.01)}
	m.learner = networks{t, oppose}
	return m
}

// networks trains networks in sessions that oppose has completed.
type networks struct {
	Training
	oppose func(s *session)
}

func (n networks) train(ctx context.Context, p Problem, h Hyper, seed uint64, report func(done float64)) (Classifier, error) {
	s, err := n.session(p, h, seed)
	if err != nil {
		return nil, err
	}
	return s.run(ctx, p.Task, report)
}

// mostLayers is the largest number of hidden layers.
const mostLayers = 64

// session checks the options and draws the initial network.
func (n networks) session(p Problem, h Hyper, seed uint64) (*session, error) {
	t := n.Training
	t.Epochs, t.Batch, t.Rate, t.Layers = h.Epochs, h.Batch, h.Rate, cmp.Or(t.Layers, 1)
	if t.Layers < 0 || t.Layers > mostLayers {
		return nil, fmt.Errorf("%w: %d hidden layers; from 1 to %d are possible", ErrHyper, t.Layers, mostLayers)
	}
	if !(t.Decay >= 0) || math.IsInf(t.Decay, 0) {
		return nil, fmt.Errorf("%w: decay %v", ErrHyper, t.Decay)
	}
	s := &session{
		Training: t, hyper: h, seed: seed, loss: crossEntropy,
		labels: p.labels(), source: p.Source.X.RawMatrix(), target: p.Target.RawMatrix(),
	}
	if t.Published {
		s.loss = negativeProbability
	}
	s.Batch = min(s.Batch, max(s.source.Rows, s.target.Rows))
	rng := newRand(seed, weightStream)
	s.extractor = newPerceptron(append([]int{s.source.Cols}, slices.Repeat([]int{h.Hidden}, t.Layers)...), !t.NoBias, rng)
	s.extractor.rectified = true
	s.head = newPerceptron([]int{h.Hidden, p.classes()}, !t.NoBias, rng)
	n.oppose(s)
	return s, nil
}

// An adversary is the domain term of a network's objective. Training minimizes the term with
// respect to the adversary's own weights and maximizes it with respect to the features.
type adversary interface {
	// oppose returns the term for a batch that has passed forward and sets the gradients of the
	// adversary's own weights. It subtracts strength times the term's gradient with respect to the
	// features from the gradient of the batch.
	oppose(b *batch, strength float64) float64
	tensors() []tensor
}

// A session is one training of a network.
type session struct {
	Training
	network
	hyper          Hyper
	seed           uint64
	loss           loss
	labels         []int
	source, target blas64.General
	// adversary is nil if the target is not used.
	adversary adversary
	// maxGradient, if positive, is the largest norm of the gradient.
	maxGradient float64
	// normalized lists the norms of layers with a spectralNorm.
	normalized []*spectralNorm
	// importance estimates class weights during the training, or is nil.
	importance *importance
	// restEpochs is the number of epochs before the adversary begins.
	restEpochs int
	// memory has the matrices of the present step.
	memory memory
}

// run trains for all epochs.
func (s *session) run(ctx context.Context, task model.Task, report func(done float64)) (Classifier, error) {
	tensors := s.tensors()
	if s.adversary != nil {
		tensors = append(tensors, s.adversary.tensors()...)
	}
	optimizer := newMomentum(gradientMomentum, tensors)
	optimizer.decay, optimizer.nesterov = s.Decay, s.Nesterov
	source := newSampler(s.source.Rows, s.Batch, newRand(s.seed, sourceStream))
	target := newSampler(s.target.Rows, s.Batch, newRand(s.seed, targetStream))
	steps, clock := source.batches(), s.clock(source, target)
	// The adversary takes part in these steps, and its progress begins after the rest.
	awake := clock * (1 - float64(s.restEpochs)/float64(s.Epochs))
	for epoch := range s.Epochs {
		for step := range steps {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			p := float64(epoch*steps+step) / clock
			b := s.load(source.next(), target)
			loss := s.learn(b, reversal(float64((epoch-s.restEpochs)*steps+step)/awake), epoch >= s.restEpochs)
			if !finite(loss) {
				return nil, fmt.Errorf("%w in epoch %d", ErrDiverged, epoch+1)
			}
			if s.importance != nil {
				s.importance.observe(b)
			}
			if s.maxGradient > 0 {
				clip(tensors, s.maxGradient)
			}
			optimizer.step(s.rate(p))
			for _, n := range s.normalized {
				n.updateWeights()
			}
		}
		if s.importance != nil {
			s.importance.endEpoch(epoch >= s.restEpochs)
		}
		report(float64(epoch+1) / float64(s.Epochs))
	}
	return s.classifier(task)
}

// rate returns the learning rate at progress p.
func (s *session) rate(p float64) float64 {
	if s.Mixed {
		return s.Rate
	}
	return annealed(s.Rate, p)
}

// tensors returns the parameters of extractor and head.
func (s *session) tensors() []tensor { return append(s.extractor.tensors(), s.head.tensors()...) }

// clock returns the number of steps that the training takes as its full progress, which lowers the
// rate and raises the strength of the domain term. It is the number of all steps, so that progress
// goes from 0 to 1 (Ganin et al. 2016). With Published it is the number of epochs times the
// target's batches; progress then ends above 1 if the target has fewer batches than the source, and
// below 1 if it has more.
func (s *session) clock(source, target *sampler) float64 {
	if s.Published {
		source = target
	}
	return float64(s.Epochs) * float64(source.batches())
}

// classifier returns the trained network.
func (s *session) classifier(task model.Task) (Classifier, error) {
	for _, t := range s.tensors() {
		for _, v := range t.value {
			if !finite(v) {
				return nil, fmt.Errorf("%w in the last epoch", ErrDiverged)
			}
		}
	}
	n := trainedNetwork{s.network, task}
	if term, ok := s.adversary.(*domainTerm); ok {
		return adversarialNetwork{n, term.discriminator}, nil
	}
	return n, nil
}

// load gathers a batch of the given source rows and, if there is an adversary, the next target
// rows.
func (s *session) load(rows []int, target *sampler) *batch {
	var targets []int
	if s.adversary != nil {
		targets = target.next()
	}
	s.memory.clear()
	b := &batch{memory: &s.memory, source: len(rows), x: s.memory.zeros(len(rows)+len(targets), s.source.Cols)}
	for at, i := range rows {
		copy(row(b.x, at), row(s.source, i))
		b.labels = append(b.labels, s.labels[i])
	}
	for at, i := range targets {
		copy(row(b.x, b.source+at), row(s.target, i))
	}
	return b
}

// learn passes a batch forward and sets all gradients. It returns the mean label loss of the
// source, plus the adversary's term if fights is set.
func (s *session) learn(b *batch, strength float64, fights bool) float64 {
	s.forward(b)
	weights := make([]float64, b.source)
	for i, y := range b.labels {
		weights[i] = 1 / float64(b.source)
		if s.importance != nil {
			weights[i] *= s.importance.labelWeight(y)
		}
	}
	loss, dlogits := s.loss(b.logits, b.probs, b.labels, weights)
	b.dfeatures = s.head.backward(b.memory, b.headed, dlogits, true)
	if fights && s.adversary != nil {
		loss += s.adversary.oppose(b, strength)
	}
	s.extractor.backward(b.memory, b.extracted, b.dfeatures, false)
	for _, n := range s.normalized {
		n.chainGradient()
	}
	return loss
}
