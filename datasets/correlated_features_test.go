package datasets

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// Columns and labels have length 1, nine columns follow the label as closely as
// s says, and the tenth does not.
func TestCorrelatedFeatures(t *testing.T) {
	for _, s := range []float64{0, 0.003, 0.01, 0.02} {
		spec := DefaultSpec("correlated-features")
		spec.Noise = s
		pair := mustOpen(t, spec)
		for _, part := range []struct {
			name   string
			domain model.Domain
			apart  int
		}{{"source", pair.Source, 9}, {"target", pair.Target, 0}} {
			n := float64(part.domain.Rows())
			y := mat.NewVecDense(len(part.domain.Y), part.domain.Y)
			if norm := mat.Norm(y, 2); math.Abs(norm-1) > 1e-13 {
				t.Errorf("s = %v: labels of the %s have length %v", s, part.name, norm)
			}
			for j := range correlatedWidth {
				column := part.domain.X.ColView(j)
				if norm := mat.Norm(column, 2); math.Abs(norm-1) > 1e-13 {
					t.Errorf("s = %v: feature %d of the %s has length %v", s, j+1, part.name, norm)
				}
				// ‖y + noise‖² is about 1 + n·s², so that the cosine is about
				// 1/√(1 + n·s²); it and a chance correlation are within five
				// standard errors of 1/√n.
				want := 1 / math.Sqrt(1+n*s*s)
				if j == part.apart {
					want = 0
				}
				if got, bound := mat.Dot(column, y), 5/math.Sqrt(n); math.Abs(got-want) > bound {
					t.Errorf("s = %v: feature %d of the %s has correlation %v, want %v ± %v", s, j+1, part.name, got, want, bound)
				}
			}
		}
	}
}

// Validation rows are more of the target: their second moments per row are its.
func TestCorrelatedValidationIsOnTheTargetsScale(t *testing.T) {
	spec := DefaultSpec("correlated-features")
	spec.M = 50_000
	pair := mustOpen(t, spec)
	perRow := func(d model.Domain) float64 {
		return mat.Norm(d.X, 2) * mat.Norm(d.X, 2) / float64(d.Rows())
	}
	// A mean of 100·10 squares of correlated normal numbers: its relative standard
	// error is at most √(2/100), were the features of a row all the same.
	if ratio := perRow(pair.Validation) / perRow(pair.Target); math.Abs(ratio-1) > 5*math.Sqrt(2.0/100) {
		t.Errorf("a validation row is %v times as large as one of the target", ratio)
	}
}

// The bound of the proposition in appendix A holds for the projection of the label
// on the first two left singular vectors, wherever it applies.
func TestAlignmentBound(t *testing.T) {
	applied := 0
	for seed := range uint64(5) {
		for _, s := range []float64{0.001, 0.003, 0.006, 0.01, 0.014, 0.018, 0.022} {
			spec := DefaultSpec("correlated-features")
			spec.Seed, spec.Noise = seed, s
			for _, d := range []model.Domain{mustOpen(t, spec).Source, mustOpen(t, spec).Target} {
				y := mat.NewVecDense(len(d.Y), d.Y)
				delta := 0.0
				correlated := 0
				for j := range correlatedWidth {
					if c := mat.Dot(d.X.ColView(j), y); c > 0.5 {
						correlated++
						delta = math.Max(delta, 1-c)
					}
				}
				bound, ok := alignmentBound(correlated, correlatedWidth, delta)
				if correlated != correlatedCount || !ok && delta < 0.15 {
					t.Fatalf("s = %v: %d features correlate, δ = %v, applies %t", s, correlated, delta, ok)
				}
				if !ok {
					continue
				}
				applied++
				var svd mat.SVD
				if !svd.Factorize(d.X, mat.SVDThin) {
					t.Fatal("no singular value decomposition")
				}
				var u mat.Dense
				svd.UTo(&u)
				share := math.Hypot(mat.Dot(u.ColView(0), y), mat.Dot(u.ColView(1), y))
				if !(share > bound) {
					t.Errorf("seed %d, s = %v: the projection has length %v, the bound is %v", seed, s, share, bound)
				}
			}
		}
	}
	if applied < 30 {
		t.Errorf("the bound applied in %d cases only", applied)
	}
	// It is tight where all features are the label.
	if bound, ok := alignmentBound(10, 10, 1e-12); !ok || math.Abs(bound-1) > 1e-11 {
		t.Errorf("the bound tends to %v, %t", bound, ok)
	}
	for _, c := range []struct {
		count, d int
		delta    float64
	}{{9, 10, 0}, {9, 10, 0.2}, {9, 10, -0.1}, {9, 10, 1}, {1, 1, 0.199}, {40, 10, 0.15}} {
		if _, ok := alignmentBound(c.count, c.d, c.delta); ok {
			t.Errorf("the proposition applies to %+v", c)
		}
	}
}

func TestCorrelatedFeaturesNotes(t *testing.T) {
	for s, says := range map[float64]bool{0.01: true, 0.05: false} {
		spec := DefaultSpec("correlated-features")
		spec.Noise = s
		notes := mustOpen(t, spec).Notes
		if len(notes) != 2 {
			t.Fatalf("notes %q", notes)
		}
		for _, note := range notes {
			if strings.Contains(note, "appendix A") != says {
				t.Errorf("s = %v: %q", s, note)
			}
		}
	}
}
