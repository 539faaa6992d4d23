package model

import (
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// SavedFormat is the version of SavedProblem. Change it if SavedProblem or the computation of a
// Problem changes.
const SavedFormat = "problem 9"

// A SavedProblem holds the results of a Problem that take long to compute, without the data: about
// 48·r² bytes for a problem solved in r dimensions. Its fields are exported only for encoding/gob.
type SavedProblem struct {
	// Dim is r. If r < d, the columns of Basis (d×r) span the r dimensions, and Source, Target and
	// Validation are the rows X in these dimensions. If r = d, the four matrices are nil.
	Dim                               int
	Basis, Source, Target, Validation *mat.Dense
	Src, Tgt                          SavedSide
	// Optimum is Problem.Optimum in r dimensions (r×c), or nil.
	Optimum *mat.Dense
	// VTilde is Ṽ, and Overlap is VᵀṼ (both r×r). They are nil if LAR has not needed them yet.
	VTilde, Overlap *mat.Dense
	// HeldOut is the last result of Problem.HeldOut, computed with Seed. It is nil if there is none,
	// or if the last result used groups.
	HeldOut *HeldOut
	Seed    uint64
}

// A SavedSide holds the fields of a Side that take long to compute.
type SavedSide struct {
	Gram, V, XtY *mat.Dense
	Sigma        []float64
	LabelNorm2   float64
	Drowned      []int
	Graded       int
}

// Save returns the results of p from which RestoreProblem restores p. They share the memory of p.
func (p *Problem) Save() *SavedProblem {
	s := &SavedProblem{
		Dim: p.dim, Basis: p.space.basis, Src: p.Src.save(), Tgt: p.Tgt.save(),
		Optimum: p.optimum,
	}
	if p.space.basis != nil {
		s.Source, s.Target, s.Validation = p.work.Source.X, p.work.Target.X, p.work.Validation.X
	}
	if p.joint.joined.Load() {
		s.VTilde, s.Overlap = p.joint.vTilde, p.joint.overlap
	}
	p.foldCache.Lock()
	defer p.foldCache.Unlock()
	if p.foldCache.groups == nil {
		s.HeldOut, s.Seed = p.foldCache.HeldOut, p.foldCache.seed
	}
	return s
}

// Matrices returns pointers to all matrices of s, so that a caller can store each in its own way.
// Some matrices may be nil.
func (s *SavedProblem) Matrices() []**mat.Dense {
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

// RestoreProblem returns a problem that equals, bit by bit, the problem whose Save returned s. data
// must be the data of that problem; RestoreProblem does not check this.
func RestoreProblem(data Data, s *SavedProblem) *Problem {
	_, d := data.Source.X.Dims()
	p := &Problem{Data: data, D: d, C: data.Outputs(), work: data, dim: s.Dim, space: space{s.Basis}}
	if p.space.basis != nil {
		p.work.Source.X, p.work.Target.X, p.work.Validation.X = s.Source, s.Target, s.Validation
	}
	p.Src, p.Tgt = s.Src.restore(p.Source, d, p.space), s.Tgt.restore(p.Target, d, p.space)
	p.joint.vTilde, p.joint.overlap = s.VTilde, s.Overlap
	p.foldCache = &foldCache{HeldOut: s.HeldOut, seed: s.Seed}
	p.optimum, p.bSource = s.Optimum, linalg.ProductT(p.Src.V, p.Src.XtY)
	if p.optimum != nil {
		p.Optimum = p.space.toFeatures(p.optimum)
	}
	p.scoredDomains = newScoredDomains(p.work)
	return p
}

func (s SavedSide) restore(domain Domain, d int, space space) Side {
	side := Side{
		N: domain.Rows(), D: d, Gram: mat.NewSymDense(len(s.Sigma), s.Gram.RawMatrix().Data),
		Spectrum: Spectrum{Sigma: s.Sigma, V: s.V}, XtY: s.XtY, LabelNorm2: s.LabelNorm2,
		Drowned: s.Drowned, graded: s.Graded, space: space,
	}
	side.computeProjection()
	return side
}
