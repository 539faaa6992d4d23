package paper

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
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

// filesIn returns the paths of files in the data folder. If a compressed file is missing, filesIn
// uses the uncompressed file, whose name lacks .gz or .bz2.
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

// onDigits completes an experiment on MNIST and USPS.
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

// columns returns the columns selected by the options.
func (o Options) columns() []column {
	return slices.DeleteFunc(digitColumns(), func(c column) bool { return o.Columns != nil && !slices.Contains(o.Columns, c.name) })
}

// spec returns the spec of the column with all ten digits and without validation rows.
func (c column) spec(o Options) datasets.Spec {
	s := datasets.DefaultSpec(c.pair)
	s.Data, s.Ratio, s.ValidationSize = o.Data, c.ratio, 0
	return s
}

// A digitTask is a classification task of a column. The classes are the digits; nil means all ten.
type digitTask struct {
	column
	digits []int
	// whole is the digit that is not subsampled in a ten-digit task with a ratio; −1 in other
	// tasks.
	whole int
	// trainPart reports whether the unlabelled rows and the validation rows come from the target's
	// train part, as in the published code; the test part is scored.
	trainPart bool
	tail      model.Tail
}

// pairTasks returns the pairs of digits in the paper's order.
func pairTasks(o Options, c column) []digitTask {
	pairs := o.Pairs
	if pairs == nil {
		for a := range 10 {
			for b := a + 1; b < 10; b++ {
				pairs = append(pairs, [2]int{a, b})
			}
		}
	}
	return collect(pairs, func(p [2]int) digitTask {
		return digitTask{column: c, digits: p[:], whole: -1, trainPart: o.TargetPart == TrainPart}
	})
}

// tenDigitTasks returns the tasks with all ten digits. A column with a ratio has ten tasks, one for each
// whole digit.
func tenDigitTasks(o Options, c column) []digitTask {
	one := digitTask{column: c, whole: -1, trainPart: o.TargetPart == TrainPart}
	if c.ratio == 1 {
		return []digitTask{one}
	}
	var tasks []digitTask
	for digit := range 10 {
		one.whole = digit
		tasks = append(tasks, one)
	}
	return tasks
}

// String returns the name of the task, such as "M→U 3,8, target's train part".
func (t digitTask) String() string {
	name := t.name + " ten digits"
	switch {
	case t.digits != nil:
		name = t.name + " " + joinInts(t.digits, ",")
	case t.whole >= 0:
		name = fmt.Sprintf("%s, all of %d", name, t.whole)
	}
	if ways := t.ways(); ways != "" {
		name += ", " + ways
	}
	return name
}

// ways names the choices that the task shares with the published code.
func (t digitTask) ways() string {
	var ways []string
	if t.trainPart {
		ways = append(ways, "target's train part")
	}
	if t.tail == model.SourceTail {
		ways = append(ways, "tail weighted by the source")
	}
	return strings.Join(ways, ", ")
}

func joinInts(values []int, between string) string {
	return strings.Join(collect(values, strconv.Itoa), between)
}

// The published code standardizes the inputs of its networks with this mean and standard deviation
// of pixels.
const (
	pixelMean      = 0.2973
	pixelDeviation = 0.3278
)

// digitParts has the rows of a task. The target in Data has the unlabelled rows; the validation
// rows are drawn from these.
type digitParts struct {
	model.Data
	// test is the target's test part, which is scored. sourceTest is the source's test part, for
	// networks only.
	test, sourceTest model.Domain
}

// open opens the task. Networks have biases, so their features are standardized pixels without a
// constant feature; otherwise a constant feature is added. A task with all ten digits uses the data
// of ten, which tenDigits returns.
func (t digitTask) open(ctx context.Context, o Options, seed uint64, networks bool, ten tenData) (p digitParts, err error) {
	var there, back model.Data
	if t.digits == nil {
		both, err := ten()
		if err != nil {
			return p, err
		}
		there, back = both[0], both[1]
		if t.pair == digitColumns()[0].pair {
			there, back = back, there
		}
	} else {
		there, err = openDigits(ctx, o, t.column, t.digits, seed, networks)
		if err == nil && (networks || t.trainPart) {
			back, err = openDigits(ctx, o, t.back(), t.digits, seed, networks)
		}
		if err != nil {
			return p, err
		}
	}
	p.Data, p.test, p.sourceTest = there, there.Target, back.Target
	if t.trainPart {
		p.Target = back.Source
	}
	switch {
	case t.whole >= 0:
		p.Source, p.sourceTest = subsample(p.Source, t.whole, t.ratio), subsample(p.sourceTest, t.whole, t.ratio)
	case t.ratio < 1 && p.sourceTest.X != nil: // a pair of digits is subsampled on opening
		p.sourceTest = thin(p.sourceTest, t.ratio, seed, func(label float64) bool { return label < 0 })
	}
	return p, nil
}

// openDigits opens the given digits of a column's pair, all ten for nil. For networks it
// standardizes the pixels.
func openDigits(ctx context.Context, o Options, c column, digits []int, seed uint64, networks bool) (model.Data, error) {
	s := c.spec(o)
	s.Classes, s.Seed, s.Bias = digits, seed, !networks
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

// tenData returns MNIST→USPS and USPS→MNIST with all digits.
type tenData func() ([2]model.Data, error)

// tenDigits returns a function that returns MNIST→USPS and USPS→MNIST with all digits. The function
// reads the data only once, because they take 500 MB. The data do not depend on a seed.
func tenDigits(ctx context.Context, o Options, networks bool) tenData {
	return sync.OnceValues(func() (both [2]model.Data, err error) {
		there := digitColumns()[1]
		for i, c := range []column{there, there.back()} {
			both[i], err = openDigits(ctx, o, c, nil, 0, networks)
			if err != nil {
				return both, err
			}
		}
		return both, nil
	})
}

// subsample keeps all rows of the digit whole and the share ratio of the rows of every other digit.
func subsample(d model.Domain, whole int, ratio float64) model.Domain {
	return thin(d, ratio, uint64(whole), func(label float64) bool { return int(label) != whole })
}

// thin keeps the share ratio of the rows of each label selected by thins, drawn by seed, and all
// rows of other labels.
func thin(d model.Domain, ratio float64, seed uint64, thins func(label float64) bool) model.Domain {
	random := rand.New(rand.NewPCG(seed, 0x7375627361)) // a separate random stream
	byLabel := map[float64][]int{}
	for i, label := range d.Y {
		byLabel[label] = append(byLabel[label], i)
	}
	var rows []int
	for _, label := range slices.Sorted(maps.Keys(byLabel)) {
		of := byLabel[label]
		if thins(label) {
			random.Shuffle(len(of), func(i, j int) { of[i], of[j] = of[j], of[i] })
			of = of[:int(math.Round(ratio*float64(len(of))))]
		}
		rows = append(rows, of...)
	}
	slices.Sort(rows)
	return d.PickRows(rows)
}
