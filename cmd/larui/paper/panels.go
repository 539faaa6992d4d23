package paper

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"larui/cmd/larui/paper/figure"
	"larui/model"
)

// This file draws rows and decision boundaries at seed 0, in panels of the figures on pairs with
// two features.

// A panelDomain is what a panel draws of a domain with two features: some rows, and the principal
// axes of all rows.
type panelDomain struct {
	X      []float64    `json:"x"`
	Y      []float64    `json:"y"`
	Labels []float64    `json:"labels"`
	Axes   [][2]float64 `json:"axes"`
}

// A panelPair is what panels draw of a pair: both domains, and the weight vectors of no adaptation
// and of further settings.
type panelPair struct {
	Source  panelDomain  `json:"source"`
	Target  panelDomain  `json:"target"`
	Weights [][2]float64 `json:"weights"`
}

const panelRows = 300

// withPanels returns e with panels in the report, which the function panels makes. The argument of
// panels has rows of the pair, and the weights of no adaptation and of each setting. Only Lambda
// and KeepImplicit are taken from a setting.
func withPanels(e Experiment, pair string, settings []model.Params, panels func(p panelPair) []figure.Panel) Experiment {
	inner := e.plan
	e.plan = func(ctx context.Context, o Options, p *plan) error {
		if err := inner(ctx, o, p); err != nil {
			return err
		}
		plane := addUnit(p, unit{key: "panels"}, func(ctx context.Context) (panelPair, error) { return newPanelPair(ctx, pair, settings) })
		report := p.report
		p.report = func(r *Report) {
			report(r)
			r.Panels = panels(*plane)
			for i := range r.Panels { // so that the turn from source to target can be compared by eye
				r.Panels[i].X.Covers, r.Panels[i].Y.Covers = slices.Concat(plane.Source.X, plane.Target.X), slices.Concat(plane.Source.Y, plane.Target.Y)
			}
		}
		return nil
	}
	return e
}

func newPanelPair(ctx context.Context, pair string, settings []model.Params) (d panelPair, err error) {
	problem, none, err := openGaussian(ctx, pair, 0)
	if err != nil {
		return d, err
	}
	params := []model.Params{none}
	for _, set := range settings {
		at := none
		at.Lambda, at.KeepImplicit = set.Lambda, set.KeepImplicit
		params = append(params, at)
	}
	d.Weights, err = solveAll(ctx, problem, params, func(s *model.Solution) [2]float64 {
		return [2]float64{s.Descent.Weights.At(0, 0), s.Descent.Weights.At(1, 0)}
	})
	d.Source, d.Target = newPanelDomain(problem.Source), newPanelDomain(problem.Target)
	return d, err
}

// newPanelDomain returns the first rows of a domain, and its principal axes about zero, each two
// standard deviations long. The first axis points towards positive labels. The second axis is the
// first axis turned by 90° counter-clockwise.
func newPanelDomain(domain model.Domain) (d panelDomain) {
	n := min(panelRows, domain.Rows())
	d.X, d.Y, d.Labels = mat.Col(nil, 0, domain.X)[:n], mat.Col(nil, 1, domain.X)[:n], domain.Y[:n]
	var svd mat.SVD
	if svd.Factorize(domain.X, mat.SVDThin) {
		var u, v mat.Dense
		svd.UTo(&u)
		svd.VTo(&v)
		turn := math.Copysign(2/math.Sqrt(float64(domain.Rows())), mat.Dot(mat.NewVecDense(domain.Rows(), domain.Y), u.ColView(0)))
		sigma, x, y := svd.Values(nil), turn*v.At(0, 0), turn*v.At(1, 0)
		d.Axes = [][2]float64{{sigma[0] * x, sigma[0] * y}, {-sigma[1] * y, sigma[1] * x}}
	}
	return d
}

// panel returns a panel with the rows as discs for positive labels and rings for all others, and
// with the principal axes if axes is true.
func (d panelDomain) panel(title string, style figure.Style, axes bool) figure.Panel {
	p := figure.Panel{Title: title, X: figure.Axis{Label: "x₁", Equal: true}, Y: figure.Axis{Label: "x₂"}}
	classes := []figure.Points{{Name: "label below 0", Style: style, Mark: figure.Ring}, {Name: "label above 0", Style: style}}
	for i, label := range d.Labels {
		class := &classes[ifElse(label > 0, 1, 0)]
		class.X, class.Y = append(class.X, d.X[i]), append(class.Y, d.Y[i])
	}
	p.Points = classes
	if axes {
		p.Curves = []figure.Curve{arrowCurve("axis 1, 2σ₁", figure.Plain, d.Axes[0]), arrowCurve("axis 2, 2σ₂", figure.SeriesStyle(2), d.Axes[1])}
	}
	return p
}

func arrowCurve(name string, style figure.Style, to [2]float64) figure.Curve {
	return figure.Curve{Name: name, Style: style, X: []float64{0, to[0]}, Y: []float64{0, to[1]}, Arrow: true}
}

// boundaryLine returns the line of points x with the score wᵀx = 0.
func boundaryLine(name string, style figure.Style, w [2]float64) figure.Line {
	return figure.Line{Name: name, Style: style, A: w[0], B: w[1]}
}
