package datasets

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/datasets/table"
	"larui/model"
)

const (
	subspaceWidth = 40 // the number d of features
	subspaceHead  = 5  // the rank k = k̃ of the label alignment
)

// subspace is a pair that satisfies the assumptions of the paper's theorems exactly (thm:alignment,
// thm:proportional), with d = 40 and k = k̃ = 5.
//
// Φ = UΣVᵀ and Φ̃ = ŨΣ̃Ṽᵀ have random singular vectors and different singular values. The principal angles
// between the spans of V_k and Ṽ_k are equally spaced from half of Spec.Angle to Spec.Angle. Below 90°, the
// smallest singular value of V_kᵀṼ_k is therefore cos(Spec.Angle) > 0, and so is that of V'ᵀṼ' for the
// other singular vectors. The least-squares weights of the labels, V_k μ_k and Ṽ_k μ̃_k, satisfy eq.
// condition_mu: μ_k = c V_kᵀṼ_k μ̃_k, c > 0.
//
// In each domain half of the labels are 1 and half are −1. The labels lie exactly in the span of the first
// five left singular vectors, so that least squares on a domain fits all labels of the domain.
func subspace() pairEntry {
	return pairEntry{
		PairInfo: PairInfo{
			Name:    "subspace",
			Summary: "40 features, labels in five components: the theorems hold exactly",
			Aim:     "learn where the labels lie in some of 40 directions, predict in others",
			BuiltIn: true,
			Options: []string{"angle", "n", "m", "noise", "seed"},
		},
		defaults: func(spec *Spec) { spec.Angle = 70 },
		open:     openSubspace,
	}
}

func openSubspace(report *table.Reporter, spec Spec) (*Pair, error) {
	if err := checkGenerated(spec, subspaceWidth, subspaceWidth); err != nil {
		return nil, err
	}
	pair := &Pair{
		Title:      "subspaces " + formatDegrees(spec.Angle) + " apart",
		Data:       model.Data{Task: model.Binary},
		SourceName: "subspace",
		TargetName: "turned subspace",
		ClassNames: []string{"-1", "+1"},
		Start:      StartParams{K: subspaceHead, KTilde: subspaceHead, Lambda: 10, Epochs: 5000},
	}
	shape, target := drawShapes(spec)
	for _, d := range pair.newSamplers(spec) {
		if err := shape.drawDomain(report, d); err != nil {
			return nil, err
		}
		shape = target // also for the validation set
	}
	pair.addNoise(spec)
	return pair, nil
}

func drawShapes(spec Spec) (source, target spectralShape) {
	const d, k = subspaceWidth, subspaceHead
	random := newStream(spec.Seed, streamShape)
	source = spectralShape{drawOrthogonal(d, random), geometricSpectrum(2, 1.4, 1.1, 0.5), make([]float64, k)}
	for i := range k {
		// The coordinates of the labels are ±1.
		source.labels[i] = math.Copysign(1, random.NormFloat64())
	}

	p1, q1 := drawOrthogonal(k, random), drawOrthogonal(k, random)
	p2, q2 := drawOrthogonal(d-k, random), drawOrthogonal(d-k, random)
	angle := math.Remainder(spec.Angle, 360) * math.Pi / 180
	turned := turnSubspace(source.v, p1, p2, q1, q2, angle)
	target = spectralShape{turned, geometricSpectrum(1.6, 1.3, 1.2, 0.7), make([]float64, k)}
	// The target's labels have the coordinates Σ̃_k μ̃_k, and μ̃_k ∝ (V_kᵀṼ_k)⁻¹μ_k, where V_kᵀṼ_k
	// = P₁ cos(θ) Q₁ with the principal angles θ.
	for j := range k {
		part := 0.0
		for i := range k {
			part += p1.At(i, j) * source.labels[i] / source.sigma[i]
		}
		part /= math.Cos(computePrincipalAngle(angle, j))
		for i := range k {
			target.labels[i] += target.sigma[i] * q1.At(j, i) * part
		}
	}
	return source, target
}

// geometricSpectrum returns singular values, divided by √n, that fall geometrically: the first k from first
// to last, the others from tailFirst to tailLast.
func geometricSpectrum(first, last, tailFirst, tailLast float64) []float64 {
	sigma := make([]float64, subspaceWidth)
	fall := func(part []float64, first, last float64) {
		for i := range part {
			part[i] = first * math.Pow(last/first, float64(i)/float64(len(part)-1))
		}
	}
	fall(sigma[:subspaceHead], first, last)
	fall(sigma[subspaceHead:], tailFirst, tailLast)
	return sigma
}

func computePrincipalAngle(largest float64, j int) float64 {
	return largest * (1 + float64(j)/(subspaceHead-1)) / 2
}

// turnSubspace returns Ṽ = V diag(P₁, P₂) [[C, −S, 0], [S, C, 0], [0, 0, I]] diag(Q₁, Q₂). P₁, P₂, Q₁ and
// Q₂ must be orthogonal. C and S have the cosines and sines of the principal angles, of which angle is the
// largest. Any VᵀṼ has this form (CS decomposition: Golub and Van Loan 2013, section 2.5.4).
func turnSubspace(v, p1, p2, q1, q2 *mat.Dense, angle float64) *mat.Dense {
	const d, k = subspaceWidth, subspaceHead
	blocks := func(head, tail *mat.Dense) *mat.Dense {
		m := mat.NewDense(d, d, nil)
		m.Slice(0, k, 0, k).(*mat.Dense).Copy(head)
		m.Slice(k, d, k, d).(*mat.Dense).Copy(tail)
		return m
	}
	turn := mat.NewDense(d, d, nil)
	for i := range d {
		turn.Set(i, i, 1)
	}
	for j := range k {
		sin, cos := math.Sincos(computePrincipalAngle(angle, j))
		turn.Set(j, j, cos)
		turn.Set(k+j, k+j, cos)
		turn.Set(j, k+j, -sin)
		turn.Set(k+j, j, sin)
	}
	var turned mat.Dense
	turned.Product(v, blocks(p1, p2), turn, blocks(q1, q2))
	return &turned
}

type spectralShape struct {
	// v has the right singular vectors as columns (d×d); sigma has the descending singular values,
	// divided by √n.
	v     *mat.Dense
	sigma []float64
	// labels are the coordinates of the labels along the first k left singular vectors, up to a
	// common positive factor; the other coordinates are zero.
	labels []float64
}

// drawDomain draws left singular vectors U (n×d, n ≥ d), and sets the domain of sampler to Φ = UΣVᵀ. The
// labels alternate between −1 and +1.
func (s spectralShape) drawDomain(report *table.Reporter, sampler domainSampler) error {
	const d = subspaceWidth
	n := sampler.rows
	step := func(done int) error { return report.Step("building the "+sampler.name, int64(done), int64(n)) }
	if err := step(0); err != nil {
		return err
	}
	// The first row of a random orthonormal basis is the label vector, divided by its length.
	basis := mat.NewDense(d, n, nil)
	y := basis.RawRowView(0)
	labels := make([]float64, n)
	for i := range labels {
		labels[i] = float64(i%2*2 - 1)
		y[i] = labels[i] / math.Sqrt(float64(n))
	}
	for j := 1; j < d; j++ {
		row := basis.RawRowView(j)
		for i := range row {
			row[i] = sampler.random.NormFloat64()
		}
	}
	orthonormalizeRows(basis)
	alignFirstRow(basis.Slice(0, len(s.labels), 0, n).(*mat.Dense), s.labels)
	if err := step(n / 2); err != nil {
		return err
	}
	scaled := mat.NewDense(d, d, nil) // √n·ΣVᵀ
	for i := range d {
		for j := range d {
			scaled.Set(i, j, s.sigma[i]*math.Sqrt(float64(n))*s.v.At(j, i))
		}
	}
	x := mat.NewDense(n, d, nil)
	x.Mul(basis.T(), scaled)
	*sampler.domain = model.Domain{X: x, Y: labels}
	return step(n)
}

func drawOrthogonal(d int, random *rand.Rand) *mat.Dense {
	m := mat.NewDense(d, d, nil)
	data := m.RawMatrix().Data
	for i := range data {
		data[i] = random.NormFloat64()
	}
	orthonormalizeRows(m)
	return m
}

// orthonormalizeRows orthonormalizes the rows of m by the Gram–Schmidt method. The rows must be linearly
// independent; for every j, the first j rows keep their span. Subtracting every projection twice removes
// rounding errors (Giraud, Langou, Rozložník and van den Eshof 2005).
func orthonormalizeRows(m *mat.Dense) {
	rows, _ := m.Dims()
	for i := range rows {
		row := m.RawRowView(i)
		for range 2 {
			for j := range i {
				earlier := m.RawRowView(j)
				floats.AddScaled(row, -floats.Dot(earlier, row), earlier)
			}
			floats.Scale(1/floats.Norm(row, 2), row)
		}
	}
}

// alignFirstRow replaces the orthonormal rows of basis (k×n) by other orthonormal rows with the same span.
// In the new basis, the old first row has coordinates proportional to a (k numbers, not all zero).
func alignFirstRow(basis *mat.Dense, a []float64) {
	k, n := basis.Dims()
	norm := mat.Norm(mat.NewVecDense(k, a), 2)
	// The Householder reflection I − 2vvᵀ/vᵀv with v = e₁ − a/‖a‖ maps e₁ to a/‖a‖.
	v := mat.NewVecDense(k, nil)
	for i := range k {
		v.SetVec(i, -a[i]/norm)
	}
	v.SetVec(0, 1+v.AtVec(0))
	square := mat.Dot(v, v)
	if square == 0 {
		return
	}
	var along mat.VecDense
	along.MulVec(basis.T(), v)
	for i := range k {
		row := basis.RawRowView(i)
		for j := range n {
			row[j] -= 2 * v.AtVec(i) / square * along.AtVec(j)
		}
	}
}
