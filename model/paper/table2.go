package paper

import (
	"context"
	"fmt"
	"time"

	"larui/model"
)

// table2 is the linear half of Table 2: the 45 pairs of digits, with and without
// LAR.
func table2() Experiment {
	return Experiment{
		Name: "table2-linear", Title: "MNIST–USPS, 45 pairs of digits: no adaptation and LAR", Where: "Table 2, lower half",
		Needs: digitsNeeded, About: 11 * time.Minute, Uses: []string{"Seeds", "Pairs", "Columns", "Data"}, Revision: 1,
		Files: digitFiles, Units: table2Units, Report: table2Report,
	}
}

// The settings of appendix B, and how many times the validation rows are drawn.
const (
	linearEpochs = 5000
	linearDraws  = 10
	// shortEpochs is where descent is looked at as well, for the notes.
	shortEpochs = 500
)

// linearPaper returns Table 2's lower half, in percent, by column.
func linearPaper() (none, lar map[string]float64) {
	return byColumn(78.68, 83.84, 80.99, 79.47, 75.41), byColumn(81.97, 88.96, 86.99, 84.84, 82.71)
}

// A linearResult is a pair of digits in one column.
type linearResult struct {
	// Draws holds a drawnResult for each seed.
	Draws []drawnResult `json:"draws"`
	// Diverged of Settings descents diverge and can't be chosen.
	Settings int `json:"settings"`
	Diverged int `json:"diverged"`
	// Best is the accuracy on all target rows of the setting that is best there:
	// no choice, but what bounds every choice.
	Best float64 `json:"best"`
}

// A drawnResult is what one draw of the validation rows leads to. The accuracies
// are those on the other rows.
type drawnResult struct {
	None float64 `json:"none"`
	LAR  choice  `json:"lar"`
	// Short is the choice among descents of shortEpochs, Either that among those
	// of both lengths.
	ShortNone float64 `json:"shortNone"`
	Short     choice  `json:"short"`
	Either    choice  `json:"either"`
}

func table2Units(o Options) ([]Unit, error) {
	columns, err := o.columns()
	if err != nil {
		return nil, err
	}
	var units []Unit
	for _, c := range columns {
		for _, pair := range o.digitPairs() {
			units = append(units, unit(linearKey(c, pair, len(o.seeds(linearDraws))), func(ctx context.Context) (linearResult, error) {
				return c.linear(ctx, o, pair)
			}))
		}
	}
	return units, nil
}

func linearKey(c column, pair [2]int, draws int) string {
	return fmt.Sprintf("%s, %d draws", pairTask(c, pair), draws)
}

// linear solves the paper's grid for a pair of digits and chooses by each draw of
// validation rows.
func (c column) linear(ctx context.Context, o Options, digits [2]int) (linearResult, error) {
	pair, err := c.open(ctx, o, 0, 0, digits[:]...)
	if err != nil {
		return linearResult{}, err
	}
	if pair.Target.Rows() <= validationRows {
		return linearResult{}, fmt.Errorf("%d target rows are too few to set %d aside", pair.Target.Rows(), validationRows)
	}
	p, err := model.NewProblem(ctx, pair.Data)
	if err != nil {
		return linearResult{}, err
	}
	return solveLinear(ctx, p, o.seeds(linearDraws))
}

// solveLinear solves the paper's grid on a problem and chooses by each draw.
func solveLinear(ctx context.Context, p *model.Problem, seeds []uint64) (linearResult, error) {
	grid := model.Grid{Epochs: []int{shortEpochs, linearEpochs}}
	grid.K, grid.KTilde, grid.Lambda = p.PaperGrid()
	s, err := sweepLinear(ctx, p, grid, p.Target)
	if err != nil {
		return linearResult{}, err
	}
	short, long := s.settings[0], s.settings[1]
	if len(long) == 0 {
		return linearResult{}, errAllDiverge
	}
	r := linearResult{Settings: grid.Cells(), Diverged: len(s.diverged), Best: best(long, s.rows, 0)}
	either := append(long[:len(long):len(long)], short...)
	for _, seed := range seeds {
		d := newDraw(s.rows, validationRows, seed)
		drawn := drawnResult{LAR: d.choose(long), Short: d.choose(short), Either: d.choose(either)}
		_, drawn.ShortNone = d.score(s.none[0])
		_, drawn.None = d.score(s.none[1])
		r.Draws = append(r.Draws, drawn)
	}
	return r, nil
}

// What the columns have to meet, in percentage points.
const (
	linearWithin = 2.0
	mainGap      = 4.5
)

func table2Report(o Options, results Results) (*Report, error) {
	pairs := o.digitPairs()
	r := &Report{Seeds: o.seeds(linearDraws), Protocol: []string{
		fmt.Sprintf("Source: the train part; target: the test part of the other set. The paper's grid: k and k̃ in 8, 16, 32, … up to the ranks, λ in 0.1, 10, 1000; %d epochs at the rate 1/(2σ₁).", linearEpochs),
		fmt.Sprintf("Of the target, %d labelled rows, drawn by seed, choose the hyperparameters (the last of equals in the order of the grid, as in the published code); all others are what is scored. Each pair is averaged over the seeds, then over %d pairs.", validationRows, len(pairs)),
		"The standard error is that of the mean over pairs.",
	}}
	nonePaper, larPaper := linearPaper()
	full := len(pairs) == 45
	within := func(w float64) float64 {
		if full {
			return w
		}
		return 0 // the paper's means are those of all pairs
	}
	columns, err := o.columns()
	if err != nil {
		return nil, err
	}
	for _, c := range columns {
		s, err := summarize(results, c, pairs, r.Seeds)
		if err != nil {
			return nil, err
		}
		if full && c.name == "M→U" {
			gap := s.lar.Mean - s.none.Mean
			r.Claims = append(r.Claims, Claim{
				Statement: fmt.Sprintf("M→U: LAR gains at least %.1f points", mainGap),
				Measured:  fmt.Sprintf("%+.2f points (paper: %+.2f)", gap, larPaper[c.name]-nonePaper[c.name]),
				Holds:     gap >= mainGap,
			})
		}
		r.Rows = append(r.Rows,
			Row{Group: c.name, Name: "No Adaptation (Linear)", Unit: "%", Decimals: 2, Paper: nonePaper[c.name], Ours: s.none, Within: within(linearWithin)},
			Row{Group: c.name, Name: "Label Alignment Regression", Unit: "%", Decimals: 2, Paper: larPaper[c.name], Ours: s.lar, Within: within(linearWithin), Chosen: s.chosen.String()})
		r.Claims = append(r.Claims, Claim{
			Statement: c.name + ": LAR is above no adaptation",
			Measured:  fmt.Sprintf("%.2f %% and %.2f %%; ahead in %d of %d pairs", s.lar.Mean, s.none.Mean, s.ahead, len(pairs)),
			Holds:     s.lar.Mean > s.none.Mean,
		})
		r.Notes = append(r.Notes, s.notes(c)...)
	}
	return r, nil
}
