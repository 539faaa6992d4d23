package paper

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"larui/datasets"
	"larui/model"
	"larui/model/rivals"
)

// This file compares LAR with all rivals on pairs of files beyond the paper.

func amazonReviews() Experiment {
	return filePairs()[0].experiment("reviews", "Amazon reviews, books → dvd: all rivals beside LAR", "amazon-reviews/ (--data or LARUI_DATA)", 15*time.Minute)
}

// officeCaltech classifies pictures of ten kinds of objects. The source has pictures of Amazon's
// catalogue, the target pictures of the data set Caltech-256.
func officeCaltech() Experiment {
	return filePairs()[2].experiment("objects", "Office–Caltech, amazon → caltech: all rivals beside LAR", "office-caltech-surf/ (--data or LARUI_DATA)", 45*time.Minute)
}

// A filePair is a pair of files, with paths relative to the data folder. task is the name of the
// pair in reports and in the journal.
type filePair struct{ task, source, target string }

// spec describes the pair. paths has the path of the source, then the path of the target.
func (f filePair) spec(paths []string) datasets.Spec {
	s := datasets.DefaultSpec(datasets.FilesName)
	s.Source, s.Target = paths[0], paths[1]
	// The features are word counts. Unless they are standardized, networks learn almost nothing.
	s.Standardize, s.ValidationSize = datasets.FitDomain, validationRows
	return s
}

const filePairSeeds = 5

func (f filePair) experiment(name, title, needs string, about time.Duration) Experiment {
	return Experiment{
		Name: name, Title: title, Where: "beyond the paper", Needs: needs, Duration: about, Uses: []string{"seeds", "data"}, Settings: usedSettings(contestants()), Revision: 3,
		files: func(_ context.Context, o Options) ([]string, error) { return o.filePaths(f.source, f.target) }, plan: f.plan,
	}
}

func contestants() []contestant {
	var all []contestant
	for _, m := range rivals.Methods() {
		if !m.Published {
			all = append(all, contestant{name: m.Name, method: m})
		}
	}
	return append(all, contestant{name: "LAR", lar: &model.Params{K: 1, KTilde: 1, Epochs: linearEpochs}})
}

func (f filePair) plan(_ context.Context, o Options, p *plan) error {
	folder, err := datasets.DataFolder(o.Data)
	if err != nil {
		return err
	}
	spec := f.spec([]string{filepath.Join(folder, filepath.FromSlash(f.source)), filepath.Join(folder, filepath.FromSlash(f.target))})
	seeds := o.seeds(filePairSeeds)
	c := newContest(p, o.applySettings(contestants()), seeds, []benchmarkTask{{f.task, spec}})
	p.report = func(r *Report) {
		r.Seeds, r.Protocol = seeds, []string{
			fmt.Sprintf("%d target rows, drawn by seed, choose the hyperparameters of every method by accuracy, among equals the first in the order of the grid; all other rows are scored. Every feature is standardized in each domain by itself, and a constant 1 is appended.", validationRows),
			fmt.Sprintf("Linear methods and LAR: %d epochs at the rate 1/(2σ₁), or 0.9 of the largest stable one. Networks: appendix B's, with the textbook's loss.", linearEpochs),
			"The standard error is of the mean over seeds. The paper has no numbers for this pair.",
		}
		var names []string
		var values [][]float64
		for i, m := range c.methods {
			accuracies := mapSlice(c.runs[0][i], accuracyPercent)
			row := unjudgedPercentRow(f.task, m.name, newEstimate(accuracies))
			row.Chosen = mostFrequentChoice(c.runs[0][i])
			r.Rows, names, values = append(r.Rows, row), append(names, m.name), append(values, accuracies)
		}
		gap, measured := meanLeadWithText(values[len(values)-1], values[c.methodIndex(noAdaptation)], "seeds")
		r.addClaim(gap.judgeAbove(0), "LAR is above no adaptation", "%s", measured)
		v, measured := judgeHighest(names, values, len(values)-1, "seeds")
		r.addClaim(v, "LAR is above every rival", "%s", measured)
	}
	return nil
}
