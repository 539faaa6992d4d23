package paper

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// refitWithValidation tests a statement on the validation rows: "on the NLP tasks we found little
// benefit from involving this set to train a semi-supervised method". It uses other data, because
// the paper's embeddings are not available.
func refitWithValidation() Experiment {
	return Experiment{
		Name: "refit", Title: "The validation rows added to the source, at the setting that they choose", Where: "Section 7",
		Needs:    "optional: MNIST and USPS, amazon-reviews/, office-caltech-surf/ (--data or LARUI_DATA)",
		Duration: 5 * time.Minute, Uses: []string{"seeds", "pairs", "data"}, Revision: 1,
		files: benchmarkFiles,
		plan: func(ctx context.Context, o Options, p *plan) error {
			tasks, _, missing, err := benchmarkTasks(ctx, o)
			if err != nil {
				return err
			}
			seeds := o.seeds(3)
			all := mapSlice(tasks, func(t benchmarkTask) []*refitResult {
				return addSeedUnits(p, unit{key: t.name + ", "}, seeds, func(ctx context.Context, seed uint64) (r refitResult, err error) {
					pair, err := t.open(ctx, seed)
					if err != nil {
						return r, err
					}
					return refitLAR(ctx, pair.Data)
				})
			})
			p.report = func(r *Report) {
				r.Seeds, r.Protocol = seeds, []string{
					fmt.Sprintf("%d labelled rows of the target, drawn by seed, choose LAR's setting of the paper's grid after %d epochs, as in the benchmark; then LAR is solved at this setting again, with these rows added to the source. All other rows are scored.", validationRows, linearEpochs),
					"The gain is the second solution's score minus the first's. Standard errors are over seeds; for the mean they are over tasks.",
				}
				r.noteMissingData(missing, "")
				reportRefit(r, tasks, all)
			}
			return nil
		},
	}
}

// littleBenefit is the largest gain in percentage points that counts as little benefit.
const littleBenefit = 1.0

func reportRefit(r *Report, tasks []benchmarkTask, all [][]*refitResult) {
	var gains, words []float64
	for i, t := range tasks {
		gain := newEstimate(mapSlice(all[i], func(f *refitResult) float64 { return 100 * (f.With - f.Without) }))
		gains = append(gains, gain.Mean)
		if strings.Contains(t.name, "books") {
			words = append(words, gain.Mean)
		}
		r.addRows(unjudgedPercentRow(t.name, "without", newEstimate(mapSlice(all[i], func(f *refitResult) float64 { return 100 * f.Without }))),
			unjudgedRow(t.name, "gain from adding the validation rows, in points", 2, gain))
	}
	mean := newEstimate(gains)
	r.Rows = append([]Row{unjudgedRow("mean over tasks", "gain, in points", 2, mean)}, r.Rows...)
	say := func(what string, gains []float64) {
		gap, measured := meanLeadWithText(gains, make([]float64, len(gains)), "tasks")
		r.addClaim(gap.judgeBelow(littleBenefit), fmt.Sprintf("%s, adding the validation rows to the fit is of little benefit (below %g point on the mean)", what, littleBenefit), "%s", measured)
	}
	if words != nil {
		say("on reviews", words)
	}
	say("on all tasks, which the paper leaves open", gains)
}

// A refitResult has LAR's accuracies without and with the validation rows in the source.
type refitResult struct {
	Without float64 `json:"without"`
	With    float64 `json:"with"`
}

// withValidation appends the validation rows to the source. Both must be in memory and labelled.
func withValidation(d model.Data) model.Data {
	var x mat.Dense
	x.Stack(d.Source.X, d.Validation.X)
	d.Source, d.Validation = model.Domain{X: &x, Y: slices.Concat(d.Source.Y, d.Validation.Y)}, model.Domain{}
	return d
}

// refitLAR chooses LAR's setting by the validation rows. Then it adds these rows to the source and
// solves again at this setting.
func refitLAR(ctx context.Context, d model.Data) (r refitResult, err error) {
	if d.Source.IsSampled() || d.Validation.IsSampled() {
		return r, errors.New("validation rows can be added only to source rows in memory: these data are sums, or too large for memory")
	}
	chosen, first, err := chooseLAR(ctx, d, model.Params{K: 1, KTilde: 1, Epochs: linearEpochs})
	if err != nil {
		return r, err
	}
	p, err := model.NewProblem(ctx, withValidation(d))
	if err != nil {
		return r, err
	}
	again, err := model.NewSolver(p).Endpoints(ctx, chosen)
	if err != nil {
		return r, err
	}
	if again.Descent.Diverges {
		return r, fmt.Errorf("descent diverges after the validation rows are added to the source, at %s", first.Chosen)
	}
	return refitResult{first.Accuracy, again.Descent.Target.Accuracy}, nil
}
