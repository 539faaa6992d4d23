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

// filePaths returns the paths of files in the data folder. If a .gz or .bz2 file is missing, it
// returns the path of the uncompressed file, without this ending.
func (o Options) filePaths(names ...string) ([]string, error) {
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

func withDigitFiles(e Experiment) Experiment {
	e.Needs, e.files = "MNIST and USPS (--data or LARUI_DATA)", digitFiles
	return e
}

func digitFiles(_ context.Context, o Options) ([]string, error) {
	return o.filePaths(
		"mnist/train-images-idx3-ubyte.gz", "mnist/train-labels-idx1-ubyte.gz",
		"mnist/t10k-images-idx3-ubyte.gz", "mnist/t10k-labels-idx1-ubyte.gz",
		"usps/usps.bz2", "usps/usps.t.bz2")
}

func (o Options) columns() []column {
	return slices.DeleteFunc(digitColumns(), func(c column) bool { return o.Columns != nil && !slices.Contains(o.Columns, c.name) })
}

// spec describes the column's pair with all ten digits and without validation rows.
func (c column) spec(o Options) datasets.Spec {
	s := datasets.DefaultSpec(c.pair)
	s.Data, s.Ratio, s.ValidationSize = o.Data, c.ratio, 0
	return s
}

// A digitTask is a classification of digits between the domains of a column. If digits is nil, all
// ten are classified.
type digitTask struct {
	column
	digits []int
	// wholeDigit is the digit that is not subsampled, in a task that subsamples the nine others; −1
	// in other tasks.
	wholeDigit int
	// trainPart says from which part of the target the unlabelled rows and the validation rows
	// come. If true, they come from the train part, as in the published code, and the whole test
	// part is scored. If false, they come from the test part.
	trainPart bool
	tail      model.Tail
}

func pairTasks(o Options, c column) []digitTask {
	pairs := o.Pairs
	if pairs == nil {
		for a := range 10 {
			for b := a + 1; b < 10; b++ {
				pairs = append(pairs, [2]int{a, b})
			}
		}
	}
	return mapSlice(pairs, func(p [2]int) digitTask {
		return digitTask{column: c, digits: p[:], wholeDigit: -1, trainPart: o.TargetPart == TrainPart}
	})
}

// tenDigitTasks returns one task if the column subsamples no digit. Otherwise it returns a task for each
// digit: the task keeps all rows of this digit and subsamples the nine others.
func tenDigitTasks(o Options, c column) []digitTask {
	one := digitTask{column: c, wholeDigit: -1, trainPart: o.TargetPart == TrainPart}
	if c.ratio == 1 {
		return []digitTask{one}
	}
	var tasks []digitTask
	for digit := range 10 {
		one.wholeDigit = digit
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
	case t.wholeDigit >= 0:
		name = fmt.Sprintf("%s, all of %d", name, t.wholeDigit)
	}
	if ways := t.publishedSettings(); ways != "" {
		name += ", " + ways
	}
	return name
}

// publishedSettings returns a text that lists the settings of the task that follow the published
// code instead of the paper's text. Without such settings the text is empty.
func (t digitTask) publishedSettings() string {
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
	return strings.Join(mapSlice(values, strconv.Itoa), between)
}

// The published code standardizes the inputs of its networks with this mean and standard deviation
// of pixels.
const (
	pixelMean      = 0.2973
	pixelDeviation = 0.3278
)

// digitData has the data of a task. Validation rows are drawn from the unlabelled rows of Target.
type digitData struct {
	model.Data
	// test is the target's test part, whose rows are scored. sourceTest is the source's test part,
	// for scores of networks; it may be empty for linear methods.
	test, sourceTest model.Domain
}

// open returns the data of the task, with standardized pixels for networks, and with a constant
// feature for linear methods. It calls openTen only for a task with all ten digits.
func (t digitTask) open(ctx context.Context, o Options, seed uint64, networks bool, openTen tenDigitsOpener) (p digitData, err error) {
	var there, back model.Data
	if t.digits == nil {
		both, err := openTen()
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
			back, err = openDigits(ctx, o, t.reversed(), t.digits, seed, networks)
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
	case t.wholeDigit >= 0:
		p.Source, p.sourceTest = subsample(p.Source, t.wholeDigit, t.ratio), subsample(p.sourceTest, t.wholeDigit, t.ratio)
	case t.ratio < 1 && p.sourceTest.X != nil: // a pair of digits is subsampled on opening
		p.sourceTest = thinRows(p.sourceTest, t.ratio, seed, func(label float64) bool { return label < 0 })
	}
	return p, nil
}

// openDigits opens a column's pair with the given digits; nil means all ten. If networks is true,
// pixels are standardized and there is no constant feature.
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

// A tenDigitsOpener returns the pairs MNIST→USPS and USPS→MNIST with all ten digits, which don't
// depend on a seed.
type tenDigitsOpener func() ([2]model.Data, error)

// newTenDigitsOpener returns a function that opens the pairs only at its first call. All tasks
// share the function, because the pairs take 500 MB of memory.
func newTenDigitsOpener(ctx context.Context, o Options, networks bool) tenDigitsOpener {
	return sync.OnceValues(func() (both [2]model.Data, err error) {
		there := digitColumns()[1]
		for i, c := range []column{there, there.reversed()} {
			both[i], err = openDigits(ctx, o, c, nil, 0, networks)
			if err != nil {
				return both, err
			}
		}
		return both, nil
	})
}

// subsample keeps all rows of one digit, and draws a share of the rows of every other digit.
func subsample(d model.Domain, digit int, share float64) model.Domain {
	return thinRows(d, share, uint64(digit), func(label float64) bool { return int(label) != digit })
}

// thinRows draws a share of the rows of each label that isThinned selects, and keeps all rows of
// other labels.
func thinRows(d model.Domain, share float64, seed uint64, isThinned func(label float64) bool) model.Domain {
	random := rand.New(rand.NewPCG(seed, 0x7375627361)) // a separate random stream
	byLabel := map[float64][]int{}
	for i, label := range d.Y {
		byLabel[label] = append(byLabel[label], i)
	}
	var rows []int
	for _, label := range slices.Sorted(maps.Keys(byLabel)) {
		of := byLabel[label]
		if isThinned(label) {
			random.Shuffle(len(of), func(i, j int) { of[i], of[j] = of[j], of[i] })
			of = of[:int(math.Round(share*float64(len(of))))]
		}
		rows = append(rows, of...)
	}
	slices.Sort(rows)
	return d.PickRows(rows)
}
