package datasets

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model"
)

const (
	correlatedWidth = 10 // d
	correlatedCount = 9  // k̂, the features correlated with the label
)

// correlatedFeatures is the example of the paper's appendix A for both domains:
// labels y ~ N(0, I), normalized to length 1, and ten features, nine of them drawn
// from N(y, s²I), where s is Spec.Noise, and one from N(0, I), all normalized to
// length 1. That nine features follow the labels aligns these with the leading
// singular vectors.
//
// The appendix has one domain. To make a pair of it, the feature that has nothing
// to do with the label is the last one in the source and the first one in the
// target, like a sensor that broke down: least squares on the source relies on
// it, while the target's own spectrum shows that it is no part of ṽ₁.
func correlatedFeatures() pairRow {
	return pairRow{
		Info: Info{
			Name:    "correlated-features",
			Summary: "ten features, nine that follow the label: another nine in the target",
			BuiltIn: true,
			Options: []string{"n", "m", "noise", "seed"},
		},
		defaults: func(spec *Spec) { spec.Noise = 0.01 },
		open:     openCorrelatedFeatures,
	}
}

func openCorrelatedFeatures(report *reporter, spec Spec) (*Pair, error) {
	if err := checkGenerated(spec, 2, correlatedWidth); err != nil {
		return nil, err
	}
	pair := &Pair{
		Name:       spec.Name,
		Title:      "correlated features",
		Data:       model.Data{Task: model.Regression},
		SourceName: "nine of ten",
		TargetName: "another nine of ten",
		Start:      Start{K: 1, KTilde: 1, Lambda: 10, Epochs: 5000},
	}
	for j := range correlatedWidth {
		pair.Features = append(pair.Features, fmt.Sprintf("x%d", j+1))
	}
	apart := correlatedWidth - 1 // the feature without correlation
	var lengths []float64        // of the target's columns, labels first
	for _, d := range pair.drafts(spec) {
		if err := report.step("drawing the "+d.name, 0, int64(d.rows)); err != nil {
			return nil, err
		}
		if d.domain == &pair.Validation {
			// More rows of the target: on its scale, whatever their number.
			d.drawCorrelated(apart, spec.Noise, lengths)
			break
		}
		lengths = d.drawCorrelated(apart, spec.Noise, nil)
		pair.noteCorrelation(d.name, *d.domain, apart)
		apart = 0
	}
	return pair, nil
}

// drawCorrelated draws labels and then the features, one after the other. It
// divides each column by its length, or by that of the column in like, where like
// is not nil, and returns what it divided by.
func (d draft) drawCorrelated(apart int, s float64, like []float64) (lengths []float64) {
	column := make([]float64, d.rows)
	draw := func(mean []float64, s float64) {
		for i := range column {
			column[i] = float64(s * d.random.NormFloat64())
			if mean != nil {
				column[i] += mean[i]
			}
		}
		length := floats.Norm(column, 2)
		if like != nil {
			length = like[len(lengths)]
		}
		lengths = append(lengths, length)
		floats.Scale(1/length, column)
	}
	draw(nil, 1)
	y := slices.Clone(column)
	x := mat.NewDense(d.rows, correlatedWidth, nil)
	for j := range correlatedWidth {
		if j == apart {
			draw(nil, 1)
		} else {
			draw(y, s)
		}
		x.SetCol(j, column)
	}
	*d.domain = model.Domain{X: x, Y: y}
	return lengths
}

// noteCorrelation says how strongly the features follow the labels, and what the
// appendix promises then.
func (p *Pair) noteCorrelation(name string, d model.Domain, apart int) {
	least := 1.0
	for j := range correlatedWidth {
		if j != apart {
			phi := mat.Col(nil, j, d.X)
			least = math.Min(least, math.Abs(floats.Dot(phi, d.Y)))
		}
	}
	const k = correlatedWidth - correlatedCount + 1
	text := fmt.Sprintf("%s: nine features correlate with the label by %.3f and more", name, least)
	if bound, ok := alignmentBound(correlatedCount, correlatedWidth, 1-least); ok {
		text += fmt.Sprintf("; the bound of appendix A on the share of its norm in the first %d components is %.3f", k, bound)
	}
	p.note("%s", text)
}

// alignmentBound is the proposition of the paper's appendix A. Where the columns
// of Φ (n×d) and y have length 1 and k̂ of the columns have |φᵢᵀy| > 1 − δ, the
// projection of y on the first d − k̂ + 1 left singular vectors is longer than
//
//	√((k̂(1−δ)² − 16δ²(k̂−1)) / (d − 16δ²(k̂−1)))
//
// provided that 0 < δ < 0.2, k̂ > 16δ²/(−15δ² − 2δ + 1) and d > 16δ²(k̂−1).
func alignmentBound(count, d int, delta float64) (bound float64, ok bool) {
	k, square := float64(count), 16*delta*delta
	small := square * (k - 1)
	ok = delta > 0 && delta < 0.2 && k > square/(-15*delta*delta-2*delta+1) && float64(d) > small
	if !ok {
		return 0, false
	}
	return math.Sqrt((k*(1-delta)*(1-delta) - small) / (float64(d) - small)), true
}
