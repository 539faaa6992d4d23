package paper

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model"
	"larui/tui/session"
)

// theory tests the equations and statements of sections 2 to 4 and appendices A and D, each on data
// that meet its premises.
func theory() Experiment {
	return Experiment{
		Name: "theory", Title: "Equations, theorems, propositions and lemmas", Where: "Sections 2 to 4, appendices A and D",
		Duration: 3 * time.Second, Revision: 2,
		plan: func(_ context.Context, _ Options, p *plan) error {
			var measured []*[]statement
			for _, part := range []struct {
				name    string
				measure func(ctx context.Context) ([]statement, error)
			}{{"subspace", measureExactStatements}, {"glyphs", measureMultiOutputStatements}, {"plane Gaussians", measurePopulationStatements}, {"correlated features", measureCorrelatedStatements}, {"random bases", measureRandomBasisStatements}} {
				measured = append(measured, addUnit(p, unit{key: part.name}, part.measure))
			}
			p.report = func(r *Report) { reportTheory(r, measured) }
			return nil
		},
	}
}

// A statement is a statement of the paper with the value that we measure.
type statement struct {
	// Where is the place in the paper, and Name the measured quantity.
	Where string `json:"where"`
	Name  string `json:"name"`
	// Paper is the paper's value. Relation says how Ours must compare with Paper: above, or at
	// most. If Relation is empty, they must differ by at most Within.
	Ours     float64 `json:"ours"`
	Paper    float64 `json:"paper"`
	Within   float64 `json:"within,omitempty"`
	Relation string  `json:"relation,omitempty"`
}

// The values of Relation.
const (
	relationAbove  = "above"
	relationAtMost = "at most"
)

func reportTheory(r *Report, parts []*[]statement) {
	r.Protocol = []string{
		"Every statement is tested on generated pairs that meet its premises: subspace (1,000 rows of 40 features, k = k̃ = 5, λ = 10) for the exact ones, ten digits drawn from two fonts for several outputs, plane Gaussians of 100,000 rows for statements on the population, correlated-features for appendix A. Seed 0.",
	}
	for _, part := range parts {
		for _, s := range *part {
			if s.Relation != "" {
				r.addClaim(judgeExact(ifElse(s.Relation == relationAtMost, s.Ours <= s.Paper, s.Ours > s.Paper)), s.Where+": "+s.Name, "%.4g, %s %.4g", s.Ours, s.Relation, s.Paper)
				continue
			}
			r.addRows(Row{Group: s.Where, Name: s.Name, Decimals: 4, Paper: s.Paper, Ours: newEstimate([]float64{s.Ours}), Within: s.Within})
		}
	}
}

type solvedPair struct {
	*session.Session
	solution *model.Solution
	theory   model.Theory
	bounds   model.Bounds
}

// solveGeneratedPair opens a generated pair and solves at its initial parameters, after adjust has
// changed them.
func solveGeneratedPair(ctx context.Context, spec datasets.Spec, adjust func(*model.Params)) (s solvedPair, err error) {
	s.Session, err = session.Open(ctx, spec, nil, nil)
	if err != nil {
		return s, err
	}
	at := s.Pair.Start
	params := model.Params{K: at.K, KTilde: at.KTilde, Lambda: at.Lambda, Epochs: at.Epochs}
	adjust(&params)
	solver := model.NewSolver(s.Problem)
	s.solution, err = solver.Endpoints(ctx, params)
	if err == nil {
		s.theory, err = solver.Theory(ctx, params)
	}
	if err == nil {
		s.bounds, err = s.Problem.Bounds(ctx, params)
	}
	return s, err
}

// rounding is the tolerance for statements that hold exactly, about numbers near one.
const rounding = 1e-6

func measureExactStatements(ctx context.Context) ([]statement, error) {
	s, err := solveGeneratedPair(ctx, datasets.DefaultSpec("subspace"), func(*model.Params) {})
	if err != nil {
		return nil, err
	}
	p, params := s.Problem, s.solution.Params
	twice := params
	twice.KeepImplicit, twice.Lambda = true, 1
	var half mat.Dense // halfway from no adaptation to the target's optimum
	half.Add(s.solution.None.Weights, p.Optimum)
	half.Scale(0.5, &half)
	other, both, mse := p.Loss(params, &half), p.Loss(twice, &half), p.ScoreSource(&half).MSE
	predicted := p.Src.ProjectPredictions(s.solution.Closed.Weights)
	projected := make([]float64, params.K)
	for i := range projected {
		projected[i] = math.Abs(predicted.At(i, 0) - p.Src.Projection.At(i, 0))
	}
	return []statement{
		{"Section 2.2", "labels beyond k, ‖y^U_{i>k}‖/‖y^U‖", s.theory.LabelTail, 0, rounding, ""},
		{"Eq. (3)", "Σ_{i≤d}(σ_i w^V_i − y^U_i)² + Σ_{i>d}(y^U_i)² against ‖Φw − y‖², per row, halfway from w*_S to w*_T", other.Fit + other.SourceTail + other.Cross + other.Rest, mse, rounding, ""},
		{"Eq. (4)", "Σ_{i≤k}(σ_i w^V_i − y^U_i)² + Σ_{i>k}(σ_i w^V_i)², also per row at this w", other.Fit + other.SourceTail, mse, rounding, ""},
		{"Eq. (5)", "‖Φw − y‖² + Σ_{i>k̃}(σ̃_i w^Ṽ_i)², also per row at this w", both.Objective, mse + both.TargetTail, rounding, ""},
		{"Section 2.3", "largest magnitude of σ_i w^V_i − y^U_i up to k, at LAR's w", slices.Max(projected), 0, rounding, ""},
		{"Eq. (7)", "dimension of the null space of A", s.theory.Nullity, 0, 0, ""},
		{"Eq. (18)", "share of w*_S beyond the first k components", s.bounds.CutSource, 0, rounding, ""},
		{"Eq. (18)", "share of w*_T beyond the first k̃ components", s.bounds.CutTarget, 0, rounding, ""},
		{"Theorem 2", "share of w outside span(ṽ₁..ṽ_k)", s.theory.OutsideSpan, 0, rounding, ""},
		{"Theorem 2", "change of w between λ = 0.01 and 100", s.theory.LambdaDrift, 0, rounding, ""},
		{"Theorem 3", "residual of eq. (19), μ_k = c V_kᵀw*_T", s.theory.Proportionality, 0, rounding, ""},
		{"Theorem 3", "angle of w to w*_T, in degrees", s.theory.Angle, 0, 1e-4, ""},
		{"Lemma 7", "σ_{k̃+1} of the source against √(d−k̃) max‖Φṽ_i‖", s.bounds.Sigma, s.bounds.SigmaLimit, 0, relationAtMost},
	}, nil
}

// measureMultiOutputStatements measures the equations for several outputs, on labels that are not
// aligned with the first k components alone.
func measureMultiOutputStatements(ctx context.Context) ([]statement, error) {
	s, err := solveGeneratedPair(ctx, datasets.DefaultSpec("glyphs"), func(p *model.Params) { p.K, p.KTilde, p.Lambda, p.Epochs = 16, 16, 1, 1 })
	if err != nil {
		return nil, err
	}
	p, w := s.Problem, s.solution.Closed.Weights
	l := p.Loss(s.solution.Params, w)
	return []statement{
		{"Appendix D.1", "‖ΦW − Y‖² per row: the sum of its parts over all outputs, against its value computed directly", l.Fit + l.SourceTail + l.Cross + l.Rest, s.solution.Closed.Source.MSE * float64(p.C), rounding, ""},
		{"Appendix D.1", "J/n at W, the sum of its parts, against the minimum", l.Objective, p.LeastObjective(s.solution.Closed), rounding, ""},
	}, nil
}

func measurePopulationStatements(ctx context.Context) (all []statement, err error) {
	const rows, errors = 100_000, 3
	for _, angle := range []float64{45, 135} {
		spec := datasets.DefaultSpec("rotated-gaussian")
		spec.N, spec.M, spec.Angle = rows, rows, angle
		s, err := solveGeneratedPair(ctx, spec, func(p *model.Params) { p.Lambda = 100 })
		if err != nil {
			return nil, err
		}
		sampled := s.Pair.Population.CompareSample(s.Problem, s.solution.Params, s.solution.Closed.Weights)
		turned := fmt.Sprintf(", turned by %g°", angle)
		if angle == 45 {
			for _, e := range []struct {
				where, name string
				model.Estimate
			}{
				{"Eq. (13)", "‖ΦᵀΦ/n − s₁²p₁p₁ᵀ − s₂²p₂p₂ᵀ‖", compareCovariance(s)},
				{"Lemma 9", "‖Φᵀy/n − √(2/π)s₁p₁‖", sampled.CrossMoment},
				{"Section 4.1", "‖w*_S − √(2/π)/s₁ p₁‖", sampled.Source},
				{"Section 4.1", "‖w*_T − √(2/π)/s̃₁ p̃₁‖", sampled.Target},
			} {
				all = append(all, statement{e.where, e.name, e.Apart, 0, errors * e.StandardError, ""})
			}
		}
		all = append(all,
			statement{"Proposition 1", "c of w = c w*_T/(v₁ᵀṽ₁)" + turned, sampled.C, 1, 0.01, ""},
			statement{"Corollary 4", "angle of w to w*_T, in degrees" + turned, s.theory.Angle, s.theory.PredictedAngle, 1, ""})
	}
	spec := datasets.DefaultSpec("rotated-gaussian")
	spec.Angle = 10
	s, err := solveGeneratedPair(ctx, spec, func(p *model.Params) { p.Epochs = 100_000 })
	if err != nil {
		return nil, err
	}
	objective := func(w *mat.Dense) float64 { return s.Problem.Loss(s.solution.Params, w).Objective }
	least := s.Problem.LeastObjective(s.solution.Closed)
	return append(all,
		statement{"Eq. (6), (7)", "J/n, summed from its parts at LAR's w, against its minimum, for 1,000 rows turned by 10°", objective(s.solution.Closed.Weights), least, rounding, ""},
		statement{"Algorithm 1", "J/n after 100,000 epochs against the minimum in closed form", objective(s.solution.Descent.Weights), least, rounding, ""},
		statement{"Proposition 5", "overlap error ε of bases that are 10° apart against min(1/k, 1/(d−k))", s.bounds.OverlapError, s.bounds.OverlapErrorLimit, 0, relationAtMost},
		statement{"Proposition 5", "overlap σ_min(V_kᵀṼ_k) of the same bases", s.theory.HeadOverlapMin, 0, 0, relationAbove}), nil
}

// compareCovariance returns ‖ΦᵀΦ/n − Q‖ in the Frobenius norm, where Q is the population's
// covariance, and its standard error √((tr(Q)² + ‖Q‖²)/n) for Gaussian rows.
func compareCovariance(s solvedPair) model.Estimate {
	n := float64(s.Pair.Source.Rows())
	scale, sin, cos := s.Pair.Population.Scale, math.Sin(s.Pair.Population.Axis), math.Cos(s.Pair.Population.Axis)
	first, second := scale[0]*scale[0], scale[1]*scale[1]
	var apart mat.SymDense
	apart.SymOuterK(1/n, s.Pair.Source.X.T())
	apart.SymRankOne(&apart, -first, mat.NewVecDense(2, []float64{cos, sin}))
	apart.SymRankOne(&apart, -second, mat.NewVecDense(2, []float64{-sin, cos}))
	return model.Estimate{Apart: mat.Norm(&apart, 2), StandardError: math.Sqrt(2 * (first*first + first*second + second*second) / n)}
}

func measureCorrelatedStatements(ctx context.Context) ([]statement, error) {
	s, err := solveGeneratedPair(ctx, datasets.DefaultSpec("correlated-features"), func(*model.Params) {})
	if err != nil {
		return nil, err
	}
	c := s.bounds.Correlated
	const d, delta = 10, 1e-6
	tight, _ := model.AlignmentBound(d, d, delta)
	return []statement{
		{"Proposition 8", "number k̂ of features that correlate with the labels", float64(c.Count), 9, 0, ""},
		{"Proposition 8", fmt.Sprintf("projection of the labels on the first two components, δ = %.4f", c.Delta), c.Share, c.Limit, 0, relationAbove},
		{"Proposition 8", "the bound where k̂ = d and δ = 1e-6", tight, 1, 1e-4, ""},
	}, nil
}

// measureRandomBasisStatements measures proposition 6 on random bases V and Ṽ: for their first k
// vectors, the matrix V_kᵀṼ_k is never singular.
func measureRandomBasisStatements(context.Context) ([]statement, error) {
	const draws, d, k = 1000, 8, 3
	random := rand.New(rand.NewPCG(0, 0))
	least := 1.0
	for range draws {
		var qr mat.QR
		var q mat.Dense
		qr.Factorize(mat.NewDense(d, d, slices.Concat(drawNormals(random, d, d)...)))
		qr.QTo(&q)
		// Take the axes as the basis V. Then V_kᵀṼ_k is the upper left block of the random
		// orthogonal matrix Ṽ = q.
		var svd mat.SVD
		if svd.Factorize(q.Slice(0, k, 0, k), mat.SVDNone) {
			least = min(least, svd.Values(nil)[k-1])
		}
	}
	return []statement{{"Proposition 6", fmt.Sprintf("the least σ_min(V_kᵀṼ_k) of %d random bases", draws), least, 0, 0, relationAbove}}, nil
}
