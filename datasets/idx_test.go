package datasets

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"testing"
)

// idxFile builds an IDX file whose header names dims and whose data are body.
func idxFile(dims []int, body []byte) []byte {
	file := []byte{0, 0, 8, byte(len(dims))}
	for _, size := range dims {
		file = binary.BigEndian.AppendUint32(file, uint32(size))
	}
	return append(file, body...)
}

func gzipped(content []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	w.Write(content)
	w.Close()
	return out.Bytes()
}

func TestIDXPair(t *testing.T) {
	images, labels := string(idxFile([]int{2, 2, 1}, []byte{1, 2, 3, 255})), string(idxFile([]int{2}, []byte{3, 8}))
	rows := [][]float64{{1, 2}, {3, 255}}
	files := map[string]string{
		"train-images-idx3-ubyte.gz": string(gzipped([]byte(images))), "train-labels-idx1-ubyte.gz": string(gzipped([]byte(labels))),
		"t10k-images.idx3-ubyte": images, "t10k-labels.idx1-ubyte": labels,
		"new-images-idx3-ubyte": images, "other": "\x00\x00\x0d\x02\x00\x00\x00\x02\x00\x00\x00\x03" + "\x3f\x80\x00\x00\x40\x00\x00\x00\x00\x00\x00\x00" + "\x40\x40\x00\x00\x43\x7f\x00\x00\x3f\x80\x00\x00",
	}
	for target, y := range map[string][]float64{"t10k-images.idx3-ubyte": {-1, 1}, "new-images-idx3-ubyte": nil} {
		spec := pairSpec(t, files, "train-images-idx3-ubyte.gz", target)
		pair := mustOpen(t, spec)
		checkDomain(t, "source", pair.Source, rows, []float64{-1, 1})
		checkDomain(t, target, pair.Target, rows, y)
		checkNotes(t, pair, "train-images-idx3-ubyte.gz: IDX of uint8, 2 rows, 2 features; the labels are those of train-labels-idx1-ubyte.gz")
		if y == nil {
			checkNotes(t, pair, "has no file of labels (…labels-idx1-ubyte) beside it")
		}
		if pair.Shape != (Shape{2, 1}) {
			t.Errorf("shape %v", pair.Shape)
		}
		spec.Bias = true
		if pair := mustOpen(t, spec); pair.Shape != (Shape{2, 1}) || pair.Source.X.At(1, 2) != 1 {
			t.Errorf("with bias: %v", pair.Shape)
		}
		spec.Drop = []string{"1"}
		if pair := mustOpen(t, spec); pair.Shape != (Shape{}) {
			t.Errorf("shape %v of pictures that lack a pixel", pair.Shape)
		}
	}
	// Other types, with the label in a column.
	spec := pairSpec(t, files, "other", "")
	spec.Label = "3"
	checkDomain(t, "floats", mustOpen(t, spec).Source, rows, []float64{-1, 1})
}

func TestIDXPairErrors(t *testing.T) {
	images, labels := string(idxFile([]int{2, 2, 1}, []byte{1, 2, 3, 255})), string(idxFile([]int{2}, []byte{3, 8}))
	const name, beside = "a-images-idx3-ubyte", "a-labels-idx1-ubyte"
	checkFormatErrors(t, name, map[string]formatError{
		"no labels":    {files: map[string]string{name: images}, want: ErrNoLabel, text: "there is no …labels-idx1-ubyte beside it"},
		"other name":   {files: map[string]string{"x": images}, source: "x", want: ErrNoLabel, text: "--label"},
		"labels alone": {files: map[string]string{"x": labels}, source: "x", want: ErrNoLabel},
		"few labels":   {files: map[string]string{name: images, beside: string(idxFile([]int{1}, []byte{3}))}, want: ErrSyntax, text: "holds 1 label for 2 rows"},
		"mixed up":     {files: map[string]string{name: images, beside: images}, want: ErrSyntax, text: "2×2"},
		"no IDX":       {files: map[string]string{name: images, beside: "1\n2\n3\n"}, want: ErrSyntax, text: "is not an IDX file"},
		"cut off":      {files: map[string]string{name: images[:len(images)-1], beside: labels}, want: ErrTruncated, text: "promises 4 bytes"},
		"too long":     {files: map[string]string{name: images + "x", beside: labels}, want: ErrSyntax, text: "more data"},
		"half header":  {files: map[string]string{name: images[:10]}, want: ErrTruncated, text: "IDX header"},
		"cut off, gz":  {files: map[string]string{name: string(gzipped([]byte(images[:len(images)-1]))), beside: labels}, want: ErrTruncated},
		"lying, gz":    {files: map[string]string{name: string(gzipped(idxFile([]int{1 << 20, 1 << 5, 1 << 5}, []byte("x")))), beside: string(idxFile([]int{1 << 20}, make([]byte, 1<<20)))}, want: ErrTruncated},
		"enormous":     {files: map[string]string{name: string(idxFile([]int{2, 1 << 31, 1 << 31}, []byte("x")))}, want: ErrTooLarge},
		"too large":    {files: map[string]string{name: string(idxFile([]int{1 << 31, 2, 1}, []byte("x")))}, want: ErrTooLarge},
		"empty":        {files: map[string]string{name: string(idxFile([]int{0, 2, 1}, nil))}, want: ErrEmpty},
		"other width": {files: map[string]string{name: images, beside: labels, "b-images-idx3-ubyte": string(idxFile([]int{1, 3, 1}, []byte{1, 2, 3}))},
			target: "b-images-idx3-ubyte", want: ErrWidth},
	})
}
