package paper

import (
	"context"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
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

// choosing is what a choice without labels comes to on families of shift and on real pairs.
func choosing() Experiment {
	return Experiment{
		Name: "choosing", Title: "Families of shift and real pairs: what is chosen without labels", Where: "beyond the paper",
		Needs: "nothing; real pairs from amazon-reviews/, office-caltech-surf/ and " + pairsFolder + "/ (--data or LARUI_DATA), each if it is there",
		About: 3 * time.Minute, Uses: []string{"Seeds", "Data"}, Revision: 1, files: adviceFiles, plan: planAdvice,
	}
}

// An advised pair has the accuracies of no adaptation, of what leads by joint label alignment and of
// what is chosen.
type advised struct {
	None   float64 `json:"none"`
	Leads  float64 `json:"leads"`
	Chosen float64 `json:"chosen"`
	Adapts bool    `json:"adapts"`
}

// gain is that of what is chosen, in points.
func (a advised) gain() float64 { return 100 * (a.Chosen - a.None) }

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
	a = advised{leads.None.Target.Accuracy, leads.Descent.Target.Accuracy, leads.None.Target.Accuracy, choice.Cell >= 0}
	if a.Adapts {
		a.Chosen = a.Leads
	}
	return a, nil
}

// fits are the ways in which features are standardized, with their names.
func fits() ([]datasets.Fit, []string) {
	return []datasets.Fit{datasets.FitNone, datasets.FitSource, datasets.FitDomain}, []string{"as they are", "by the source", "each domain by its own"}
}

// adviseFamily chooses for the pairs of a family, those of a seed one after the other.
func adviseFamily(ctx context.Context, w world, shift domainShift, seeds []uint64) (all []advised, err error) {
	standardized, _ := fits()
	for _, seed := range seeds {
		for _, fit := range standardized {
			s, err := session.New(ctx, makePair(w, shift, judgedFrom+seed, fit))
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
	return all, nil
}

// realPairs are pairs of files whose paths are relative to the data folder, of those that are there.
func realPairs(o Options) (pairs []furtherPair) {
	folder, err := datasets.DataFolder(o.Data)
	if err != nil {
		return nil
	}
	pairs = slices.DeleteFunc(furtherPairs(), func(f furtherPair) bool { _, err := o.filesIn(f.source, f.target); return err != nil })
	found, _ := fs.Glob(os.DirFS(folder), pairsFolder+"/*-source.npz")
	for _, source := range found {
		name := strings.TrimSuffix(source, "-source.npz")
		pairs = append(pairs, furtherPair{filepath.Base(name), source, name + "-target.npz"})
	}
	return pairs
}

func adviceFiles(_ context.Context, o Options) (files []string, err error) {
	for _, f := range realPairs(o) {
		these, err := o.filesIn(f.source, f.target)
		if err != nil {
			return nil, err
		}
		files = append(files, these...)
	}
	return files, nil
}

func planAdvice(_ context.Context, o Options, p *plan) error {
	seeds := o.seeds(adviceDraws)
	shifts, worlds, pairs := shifts(), worlds(), realPairs(o)
	families := collect(shifts, func(shift domainShift) []*[]advised {
		return collect(worlds, func(w world) *[]advised {
			u := unit{key: fmt.Sprintf("%s, %s, %d draws", w.name, shift.name, len(seeds))}
			return add(p, u, func(ctx context.Context) ([]advised, error) { return adviseFamily(ctx, w, shift, seeds) })
		})
	})
	found := collect(pairs, func(f furtherPair) *advised {
		return add(p, unit{key: f.task, cost: 5}, func(ctx context.Context) (a advised, err error) {
			paths, err := o.filesIn(f.source, f.target)
			if err != nil {
				return a, err
			}
			spec := f.spec(paths)
			spec.ValidationSize = 0
			s, err := session.Open(ctx, spec, nil, nil)
			if err != nil {
				return a, err
			}
			return advise(ctx, s)
		})
	})
	p.report = func(r *Report) {
		r.Seeds, r.Protocol = seeds, []string{
			fmt.Sprintf("%d families: each of %d shifts in %d worlds, of which pairs of %d rows a side are drawn, in three standardizations. The rule for what is doubtful was found on other seeds.",
				len(shifts)*len(worlds), len(shifts), len(worlds), madeRows),
			"Real pairs: each domain is standardized by itself. Each choice is that of larui solve --choose label-free. The paper has no numbers for this.",
		}
		var all []advised
		for i, shift := range shifts {
			var of []advised
			for _, family := range families[i] {
				of = append(of, *family...)
			}
			r.Rows = append(r.Rows, advisedRow("shift", shift.name, of))
			all = append(all, of...)
		}
		standardized, names := fits()
		least := math.Inf(1)
		for i := range standardized {
			var of []advised
			for at := i; at < len(all); at += len(standardized) {
				of = append(of, all[at])
			}
			row := advisedRow("families", names[i], of)
			r.Rows, least = append(r.Rows, row), min(least, row.Ours.Mean)
		}
		gained, lost, much, adapts := tally(all)
		r.claim(judge(least >= -0.2), "families: in no standardization is the choice below no adaptation by more than 0.2 points", fmt.Sprintf("the least mean gain is %.2f", least))
		r.claim(judge(lost <= gained), "families: no more choices lose a point than gain one", fmt.Sprintf("%d gain, %d lose", gained, lost))
		r.claim(judge(20*much <= len(all)), "families: at most one choice in twenty loses more than five points", fmt.Sprintf("%d of %d, of which %d adapt", much, len(all), adapts))
		if len(found) == 0 {
			return
		}
		real := collect(found, func(a *advised) advised { return *a })
		for i, f := range pairs {
			r.Rows = append(r.Rows, advisedRow("real pair", f.task, real[i:i+1]))
		}
		row := advisedRow("real pairs", "mean", real)
		r.Rows = append(r.Rows, row)
		r.claim(row.Ours.above(6), "real pairs: the choice gains six points and more", row.Chosen)
	}
	return nil
}

// tally counts the choices that gain and lose more than a point, that lose more than five, and that adapt.
func tally(all []advised) (gained, lost, much, adapts int) {
	for _, a := range all {
		gain := a.gain()
		gained, lost = gained+classIf(gain > 1), lost+classIf(gain < -1)
		much, adapts = much+classIf(gain < -5), adapts+classIf(a.Adapts)
	}
	return gained, lost, much, adapts
}

// advisedRow has the mean gain in points, and behind it what else there is to say.
func advisedRow(group, name string, all []advised) Row {
	gained, lost, _, adapts := tally(all)
	row := percent(group, name, unknown(), estimate(collect(all, advised.gain)))
	mean := func(of func(advised) float64) float64 { return 100 * estimate(collect(all, of)).Mean }
	none := mean(func(a advised) float64 { return a.None })
	row.Unit = "points"
	row.Chosen = fmt.Sprintf("no adaptation %.1f %%, what leads %+.1f, adapts in %d of %d: %d gain, %d lose", none,
		mean(func(a advised) float64 { return a.Leads })-none, adapts, len(all), gained, lost)
	return row
}
