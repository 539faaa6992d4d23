package paper

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// oneDigit tests the statement of appendix D on labels of one digit against all others: "the value
// of k(0.1) for all the digits was 1". k(0.1) is the smallest k with ‖y^U_{1…k}‖ > 0.9·‖y^U‖.
func oneDigit() Experiment {
	return withDigitFiles(Experiment{
		Name: "one-digit", Title: "Label alignment of each digit against all others", Where: "Appendix D.1",
		Duration: 10 * time.Second, Uses: []string{"data"}, Revision: 1,
		plan: func(ctx context.Context, o Options, p *plan) error {
			ten := newTenDigitsOpener(ctx, o, false)
			sets := []string{"MNIST", "USPS"} // sources of M→U and of U→M
			ranks := make([]*[]int, len(sets))
			for i, set := range sets {
				ranks[i] = addUnit(p, unit{key: set}, func(ctx context.Context) ([]int, error) {
					both, err := ten()
					if err != nil {
						return nil, err
					}
					return alignmentRankByClass(ctx, both[i])
				})
			}
			p.report = func(r *Report) {
				r.Protocol = []string{"The features are the pixels of the train part of each set, with a constant 1; labels are +1 for the digit and −1 for the nine others. k(0.1) is the smallest k whose components hold more than 0.9 of the norm of the projected labels, as in the numbers of the paper's Table 1."}
				for i, set := range sets {
					for digit, k := range *ranks[i] {
						r.addRows(Row{Group: set, Name: fmt.Sprintf("k(0.1) of %d", digit), Paper: 1, Ours: newEstimate([]float64{float64(k)})})
					}
					least, most := slices.Min(*ranks[i]), slices.Max(*ranks[i])
					r.addClaim(judgeExact(most == 1), set+": k(0.1) of every digit is 1", "%d to %d", least, most)
				}
				r.Notes = []string{"The labels of a digit have the mean −0.8, so that vectors of equal entries, near which the first component lies, hold 0.8 of their norm: less than the 0.9 that k(0.1) requires. The paper does not say from which data its value 1 comes."}
			}
			return nil
		},
	})
}

// alignmentRankByClass returns k(0.1) of the source for the labels of each class against all other
// classes.
func alignmentRankByClass(ctx context.Context, d model.Data) ([]int, error) {
	side, err := model.ComputeAlignment(ctx, d)
	if err != nil {
		return nil, err
	}
	ranks := make([]int, d.Classes)
	for j := range ranks {
		ranks[j] = model.HeadRank(mat.NewDense(len(side.Sigma), 1, mat.Col(nil, j, side.Projection)), model.Epsilon)
	}
	return ranks, nil
}
