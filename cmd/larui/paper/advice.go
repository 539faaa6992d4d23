package paper

import (
	"context"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"larui/datasets"
	"larui/model"
	"larui/tui/session"
)

const (
	// choiceDraws is the default number of pairs for each shift and population. firstJudgedSeed is
	// the seed of the first pair. It is not 0, because the rule that rejects doubtful choices was
	// found on pairs with the seeds 0 to 3.
	choiceDraws, firstJudgedSeed = 4, 1000
	// pairsFolder is the folder, inside the data folder, for further pairs of files:
	// NAME-source.npz and NAME-target.npz.
	pairsFolder = "pairs"
)

func choiceExperiment() Experiment {
	return Experiment{
		Name: "choosing", Title: "Families of shift, real pairs and digits: the choice without labels", Where: "beyond the paper",
		Needs:    "optional: MNIST and USPS, amazon-reviews/, office-caltech-surf/ and " + pairsFolder + "/ (--data or LARUI_DATA)",
		Duration: 4 * time.Minute, Uses: []string{"seeds", "pairs", "data"}, Revision: 2, files: choiceFiles, plan: planChoice,
	}
}

// A choiceOutcome has the accuracies on the target of two settings: no adaptation, and the leader,
// which has the highest joint label alignment.
type choiceOutcome struct {
	None   float64 `json:"none"`
	Leader float64 `json:"leads"`
	// Lead is the joint label alignment of the leader minus the joint label alignment of no
	// adaptation; 1 if one of the two is unknown. Trial tests the leader on the source. If there is
	// no leader, Trial is the zero value, which counts as a failed trial.
	Lead  float64             `json:"lead"`
	Trial session.SourceTrial `json:"trial"`
}

func (a choiceOutcome) choosesAdaptation() bool { return a.Trial.Supports(a.Lead) }

// gain returns the gain over no adaptation in percentage points, 0 if no adaptation is chosen.
func (a choiceOutcome) gain() float64 { return ifElse(a.choosesAdaptation(), 100*(a.Leader-a.None), 0) }

// chooseLikeSolveCommand chooses a setting like larui solve --choose label-free.
func chooseLikeSolveCommand(ctx context.Context, s *session.Session) (a choiceOutcome, err error) {
	choice, err := s.Choose(ctx, s.StartState().Params, session.LabelFree, nil)
	if err != nil {
		return a, err
	}
	leads, err := model.NewSolver(s.Problem).Endpoints(ctx, choice.LeaderParams)
	if err != nil {
		return a, err
	}
	a = choiceOutcome{None: leads.None.Target.Accuracy, Leader: leads.Descent.Target.Accuracy, Lead: ifElse(math.IsNaN(choice.Lead), 1, choice.Lead)}
	if t := choice.Trial; !math.IsNaN(t.AccuracyLoss()) {
		a.Trial = t
	}
	return a, nil
}

// standardizationNames returns a name for each value of datasets.ScaleFit, in the order of these
// values.
func standardizationNames() []string {
	return []string{"as they are", "by the source", "each domain by its own"}
}

// chooseForShift returns outcomes ordered by kind of population, then by seed, then by
// standardization.
func chooseForShift(ctx context.Context, shift string, kinds []populationKind, seeds []uint64) (all []choiceOutcome, err error) {
	for _, w := range kinds {
		for _, seed := range seeds {
			for fit := range standardizationNames() {
				s, err := session.New(ctx, generatePair(w, shift, seed, datasets.ScaleFit(fit)))
				if err != nil {
					return nil, err
				}
				a, err := chooseLikeSolveCommand(ctx, s)
				if err != nil {
					return nil, err
				}
				all = append(all, a)
			}
		}
	}
	return all, nil
}

func findRealPairs(o Options) (pairs []filePair) {
	folder, err := datasets.DataFolder(o.Data)
	if err != nil {
		return nil
	}
	found, _ := fs.Glob(os.DirFS(folder), pairsFolder+"/*-source.npz")
	return mapSlice(found, func(source string) filePair {
		name := strings.TrimSuffix(source, "-source.npz")
		return filePair{path.Base(name), source, name + "-target.npz"}
	})
}

func choiceFiles(ctx context.Context, o Options) ([]string, error) {
	files, _ := digitFiles(ctx, o)
	for _, f := range findRealPairs(o) {
		these, err := o.filePaths(f.source, f.target)
		if err != nil {
			return nil, err
		}
		files = append(files, these...)
	}
	return files, nil
}

func planChoice(ctx context.Context, o Options, p *plan) error {
	seeds, fits, shifts := o.seeds(choiceDraws), standardizationNames(), shiftNames()
	names, found := []string{}, []*[]choiceOutcome{}
	ask := func(name, key string, run func(ctx context.Context) ([]choiceOutcome, error)) {
		names, found = append(names, name), append(found, addUnit(p, unit{key: key}, run))
	}
	for _, shift := range shifts {
		ask(shift, fmt.Sprintf("%s, %d draws", shift, len(seeds)), func(ctx context.Context) ([]choiceOutcome, error) {
			return chooseForShift(ctx, shift, populationKinds(), mapSlice(seeds, func(seed uint64) uint64 { return firstJudgedSeed + seed }))
		})
	}
	open := func(name string, spec datasets.Spec) {
		spec.ValidationSize = 0
		ask(name, name, func(ctx context.Context) ([]choiceOutcome, error) {
			s, err := session.Open(ctx, spec, nil, nil)
			if err != nil {
				return nil, err
			}
			a, err := chooseLikeSolveCommand(ctx, s)
			return []choiceOutcome{a}, err
		})
	}
	for _, f := range findRealPairs(o) {
		paths, err := o.filePaths(f.source, f.target)
		if err != nil {
			return err
		}
		open(f.task, f.spec(paths))
	}
	pairs := len(names)
	if _, err := digitFiles(ctx, o); err == nil {
		for _, t := range pairTasks(o, digitColumns()[1]) {
			spec := t.spec(o)
			spec.Classes = t.digits
			open(t.String(), spec)
		}
	}
	p.report = func(r *Report) {
		r.Seeds, r.Protocol = seeds, []string{
			fmt.Sprintf("%d families: each of %d shifts in each of %d kinds of populations. From each family pairs with %d rows per domain are drawn, and standardized in three ways. The rule for doubtful choices was found on other draws.",
				len(shifts)*len(populationKinds()), len(shifts), len(populationKinds()), madeRows),
			"Real pairs: each domain is standardized by itself. The settings are those that larui solve --choose label-free chooses. The paper has no numbers for this.",
		}
		row := func(group, name string, all []choiceOutcome) Row {
			row := newChoiceRow(group, name, all)
			r.addRows(row)
			return row
		}
		all := mapSlice(found, func(of *[]choiceOutcome) []choiceOutcome { return *of })
		for i, name := range names[:pairs] {
			row(ifElse(i < len(shifts), "shift", "real pair"), name, all[i])
		}
		made, least := slices.Concat(all[:len(shifts)]...), math.Inf(1)
		for i, fit := range fits {
			var of []choiceOutcome
			for at := i; at < len(made); at += len(fits) {
				of = append(of, made[at])
			}
			least = min(least, row("families", fit, of).Ours.Mean)
		}
		gained, lost, much, adapts := countChoices(made)
		r.addClaim(judgeExact(least >= -0.2), "families: with every standardization the choice is at most 0.2 points below no adaptation", "the least mean gain is %.2f", least)
		r.addClaim(judgeExact(lost <= gained), "families: no more choices lose a point of accuracy than gain one", "%d gain, %d lose", gained, lost)
		r.addClaim(judgeExact(20*much <= len(made)), "families: at most one choice in twenty loses more than five points", "%d of %d, of which %d adapt", much, len(made), adapts)
		if pairs > len(shifts) {
			mean := row("real pairs", "mean", slices.Concat(all[len(shifts):pairs]...))
			r.addClaim(judgeExact(mean.Ours.Mean >= 6), "real pairs: the choice gains at least six points", "%s", mean.Chosen)
		}
		if len(all) > pairs {
			row("MNIST→USPS", "mean of pairs of digits", slices.Concat(all[pairs:]...))
		}
	}
	return nil
}

func countChoices(all []choiceOutcome) (gained, lost, lostMuch, adapts int) {
	for _, a := range all {
		gain := a.gain()
		gained += ifElse(gain > 1, 1, 0)
		lost += ifElse(gain < -1, 1, 0)
		lostMuch += ifElse(gain < -5, 1, 0)
		adapts += ifElse(a.choosesAdaptation(), 1, 0)
	}
	return gained, lost, lostMuch, adapts
}

func newChoiceRow(group, name string, all []choiceOutcome) Row {
	gained, lost, _, adapts := countChoices(all)
	row := unjudgedPercentRow(group, name, newEstimate(mapSlice(all, choiceOutcome.gain)))
	mean := func(of func(choiceOutcome) float64) float64 { return 100 * newEstimate(mapSlice(all, of)).Mean }
	none := mean(func(a choiceOutcome) float64 { return a.None })
	row.Unit = "points"
	row.Chosen = fmt.Sprintf("no adaptation %.1f %%, the setting with the highest alignment %+.1f points, chosen in %d of %d choices: %d gain, %d lose", none,
		mean(func(a choiceOutcome) float64 { return a.Leader })-none, adapts, len(all), gained, lost)
	return row
}
