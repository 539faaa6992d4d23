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
	"strconv"
	"strings"
	"sync"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model"
)

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
			path = strings.TrimSuffix(strings.TrimSuffix(path, ".gz"), ".bz2")
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
	e.Needs, e.files = "MNIST and USPS (--data or LARUI_DATA)", digitFiles
	return e
}

// digitFiles returns the files of MNIST and USPS.
func digitFiles(_ context.Context, o Options) ([]string, error) {
	return o.filesIn(
		"mnist/train-images-idx3-ubyte.gz", "mnist/train-labels-idx1-ubyte.gz",
		"mnist/t10k-images-idx3-ubyte.gz", "mnist/t10k-labels-idx1-ubyte.gz",
		"usps/usps.bz2", "usps/usps.t.bz2")
}

// columns returns the columns that the options name.
func (o Options) columns() []column {
	return slices.DeleteFunc(digitColumns(), func(c column) bool { return o.Columns != nil && !slices.Contains(o.Columns, c.name) })
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
	// trainPart: the unlabelled rows and those that hyperparameters are chosen by are
	// the target's train part, as in the published code; the test part is scored.
	trainPart bool
	tail      model.Tail
	// finer: k̃ = 12 is in the grid, too.
	finer bool
	// changes says what these three change.
	changes string
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
	return collect(pairs, func(p [2]int) digitTask { return digitTask{column: c, digits: p[:], whole: -1} })
}

// tenTasks returns the tasks with all ten digits: in a column with a ratio each digit
// in turn is the one that is kept whole.
func tenTasks(_ Options, c column) []digitTask {
	if c.ratio == 1 {
		return []digitTask{{column: c, whole: -1}}
	}
	var tasks []digitTask
	for digit := range 10 {
		tasks = append(tasks, digitTask{column: c, whole: digit})
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
	return strings.Join(collect(values, strconv.Itoa), between)
}

// The mean and standard deviation of pixels by which the published code shifts and
// scales its networks' inputs.
const (
	pixelMean      = 0.2973
	pixelDeviation = 0.3278
)

// open opens the task, with a constant feature or, for networks, which have biases,
// without one and with standardized pixels. Where it has all ten digits of MNIST they
// are those of mnist, which tenDigits returns.
func (t digitTask) open(ctx context.Context, o Options, seed uint64, networks bool, mnist func() (model.Data, error)) (model.Data, error) {
	if t.isLarge() {
		d, err := mnist()
		if err == nil && t.whole >= 0 {
			d.Source = subsample(d.Source, t.whole, t.ratio)
		}
		return d, err
	}
	s := t.spec(o)
	s.Classes, s.Seed = t.digits, seed
	return openDigits(ctx, s, networks)
}

// openDigits opens what the spec says, for networks or not.
func openDigits(ctx context.Context, s datasets.Spec, networks bool) (model.Data, error) {
	s.Bias = !networks
	pair, err := datasets.Open(ctx, s, nil)
	if err != nil {
		return model.Data{}, err
	}
	d := pair.Data
	if networks {
		for _, x := range []*mat.Dense{d.Source.X, d.Target.X} {
			x.Apply(func(_, _ int, v float64) float64 { return (v - pixelMean) / pixelDeviation }, x)
		}
	}
	return d, nil
}

// isLarge tells that the source are MNIST's ten digits: sixty thousand pictures of 784
// pixels are 376 MB.
func (t digitTask) isLarge() bool { return t.digits == nil && t.pair == "mnist-usps" }

// tenDigits returns MNIST and USPS with all digits, which are read once for all who
// ask. There is nothing about them that a seed draws.
func tenDigits(ctx context.Context, o Options, networks bool) func() (model.Data, error) {
	mnist := digitColumns()[1]
	return sync.OnceValues(func() (model.Data, error) { return openDigits(ctx, mnist.spec(o), networks) })
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
