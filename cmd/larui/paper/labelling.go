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

const (
	labellingDraws = 300
	labellingLevel = 0.9
)

// labellingCounts has the numbers of labelled rows, ascending.
var labellingCounts = [...]int{5, 10, 20, 30}

// labels measures how well a few labels judge the choice of joint label alignment against no
// adaptation. It compares labels of rows on which both differ with labels of as many random rows.
func labels() Experiment {
	return onDigits(Experiment{
		Name: "labelling", Title: "MNIST–USPS, 90 pairs of digits: a few labels judge the choice without labels", Where: "beyond the paper",
		About: 2 * time.Minute, Uses: []string{"Seeds", "Pairs", "Columns", "Data"}, Revision: 1,
		plan: func(_ context.Context, o Options, p *plan) error {
			seeds := o.seeds(labellingDraws)
			columns := o.columns()
			if o.Columns == nil {
				columns = slices.DeleteFunc(columns, func(c column) bool { return c.ratio < 1 })
			}
			all := collect(columns, func(c column) []*labelledResult {
				return collect(pairTasks(o, c), func(t digitTask) *labelledResult {
					u := unit{key: fmt.Sprintf("%s, %d draws", t, len(seeds))}
					return add(p, u, func(ctx context.Context) (labelledResult, error) { return t.label(ctx, o, seeds) })
				})
			})
			p.report = func(r *Report) {
				r.Seeds, r.Protocol = seeds, []string{
					fmt.Sprintf("Source: the train part; target: the test part of the other set; %d epochs at the automatic rate. Joint label alignment chooses of the paper's grid; pairs for which it chooses no adaptation leave nothing to decide.", choosingEpochs),
					fmt.Sprintf("From the rows where the choice and no adaptation differ, t are drawn by seed and labelled. The interval of the gain, %.0f %%, comes from hypergeometric tests for t fixed beforehand; the sequence has to hold the gain after each of the first %d labels at once. The choice is dropped where fewer than half of the labels agree with it; beside it by the accuracies on t random rows of the target, where equal ones keep it.",
						100*labellingLevel, labellingCounts[len(labellingCounts)-1]),
					"Shares and widths are means over pairs of means over draws. A losing pair is one on which the choice is below no adaptation and kept. The paper has no numbers for this.",
				}
				for i, c := range columns {
					reportLabelled(r, c.name, all[i])
				}
			}
			return nil
		},
	})
}

// A labelledResult has the results of draws of labels for a choice.
type labelledResult struct {
	// Adapts reports whether the choice predicts other labels than no adaptation. Gain is its gain
	// in accuracy over no adaptation, and Differ the share of rows with different predictions. If
	// Adapts is false, all later fields are zero.
	Adapts bool    `json:"adapts"`
	Gain   float64 `json:"gain"`
	Differ float64 `json:"differ"`
	// Always is the share of draws with the gain inside the confidence sequence after every label.
	Always float64 `json:"always"`
	// Told has the result for each of labellingCounts.
	Told [len(labellingCounts)]toldResult `json:"told"`
}

// A toldResult has the results for a number of labels, as shares of draws: Holds if the interval
// contains the gain, Kept if the labels keep the choice, RandomKept if random rows keep the choice.
// Half is the mean half width of the interval.
type toldResult struct {
	Holds      float64 `json:"holds"`
	Kept       float64 `json:"kept"`
	RandomKept float64 `json:"randomKept"`
	Half       float64 `json:"half"`
}

// label draws labels for the choice of a task.
func (t digitTask) label(ctx context.Context, o Options, seeds []uint64) (r labelledResult, err error) {
	s := t.spec(o)
	s.Classes = t.digits
	pair, err := datasets.Open(ctx, s, nil)
	if err != nil {
		return r, err
	}
	none, chosen, err := chooseBlind(ctx, pair, model.Params{Epochs: choosingEpochs})
	if err != nil {
		return r, err
	}
	return labelDraws(ctx, rightOf(chosen.labels, pair.Target.Y), rightOf(none.labels, pair.Target.Y), seeds)
}

// labelDraws draws labels that judge two binary classifiers; chosen and none report their correct
// predictions by row.
func labelDraws(ctx context.Context, chosen, none []bool, seeds []uint64) (r labelledResult, err error) {
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
	holds := func(i labelling.Interval) bool { return i.Low-exactly <= r.Gain && r.Gain <= i.High+exactly }
	each := 1 / float64(len(seeds))
	for _, seed := range seeds {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		rows := collect(differ, func(i int) labelling.Row { return labelling.NewRow(i+1, seed, 1) })
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
			told, interval := &r.Told[at], s.FixedInterval(labellingLevel)
			told.Half += each * (interval.High - interval.Low) / 2
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

// right returns the share of right decisions if the choice is kept in the share kept of the draws.
func (r *labelledResult) right(kept float64) float64 {
	switch {
	case r.Gain > 0:
		return kept
	case r.Gain < 0:
		return 1 - kept
	}
	return 1 // either decision is right
}

// reportLabelled adds the results of a column.
func reportLabelled(r *Report, group string, all []*labelledResult) {
	adapted := slices.DeleteFunc(slices.Clone(all), func(r *labelledResult) bool { return !r.Adapts })
	if len(adapted) == 0 {
		r.note("%s: no adaptation is chosen in each pair, and there is nothing to decide.", group)
		return
	}
	losing := func(name string, kept func(*labelledResult) float64) {
		sum := 0.0
		for _, r := range adapted {
			if r.Gain < 0 {
				sum += kept(r)
			}
		}
		r.add(unjudged(group, name, 2, Estimate{sum, unknown(), len(adapted)}))
	}
	of := func(name string, value func(*labelledResult) float64) Estimate {
		row := share(group, name, estimate(percentages(collect(adapted, value))))
		r.add(row)
		return row.Ours
	}
	losing("losing pairs without labels", func(*labelledResult) float64 { return 1 })
	of("right without labels", func(r *labelledResult) float64 { return r.right(1) })
	of("rows on which both differ", func(r *labelledResult) float64 { return r.Differ })
	var holds []Verdict
	var least Estimate
	for at, t := range labellingCounts {
		name := func(what string) string { return fmt.Sprintf("%s, t = %d", what, t) }
		kept := func(r *labelledResult) float64 { return r.Told[at].Kept }
		random := func(r *labelledResult) float64 { return r.Told[at].RandomKept }
		held := of(name("interval holds the gain"), func(r *labelledResult) float64 { return r.Told[at].Holds })
		holds = append(holds, held.above(100*labellingLevel))
		if at == 0 || held.Mean < least.Mean {
			least = held
		}
		of(name("half width of the interval"), func(r *labelledResult) float64 { return r.Told[at].Half })
		of(name("right decisions"), func(r *labelledResult) float64 { return r.right(kept(r)) })
		of(name("right decisions by random rows"), func(r *labelledResult) float64 { return r.right(random(r)) })
		losing(name("losing pairs"), kept)
		losing(name("losing pairs by random rows"), random)
	}
	always := of("sequence always holds the gain", func(r *labelledResult) float64 { return r.Always })
	claim := func(what string, share Estimate, v Verdict) {
		r.claim(v, fmt.Sprintf("%s: the %s the gain in %.0f %% of draws at least", group, what, 100*labellingLevel), "%.2f %%", share.Mean)
	}
	claim("interval holds", least, every(holds...))
	claim("sequence always holds", always, always.above(100*labellingLevel))
	if len(adapted) < len(all) {
		r.note("%s: no adaptation is chosen in %d of %d pairs, which are not counted.", group, len(all)-len(adapted), len(all))
	}
}
