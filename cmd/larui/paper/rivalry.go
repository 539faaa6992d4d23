package paper

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model"
	"larui/model/rivals"
)

// A contestant is LAR with the parameters lar or, if lar is nil, a rival method.
type contestant struct {
	name   string
	method rivals.Method
	lar    *model.Params
	// usesNoLabels is true if joint label alignment chooses the setting of LAR, false if the
	// validation rows choose.
	usesNoLabels bool
	// seconds is the approximate duration of a unit on one core; 0 if not known.
	seconds float64
}

// A rivalResult has the scores of a contestant. Validation rows choose the hyperparameters.
type rivalResult struct {
	// Accuracy, F1 and OneClass exclude the target's validation rows. F1 is the F1 score of the
	// positive class in a binary task. OneClass is the largest share of rows predicted as the same
	// class.
	Accuracy float64 `json:"accuracy"`
	F1       float64 `json:"f1"`
	OneClass float64 `json:"oneClass"`
	// Validation is the accuracy on the validation rows; Chosen describes the hyperparameters.
	Validation float64 `json:"validation"`
	Chosen     string  `json:"chosen,omitempty"`
	// Discriminator is the mean of the discriminator's accuracies on source and target; 0 for a
	// method without a discriminator.
	Discriminator float64 `json:"discriminator,omitempty"`
	// ByF1 is the result if the F1 score on the validation rows chooses the setting; nil if the
	// accuracy chooses the same setting.
	ByF1 *rivalResult `json:"byF1,omitempty"`
}

// addUnits adds a unit for the contestant on a task at each seed. The seed draws the validation
// rows and initializes networks.
func (c contestant) addUnits(p *plan, t benchmarkTask, seeds []uint64) []*rivalResult {
	variant := ""
	if c.lar == nil {
		variant = " (" + c.method.Variant + givenSettings(c.method) + ")"
	}
	return addSeedUnits(p, unit{key: t.name + ", " + c.name + variant + ", ", seconds: c.seconds, method: c.name}, seeds, func(ctx context.Context, seed uint64) (r rivalResult, err error) {
		pair, err := t.open(ctx, seed)
		if err != nil {
			return r, err
		}
		if pair.Target.Y == nil {
			return r, fmt.Errorf("%w: the target of %s has no labels for choosing and scoring", datasets.ErrNoLabel, pair.Title)
		}
		if c.usesNoLabels {
			_, chosen, err := chooseWithoutLabels(ctx, pair, *c.lar)
			if err != nil {
				return r, err
			}
			r = scoreLabels(pair.Task, pair.Target.Y, chosen.labels)
			r.Chosen = chosen.name
			return r, nil
		}
		return c.run(ctx, pair.Data, seed)
	})
}

// A contest has the results of methods on tasks: runs[task][method][seed].
type contest struct {
	tasks   []benchmarkTask
	methods []contestant
	runs    [][][]*rivalResult
}

func newContest(p *plan, methods []contestant, seeds []uint64, tasks []benchmarkTask) contest {
	return contest{tasks, methods, mapSlice(tasks, func(t benchmarkTask) [][]*rivalResult {
		return mapSlice(methods, func(m contestant) []*rivalResult { return m.addUnits(p, t, seeds) })
	})}
}

func (c contest) methodIndex(name string) int {
	return slices.IndexFunc(c.methods, func(m contestant) bool { return m.name == name })
}

// seedMeans returns means over seeds of a quantity, by method and then by task.
func (c contest) seedMeans(quantity func(*rivalResult) float64) [][]float64 {
	means := make([][]float64, len(c.methods))
	for i := range means {
		means[i] = mapSlice(c.runs, func(runs [][]*rivalResult) float64 { return average(mapSlice(runs[i], quantity)) })
	}
	return means
}

// judgeHighest judges the claim that method index has higher values than every other method, and
// describes the lead of this method over the best other method. values[i] has the values of method
// i. over is the name of the elements of values[i], as in meanLeadWithText.
func judgeHighest(names []string, values [][]float64, index int, over string) (Verdict, string) {
	var wins []Verdict
	best := -1
	for i, v := range values {
		if i == index {
			continue
		}
		gap := meanLead(values[index], v)
		wins = append(wins, gap.judgeAbove(0))
		if best < 0 || average(v) > average(values[best]) {
			best = i
		}
	}
	_, measured := meanLeadWithText(values[index], values[best], over)
	return judgeAll(wins...), "over " + names[best] + " " + measured
}

// givenSettings describes the settings of a method that the user has replaced, for the keys of
// units.
func givenSettings(m rivals.Method) string {
	if m.Given == (rivals.Hyper{}) {
		return ""
	}
	return ", given " + m.Given.String()
}

func (o Options) applySettings(all []contestant) []contestant {
	for i, c := range all {
		if c.lar == nil {
			all[i].method = c.method.With(o.Rivals)
		}
	}
	return all
}

func usedSettings(all []contestant) (names []string) {
	for _, s := range rivals.Hyperparameters() {
		if slices.ContainsFunc(all, func(c contestant) bool { return c.lar == nil && c.method.Uses(s) }) {
			names = append(names, s.Name)
		}
	}
	return names
}

func (c contestant) run(ctx context.Context, d model.Data, seed uint64) (r rivalResult, err error) {
	if c.lar != nil {
		_, r, err = chooseLAR(ctx, d, *c.lar)
		return r, err
	}
	trained, err := rivals.Select(ctx, c.method, d, seed, nil)
	if err != nil {
		return r, err
	}
	var settings []fittedSetting
	for i, classifier := range trained.Classifiers {
		if classifier != nil {
			settings = append(settings, fittedSetting{trained.Candidates[i].Hyper.String(), classifier.Scores})
		}
	}
	if len(trained.Candidates) == 1 {
		settings[0].name = ""
	}
	_, r = chooseSetting(d, settings)
	if judge, ok := trained.Classifier.(rivals.DomainClassifier); ok {
		r.Discriminator = judge.DomainAccuracy(d.Source.X, d.Target.X)
	}
	return r, nil
}

type fittedSetting struct {
	name   string
	scores func(x *mat.Dense) *mat.Dense
}

// chooseSetting returns the index and the result of the setting with the highest accuracy on the
// validation rows, the first of equals.
func chooseSetting(d model.Data, all []fittedSetting) (at int, r rivalResult) {
	rateAll := func(domain model.Domain) []rivalResult {
		return mapSlice(all, func(s fittedSetting) rivalResult {
			return scoreLabels(d.Task, domain.Y, d.Task.Predict(s.scores(domain.X)))
		})
	}
	validation, target := rateAll(d.Validation), rateAll(d.Target)
	highest := func(score func(rivalResult) float64) (best int) {
		for i, v := range validation {
			target[i].Validation, target[i].Chosen = v.Accuracy, all[i].name
			if score(v) > score(validation[best]) {
				best = i
			}
		}
		return best
	}
	at = highest(func(r rivalResult) float64 { return r.Accuracy })
	byF1 := highest(func(r rivalResult) float64 { return r.F1 })
	r = target[at]
	if byF1 != at {
		r.ByF1 = &target[byF1]
	}
	return at, r
}

// chooseLAR solves the paper's grid, with all other parameters from base. It returns the setting
// that validation rows choose, with its scores. Diverging settings are not chosen.
func chooseLAR(ctx context.Context, d model.Data, base model.Params) (chosen model.Params, r rivalResult, err error) {
	p, err := model.NewProblem(ctx, d)
	if err != nil {
		return chosen, r, err
	}
	cells, err := model.Sweep(ctx, p, paperGrid(p, base), nil)
	if err != nil {
		return chosen, r, err
	}
	cells = slices.DeleteFunc(cells, func(c model.Cell) bool { return c.Descent[0].Diverges })
	if len(cells) == 0 {
		return chosen, r, errors.New("every setting of the grid diverges at the paper's rate")
	}
	at, r := chooseSetting(d, mapSlice(cells, func(c model.Cell) fittedSetting {
		return fittedSetting{settingName(c), func(x *mat.Dense) *mat.Dense {
			var scores mat.Dense
			scores.Mul(x, c.Descent[0].Weights)
			return &scores
		}}
	}))
	chosen = base
	chosen.K, chosen.KTilde, chosen.Lambda = cells[at].K, cells[at].KTilde, cells[at].Lambda
	return chosen, r, nil
}

// paperGrid returns the paper's grid, with all other parameters from base. The paper's values of k
// and k̃ start at 8. For a domain whose rank is below 8, the grid has smaller values.
func paperGrid(p *model.Problem, base model.Params) model.Grid {
	const first = 8
	grid := model.Grid{Epochs: []int{base.Epochs}, Base: base}
	grid.K, grid.KTilde, grid.Lambda = p.PaperGrid()
	if p.Src.Rank < first {
		grid.K = model.ComponentCounts(p.Src.Rank, first)
	}
	if p.Tgt.Rank < first {
		grid.KTilde = model.ComponentCounts(p.Tgt.Rank, first)
	}
	return grid
}

func settingName(c model.Cell) string {
	return fmt.Sprintf("k %d, k̃ %d, λ %g", c.K, c.KTilde, c.Lambda)
}

// scoreLabels returns the accuracy and the largest share of one predicted class. For a binary task
// it also returns the F1 score of the positive class, 2tp/(2tp + fp + fn), or 0 if tp = 0.
func scoreLabels(t model.Task, labels, predicted []float64) (r rivalResult) {
	r.Accuracy, r.OneClass = accuracy(findCorrectRows(predicted, labels)), largestClassShare(predicted)
	hits, positives := 0, 0
	for i, label := range labels {
		for _, v := range []float64{predicted[i], label} {
			if v > 0 {
				positives++
			}
		}
		if predicted[i] > 0 && label > 0 {
			hits++
		}
	}
	if t == model.Binary && hits > 0 {
		r.F1 = 2 * float64(hits) / float64(positives)
	}
	return r
}

func largestClassShare(predicted []float64) (share float64) {
	counts := map[float64]int{}
	for _, label := range predicted {
		counts[label]++
		share = max(share, float64(counts[label])/float64(len(predicted)))
	}
	return share
}

func accuracyPercent(r *rivalResult) float64 { return 100 * r.Accuracy }

// mostFrequentChoice returns the hyperparameters that are chosen most often, the first of equals.
// Unless all runs choose them, it appends the number of runs that do.
func mostFrequentChoice(all []*rivalResult) string {
	counts := map[string]int{}
	for _, r := range all {
		counts[r.Chosen]++
	}
	best := slices.MaxFunc(all, func(a, b *rivalResult) int { return counts[a.Chosen] - counts[b.Chosen] }).Chosen
	if counts[best] < len(all) {
		best += fmt.Sprintf(" (%d of %d runs)", counts[best], len(all))
	}
	return best
}
