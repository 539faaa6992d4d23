package paper

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"larui/datasets"
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

// digitsNeeded says what the experiments on digits need.
const digitsNeeded = "MNIST and USPS (--data or LARUI_DATA)"

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
func (c column) spec(o Options, seed uint64) datasets.Spec {
	s := datasets.DefaultSpec(c.pair)
	s.Data, s.Ratio, s.Seed, s.ValidationSize = o.Data, c.ratio, seed, 0
	return s
}

// open opens the column for the digits, all ten where there are none.
func (c column) open(ctx context.Context, o Options, seed uint64, validation int, digits ...int) (*datasets.Pair, error) {
	s := c.spec(o, seed)
	s.Classes, s.ValidationSize = digits, validation
	return datasets.Open(ctx, s, nil)
}
