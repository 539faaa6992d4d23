package rivals

import (
	"cmp"
	"context"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/model/linalg"
)

// AlignmentOptions has the options of AdversarialRefine.
type AlignmentOptions struct {
	// CrossEntropy selects "Adv-R (CE)", which fits logistic regression to the mapped source, instead
	// of "Adv-R (MSE)", which fits least squares.
	CrossEntropy bool
	// Epochs is the number of epochs that train the mapping against the discriminator; 0 stands for
	// 5. Width is the number of units in each of the discriminator's hidden layers; 0 stands for
	// 128. Hyper.Epochs and Hyper.Hidden, if set, replace both.
	Epochs, Width int
}

// AdversarialRefine is the method of Conneau, Lample, Ranzato, Denoyer and Jégou, "Word Translation
// Without Parallel Data" (arXiv 2017, ICLR 2018). It maps source rows x to Wx, and fits a linear
// model to (Wx, y), with Nesterov's momentum 0.9 like all linear models in the LAR paper's Table 4.
// W does not change a constant feature.
//
// W is trained against a discriminator (their section 2.1). Each step pulls W towards
// orthogonality: W ← (1+β)W − βWWᵀW (section 3.3). An unsupervised criterion chooses the W of one
// epoch (section 3.5). Rounds of Procrustes on pairs of rows from CSLS refine this W (sections 2.2
// and 2.3).
//
// Their discriminator has two hidden layers of 2048 units, and an epoch has a million random rows.
// Here the layers are narrower, and an epoch is a pass over the larger domain. The grid has each β
// in the LAR paper's appendix B with 2, 1 and 0 rounds, as in its published code. Conneau et al.
// use 5 rounds. AdversarialRefine uses Hyper.Beta, Hyper.Refinements, Hyper.Epochs and
// Hyper.Hidden, the discriminator's width.
func AdversarialRefine(a AlignmentOptions) Method {
	m := Method{
		Name: "adversarial-refine (MSE)", Title: "Adv-R (MSE)", Command: "adv-r-mse", Regression: true,
		Defaults: Hyper{Epochs: cmp.Or(a.Epochs, 5), Hidden: cmp.Or(a.Width, 128)},
	}
	for _, refinements := range []int{2, 1, 0} {
		for _, beta := range []float64{1e-3, 1e-2, 1e-1} {
			m.Grid = append(m.Grid, Hyper{Beta: beta, Refinements: refinements, ZeroRefinements: refinements == 0})
		}
	}
	head, kind := LeastSquares(DescentOptions{Momentum: 0.9, Nesterov: true}), "least squares"
	if a.CrossEntropy {
		m.Name, m.Title, m.Command, m.Regression, m.Logits = "adversarial-refine (CE)", "Adv-R (CE)", "adv-r-ce", false, true
		head, kind = Logistic(DescentOptions{Nesterov: true}), "logistic regression"
	}
	m.About = "rotates the source onto the target, against a discriminator, then fits " + kind + " (Conneau et al. 2017)"
	m.Variant = "model: " + head.Variant
	m.learner = adversarialLearner{a, head, func(_ Hyper, learn func() (blas64.General, error)) (blas64.General, error) { return learn() }}
	return m
}

type adversarialLearner struct {
	AlignmentOptions
	head Method
	// once returns the result of learn: the mapping before refinement or, for the zero Hyper, the
	// source's weights without a mapping. After withSharedResults, all h that differ only in
	// Refinements share one call of learn.
	once func(h Hyper, learn func() (blas64.General, error)) (blas64.General, error)
}

// withSharedResults returns the learner such that candidates that differ only in Refinements share
// the mapping before refinement.
func (a adversarialLearner) withSharedResults() learner {
	var mu sync.Mutex
	begun := map[Hyper]func() (blas64.General, error){}
	a.once = func(h Hyper, learn func() (blas64.General, error)) (blas64.General, error) {
		h.Refinements, h.ZeroRefinements = 0, false
		mu.Lock()
		if begun[h] == nil {
			begun[h] = sync.OnceValues(learn)
		}
		mapping := begun[h]
		mu.Unlock()
		return mapping()
	}
	return a
}

func (a adversarialLearner) train(ctx context.Context, p model.Data, h Hyper, seed uint64, report func(done float64)) (Classifier, error) {
	constant, all := constantColumn(p.Source.X, p.Target.X), float64(h.Epochs+h.Refinements)
	source, target := newDomainRows(p.Source.X, constant, false), newDomainRows(p.Target.X, constant, false)
	m := newMapper(source.rows, target.rows, h.Beta, h.Hidden, mapBatch, seed)
	w, err := a.once(h, func() (blas64.General, error) {
		return m.trainMapping(ctx, h.Epochs, func(epoch int) { report(float64(epoch) / all) })
	})
	if err != nil {
		return nil, err
	}
	w = insertUnmappedFeature(m.refine(ctx, w, h.Refinements, func(round int) { report(float64(h.Epochs+round) / all) }), constant)
	fit := func() (blas64.General, error) {
		c, err := a.head.Train(ctx, p, Hyper{}, seed, nil)
		if err != nil {
			return blas64.General{}, err
		}
		return c.(linearClassifier).w.RawMatrix(), nil
	}
	var weights blas64.General
	if isOrthogonal(w) { // then descent from zero on the mapped rows gives w times the weights for the rows
		weights, err = a.once(Hyper{}, fit)
		if err == nil {
			weights = multiply(ctx, blas.NoTrans, w, weights)
		}
	} else {
		p.Source.X = toDense(multiply(ctx, blas.Trans, p.Source.X.RawMatrix(), w))
		weights, err = fit()
	}
	if err != nil {
		return nil, err
	}
	report(1)
	return alignedClassifier{linearClassifier{toDense(weights)}, w}, nil
}

func isOrthogonal(w blas64.General) bool {
	return mat.EqualApprox(linalg.MultiplyAny(toDense(w), toDense(w).T()), toDense(identity(w.Rows)), 1e-12)
}

// insertUnmappedFeature inserts a feature with index at into the mapping w, which leaves this
// feature unchanged. If at is −1, it returns w.
func insertUnmappedFeature(w blas64.General, at int) blas64.General {
	if at < 0 {
		return w
	}
	all := identity(w.Rows + 1)
	for i := range w.Rows {
		to := i
		if i >= at {
			to++
		}
		copy(row(all, to), row(w, i)[:at])
		row(all, to)[at] = 0
		copy(row(all, to)[at+1:], row(w, i)[at:])
	}
	return all
}

// An alignedClassifier scores target rows directly, and source rows after the mapping.
type alignedClassifier struct {
	linearClassifier
	mapping blas64.General
}

// Weights returns the weights for target rows, and the product of mapping and weights for source
// rows.
func (a alignedClassifier) Weights() (target, source *mat.Dense) {
	return a.w, linalg.MultiplyAny(toDense(a.mapping).T(), a.w)
}

func (a alignedClassifier) sourceScores(x *mat.Dense) *mat.Dense {
	return a.Scores(linalg.MultiplyAny(x, toDense(a.mapping).T()))
}
