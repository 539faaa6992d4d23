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

// Training has the options of the network methods. The zero value follows the LAR paper's appendix
// B for MNIST-USPS: stochastic gradient descent with momentum 0.9, the rate schedule of Ganin et
// al. (2016), and the cross-entropy loss.
type Training struct {
	// Epochs, Batch and Rate apply if Hyper does not set these fields. 0 stands for 10, 32 and 0.01.
	Epochs, Batch int
	Rate          float64
	// Layers is the number of hidden layers with Hyper.Hidden units each. 0 stands for 1.
	Layers int
	// Nesterov selects Nesterov's momentum. Decay adds ½·Decay·‖w‖² to the loss, over all weights
	// w. CDAN, IWDAN and f-DAL set both fields, as in the published code of these methods.
	Nesterov bool
	Decay    float64
	// NoBias omits the biases of all layers, as the LAR paper's published code does for the rotated
	// Gaussian.
	NoBias bool
	// Published follows the LAR paper's published code for DANN and its source-only network, which
	// differs from the textbook: the loss is negativeProbability instead of crossEntropy, and the
	// target's batches measure progress. On the rotated Gaussian that code also uses 50 epochs, no
	// biases and 64 hidden units, which Published does not set.
	Published bool
	// Mixed combines two losses. The label loss is crossEntropy. The domain loss is
	// negativeProbability, whose gradient nearly vanishes for a confident discriminator. The rate
	// is constant.
	Mixed bool
}

func (t Training) withNesterov(decay float64) Training {
	t.Nesterov, t.Decay = true, decay
	return t
}

// publishedNote explains the * after a method's name on the screen.
const publishedNote = "* follows the paper's published code: it minimizes −p(label) instead of −log p(label), and its rates follow the target's batches (on the rotated Gaussian the code also uses 50 epochs, 64 units and no biases; larui does not)"

// newNetworkMethod fills in the fields of m that all network methods share. setDomainLoss adapts a
// training run to the method, for example by a domain loss. If m has no grid, the grid is
// coefficientGrid.
func (t Training) newNetworkMethod(m Method, setDomainLoss func(s *trainingRun)) Method {
	m.Variant = "loss: cross-entropy; progress: by source batches"
	if t.Published {
		m.Variant = "loss: negative probability; progress: by target batches"
		m.Title, m.Note, m.Published = m.Name+"*", publishedNote, true
		m.Command += "-published"
	}
	if t.Mixed {
		m.Variant = "loss: cross-entropy for labels, negative probability for domains; progress: by source batches; rate: constant"
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
	m.learner = networkLearner{t, setDomainLoss}
	return m
}

type networkLearner struct {
	Training
	setDomainLoss func(s *trainingRun)
}

func (n networkLearner) train(ctx context.Context, p model.Data, h Hyper, seed uint64, report func(done float64)) (Classifier, error) {
	s, err := n.newTrainingRun(p, h, seed)
	if err != nil {
		return nil, err
	}
	return s.train(ctx, p.Task, report)
}

const mostLayers = 64

func (n networkLearner) newTrainingRun(p model.Data, h Hyper, seed uint64) (*trainingRun, error) {
	t := n.Training
	t.Epochs, t.Batch, t.Rate, t.Layers = h.Epochs, h.Batch, h.Rate, cmp.Or(t.Layers, 1)
	if t.Layers < 0 || t.Layers > mostLayers {
		return nil, fmt.Errorf("%w: the network has %d hidden layers; the number must be from 1 to %d", ErrHyper, t.Layers, mostLayers)
	}
	if !(t.Decay >= 0) || math.IsInf(t.Decay, 0) {
		return nil, fmt.Errorf("%w: decay is %v; it must be a number ≥ 0", ErrHyper, t.Decay)
	}
	s := &trainingRun{
		Training: t, hyper: h, seed: seed, loss: crossEntropy,
		labels: classIndices(p), source: p.Source.X.RawMatrix(), target: p.Target.X.RawMatrix(),
	}
	if t.Published {
		s.loss = negativeProbability
	}
	s.Batch = min(s.Batch, max(s.source.Rows, s.target.Rows))
	rng := newRandom(seed, weightStream)
	s.extractor = newPerceptron(append([]int{s.source.Cols}, slices.Repeat([]int{h.Hidden}, t.Layers)...), !t.NoBias, rng)
	s.extractor.rectified = true
	s.head = newPerceptron([]int{h.Hidden, max(2, p.Outputs())}, !t.NoBias, rng)
	n.setDomainLoss(s)
	return s, nil
}

// A domainLoss is the domain term of a network's objective. Training minimizes the term with
// respect to the domainLoss's own weights, and maximizes it with respect to the features.
type domainLoss interface {
	// addGradients returns the term for a batch after network.forward, and sets the gradients of
	// the domainLoss's own weights. It subtracts strength·g from b.dfeatures, where g is the term's
	// gradient with respect to the features.
	addGradients(b *batch, strength float64) float64
	tensors() []tensor
}

type trainingRun struct {
	Training
	network
	hyper          Hyper
	seed           uint64
	loss           loss
	labels         []int
	source, target blas64.General
	// domainLoss is nil if the training ignores the target.
	domainLoss domainLoss
	// maxGradient, if positive, is the largest norm of all gradients together; a longer gradient is
	// scaled down.
	maxGradient float64
	normalized  []*spectralNorm
	// importance, if not nil, estimates class weights during the training.
	importance *classImportance
	// sourceOnlyEpochs is the number of epochs at the start without the domain loss.
	sourceOnlyEpochs int
	memory           workspace
}

func (s *trainingRun) train(ctx context.Context, task model.Task, report func(done float64)) (Classifier, error) {
	tensors := s.tensors()
	if s.domainLoss != nil {
		tensors = append(tensors, s.domainLoss.tensors()...)
	}
	optimizer := newMomentumOptimizer(gradientMomentum, tensors)
	optimizer.decay, optimizer.nesterov = s.Decay, s.Nesterov
	source := newSampler(s.source.Rows, s.Batch, newRandom(s.seed, sourceStream))
	target := newSampler(s.target.Rows, s.Batch, newRandom(s.seed, targetStream))
	steps, clock := source.countBatches(), s.fullProgressSteps(source, target)
	domainSteps := clock * (1 - float64(s.sourceOnlyEpochs)/float64(s.Epochs))
	for epoch := range s.Epochs {
		for step := range steps {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			p := float64(epoch*steps+step) / clock
			b := s.loadBatch(source.nextBatch(), target)
			loss := s.computeGradients(b, reversalStrength(float64((epoch-s.sourceOnlyEpochs)*steps+step)/domainSteps), epoch >= s.sourceOnlyEpochs)
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

func (s *trainingRun) rateAt(p float64) float64 {
	if s.Mixed {
		return s.Rate
	}
	return annealedRate(s.Rate, p)
}

func (s *trainingRun) tensors() []tensor { return append(s.extractor.tensors(), s.head.tensors()...) }

// fullProgressSteps returns the number of steps at which progress is 1. Progress lowers the rate
// and raises the strength of the domain loss (Ganin et al. 2016). The number is the number of all
// steps. With Published it is epochs times the target's batches, so that progress may end above or
// below 1.
func (s *trainingRun) fullProgressSteps(source, target *sampler) float64 {
	if s.Published {
		source = target
	}
	return float64(s.Epochs) * float64(source.countBatches())
}

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

func (s *trainingRun) loadBatch(rows []int, target *sampler) *batch {
	var targets []int
	if s.domainLoss != nil {
		targets = target.nextBatch()
	}
	s.memory.reset()
	b := &batch{memory: &s.memory, source: len(rows), x: s.memory.lendZeros(len(rows)+len(targets), s.source.Cols)}
	for at, i := range rows {
		copy(row(b.x, at), row(s.source, i))
		b.labels = append(b.labels, s.labels[i])
	}
	for at, i := range targets {
		copy(row(b.x, b.source+at), row(s.target, i))
	}
	return b
}

// computeGradients sets all gradients for a batch. It returns the mean label loss of the source,
// plus the domain loss if withDomain is true.
func (s *trainingRun) computeGradients(b *batch, strength float64, withDomain bool) float64 {
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
	if withDomain && s.domainLoss != nil {
		loss += s.domainLoss.addGradients(b, strength)
	}
	s.extractor.backward(b.memory, b.extracted, b.dfeatures, false)
	for _, n := range s.normalized {
		n.setGradient()
	}
	return loss
}
