package datasets

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// A digitSet is a collection of handwritten digits in files.
type digitSet struct {
	name string
	// scaled and raw say what is done to its pixels: (x + shift)/unit, or nothing.
	scaled, raw string
	shift, unit float64
	// train and test are the files of its parts, relative to the data folder: that of
	// the pictures first.
	train, test []string
	// Pictures are side pixels high and wide; zero is the label of the digit 0.
	side, zero int
}

// mnistSet is MNIST: IDX files of 28×28 pixels, 0 to 255, and of labels.
func mnistSet() digitSet {
	return digitSet{
		name:   "MNIST",
		scaled: "pixels divided by 255",
		raw:    "pixels as they are, 0 to 255",
		unit:   255,
		train:  []string{"mnist/train-images-idx3-ubyte.gz", "mnist/train-labels-idx1-ubyte.gz"},
		test:   []string{"mnist/t10k-images-idx3-ubyte.gz", "mnist/t10k-labels-idx1-ubyte.gz"},
		side:   digitSide,
	}
}

// uspsSet is USPS: LIBSVM text with labels digit + 1 and 16×16 pixels, −1 to 1.
func uspsSet() digitSet {
	return digitSet{
		name:   "USPS",
		scaled: "pixels mapped by (x + 1)/2, resized from 16×16 to 28×28",
		raw:    "pixels as they are, −1 to 1, resized from 16×16 to 28×28",
		shift:  1,
		unit:   2,
		train:  []string{"usps/usps.bz2"},
		test:   []string{"usps/usps.t.bz2"},
		side:   16,
		zero:   1,
	}
}

// load reads the digits of a pair from a file of a set, a part of it that people call
// name, into to, which is left empty where there are none.
func (p *Pair) load(report *reporter, to *model.Domain, set digitSet, name, path string, spec Spec) error {
	in, held, err := openTables(report, path)
	if err != nil {
		return err
	}
	defer in.Close()
	t, err := chooseTable(held, "", nil)
	if err != nil {
		return err
	}
	if t.svm != nil {
		t.cols = max(t.cols, set.side*set.side) // the last pixels may be 0 everywhere
	}
	switch {
	case t.apart == nil || t.svm != nil && t.svm.zero:
		return in.fault(ErrSyntax, "is not a file of %s", set.name)
	case t.cols != set.side*set.side:
		return in.fault(ErrWidth, "holds pictures of %d pixels, not of %d×%d", t.cols, set.side, set.side)
	}
	keep := make([]bool, t.rows)
	var x, y []float64
	for i, text := range t.apart.texts {
		label, err := strconv.Atoi(text)
		digit := label - set.zero
		if err != nil || digit < 0 || digit > 9 {
			return t.apart.faultAt(i+1, 1, newFault(ErrUnknownClass, "label %s is not from %d to %d, a digit", text, set.zero, set.zero+9))
		}
		if position := slices.Index(p.ClassNames, strconv.Itoa(digit)); position >= 0 {
			keep[i], y = true, append(y, labelCode{task: p.Task}.encode(position))
		}
	}
	change, shift, unit := set.scaled, set.shift, set.unit
	if spec.Raw {
		change, shift, unit = set.raw, 0, 1
	}
	resizer := newResizer(Shape{set.side, set.side}, Shape{digitSide, digitSide})
	i := -1
	err = t.scan(func(pixels []float64) error {
		if i++; !keep[i] {
			return nil
		}
		if x == nil {
			x = make([]float64, 0, len(y)*(digitSide*digitSide+1))
		}
		for j, pixel := range pixels {
			pixels[j] = (pixel + shift) / unit
		}
		if x = resizer.resize(x, pixels); spec.Bias {
			x = append(x, 1)
		}
		return nil
	})
	if err != nil || len(y) == 0 {
		return err
	}
	*to = model.Domain{X: mat.NewDense(len(y), len(x)/len(y), x), Y: y}
	p.note("%s: %d of %d pictures, %s", name, len(y), t.rows, change)
	return nil
}

// find returns the paths of the files of a part, "train" or "test". Each may
// also be there without the ending of its compression.
func (s digitSet) find(folder, part string) ([]string, error) {
	names := s.test
	if part == "train" {
		names = s.train
	}
	var paths []string
	for _, name := range names {
		path := filepath.Join(folder, filepath.FromSlash(name))
		plain := strings.TrimSuffix(path, filepath.Ext(path))
		switch {
		case exists(path):
			paths = append(paths, path)
		case exists(plain):
			paths = append(paths, plain)
		default:
			return nil, newFault(ErrMissingFile, "%s %s needs %s, which is not in the data folder %s: name the folder with --data or LARUI_DATA",
				s.name, part, name, folder)
		}
	}
	return paths, nil
}

// exists tells whether there is something at path, readable or not.
func exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// DataFolder returns the folder that holds mnist/ and usps/: the one named, as in
// Spec.Data, else that of the variable LARUI_DATA, else larui in the user's cache
// folder. The error wraps ErrMissingFile where there is none to fall back on.
func DataFolder(named string) (string, error) {
	if named != "" {
		return named, nil
	}
	if folder := os.Getenv("LARUI_DATA"); folder != "" {
		return folder, nil
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", newFault(ErrMissingFile, "there is no cache folder to look for data in: name a folder with --data or LARUI_DATA")
	}
	return filepath.Join(cache, "larui"), nil
}

// A resizer changes the size of pictures by bilinear interpolation: pixels are
// points at half-integers, (i + ½)·from/to − ½ is where pixel i comes from, and
// places beyond the outermost centres take the edge's value. There is no
// smoothing when pictures shrink.
type resizer struct {
	from, to Shape
	// rows and cols say, for each row and column of the result, what it is
	// mixed from.
	rows, cols []mixture
	// stretched holds a picture whose columns have been resized.
	stretched []float64
}

// A mixture is [low] + share·([high] − [low]), which leaves a constant picture
// exactly as it is.
type mixture struct {
	low, high int
	share     float64
}

func newResizer(from, to Shape) *resizer {
	return &resizer{
		from: from, to: to,
		rows:      mixtures(from.Rows, to.Rows),
		cols:      mixtures(from.Cols, to.Cols),
		stretched: make([]float64, from.Rows*to.Cols),
	}
}

func mixtures(from, to int) []mixture {
	list := make([]mixture, to)
	for i := range list {
		at := (float64(i)+0.5)*float64(from)/float64(to) - 0.5
		at = min(max(at, 0), float64(from-1))
		low := int(math.Floor(at))
		list[i] = mixture{low: low, high: min(low+1, from-1), share: at - float64(low)}
	}
	return list
}

// resize appends the picture, row by row, in its new size to dst. The weights
// are products of one for the row and one for the column, so columns are mixed
// first, then rows.
func (r *resizer) resize(dst, picture []float64) []float64 {
	if r.from == r.to {
		return append(dst, picture...)
	}
	for i := range r.from.Rows {
		row := picture[i*r.from.Cols : (i+1)*r.from.Cols]
		for j, m := range r.cols {
			r.stretched[i*r.to.Cols+j] = row[m.low] + m.share*(row[m.high]-row[m.low])
		}
	}
	for _, m := range r.rows {
		low := r.stretched[m.low*r.to.Cols:][:r.to.Cols]
		high := r.stretched[m.high*r.to.Cols:][:r.to.Cols]
		for j := range low {
			dst = append(dst, low[j]+m.share*(high[j]-low[j]))
		}
	}
	return dst
}
