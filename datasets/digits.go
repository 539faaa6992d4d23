package datasets

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gonum.org/v1/gonum/mat"

	"larui/datasets/table"
	"larui/datasets/wording"
	"larui/model"
)

// digitSide is the height and width of a picture of MNIST, and of USPS after resizing, in pixels.
const digitSide = 28

// A digitPair has two digit sets. The train part of the first set is the source domain. Spec.TargetSplit
// says which part of the second set is the target domain. MNIST to USPS is the paper's benchmark.
type digitPair struct{ source, target digitSet }

func (p digitPair) newPairEntry(name, summary string) pairEntry {
	return pairEntry{
		PairInfo: PairInfo{
			Name:    name,
			Summary: summary,
			Aim:     "learn on " + p.source.name + " digits, read those of " + p.target.name,
			Needs:   "mnist/ and usps/ in a data folder (--data or LARUI_DATA): larui get mnist-usps",
			Options: []string{"classes", "ratio", "target-split", "raw", "bias", "validation-size", "seed", "data", "no-cache"},
		},
		defaults: func(spec *Spec) { spec.ValidationSize = 100 },
		open:     p.open,
		files: func(spec Spec) []string {
			files, err := p.findFiles(spec)
			if err != nil {
				return nil
			}
			return slices.Concat(files[:]...)
		},
	}
}

func (p digitPair) findFiles(spec Spec) (files [2][]string, err error) {
	folder, err := DataFolder(spec.Data)
	if err == nil {
		files[0], err = p.source.findFiles(folder, "train")
	}
	if err == nil && !spec.SourceOnly {
		files[1], err = p.target.findFiles(folder, cmp.Or(spec.TargetSplit, "test"))
	}
	return files, err
}

func (p digitPair) open(report *table.Reporter, spec Spec) (*Pair, error) {
	digits, err := chooseDigits(spec.Classes)
	err = cmp.Or(err, checkDigitsSpec(spec))
	if err != nil {
		return nil, err
	}
	files, err := p.findFiles(spec)
	if err != nil {
		return nil, err
	}
	pair := newDigitPair(spec, p.source.name, p.target.name, digits, digitSide)
	pair.SourceName = p.source.name + " train"
	// The target is read concurrently with the source, without progress reports.
	ctx, cancel := context.WithCancel(report.Ctx)
	var reading sync.WaitGroup
	defer reading.Wait()
	defer cancel()
	other, targetErr := *pair, error(nil)
	if !spec.SourceOnly {
		pair.TargetName = p.target.name + " " + cmp.Or(spec.TargetSplit, "test")
		reading.Go(func() {
			targetErr = other.loadDigits(table.NewReporter(ctx, nil), &other.Target, p.target, pair.TargetName, files[1][0], spec)
		})
	}
	if err := pair.loadDigits(report, &pair.Source, p.source, pair.SourceName, files[0][0], spec); err != nil {
		return nil, err
	}
	for position, name := range pair.ClassNames {
		if !slices.Contains(pair.Source.Y, labelCode{task: pair.Task}.encode(position)) {
			return nil, table.Part{Path: files[0][0]}.Fault(ErrOneClass, "has no picture of the digit %s", name)
		}
	}
	if err := reduceFirstClass(pair, spec, "pictures of the digit"); err != nil {
		return nil, err
	}
	if !spec.SourceOnly {
		reading.Wait()
		if targetErr != nil {
			return nil, targetErr
		}
		pair.Target, pair.Notes = other.Target, append(pair.Notes, other.Notes...)
		if pair.Target.X == nil {
			return nil, table.Part{Path: files[1][0]}.Fault(ErrEmpty, "has no picture of the digits %s",
				digitsTitle(pair.ClassNames))
		}
		if _, err := pair.setValidationAside(spec); err != nil {
			return nil, err
		}
	}
	if pair.Bias {
		pair.note("a constant 1 is appended to the pixels")
	}
	pair.Start = digitsStartParams()
	pair.limitStartParams()
	return pair, nil
}

// newDigitPair returns a pair without rows, for pictures of digits of side×side pixels. source and
// target are the names of digit sets or fonts.
func newDigitPair(spec Spec, source, target string, digits []int, side int) *Pair {
	pair := &Pair{
		Data:  model.Data{Task: digitsTask(digits)},
		Bias:  spec.Bias,
		Shape: PictureShape{side, side},
	}
	for _, digit := range digits {
		pair.ClassNames = append(pair.ClassNames, strconv.Itoa(digit))
	}
	pair.Title = source + " → " + target + ", " + digitsTitle(pair.ClassNames)
	return pair
}

func digitsTask(digits []int) model.Task {
	if len(digits) == 2 {
		return model.Binary
	}
	return model.MultiClass
}

func chooseDigits(classes []int) ([]int, error) {
	if len(classes) == 0 {
		return []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, nil
	}
	digits := slices.Sorted(slices.Values(classes))
	for i, digit := range digits {
		if digit < 0 || digit > 9 {
			return nil, table.NewFault(ErrSpec, "class %d is not a digit from 0 to 9", digit)
		}
		if i > 0 && digit == digits[i-1] {
			return nil, table.NewFault(ErrSpec, "class %d occurs twice", digit)
		}
	}
	if len(digits) == 1 {
		return nil, table.NewFault(ErrOneClass, "class %d is the only class: choose at least two digits", digits[0])
	}
	return digits, nil
}

func checkDigitsSpec(spec Spec) error {
	if !slices.Contains([]string{"", "test", "train"}, spec.TargetSplit) {
		return table.NewFault(ErrSpec, "unknown target split %s: there are test and train", wording.Excerpt(spec.TargetSplit))
	}
	return cmp.Or(checkRatio(spec.Ratio), checkValidationSize(min(spec.ValidationSize, 0), 0))
}

func digitsTitle(names []string) string {
	switch len(names) {
	case 2:
		return strings.Join(names, " vs ")
	case 10:
		return "ten digits"
	}
	return "digits " + strings.Join(names, ", ")
}

// digitsStartParams returns the initial parameters for digits. They are the best on a coarse grid for all
// ten digits, MNIST to USPS test (accuracy 59 %, without adaptation 55 %). On the 45 pairs of two digits
// they gain 1.3 points on average; parameters chosen for each pair gain more.
func digitsStartParams() StartParams { return StartParams{K: 16, KTilde: 8, Lambda: 100, Epochs: 1000} }

func (p *Pair) limitStartParams() {
	n, width := p.Source.X.Dims()
	most := min(n, width)
	if p.Target.X != nil {
		most = min(most, p.Target.Rows())
	}
	p.Start.K, p.Start.KTilde = min(p.Start.K, most), min(p.Start.KTilde, most)
}

type digitSet struct {
	name string
	// scaled describes the pixels after the change x ↦ (x + shift)/unit; raw describes the unchanged pixels,
	// which Spec.Raw keeps.
	scaled, raw string
	shift, unit float64
	// train and test are the paths of the files of each part, relative to the data folder. The first file
	// has the pictures. The second file has the labels; without a second file, the first has them too.
	train, test []string
	// A picture has side×side pixels. zero is the label of the digit 0.
	side, zero int
}

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

// loadDigits reads the pictures of the pair's digits into domain. The file at path is a part of set, and
// name is the displayed name of the part. If the file has none of the digits, domain stays empty.
func (p *Pair) loadDigits(report *table.Reporter, domain *model.Domain, set digitSet, name, path string, spec Spec) error {
	t, err := table.Open(report, path, table.Options{})
	if err != nil {
		return err
	}
	defer t.In.Close()
	if err := table.AgreeOnWidth([]*table.Table{t}); err != nil {
		return err
	}
	if t.IsInMemory() {
		t.Cols = max(t.Cols, set.side*set.side) // LIBSVM omits last pixels that are 0 in all pictures
	}
	switch {
	case t.Labels == nil || t.Describe().FromZero:
		return t.In.Fault(ErrSyntax, "is not a file of %s", set.name)
	case t.Cols != set.side*set.side:
		return t.In.Fault(ErrWidth, "has pictures of %d pixels, not of %d×%d", t.Cols, set.side, set.side)
	}
	keep := make([]bool, t.N)
	var x, y []float64
	for i, text := range t.LabelTexts() {
		label, err := strconv.Atoi(text)
		digit := label - set.zero
		if err != nil || digit < 0 || digit > 9 {
			return t.Labels.FaultAt(i+1, 1, table.NewFault(ErrUnknownClass, "label %s is not a digit: labels are from %d to %d",
				text, set.zero, set.zero+9))
		}
		if position := slices.Index(p.ClassNames, strconv.Itoa(digit)); position >= 0 {
			keep[i], y = true, append(y, labelCode{task: p.Task}.encode(position))
		}
	}
	change, shift, unit := set.scaled, set.shift, set.unit
	if spec.Raw {
		change, shift, unit = set.raw, 0, 1
	}
	resizer := newResizer(PictureShape{set.side, set.side}, PictureShape{digitSide, digitSide})
	i := -1
	err = t.Scan(func(pixels []float64) error {
		i++
		if !keep[i] {
			return nil
		}
		if x == nil {
			x = make([]float64, 0, len(y)*(digitSide*digitSide+1))
		}
		for j, pixel := range pixels {
			pixels[j] = (pixel + shift) / unit
		}
		x = resizer.resize(x, pixels)
		if spec.Bias {
			x = append(x, 1)
		}
		return nil
	})
	if err != nil || len(y) == 0 {
		return err
	}
	*domain = model.Domain{X: mat.NewDense(len(y), len(x)/len(y), x), Y: y}
	p.note("%s: %d of %d pictures, %s", name, len(y), t.N, change)
	return nil
}

// findFiles returns the paths of a part, "train" or "test". It also finds files without the last extension,
// which are uncompressed.
func (s digitSet) findFiles(folder, part string) ([]string, error) {
	names := s.test
	if part == "train" {
		names = s.train
	}
	var paths []string
	for _, name := range names {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if !table.Exists(path) {
			path = strings.TrimSuffix(path, filepath.Ext(path))
		}
		if !table.Exists(path) {
			return nil, table.NewFault(errors.Join(ErrMissingFile, ErrUnfetched), "%s %s needs %s, which is not in the data folder %s: "+
				"larui get mnist-usps downloads it; --data or LARUI_DATA names another folder", s.name, part, name, folder)
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// DataFolder returns the folder that has mnist/, usps/ and xed/. If named is not empty, this is the folder.
// Otherwise it is $LARUI_DATA or, if that is empty too, larui in the user's cache folder. If there is no
// cache folder, the error wraps ErrMissingFile.
func DataFolder(named string) (string, error) {
	if folder := cmp.Or(named, os.Getenv("LARUI_DATA")); folder != "" {
		return folder, nil
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", table.NewFault(ErrMissingFile, "there is no cache folder with data: name the data folder with --data or LARUI_DATA")
	}
	return filepath.Join(cache, "larui"), nil
}
