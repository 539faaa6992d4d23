package model

import (
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// SavedFormat changes whenever a Saved, or the way in which a Problem is computed,
// does.
const SavedFormat = "problem 9"

// A Saved is what NewProblem computes that takes time, and what LAR has asked for since,
// without the data: about 48·r² bytes, r the number of dimensions in which the problem is
// solved. Its fields are exported for encoding/gob alone.
type Saved struct {
	// Dim is r. Where it is less than d, Basis is d×r, and the domains are in its
	// coordinates.
	Dim                               int
	Basis, Source, Target, Validation *mat.Dense
	Src, Tgt                          SavedSide
	// Optimum is that of the Problem in r dimensions, nil without target labels.
	Optimum *mat.Dense
	// VTilde and Overlap are those of the joint, nil where LAR has not asked for it.
	VTilde, Overlap *mat.Dense
	// HeldOut, by Seed, is nil where it has not been wanted, or was by groups.
	HeldOut *HeldOut
	Seed    uint64
}

// A SavedSide is what takes time of a Side.
type SavedSide struct {
	Gram, V, XtY *mat.Dense
	Sigma        []float64
	LabelNorm2   float64
	Drowned      []int
	Graded       int
}

// Save returns what RestoreProblem needs. It shares the memory of p.
func (p *Problem) Save() *Saved {
	s := &Saved{
		Dim: p.dim, Basis: p.space.basis, Src: p.Src.save(), Tgt: p.Tgt.save(),
		Optimum: p.optimum,
	}
	if p.space.basis != nil {
		s.Source, s.Target, s.Validation = p.work.Source.X, p.work.Target.X, p.work.Validation.X
	}
	if p.joint.joined.Load() {
		s.VTilde, s.Overlap = p.joint.vTilde, p.joint.overlap
	}
	p.reserve.Lock()
	defer p.reserve.Unlock()
	if p.reserve.groups == nil {
		s.HeldOut, s.Seed = p.reserve.HeldOut, p.reserve.seed
	}
	return s
}

// Matrices lists the matrices of s, some of which may be nil, so that they can be kept
// one by one.
func (s *Saved) Matrices() []**mat.Dense {
	return []**mat.Dense{
		&s.Basis, &s.Source, &s.Target, &s.Validation, &s.Optimum,
		&s.Src.Gram, &s.Src.V, &s.Src.XtY, &s.Tgt.Gram, &s.Tgt.V, &s.Tgt.XtY, &s.VTilde, &s.Overlap,
	}
}

func (s *Side) save() SavedSide {
	raw := s.Gram.RawSymmetric()
	gram := mat.NewDense(raw.N, raw.N, nil)
	for i := range raw.N {
		copy(gram.RawRowView(i), raw.Data[i*raw.Stride:i*raw.Stride+raw.N])
	}
	return SavedSide{gram, s.V, s.XtY, s.Sigma, s.LabelNorm2, s.Drowned, s.graded}
}

// RestoreProblem returns the problem of data whose Save returned s, equal to the bit.
// The data are not looked through again: they have to be those that the problem was
// made of.
func RestoreProblem(data Data, s *Saved) *Problem {
	_, d := data.Source.X.Dims()
	p := &Problem{Data: data, D: d, C: data.Outputs(), work: data, dim: s.Dim, space: space{s.Basis}}
	if p.space.basis != nil {
		p.work.Source.X, p.work.Target.X, p.work.Validation.X = s.Source, s.Target, s.Validation
	}
	p.Src, p.Tgt = s.Src.restore(p.Source, d, p.space), s.Tgt.restore(p.Target, d, p.space)
	p.joint.vTilde, p.joint.overlap = s.VTilde, s.Overlap
	p.reserve = &reserve{HeldOut: s.HeldOut, seed: s.Seed}
	p.optimum, p.bSource = s.Optimum, linalg.ProductT(p.Src.V, p.Src.XtY)
	if p.optimum != nil {
		p.Optimum = p.space.lift(p.optimum)
	}
	p.samples = newSamples(p.work)
	return p
}

func (s SavedSide) restore(domain Domain, d int, space space) Side {
	side := Side{
		N: domain.Rows(), D: d, Gram: mat.NewSymDense(len(s.Sigma), s.Gram.RawMatrix().Data),
		Spectrum: Spectrum{Sigma: s.Sigma, V: s.V}, XtY: s.XtY, LabelNorm2: s.LabelNorm2,
		Drowned: s.Drowned, graded: s.Graded, space: space,
	}
	side.align()
	return side
}
