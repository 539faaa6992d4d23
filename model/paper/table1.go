package paper

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"time"

	"larui/datasets"
	"larui/model"
)

// table1 is Table 1: rank and k(0.1) of ten tasks.
func table1() Experiment {
	return Experiment{
		Name: "table1", Title: "Label alignment in real-world tasks", Where: "Table 1",
		Needs: "MNIST, USPS, Bike Sharing (--data or LARUI_DATA); others by --features",
		About: 25 * time.Second, Uses: []string{"Seeds", "Data", "Features"}, Revision: 2,
		Files: table1Files, Units: table1Units, Report: table1Report,
	}
}

// subsetRuns is how many random subsets are taken of a task that has more rows
// than the paper used.
const subsetRuns = 5

// A task is a row of Table 1.
type task struct {
	// flag is its name as it is typed, name that of the table.
	flag, name string
	// n, d, rank and k are the paper's.
	n, d, rank, k int
	// files are its files in the data folder, nil where its features have to be
	// named; spec returns what to open, given their paths.
	files []string
	spec  func(paths []string) datasets.Spec
}

// tasks returns the ten tasks, in the paper's order.
func tasks() []task {
	return []task{
		{flag: "CT-Scan", name: "CT Scan", n: 10000, d: 385, rank: 372, k: 12},
		{flag: "Song-Year", name: "Song Year", n: 10000, d: 91, rank: 91, k: 6},
		{"Bike", "Bike Sharing", 10000, 13, 13, 4, []string{"bike/hour.csv"}, bikeSpec},
		{"MNIST", "MNIST", 12665, 785, 580, 2, []string{"mnist/train-labels-idx1-ubyte.gz", "mnist/train-images-idx3-ubyte.gz"}, mnistSpec},
		{"USPS", "USPS", 2199, 257, 257, 2, []string{"usps/usps.bz2"}, featuresSpec},
		{flag: "CIFAR-10", name: "CIFAR-10", n: 10000, d: 513, rank: 513, k: 7},
		{flag: "CIFAR-100", name: "CIFAR-100", n: 1000, d: 513, rank: 513, k: 7},
		{flag: "STL-10", name: "STL-10", n: 1000, d: 513, rank: 513, k: 2},
		{flag: "XED", name: "XED (En)", n: 6525, d: 769, rank: 769, k: 231},
		{flag: "AG-News", name: "AG News", n: 10000, d: 769, rank: 769, k: 40},
	}
}

// featuresSpec opens a file of features and labels, to which a constant is
// appended.
func featuresSpec(paths []string) datasets.Spec {
	s := datasets.DefaultSpec(datasets.FilesName)
	s.Source, s.SourceOnly = paths[0], true
	return s
}

// bikeSpec opens Bike Sharing without the columns that are dates or parts of the
// label, which is mapped to [−1, 1].
func bikeSpec(paths []string) datasets.Spec {
	s := featuresSpec(paths)
	s.Label, s.Drop = "cnt", []string{"instant", "dteday", "casual", "registered"}
	s.Task, s.ScaleLabel = "regression", true
	return s
}

// mnistSpec opens the digits 0 and 1 with pixels from 0 to 255.
func mnistSpec([]string) datasets.Spec {
	s := datasets.DefaultSpec("mnist-usps")
	s.Classes, s.Raw, s.SourceOnly = []int{0, 1}, true, true
	return s
}

// paths returns the files of the task; the error wraps datasets.ErrMissingFile
// where they are not there or not named.
func (t task) paths(o Options) ([]string, error) {
	if file := o.Features[t.flag]; file != "" {
		if _, err := os.Stat(file); err != nil {
			return nil, err
		}
		return []string{file}, nil
	}
	if t.files == nil {
		return nil, fmt.Errorf("%w: the features of %s have to be named: --features %s=FILE", datasets.ErrMissingFile, t.name, t.flag)
	}
	return o.filesIn(t.files...)
}

// available returns the tasks whose data are there, with their files.
func available(o Options) (have []task, files [][]string, err error) {
	var names []string
	for _, t := range tasks() {
		names = append(names, t.flag)
		paths, err := t.paths(o)
		switch {
		case err == nil:
			have, files = append(have, t), append(files, paths)
		case o.Features[t.flag] != "" || !errors.Is(err, datasets.ErrMissingFile):
			return nil, nil, err
		}
	}
	for flag := range o.Features {
		if !slices.Contains(names, flag) {
			return nil, nil, fmt.Errorf("%w: Table 1 has no task %q: there are %s", ErrOptions, flag, strings.Join(names, ", "))
		}
	}
	if have == nil {
		_, err := tasks()[2].paths(o)
		return nil, nil, err
	}
	return have, files, nil
}

func table1Files(o Options) ([]string, error) {
	_, files, err := available(o)
	return slices.Concat(files...), err
}

// An aligned is the alignment of a task.
type aligned struct {
	N    int `json:"n"`
	D    int `json:"d"`
	Rank int `json:"rank"`
	// Head and Tail are the two readings of k(0.1).
	Head int `json:"head"`
	Tail int `json:"tail"`
	// Sampled tells that the rows are a random subset.
	Sampled bool `json:"sampled,omitempty"`
}

func table1Units(o Options) ([]Unit, error) {
	have, files, err := available(o)
	if err != nil {
		return nil, err
	}
	var units []Unit
	for i, t := range have {
		for _, seed := range o.seeds(subsetRuns) {
			u := unit(t.key(seed), func(ctx context.Context) (aligned, error) { return t.align(ctx, o, files[i], seed) })
			if u.Cost = 1; t.d > 500 {
				u.Cost = 50
			}
			units = append(units, u)
			if t.flag == "MNIST" || t.flag == "USPS" {
				break // nothing about them is random
			}
		}
	}
	return units, nil
}

func (t task) key(seed uint64) string { return fmt.Sprintf("%s, seed %d", t.name, seed) }

// align opens the task, takes its first two classes and as many rows as the paper,
// and decomposes them.
func (t task) align(ctx context.Context, o Options, files []string, seed uint64) (aligned, error) {
	spec := featuresSpec(files)
	if t.spec != nil && o.Features[t.flag] == "" {
		spec = t.spec(files)
		spec.Data = o.Data
	}
	pair, err := datasets.Open(ctx, spec, nil)
	if err != nil {
		return aligned{}, err
	}
	d := data(pair)
	if pair.Source.Blocks != nil {
		return aligned{}, fmt.Errorf("%s holds more rows than fit in memory: keep a part of it", spec.Source)
	}
	random := rand.New(rand.NewPCG(seed, 0x737562736574)) // a stream of its own
	var a aligned
	d.Task, d.Source, a.Sampled = firstClasses(d.Task, d.Source, t.n, random)
	side, err := model.Align(ctx, d)
	if err != nil {
		return aligned{}, err
	}
	if err := ctx.Err(); err != nil {
		return aligned{}, err
	}
	dec, err := model.Decompose(d)
	if err != nil {
		return aligned{}, err
	}
	a.N, a.D, a.Head, a.Rank = side.N, side.D, side.HeadRank, dec.Rank(model.DoublePrecision)
	a.Tail = dec.TailRank(a.Rank, model.Epsilon)
	return a, nil
}

// firstClasses returns the rows of the first two classes, with labels ±1, at most n
// of them, drawn by random; a regression keeps all labels.
func firstClasses(t model.Task, d model.Domain, n int, random *rand.Rand) (model.Task, model.Domain, bool) {
	var rows []int
	for i, label := range d.Y {
		if t != model.MultiClass || label < 2 {
			rows = append(rows, i)
		}
	}
	sampled := len(rows) > n
	if sampled {
		random.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		rows = rows[:n]
		slices.Sort(rows)
	}
	kept := rowsOf(d, rows)
	if t == model.MultiClass {
		for i, label := range kept.Y {
			kept.Y[i] = 2*label - 1
		}
		t = model.Binary
	}
	return t, kept, sampled
}

func table1Report(o Options, results Results) (*Report, error) {
	have, _, err := available(o)
	if err != nil {
		return nil, err
	}
	r := &Report{Protocol: []string{
		"The first two classes of a classification, labels ±1; a constant 1 is appended. Rank: singular values of the features above σ₁·max(n, d)·2.2e-16, as the paper's numbers have it. k(0.1): the smallest k whose components hold more than 0.9 of the norm of the projected labels, the reading of the paper's numbers.",
		"Of a task with more rows than the paper used, as many are drawn by seed.",
	}}
	var missing []string
	for _, t := range tasks() {
		i := slices.IndexFunc(have, func(h task) bool { return h.flag == t.flag })
		if i < 0 {
			missing = append(missing, t.flag)
			continue
		}
		if err := t.report(r, o, results); err != nil {
			return nil, err
		}
	}
	if missing != nil {
		r.Notes = append(r.Notes, "Left out, since their data are not there: "+strings.Join(missing, ", ")+". --features TASK=FILE takes the features of any task, a row per sample with its label.")
	}
	return r, nil
}

// report adds the rows and claims of the task.
func (t task) report(r *Report, o Options, results Results) error {
	var n, d, rank, head, tail []float64
	sampled := false
	for _, seed := range o.seeds(subsetRuns) {
		if _, ok := results[t.key(seed)]; !ok {
			break // nothing about it is random
		}
		a, err := resultOf[aligned](results, t.key(seed))
		if err != nil {
			return err
		}
		sampled = sampled || a.Sampled
		n, d = append(n, float64(a.N)), append(d, float64(a.D))
		rank, head, tail = append(rank, float64(a.Rank)), append(head, float64(a.Head)), append(tail, float64(a.Tail))
	}
	if sampled && len(r.Seeds) < len(n) {
		r.Seeds = o.seeds(subsetRuns)
	}
	for _, row := range []struct {
		name  string
		paper int
		ours  []float64
	}{{"n", t.n, n}, {"d", t.d, d}, {"rank", t.rank, rank}, {"k(0.1)", t.k, head}} {
		r.Rows = append(r.Rows, Row{Group: t.name, Name: row.name, Paper: float64(row.paper), Ours: estimate(row.ours), Within: math.NaN()})
	}
	if tail := estimate(tail); tail.Mean > 0 {
		r.Rows = append(r.Rows, Row{Group: t.name, Name: "k(0.1) by the paper's equation", Paper: math.NaN(), Ours: tail})
	}
	k, of := estimate(head).Mean, estimate(rank).Mean
	r.Claims = append(r.Claims, Claim{
		Statement: t.name + ": less than half of the singular vectors span 90 % of the norm of the projected labels",
		Measured:  fmt.Sprintf("%.0f of %.0f", k, of),
		Holds:     k < of/2,
	})
	return nil
}
