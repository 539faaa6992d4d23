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
func (t Training) networkMethod(m Method, oppose func(s *trainingRun)) Method {
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
		m.Grid, m.OwnIndex = coefficientGrid(), ownCoefficient
	}
	m.Logits, m.Defaults = true, Hyper{Epochs: cmp.Or(t.Epochs, 10), Batch: cmp.Or(t.Batch, 32), Rate: cmp.Or(t.Rate, 0.01)}
	m.learner = networkLearner{t, oppose}
	return m
}

// networkLearner trains networkLearner in sessions that oppose has completed.
type networkLearner struct {
	Training
	setDomainLoss func(s *trainingRun)
}

func (n networkLearner) train(ctx context.Context, p Problem, h Hyper, seed uint64, report func(done float64)) (Classifier, error) {
	s, err := n.newTrainingRun(p, h, seed)
	if err != nil {
		return nil, err
	}
	return s.train(ctx, p.Task, report)
}

// mostLayers is the largest number of hidden layers.
const mostLayers = 64

// newTrainingRun checks the options and draws the initial network.
func (n networkLearner) newTrainingRun(p Problem, h Hyper, seed uint64) (*trainingRun, error) {
	t := n.Training
	t.Epochs, t.Batch, t.Rate, t.Layers = h.Epochs, h.Batch, h.Rate, cmp.Or(t.Layers, 1)
	if t.Layers < 0 || t.Layers > mostLayers {
		return nil, fmt.Errorf("%w: %d hidden layers; from 1 to %d are possible", ErrHyper, t.Layers, mostLayers)
	}
	if !(t.Decay >= 0) || math.IsInf(t.Decay, 0) {
		return nil, fmt.Errorf("%w: decay %v", ErrHyper, t.Decay)
	}
	s := &trainingRun{
		Training: t, hyper: h, seed: seed, loss: crossEntropy,
		labels: p.classIndices(), source: p.Source.X.RawMatrix(), target: p.Target.RawMatrix(),
	}
	if t.Published {
		s.loss = negativeProbability
	}
	s.Batch = min(s.Batch, max(s.source.Rows, s.target.Rows))
	rng := newRandom(seed, weightStream)
	s.extractor = newPerceptron(append([]int{s.source.Cols}, slices.Repeat([]int{h.Hidden}, t.Layers)...), !t.NoBias, rng)
	s.extractor.rectified = true
	s.head = newPerceptron([]int{h.Hidden, p.classCount()}, !t.NoBias, rng)
	n.setDomainLoss(s)
	return s, nil
}

// An domainLoss is the domain term of a network's objective. Training minimizes the term with
// respect to the domainLoss's own weights and maximizes it with respect to the features.
type domainLoss interface {
	// addGradients returns the term for a batch that has passed forward and sets the gradients of the
	// adversary's own weights. It subtracts strength times the term's gradient with respect to the
	// features from the gradient of the batch.
	addGradients(b *batch, strength float64) float64
	tensors() []tensor
}

// A trainingRun is one training of a network.
type trainingRun struct {
	Training
	network
	hyper          Hyper
	seed           uint64
	loss           loss
	labels         []int
	source, target blas64.General
	// domainLoss is nil if the target is not used.
	domainLoss domainLoss
	// maxGradient, if positive, is the largest norm of the gradient.
	maxGradient float64
	// normalized lists the norms of layers with a spectralNorm.
	normalized []*spectralNorm
	// importance estimates class weights during the training, or is nil.
	importance *classImportance
	// sourceOnlyEpochs is the number of epochs before the adversary begins.
	sourceOnlyEpochs int
	// memory has the matrices of the present step.
	memory workspace
}

// train trains for all epochs.
func (s *trainingRun) train(ctx context.Context, task model.Task, report func(done float64)) (Classifier, error) {
	tensors := s.tensors()
	if s.domainLoss != nil {
		tensors = append(tensors, s.domainLoss.tensors()...)
	}
	optimizer := newMomentum(gradientMomentum, tensors)
	optimizer.decay, optimizer.nesterov = s.Decay, s.Nesterov
	source := newSampler(s.source.Rows, s.Batch, newRandom(s.seed, sourceStream))
	target := newSampler(s.target.Rows, s.Batch, newRandom(s.seed, targetStream))
	steps, clock := source.batches(), s.fullProgressSteps(source, target)
	// The adversary takes part in these steps, and its progress begins after the rest.
	awake := clock * (1 - float64(s.sourceOnlyEpochs)/float64(s.Epochs))
	for epoch := range s.Epochs {
		for step := range steps {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			p := float64(epoch*steps+step) / clock
			b := s.loadBatch(source.next(), target)
			loss := s.computeGradients(b, reversalStrength(float64((epoch-s.sourceOnlyEpochs)*steps+step)/awake), epoch >= s.sourceOnlyEpochs)
			if !isFinite(loss) {
				return nil, fmt.Errorf("%w in epoch %d", ErrDiverged, epoch+1)
			}
			if s.importance != nil {
				s.importance.addBatch(b)
			}
			if s.maxGradient > 0 {
				clipGradients(tensors, s.maxGradient)
			}
			optimizer.step(s.rateAt(p))
			for _, n := range s.normalized {
				n.updateWeights()
			}
		}
		if s.importance != nil {
			s.importance.endEpoch(epoch >= s.sourceOnlyEpochs)
		}
		report(float64(epoch+1) / float64(s.Epochs))
	}
	return s.classifier(task)
}

// rateAt returns the learning rateAt at progress p.
func (s *trainingRun) rateAt(p float64) float64 {
	if s.Mixed {
		return s.Rate
	}
	return annealedRate(s.Rate, p)
}

// tensors returns the parameters of extractor and head.
func (s *trainingRun) tensors() []tensor { return append(s.extractor.tensors(), s.head.tensors()...) }

// fullProgressSteps returns the number of steps that the training takes as its full progress, which lowers the
// rate and raises the strength of the domain term. It is the number of all steps, so that progress
// goes from 0 to 1 (Ganin et al. 2016). With Published it is the number of epochs times the
// target's batches; progress then ends above 1 if the target has fewer batches than the source, and
// below 1 if it has more.
func (s *trainingRun) fullProgressSteps(source, target *sampler) float64 {
	if s.Published {
		source = target
	}
	return float64(s.Epochs) * float64(source.batches())
}

// classifier returns the trained network.
func (s *trainingRun) classifier(task model.Task) (Classifier, error) {
	for _, t := range s.tensors() {
		for _, v := range t.value {
			if !isFinite(v) {
				return nil, fmt.Errorf("%w in the last epoch", ErrDiverged)
			}
		}
	}
	n := trainedNetwork{s.network, task}
	if term, ok := s.domainLoss.(*discriminatorLoss); ok {
		return adversarialNetwork{n, term.discriminator}, nil
	}
	return n, nil
}

// loadBatch gathers a batch of the given source rows and, if there is an adversary, the next target
// rows.
func (s *trainingRun) loadBatch(rows []int, target *sampler) *batch {
	var targets []int
	if s.domainLoss != nil {
		targets = target.next()
	}
	s.memory.reset()
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

// computeGradients passes a batch forward and sets all gradients. It returns the mean label loss of the
// source, plus the adversary's term if fights is set.
func (s *trainingRun) computeGradients(b *batch, strength float64, fights bool) float64 {
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
	if fights && s.domainLoss != nil {
		loss += s.domainLoss.addGradients(b, strength)
	}
	s.extractor.backward(b.memory, b.extracted, b.dfeatures, false)
	for _, n := range s.normalized {
		n.chainGradient()
	}
	return loss
}
