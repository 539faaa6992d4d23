package paper

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model"
)

// data hands a pair's domains to the model.
func data(pair *datasets.Pair) model.Data {
	return model.Data{
		Task:       model.Task(pair.Task),
		Classes:    len(pair.Classes),
		Source:     model.Domain(pair.Source),
		Target:     model.Domain(pair.Target),
		Validation: model.Domain(pair.Validation),
	}
}

// filesIn returns the paths of files in the data folder, each of which may also be
// there without the ending of its compression.
func (o Options) filesIn(names ...string) ([]string, error) {
	folder, err := datasets.DataFolder(o.Data)
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, name := range names {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			for _, ending := range []string{".gz", ".bz2"} {
				path = strings.TrimSuffix(path, ending)
			}
		}
		if _, err := os.Stat(path); err != nil {
			return nil, fmt.Errorf("%w: %s is not in the data folder %s: name the folder with --data or LARUI_DATA",
				datasets.ErrMissingFile, name, folder)
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// onDigits completes an experiment that reads MNIST and USPS.
func onDigits(e Experiment) Experiment {
	e.Needs, e.Files = "MNIST and USPS (--data or LARUI_DATA)", digitFiles
	return e
}

// digitFiles returns the files of MNIST and USPS.
func digitFiles(o Options) ([]string, error) {
	return o.filesIn(
		"mnist/train-images-idx3-ubyte.gz", "mnist/train-labels-idx1-ubyte.gz",
		"mnist/t10k-images-idx3-ubyte.gz", "mnist/t10k-labels-idx1-ubyte.gz",
		"usps/usps.bz2", "usps/usps.t.bz2")
}

// A column is one of the five of the paper's tables on digits.
type column struct {
	// name is the column's heading and pair the pair of package datasets.
	name, pair string
	// ratio is the share that is kept of a digit in the source.
	ratio float64
}

// digitColumns returns the columns, in the paper's order. In the last three,
// "only a certain ratio of the lower digit in the source domain" is used.
func digitColumns() []column {
	return []column{
		{"U→M", "usps-mnist", 1},
		{"M→U", "mnist-usps", 1},
		{"0.3→U", "mnist-usps", 0.3},
		{"0.2→U", "mnist-usps", 0.2},
		{"0.1→U", "mnist-usps", 0.1},
	}
}

// byColumn names numbers in the order of the columns.
func byColumn(values ...float64) map[string]float64 {
	named := map[string]float64{}
	for i, name := range ColumnNames() {
		named[name] = values[i]
	}
	return named
}

// columns returns the columns that the options name. The error wraps ErrOptions.
func (o Options) columns() ([]column, error) {
	all := digitColumns()
	if o.Columns == nil {
		return all, nil
	}
	for i, name := range o.Columns {
		if !slices.Contains(ColumnNames(), name) || slices.Contains(o.Columns[:i], name) {
			return nil, fmt.Errorf("%w: column %q: choose of %s, each once", ErrOptions, name, strings.Join(ColumnNames(), ", "))
		}
	}
	return slices.DeleteFunc(all, func(c column) bool { return !slices.Contains(o.Columns, c.name) }), nil
}

// ColumnNames returns the names of the columns of the tables on digits.
func ColumnNames() []string {
	var names []string
	for _, c := range digitColumns() {
		names = append(names, c.name)
	}
	return names
}

// spec returns what to open for the column: all ten digits, no rows set aside.
func (c column) spec(o Options) datasets.Spec {
	s := datasets.DefaultSpec(c.pair)
	s.Data, s.Ratio, s.ValidationSize = o.Data, c.ratio, 0
	return s
}

// A digitTask is a task of a column: to tell some digits apart, all ten where nil.
type digitTask struct {
	column
	digits []int
	// whole is the one of all ten digits that is kept whole in a column with a ratio,
	// where the nine others are subsampled; −1 in other columns.
	whole int
}

// pairTasks returns the pairs of digits, in the paper's order.
func pairTasks(o Options, c column) []digitTask {
	pairs := o.Pairs
	if pairs == nil {
		for a := range 10 {
			for b := a + 1; b < 10; b++ {
				pairs = append(pairs, [2]int{a, b})
			}
		}
	}
	var tasks []digitTask
	for _, p := range pairs {
		tasks = append(tasks, digitTask{c, p[:], -1})
	}
	return tasks
}

// tenTasks returns the tasks with all ten digits: in a column with a ratio each digit
// in turn is the one that is kept whole.
func tenTasks(_ Options, c column) []digitTask {
	if c.ratio == 1 {
		return []digitTask{{c, nil, -1}}
	}
	var tasks []digitTask
	for digit := range 10 {
		tasks = append(tasks, digitTask{c, nil, digit})
	}
	return tasks
}

// String names the task: "M→U 3,8".
func (t digitTask) String() string {
	switch {
	case t.digits != nil:
		return t.name + " " + joinInts(t.digits, ",")
	case t.whole < 0:
		return t.name + " ten digits"
	}
	return fmt.Sprintf("%s ten digits, all of %d", t.name, t.whole)
}

func joinInts(values []int, between string) string {
	var texts []string
	for _, v := range values {
		texts = append(texts, fmt.Sprint(v))
	}
	return strings.Join(texts, between)
}

// The mean and standard deviation of pixels by which the published code shifts and
// scales its networks' inputs.
const (
	pixelMean      = 0.2973
	pixelDeviation = 0.3278
)

// open opens the task, with a constant feature or, for networks, which have biases,
// without one and with standardized pixels. All ten digits of MNIST are read once for
// all who share them.
func (t digitTask) open(ctx context.Context, o Options, seed uint64, networks bool, shared *kept) (model.Data, error) {
	s := t.spec(o)
	s.Classes, s.Seed, s.Bias = t.digits, seed, !networks
	if t.digits == nil {
		s.Ratio = 1
	}
	read := func() (model.Data, error) {
		pair, err := datasets.Open(ctx, s, nil)
		if err != nil {
			return model.Data{}, err
		}
		d := data(pair)
		if networks {
			for _, x := range []*mat.Dense{d.Source.X, d.Target.X} {
				x.Apply(func(_, _ int, v float64) float64 { return (v - pixelMean) / pixelDeviation }, x)
			}
		}
		return d, nil
	}
	if t.digits != nil || t.pair != "mnist-usps" {
		return read()
	}
	d, err := shared.of(read)
	if err == nil && t.whole >= 0 {
		d.Source = subsample(d.Source, t.whole, t.ratio)
	}
	return d, err
}

// Kept data are read once, by the first of the units that need them. The zero value
// is ready for use; units may ask concurrently.
type kept struct {
	mu   sync.Mutex
	data *model.Data
}

// of returns the data, or what read returns where there are none yet. After an error
// the next to ask tries again.
func (k *kept) of(read func() (model.Data, error)) (model.Data, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.data == nil {
		d, err := read()
		if err != nil {
			return d, err
		}
		k.data = &d
	}
	return *k.data, nil
}

// subsample keeps all rows of the digit whole and a share of every other one,
// drawn by a seed of its own.
func subsample(d model.Domain, whole int, ratio float64) model.Domain {
	random := rand.New(rand.NewPCG(uint64(whole), 0x7375627361)) // a stream of its own
	byDigit := map[int][]int{}
	for i, label := range d.Y {
		byDigit[int(label)] = append(byDigit[int(label)], i)
	}
	var rows []int
	for digit := range 10 {
		of := byDigit[digit]
		if digit != whole {
			random.Shuffle(len(of), func(i, j int) { of[i], of[j] = of[j], of[i] })
			of = of[:int(math.Round(ratio*float64(len(of))))]
		}
		rows = append(rows, of...)
	}
	slices.Sort(rows)
	return rowsOf(d, rows)
}

// rowsOf returns a copy of rows of a domain.
func rowsOf(d model.Domain, rows []int) model.Domain {
	_, width := d.X.Dims()
	x, y := mat.NewDense(len(rows), width, nil), make([]float64, len(rows))
	for to, from := range rows {
		x.SetRow(to, d.X.RawRowView(from))
		y[to] = d.Y[from]
	}
	return model.Domain{X: x, Y: y}
}
