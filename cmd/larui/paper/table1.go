package paper

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/gonum/floats"

	"larui/datasets"
	"larui/datasets/table"
	"larui/model"
)

func table1() Experiment {
	return Experiment{
		Name: "table1", Title: "Label alignment in real-world tasks", Where: "Table 1",
		Needs:    "MNIST, USPS, Bike Sharing, xed/ (--data or LARUI_DATA); others by --features",
		Duration: time.Minute, Uses: []string{"seeds", "data", "features"}, Revision: 6,
		files: table1Files, plan: planTable1,
	}
}

// subsetRuns is the default number of seeds. Each seed permutes the labels. In tasks with more rows
// than the paper used, it also draws rows.
const subsetRuns = 5

type table1Task struct {
	// flagName is the name of the task on the command line, name the name in the table.
	flagName, name string
	paper          table1Row
	// files are the task's files in the data folder, the features first; nil if Options.Features
	// must name a file.
	files []string
	// columns names the columns that are not features in the publisher's text file of a regression:
	// first the label, then columns that name rows or are parts of the label. It is nil for a
	// classification.
	columns []string
}

// A table1Row has four numbers of Table 1 for a task: rows n, features d, rank and k(0.1).
type table1Row [4]float64

func table1Tasks() []table1Task {
	return []table1Task{
		{"CT-Scan", "CT Scan", table1Row{10000, 385, 372, 12}, nil, []string{"reference", "patientId"}},
		{"Song-Year", "Song Year", table1Row{10000, 91, 91, 6}, nil, []string{firstColumn}},
		{"Bike", "Bike Sharing", table1Row{10000, 13, 13, 4}, []string{"bike/hour.csv"}, []string{"cnt", "instant", "dteday", "casual", "registered"}},
		{"MNIST", "MNIST", table1Row{12665, 785, 580, 2}, []string{"mnist/train-labels-idx1-ubyte.gz", "mnist/train-images-idx3-ubyte.gz"}, nil},
		{"USPS", "USPS", table1Row{2199, 257, 257, 2}, []string{"usps/usps.bz2"}, nil},
		{"CIFAR-10", "CIFAR-10", table1Row{10000, 513, 513, 7}, nil, nil},
		{"CIFAR-100", "CIFAR-100", table1Row{1000, 513, 513, 7}, nil, nil},
		{"STL-10", "STL-10", table1Row{1000, 513, 513, 2}, nil, nil},
		{"XED", "XED (En)", table1Row{6525, 769, 769, 231}, []string{"xed/xed_en.npz"}, nil},
		{"AG-News", "AG News", table1Row{10000, 769, 769, 40}, nil, nil},
	}
}

// firstColumn is the name of the first column of a text file without a header.
const firstColumn = "1"

// spec describes how to open the task: MNIST as digits 0 and 1 with pixels from 0 to 255, and a
// regression with the label scaled to [−1, 1].
func (t availableTask) spec() datasets.Spec {
	if t.key == "MNIST" {
		s := datasets.DefaultSpec("mnist-usps")
		s.Classes, s.Raw = []int{0, 1}, true
		return s
	}
	s := datasets.DefaultSpec(datasets.FilesName)
	s.Source = t.files[0]
	if t.columns != nil {
		s.Label, s.Drop, s.Task, s.ScaleLabel = t.columns[0], t.columns[1:], "regression", true
	}
	return s
}

// An availableTask is a task of Table 1 whose data are available; files has full paths. key names
// the task in the journal. If Options.Features names the file, key includes the file's name.
type availableTask struct {
	table1Task
	key string
}

// availableTasks returns the tasks whose data are available, and the flag names of the other tasks.
// The error wraps datasets.ErrMissingFile if no task has data.
func availableTasks(ctx context.Context, o Options) (have []availableTask, missing []string, err error) {
	for flag := range o.Features {
		if flags := mapSlice(table1Tasks(), func(t table1Task) string { return t.flagName }); !slices.Contains(flags, flag) {
			return nil, nil, fmt.Errorf("%w: Table 1 has no task %q: there are %s", ErrOptions, flag, strings.Join(flags, ", "))
		}
	}
	for _, t := range table1Tasks() {
		if file := o.Features[t.flagName]; file != "" {
			if _, err := os.Stat(file); err != nil {
				return nil, nil, err
			}
			if !t.hasPublisherColumns(ctx, file) {
				t.columns = nil
			}
			t.files = append([]string{file}, table.LabelFilesBeside(file)...)
			have = append(have, availableTask{t, t.name + ", features of " + filepath.Base(file)})
			continue
		}
		paths, err := o.filePaths(t.files...)
		switch {
		case t.files == nil || errors.Is(err, datasets.ErrMissingFile):
			missing = append(missing, t.flagName)
		case err != nil:
			return nil, nil, err
		default:
			t.files = paths
			have = append(have, availableTask{t, t.name})
		}
	}
	if have == nil {
		_, err = o.filePaths(table1Tasks()[2].files...)
	}
	return have, missing, err
}

// hasPublisherColumns reports whether a file has the columns of the publisher's text file for the
// task.
func (t table1Task) hasPublisherColumns(ctx context.Context, file string) bool {
	if !slices.Contains([]string{".csv", ".tsv", ".txt", ".data"}, strings.ToLower(filepath.Ext(file))) {
		return false
	}
	var columns []string
	if header := table.ReadHeader(ctx, file); header != nil {
		columns = header.Columns
	}
	return !slices.ContainsFunc(t.columns, func(name string) bool {
		return ifElse(name == firstColumn, columns != nil, !slices.Contains(columns, name))
	})
}

func table1Files(ctx context.Context, o Options) ([]string, error) {
	have, _, err := availableTasks(ctx, o)
	return slices.Concat(mapSlice(have, func(t availableTask) []string { return t.files })...), err
}

type alignmentResult struct {
	// Numbers has n, d, the rank, and k(0.1) by model.HeadRank and by model.TailRank.
	Numbers [5]float64 `json:"numbers"`
	// Permuted is k(0.1) of the centred labels in random order.
	Permuted float64 `json:"permuted"`
}

func planTable1(ctx context.Context, o Options, p *plan) error {
	have, missing, err := availableTasks(ctx, o)
	if err != nil {
		return err
	}
	results := mapSlice(have, func(t availableTask) []*alignmentResult {
		return addSeedUnits(p, unit{key: t.key + ", "}, o.seeds(subsetRuns), func(ctx context.Context, seed uint64) (alignmentResult, error) {
			return t.measureAlignment(ctx, o, seed)
		})
	})
	p.report = func(r *Report) {
		r.Seeds, r.Protocol = o.seeds(subsetRuns), []string{
			"The first two classes of a classification, labels ±1; a constant 1 is appended. Rank: singular values of the features above σ₁·max(n, d)·2.2e-16, as the paper's numbers have it. k(0.1): the smallest k whose components hold more than 0.9 of the norm of the projected labels, as in the paper's numbers.",
			"From a task with more rows than the paper used, as many rows as in the paper are drawn by seed.",
			"A regression's label is mapped to [−1, 1]; columns that name a row (patientId, instant, dteday) or are parts of the label (casual, registered) are left out. Song Year's label is the first column of a text file without a header.",
		}
		for i, t := range have {
			t.report(r, results[i])
		}
		claimSmallRanks(r)
		r.noteMissingData(missing, " --features TASK=FILE gives the features of a task: each row has the features and the label of a sample.")
	}
	return nil
}

func (t availableTask) measureAlignment(ctx context.Context, o Options, seed uint64) (a alignmentResult, err error) {
	spec := t.spec()
	spec.Data, spec.SourceOnly = o.Data, true
	pair, err := datasets.Open(ctx, spec, nil)
	if err != nil {
		return a, err
	}
	d := pair.Data
	if pair.Source.Blocks != nil {
		return a, fmt.Errorf("%s has more rows than fit in memory: keep only some of them", spec.Source)
	}
	random := rand.New(rand.NewPCG(seed, 0x737562736574)) // a separate random stream
	d.Task, d.Source = drawFirstClasses(d.Task, d.Source, int(t.paper[0]), random)
	if err := ctx.Err(); err != nil {
		return a, err
	}
	dec, err := model.Decompose(d)
	if err != nil {
		return a, err
	}
	n, width := d.Source.X.Dims()
	rank := dec.Rank(model.DoublePrecision)
	for i, number := range []int{n, width, rank, model.HeadRank(dec.LeadingProjection(rank), model.Epsilon), model.TailRank(dec.LeadingProjection(rank), model.Epsilon)} {
		a.Numbers[i] = float64(number)
	}
	d.Task, d.Source.Y = model.Regression, permuteLabels(d.Source.Y, random)
	side, err := model.ComputeAlignment(ctx, d)
	a.Permuted = float64(side.HeadRank)
	return a, err
}

// uniformShare is about labels that are aligned equally with all components. It is the share of the
// components that hold 0.9 of the norm of these labels: 0.9², because the squared norm is
// proportional to the number of components.
const uniformShare = 0.81

// permuteLabels returns the labels in random order, minus their mean.
func permuteLabels(labels []float64, random *rand.Rand) []float64 {
	all := slices.Clone(labels)
	floats.AddConst(-average(labels), all)
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

// drawFirstClasses draws at most n rows of the first two classes and returns them with labels ±1. A
// regression keeps its labels.
func drawFirstClasses(t model.Task, d model.Domain, n int, random *rand.Rand) (model.Task, model.Domain) {
	var rows []int
	for i, label := range d.Y {
		if t != model.MultiClass || label < 2 {
			rows = append(rows, i)
		}
	}
	if len(rows) > n {
		random.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		rows = rows[:n]
		slices.Sort(rows)
	}
	kept := d.PickRows(rows)
	if t == model.MultiClass {
		for i, label := range kept.Y {
			kept.Y[i] = 2*label - 1
		}
		t = model.Binary
	}
	return t, kept
}

func claimSmallRanks(r *Report) {
	const small, most = 10, 7
	there, ours, theirs := 0, 0, 0
	for _, row := range r.Rows {
		if row.Name != "k(0.1)" {
			continue
		}
		there++
		if row.Ours.Mean < small {
			ours++
		}
		if row.Paper < small {
			theirs++
		}
	}
	r.addClaim(judgeCount(ours, len(table1Tasks())-there, most), "k(0.1) is less than 10 in seven of the ten tasks",
		"in %d of the %d tasks that were run, and in the paper in %d of these", ours, there, theirs)
}

func (t table1Task) report(r *Report, all []*alignmentResult) {
	var ours [5]Estimate
	for i := range ours {
		ours[i] = newEstimate(mapSlice(all, func(a *alignmentResult) float64 { return a.Numbers[i] }))
	}
	for i, name := range []string{"n", "d", "rank", "k(0.1)", "k(0.1) by the paper's equation"} {
		row := Row{Group: t.name, Name: name, Paper: t.paper[min(i, 3)], Ours: ours[i]}
		if i > 0 && t.columns == nil && ours[1].Mean != t.paper[1] { // other features than the paper's
			row.Within = unknown
		}
		if i < 4 || row.Ours.Mean > 0 {
			r.addRows(row)
		}
	}
	without := newEstimate(mapSlice(all, func(a *alignmentResult) float64 { return a.Permuted }))
	r.addRows(unjudgedRow(t.name, "k(0.1) of permuted labels", 0, without))
	rank, head := ours[2].Mean, ours[3].Mean
	r.addClaim(judgeExact(head < rank/2), t.name+": less than half of the singular vectors span 90 % of the norm of the projected labels",
		"%.0f of %.0f", head, rank)
	r.addClaim(without.judgeAbove(uniformShare*rank/2), t.name+": randomized labels are more or less uniformly aligned with all components",
		"k(0.1) of permuted and centred labels is %.0f of %.0f; for labels spread evenly over all components it would be 0.81 of the rank, %.0f", without.Mean, rank, uniformShare*rank)
}
