package paper

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"larui/datasets"
	"larui/model"
	"larui/model/labelling"
)

// labellingDraws is the default number of draws, labellingLevel the confidence of the intervals.
const (
	labellingDraws = 300
	labellingLevel = 0.9
)

// labellingCounts has the numbers of labelled rows after which a decision is made, in ascending
// order.
var labellingCounts = [...]int{5, 10, 20, 30}

// labellingExperiment measures how often a few target labels decide correctly between no adaptation
// and the setting that joint label alignment chooses. The labels are drawn from the rows for which
// the two predict different labels or, for comparison, from all rows.
func labellingExperiment() Experiment {
	return withDigitFiles(Experiment{
		Name: "labelling", Title: "MNIST–USPS, 90 pairs of digits: a few labels judge the choice without labels", Where: "beyond the paper",
		Duration: 2 * time.Minute, Uses: []string{"seeds", "pairs", "columns", "data"}, Revision: 1,
		plan: func(_ context.Context, o Options, p *plan) error {
			seeds := o.seeds(labellingDraws)
			columns := o.columns()
			if o.Columns == nil {
				columns = slices.DeleteFunc(columns, func(c column) bool { return c.ratio < 1 })
			}
			all := mapSlice(columns, func(c column) []*labellingResult {
				return mapSlice(pairTasks(o, c), func(t digitTask) *labellingResult {
					u := unit{key: fmt.Sprintf("%s, %d draws", t, len(seeds))}
					return addUnit(p, u, func(ctx context.Context) (labellingResult, error) { return t.testChoiceByLabels(ctx, o, seeds) })
				})
			})
			p.report = func(r *Report) {
				r.Seeds, r.Protocol = seeds, []string{
					fmt.Sprintf("Source: the train part; target: the test part of the other set; %d epochs at the automatic rate. Joint label alignment chooses from the paper's grid; pairs for which it chooses no adaptation are left out.", choosingEpochs),
					fmt.Sprintf("From the rows that the choice and no adaptation predict differently, t rows are drawn by seed and labelled. The interval of the gain, with a confidence of %.0f %%, comes from hypergeometric tests for a t fixed beforehand; the confidence sequence must contain the gain after every one of the first %d labels. Labels keep the choice if at least half of them agree with it. Labels of t random rows of the target keep the choice if its accuracy on these rows is not below the accuracy of no adaptation.",
						100*labellingLevel, labellingCounts[len(labellingCounts)-1]),
					"Shares and widths are means over pairs of means over draws. A losing pair is a pair for which the choice is less accurate than no adaptation; the report's rows on losing pairs count the losing pairs whose choice the labels keep. The paper has no numbers for this.",
				}
				for i, c := range columns {
					reportLabelling(r, c.name, all[i])
				}
			}
			return nil
		},
	})
}

// A labellingResult is the result for a pair of digits over all draws of labels.
type labellingResult struct {
	// Adapts reports whether the chosen setting and no adaptation predict different labels; if not,
	// all later fields are zero. Gain is the accuracy of the chosen setting minus the accuracy of
	// no adaptation. Differ is the share of rows with different predictions.
	Adapts bool    `json:"adapts"`
	Gain   float64 `json:"gain"`
	Differ float64 `json:"differ"`
	// Always is the share of draws whose confidence sequence contains Gain at every number of
	// labels.
	Always float64 `json:"always"`
	// ByCount has one result for each number of labels in labellingCounts.
	ByCount [len(labellingCounts)]labelCountResult `json:"told"`
}

// A labelCountResult is the result after a number of labels.
type labelCountResult struct {
	// Holds is the share of draws whose confidence interval contains the gain.
	Holds float64 `json:"holds"`
	// Kept is the share of draws in which the labels favour the chosen setting. RandomKept is the
	// same share if random rows are labelled.
	Kept       float64 `json:"kept"`
	RandomKept float64 `json:"randomKept"`
	// HalfWidth is half the mean width of the confidence interval.
	HalfWidth float64 `json:"half"`
}

// testChoiceByLabels chooses a setting for the task without labels and draws labels that test the
// choice.
func (t digitTask) testChoiceByLabels(ctx context.Context, o Options, seeds []uint64) (r labellingResult, err error) {
	s := t.spec(o)
	s.Classes = t.digits
	pair, err := datasets.Open(ctx, s, nil)
	if err != nil {
		return r, err
	}
	none, chosen, err := chooseWithoutLabels(ctx, pair, model.Params{Epochs: choosingEpochs})
	if err != nil {
		return r, err
	}
	return drawLabels(ctx, findCorrectRows(chosen.labels, pair.Target.Y), findCorrectRows(none.labels, pair.Target.Y), seeds)
}

// drawLabels draws labels that decide between two binary classifiers, the chosen setting and no
// adaptation. chosen[i] and none[i] report whether the two classifiers predict row i correctly.
func drawLabels(ctx context.Context, chosen, none []bool, seeds []uint64) (r labellingResult, err error) {
	n := len(none)
	var differ []int
	outcome := func(i int) labelling.Outcome {
		switch {
		case chosen[i] == none[i]:
			return labelling.NeitherRight
		case chosen[i]:
			return labelling.FirstRight
		}
		return labelling.SecondRight
	}
	sum := 0
	for i := range n {
		sum += int(outcome(i))
		if outcome(i) != labelling.NeitherRight {
			differ = append(differ, i)
		}
	}
	r.Adapts, r.Gain, r.Differ = len(differ) > 0, float64(sum)/float64(n), float64(len(differ))/float64(n)
	if !r.Adapts {
		return r, nil
	}
	holds := func(i labelling.Interval) bool { return i.Low-equalWithin <= r.Gain && r.Gain <= i.High+equalWithin }
	each := 1 / float64(len(seeds))
	for _, seed := range seeds {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		rows := mapSlice(differ, func(i int) labelling.Row { return labelling.NewRow(i+1, seed, 1) })
		labelling.SortRows(rows)
		random := rand.New(rand.NewPCG(seed, 0x6c6162656c)).Perm(n)
		s := labelling.Sample{Differ: len(differ), Share: r.Differ, Binary: true}
		always, lead, at := true, 0, 0
		for i := range labellingCounts[len(labellingCounts)-1] {
			if i < len(rows) {
				s.Outcomes = append(s.Outcomes, outcome(rows[i].Number-1))
				always = always && holds(s.AnytimeInterval(labellingLevel))
			}
			if i < n {
				lead += int(outcome(random[i]))
			}
			if i+1 < labellingCounts[at] {
				continue
			}
			told, interval := &r.ByCount[at], s.FixedInterval(labellingLevel)
			told.HalfWidth += each * (interval.High - interval.Low) / 2
			if holds(interval) {
				told.Holds += each
			}
			if s.Gain() >= 0 {
				told.Kept += each
			}
			if lead >= 0 {
				told.RandomKept += each
			}
			at++
		}
		if always {
			r.Always += each
		}
	}
	return r, nil
}

// rightDecisionShare returns the share of draws that decide rightly; kept is the share of draws
// that keep the chosen setting.
func (r *labellingResult) rightDecisionShare(kept float64) float64 {
	switch {
	case r.Gain > 0:
		return kept
	case r.Gain < 0:
		return 1 - kept
	}
	return 1 // either decision is right
}

func reportLabelling(r *Report, group string, all []*labellingResult) {
	adapted := slices.DeleteFunc(slices.Clone(all), func(r *labellingResult) bool { return !r.Adapts })
	if len(adapted) == 0 {
		r.addNote("%s: no adaptation is chosen in each pair, and there is nothing to decide.", group)
		return
	}
	losing := func(name string, kept func(*labellingResult) float64) {
		sum := 0.0
		for _, r := range adapted {
			if r.Gain < 0 {
				sum += kept(r)
			}
		}
		r.addRows(unjudgedRow(group, name, 2, Estimate{sum, unknown, len(adapted)}))
	}
	of := func(name string, value func(*labellingResult) float64) Estimate {
		row := unjudgedPercentRow(group, name, newEstimate(percentages(mapSlice(adapted, value))))
		r.addRows(row)
		return row.Ours
	}
	losing("losing pairs without labels", func(*labellingResult) float64 { return 1 })
	of("right without labels", func(r *labellingResult) float64 { return r.rightDecisionShare(1) })
	of("rows on which both differ", func(r *labellingResult) float64 { return r.Differ })
	var holds []Verdict
	var least Estimate
	for at, t := range labellingCounts {
		name := func(what string) string { return fmt.Sprintf("%s, t = %d", what, t) }
		kept := func(r *labellingResult) float64 { return r.ByCount[at].Kept }
		random := func(r *labellingResult) float64 { return r.ByCount[at].RandomKept }
		held := of(name("interval contains the gain"), func(r *labellingResult) float64 { return r.ByCount[at].Holds })
		holds = append(holds, held.judgeAbove(100*labellingLevel))
		if at == 0 || held.Mean < least.Mean {
			least = held
		}
		of(name("half width of the interval"), func(r *labellingResult) float64 { return r.ByCount[at].HalfWidth })
		of(name("right decisions"), func(r *labellingResult) float64 { return r.rightDecisionShare(kept(r)) })
		of(name("right decisions by random rows"), func(r *labellingResult) float64 { return r.rightDecisionShare(random(r)) })
		losing(name("losing pairs"), kept)
		losing(name("losing pairs by random rows"), random)
	}
	always := of("confidence sequence always contains the gain", func(r *labellingResult) float64 { return r.Always })
	claim := func(what string, share Estimate, v Verdict) {
		r.addClaim(v, fmt.Sprintf("%s: in at least %.0f %% of draws the %s the gain", group, 100*labellingLevel, what), "%.2f %%", share.Mean)
	}
	claim("interval contains", least, judgeAll(holds...))
	claim("confidence sequence always contains", always, always.judgeAbove(100*labellingLevel))
	if len(adapted) < len(all) {
		r.addNote("%s: no adaptation is chosen in %d of %d pairs, which are not counted.", group, len(all)-len(adapted), len(all))
	}
}
