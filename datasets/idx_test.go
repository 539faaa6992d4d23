package datasets

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"runtime"
	"slices"
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

func inputOf(t testing.TB, content []byte) *input {
	t.Helper()
	in, err := newInput(newReporter(context.Background(), nil), "test-file", bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func TestReadIDX(t *testing.T) {
	for _, wrap := range []func([]byte) []byte{func(b []byte) []byte { return b }, gzipped} {
		labels, err := readIDXLabels(inputOf(t, wrap(idxFile([]int{3}, []byte{7, 0, 9}))))
		if err != nil || !slices.Equal(labels, []byte{7, 0, 9}) {
			t.Errorf("labels %v, %v", labels, err)
		}
		var pictures [][]byte
		err = readIDXImages(inputOf(t, wrap(idxFile([]int{2, 1, 3}, []byte{1, 2, 3, 4, 5, 6}))), 2, Shape{1, 3}, func(i int, pixels []byte) {
			if i != len(pictures) {
				t.Errorf("picture %d after %d", i, len(pictures))
			}
			pictures = append(pictures, bytes.Clone(pixels))
		})
		if err != nil || len(pictures) != 2 || !bytes.Equal(pictures[0], []byte{1, 2, 3}) || !bytes.Equal(pictures[1], []byte{4, 5, 6}) {
			t.Errorf("pictures %v, %v", pictures, err)
		}
	}
}

func TestReadIDXErrors(t *testing.T) {
	for name, test := range map[string]struct {
		content []byte
		images  bool
		want    error
	}{
		"empty":                 {nil, false, ErrTruncated},
		"half a magic number":   {[]byte{0, 0}, false, ErrTruncated},
		"text":                  {[]byte("label,x\n1,2\n"), false, ErrSyntax},
		"floats":                {[]byte{0, 0, 0x0d, 1, 0, 0, 0, 1, 0, 0, 0, 0}, false, ErrSyntax},
		"pictures for labels":   {idxFile([]int{1, 1, 3}, []byte{1, 2, 3}), false, ErrSyntax},
		"labels for pictures":   {idxFile([]int{3}, []byte{1, 2, 3}), true, ErrSyntax},
		"half a header":         {idxFile([]int{1, 1, 3}, nil)[:10], true, ErrTruncated},
		"no labels":             {idxFile([]int{0}, nil), false, ErrEmpty},
		"too few labels":        {idxFile([]int{5}, []byte{1, 2, 3}), false, ErrTruncated},
		"far too few labels":    {idxFile([]int{9_999_999}, []byte{1, 2, 3}), false, ErrTruncated},
		"a lying header":        {idxFile([]int{4_294_967_295}, []byte{1, 2, 3}), false, ErrTooLarge},
		"too many labels":       {idxFile([]int{2}, []byte{1, 2, 3}), false, ErrSyntax},
		"picture breaks off":    {idxFile([]int{2, 1, 3}, []byte{1, 2, 3, 4, 5}), true, ErrTruncated},
		"pictures are missing":  {idxFile([]int{2, 1, 3}, []byte{1, 2, 3}), true, ErrTruncated},
		"too many pictures":     {idxFile([]int{2, 1, 3}, []byte{1, 2, 3, 4, 5, 6, 7}), true, ErrSyntax},
		"other shape":           {idxFile([]int{2, 3, 1}, []byte{1, 2, 3, 4, 5, 6}), true, ErrWidth},
		"enormous shape":        {idxFile([]int{2, 4_000_000_000, 4_000_000_000}, []byte{1}), true, ErrTooLarge},
		"fewer than labels":     {idxFile([]int{1, 1, 3}, []byte{1, 2, 3}), true, ErrSyntax},
		"truncated gzip":        {gzipped(idxFile([]int{3}, []byte{1, 2, 3}))[:20], false, ErrTruncated},
		"gzip without checksum": {gzipped(idxFile([]int{3}, []byte{1, 2, 3}))[:34], false, ErrTruncated},
	} {
		t.Run(name, func(t *testing.T) {
			var err error
			if test.images {
				err = readIDXImages(inputOf(t, test.content), 2, Shape{1, 3}, func(int, []byte) {})
			} else {
				_, err = readIDXLabels(inputOf(t, test.content))
			}
			if !errors.Is(err, test.want) {
				t.Fatalf("got %v, want %v", err, test.want)
			}
			checkFormatError(t, err)
		})
	}
}

// The header may promise ten million labels; memory follows what is there.
func TestReadIDXAllocatesWhatIsThere(t *testing.T) {
	in := inputOf(t, idxFile([]int{maxSamples}, []byte{1, 2, 3}))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := readIDXLabels(in)
	runtime.ReadMemStats(&after)
	if !errors.Is(err, ErrTruncated) {
		t.Error(err)
	}
	if bytes := after.TotalAlloc - before.TotalAlloc; bytes > 1<<20 {
		t.Errorf("%d bytes allocated for three labels", bytes)
	}
}

func FuzzIDX(f *testing.F) {
	for _, seed := range [][]byte{
		nil,
		idxFile([]int{3}, []byte{1, 2, 3}),
		idxFile([]int{2, 1, 3}, []byte{1, 2, 3, 4, 5, 6}),
		idxFile([]int{4_294_967_295}, []byte{1}),
		gzipped(idxFile([]int{3}, []byte{1, 2, 3})),
		gzipped(idxFile([]int{3}, []byte{1, 2, 3}))[:15],
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		for _, read := range []func(in *input) error{
			func(in *input) error {
				labels, err := readIDXLabels(in)
				if err == nil && len(labels) == 0 {
					t.Error("no labels and no error")
				}
				return err
			},
			func(in *input) error {
				count := 0
				err := readIDXImages(in, 2, Shape{1, 3}, func(int, []byte) { count++ })
				if err == nil && count != 2 {
					t.Errorf("%d pictures and no error", count)
				}
				return err
			},
		} {
			in, err := newInput(newReporter(context.Background(), nil), "fuzz", bytes.NewReader(content), int64(len(content)))
			if err == nil {
				err = read(in)
			}
			if err != nil {
				checkFormatError(t, err)
			}
		}
	})
}
