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
	// adviceDraws is how many pairs of a family are drawn, judgedFrom the first seed. The rule for what is
	// doubtful was found on seeds 0 to 3.
	adviceDraws, judgedFrom = 4, 1000
	// pairsFolder is the folder in the data folder with further pairs of files: NAME-source.npz and NAME-target.npz.
	pairsFolder = "pairs"
)

// choiceExperiment is what a choice without labels comes to on families of shift, on real pairs and on pairs of digits.
func choiceExperiment() Experiment {
	return Experiment{
		Name: "choosing", Title: "Families of shift, real pairs and digits: the choice without labels", Where: "beyond the paper",
		Needs: "nothing; MNIST and USPS, amazon-reviews/, office-caltech-surf/ and " + pairsFolder + "/ (--data or LARUI_DATA), each if it is there",
		About: 4 * time.Minute, Uses: []string{"Seeds", "Pairs", "Data"}, Revision: 2, files: adviceFiles, plan: planAdvice,
	}
}

// An advised pair has the accuracies of no adaptation and of what leads by joint label alignment.
type advised struct {
	None  float64 `json:"none"`
	Leads float64 `json:"leads"`
	// Lead is 1 where no adaptation does not count. Trial is zero, which is not sound, where nothing leads.
	Lead  float64       `json:"lead"`
	Trial session.Trial `json:"trial"`
}

func (a advised) adapts() bool { return a.Trial.Sound(a.Lead) }

// gain returns the points that the choice gains over no adaptation.
func (a advised) gain() float64 { return either(a.adapts(), 100*(a.Leads-a.None), 0) }

// advise chooses without labels as larui solve does.
func advise(ctx context.Context, s *session.Session) (a advised, err error) {
	choice, err := s.Choose(ctx, s.Start().Params, session.LabelFree, nil)
	if err != nil {
		return a, err
	}
	leads, err := model.NewSolver(s.Problem).Endpoints(ctx, choice.Leads)
	if err != nil {
		return a, err
	}
	a = advised{None: leads.None.Target.Accuracy, Leads: leads.Descent.Target.Accuracy, Lead: either(math.IsNaN(choice.Lead), 1, choice.Lead)}
	if t := choice.Trial; !math.IsNaN(t.Lost()) {
		a.Trial = t
	}
	return a, nil
}

// fits names the ways to standardize, in the order of datasets.ScaleFit.
func fits() []string { return []string{"as they are", "by the source", "each domain by its own"} }

// adviseShift chooses for pairs of a shift in these worlds, those of a seed one after the other.
func adviseShift(ctx context.Context, shift domainShift, worlds []world, seeds []uint64) (all []advised, err error) {
	for _, w := range worlds {
		for _, seed := range seeds {
			for fit := range fits() {
				s, err := session.New(ctx, makePair(w, shift, seed, datasets.ScaleFit(fit)))
				if err != nil {
					return nil, err
				}
				a, err := advise(ctx, s)
				if err != nil {
					return nil, err
				}
				all = append(all, a)
			}
		}
	}
	return all, nil
}

// realPairs are the pairs of files in pairsFolder, whose paths are relative to the data folder.
func realPairs(o Options) (pairs []furtherPair) {
	folder, err := datasets.DataFolder(o.Data)
	if err != nil {
		return nil
	}
	found, _ := fs.Glob(os.DirFS(folder), pairsFolder+"/*-source.npz")
	return collect(found, func(source string) furtherPair {
		name := strings.TrimSuffix(source, "-source.npz")
		return furtherPair{path.Base(name), source, name + "-target.npz"}
	})
}

func adviceFiles(ctx context.Context, o Options) ([]string, error) {
	files, _ := digitFiles(ctx, o)
	for _, f := range realPairs(o) {
		these, err := o.filesIn(f.source, f.target)
		if err != nil {
			return nil, err
		}
		files = append(files, these...)
	}
	return files, nil
}

func planAdvice(ctx context.Context, o Options, p *plan) error {
	seeds, fits, shifts := o.seeds(adviceDraws), fits(), shifts()
	names, found := []string{}, []*[]advised{}
	ask := func(name, key string, cost float64, run func(ctx context.Context) ([]advised, error)) {
		names, found = append(names, name), append(found, add(p, unit{key: key, cost: cost}, run))
	}
	for _, shift := range shifts {
		ask(shift.name, fmt.Sprintf("%s, %d draws", shift.name, len(seeds)), 20, func(ctx context.Context) ([]advised, error) {
			return adviseShift(ctx, shift, worlds(), collect(seeds, func(seed uint64) uint64 { return judgedFrom + seed }))
		})
	}
	open := func(name string, spec datasets.Spec) {
		spec.ValidationSize = 0
		ask(name, name, 5, func(ctx context.Context) ([]advised, error) {
			s, err := session.Open(ctx, spec, nil, nil)
			if err != nil {
				return nil, err
			}
			a, err := advise(ctx, s)
			return []advised{a}, err
		})
	}
	for _, f := range realPairs(o) {
		paths, err := o.filesIn(f.source, f.target)
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
			fmt.Sprintf("%d families: each of %d shifts in %d worlds; pairs of %d rows a side are drawn from each, in three standardizations. The rule for doubtful choices was found on other draws.",
				len(shifts)*len(worlds()), len(shifts), len(worlds()), madeRows),
			"Real pairs: each domain is standardized by itself. Each choice is that of larui solve --choose label-free. The paper has no numbers for this.",
		}
		row := func(group, name string, all []advised) Row {
			row := advisedRow(group, name, all)
			r.add(row)
			return row
		}
		all := collect(found, func(of *[]advised) []advised { return *of })
		for i, name := range names[:pairs] {
			row(either(i < len(shifts), "shift", "real pair"), name, all[i])
		}
		made, least := slices.Concat(all[:len(shifts)]...), math.Inf(1)
		for i, fit := range fits {
			var of []advised
			for at := i; at < len(made); at += len(fits) {
				of = append(of, made[at])
			}
			least = min(least, row("families", fit, of).Ours.Mean)
		}
		gained, lost, much, adapts := tally(made)
		r.claim(judge(least >= -0.2), "families: in no standardization is the choice below no adaptation by more than 0.2 points", "the least mean gain is %.2f", least)
		r.claim(judge(lost <= gained), "families: no more choices lose a point than gain one", "%d gain, %d lose", gained, lost)
		r.claim(judge(20*much <= len(made)), "families: at most one choice in twenty loses more than five points", "%d of %d, of which %d adapt", much, len(made), adapts)
		if pairs > len(shifts) {
			mean := row("real pairs", "mean", slices.Concat(all[len(shifts):pairs]...))
			r.claim(judge(mean.Ours.Mean >= 6), "real pairs: the choice gains six points and more", "%s", mean.Chosen)
		}
		if len(all) > pairs {
			row("MNIST→USPS", "mean of pairs of digits", slices.Concat(all[pairs:]...))
		}
	}
	return nil
}

// tally counts the choices that gain and lose more than a point, that lose more than five, and that adapt.
func tally(all []advised) (gained, lost, much, adapts int) {
	for _, a := range all {
		gain := a.gain()
		gained += either(gain > 1, 1, 0)
		lost += either(gain < -1, 1, 0)
		much += either(gain < -5, 1, 0)
		adapts += either(a.adapts(), 1, 0)
	}
	return gained, lost, much, adapts
}

// advisedRow has the mean gain in points, and behind it what else there is to say.
func advisedRow(group, name string, all []advised) Row {
	gained, lost, _, adapts := tally(all)
	row := share(group, name, estimate(collect(all, advised.gain)))
	mean := func(of func(advised) float64) float64 { return 100 * estimate(collect(all, of)).Mean }
	none := mean(func(a advised) float64 { return a.None })
	row.Unit = "points"
	row.Chosen = fmt.Sprintf("no adaptation %.1f %%, what leads %+.1f, adapts in %d of %d: %d gain, %d lose", none,
		mean(func(a advised) float64 { return a.Leads })-none, adapts, len(all), gained, lost)
	return row
}
