package datasets

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
)

// A digitSet is a collection of handwritten digits in files.
type digitSet struct {
	name string
	// scaled and raw say what is done to its pixels.
	scaled, raw string
	// train and test are the files of its parts, relative to the data folder.
	train, test []string
	// load appends to pictures what it wants of a part's files.
	load func(report *reporter, files []string, pictures *pictures) error
}

// mnistSet is MNIST: IDX files of labels and of 28×28 pixels, 0 to 255.
func mnistSet() digitSet {
	return digitSet{
		name:   "MNIST",
		scaled: "pixels divided by 255",
		raw:    "pixels as they are, 0 to 255",
		train:  []string{"mnist/train-labels-idx1-ubyte.gz", "mnist/train-images-idx3-ubyte.gz"},
		test:   []string{"mnist/t10k-labels-idx1-ubyte.gz", "mnist/t10k-images-idx3-ubyte.gz"},
		load:   loadMNIST,
	}
}

// uspsSet is USPS: LIBSVM text with labels digit + 1 and 16×16 pixels, −1 to 1.
func uspsSet() digitSet {
	return digitSet{
		name:   "USPS",
		scaled: "pixels mapped by (x + 1)/2, resized from 16×16 to 28×28",
		raw:    "pixels as they are, −1 to 1, resized from 16×16 to 28×28",
		train:  []string{"usps/usps.bz2"},
		test:   []string{"usps/usps.t.bz2"},
		load:   loadUSPS,
	}
}

func loadMNIST(report *reporter, files []string, pictures *pictures) error {
	labels, err := loadMNISTLabels(report, files[0])
	if err != nil {
		return err
	}
	wanted := 0
	for _, label := range labels {
		if pictures.wants(label) {
			wanted++
		}
	}
	in, t, err := openPictures(report, files[1])
	if err != nil {
		return err
	}
	defer in.Close()
	switch {
	case t.shape != Shape{digitSide, digitSide}:
		return in.fault(ErrWidth, "holds pictures of %d×%d pixels, not %d×%d", t.shape.Rows, t.shape.Cols, digitSide, digitSide)
	case t.rows != len(labels):
		return in.fault(ErrSyntax, "holds %d pictures, but there are %d labels", t.rows, len(labels))
	}
	// No more than MNIST has is reserved, whatever the files claim.
	pictures.x = make([]float64, 0, min(wanted, 70_000)*pictures.width())
	unit := 255.0
	if pictures.raw {
		unit = 1
	}
	return t.scan(func(i, _ int, pixels []float64) error {
		pictures.total++
		if !pictures.wants(labels[i]) {
			return nil
		}
		for _, pixel := range pixels {
			pictures.x = append(pictures.x, pixel/unit)
		}
		pictures.finish(labels[i])
		return nil
	})
}

func loadMNISTLabels(report *reporter, path string) ([]int, error) {
	in, t, err := openPictures(report, path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	var digits []int
	err = t.scan(func(_, _ int, labels []float64) error {
		for _, label := range labels {
			if !(label >= 0 && label <= 9 && label == math.Trunc(label)) {
				return in.fault(ErrUnknownClass, "label %v of sample %d is not a digit", label, len(digits)+1)
			}
			digits = append(digits, int(label))
		}
		return nil
	})
	return digits, err
}

// openPictures opens an IDX file of pictures or labels.
func openPictures(report *reporter, path string) (*input, *table, error) {
	in, err := openInput(report, path)
	if err != nil {
		return nil, nil, err
	}
	tables, err := openIDX(in)
	if err != nil {
		in.Close()
		return nil, nil, err
	}
	return in, tables[0], nil
}

func loadUSPS(report *reporter, files []string, pictures *pictures) error {
	in, err := openInput(report, files[0])
	if err != nil {
		return err
	}
	defer in.Close()
	from := Shape{16, 16}
	rows, err := readLIBSVM(in, 1, from.Rows*from.Cols, func(label float64) (bool, error) {
		if label != math.Trunc(label) || label < 1 || label > 10 {
			return false, newFault(ErrUnknownClass, "label %v is not a digit + 1, from 1 to 10", label)
		}
		pictures.total++
		return pictures.wants(int(label) - 1), nil
	})
	if err != nil {
		return err
	}
	resizer := newResizer(from, Shape{digitSide, digitSide})
	picture := make([]float64, from.Rows*from.Cols)
	for i, label := range rows.labels {
		clear(picture)
		for at := rows.starts[i]; at < rows.starts[i+1]; at++ {
			picture[rows.columns[at]-1] = rows.values[at]
		}
		if !pictures.raw {
			for j, x := range picture {
				picture[j] = (x + 1) / 2
			}
		}
		pictures.x = resizer.resize(pictures.x, picture)
		pictures.finish(int(label) - 1)
	}
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

// FindDigits makes sure that the files of a digit pair are there, without reading
// them. Errors wrap ErrMissingFile.
func FindDigits(spec Spec) error {
	folder, err := DataFolder(spec.Data)
	if err != nil {
		return err
	}
	for _, set := range []digitSet{mnistSet(), uspsSet()} {
		for _, part := range []string{"train", "test"} {
			if _, err := set.find(folder, part); err != nil {
				return err
			}
		}
	}
	return nil
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
