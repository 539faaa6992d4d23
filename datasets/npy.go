package datasets

import (
	"io"
	"path/filepath"
	"strings"
)

// openNPY opens an NPY array. Where the file is called …_X.npy and no label
// column is named, labels are read from …_y.npy beside it, if that exists.
func openNPY(in *input, label string) (*table, error) {
	a, err := newNPYArray(in)
	if err != nil {
		return nil, err
	}
	if sibling, named := siblingOf(in.path, siblingNames()[0][0], siblingNames()[0][1]); named {
		switch {
		case label != "":
		case sibling != "":
			if a.labels, err = readLabelFile(in.report, sibling, newNPYArray); err != nil {
				return nil, err
			}
		default:
			a.featuresOnly = true
			a.notes = append(a.notes, filepath.Base(in.path)+" has no file of labels (…_y.npy) beside it")
		}
	}
	return a.table(in)
}

// newNPYArray describes the array that in holds, whose header it reads.
func newNPYArray(in *input) (*array, error) {
	p := part{path: in.path}
	h, err := readNPYHeader(in, p)
	if err != nil {
		return nil, err
	}
	a, err := h.array(p)
	if err != nil {
		return nil, err
	}
	size := claimed(a.rows, a.cols, h.element)
	if err := in.checkHeld(h.size, size); err != nil {
		return nil, err
	}
	h.scan(a, in.sized(), func() (io.ReadCloser, error) { return io.NopCloser(in), nil })
	return a, nil
}

// array describes the array of a header, without its data.
func (h npyHeader) array(p part) (*array, error) {
	a := &array{part: p, format: "NPY of " + h.element.String(), cols: 1, columnwise: h.fortran}
	switch len(h.shape) {
	case 2:
		a.cols = h.shape[1]
		fallthrough
	case 1:
		a.rows = h.shape[0]
	default:
		return nil, p.fault(ErrSyntax, "has %s: an array of samples has two, labels have one", plural(len(h.shape), "dimension"))
	}
	return a, a.checkSize(a.cols)
}

// scan sets how a is read from what open returns, which is at the first number.
func (h npyHeader) scan(a *array, held bool, open func() (io.ReadCloser, error)) {
	rows, cols := a.rows, a.cols
	a.scan = func(piece func(i, j int, values []float64) error) error {
		r, err := open()
		if err != nil {
			return a.part.readError(err)
		}
		defer r.Close()
		return a.part.scan(r, h.element, rows, cols, h.fortran, held, piece)
	}
}

// sized tells whether the size of the content is known.
func (in *input) sized() bool { return !in.compressed && in.size > 0 }

// checkHeld makes sure that the content is a header and data of the sizes that
// the header claims, as far as that can be known before it is read.
func (in *input) checkHeld(header, data int64) error {
	switch held := in.size - header; {
	case !in.sized() || held == data:
		return nil
	case held < data:
		return in.fault(ErrTruncated, "promises %d bytes of data, but holds %d", data, held)
	default:
		return in.fault(ErrSyntax, "holds more data than its header says: %d bytes, not %d", held, data)
	}
}

// siblingNames are the endings of files of samples and of the files with their
// labels.
func siblingNames() [][2]string {
	return [][2]string{
		{"_X.npy", "_y.npy"},
		{"images-idx3-ubyte", "labels-idx1-ubyte"},
		{"images.idx3-ubyte", "labels.idx1-ubyte"},
	}
}

// siblingOf returns the file that belongs to path by its name: ending (which may
// be followed by that of a compression) is replaced. It tells whether path has
// that name; sibling is empty where there is no such file.
func siblingOf(path, ending, by string) (sibling string, named bool) {
	folder, name := filepath.Split(path)
	at := strings.LastIndex(name, ending)
	if at < 0 {
		return "", false
	}
	rest := name[at+len(ending):]
	if rest != "" && rest != ".gz" && rest != ".bz2" {
		return "", false
	}
	for _, rest := range []string{rest, "", ".gz", ".bz2"} {
		if candidate := filepath.Join(folder, name[:at]+by+rest); exists(candidate) {
			return candidate, true
		}
	}
	return "", true
}

// readLabelFile reads the labels of an array from a file of their own, which
// open describes.
func readLabelFile(report *reporter, path string, open func(in *input) (*array, error)) (*arrayLabels, error) {
	in, err := openInput(report, path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	a, err := open(in)
	if err != nil {
		return nil, err
	}
	values, err := a.vector()
	if err != nil {
		return nil, err
	}
	return &arrayLabels{part: a.part, about: "those of " + filepath.Base(path), values: values}, nil
}
