package datasets

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/gob"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"sync"

	"gonum.org/v1/gonum/mat"

	"larui/datasets/table"
	"larui/model"
)

// A Key identifies a cached pair by everything that determines it: the program, the options and the
// contents of the files. The zero Key identifies nothing.
type Key [sha256.Size]byte

// recognize computes the key of a pair from the contents of its files at paths. The key is zero if
// the pair can't be recognized: it is built in, a file is missing, or a file can be read only once.
// same reports whether the files still look unchanged, so that data read since match the key. The
// only error is the context's.
func recognize(report *table.Reporter, spec Spec, paths []string) (key Key, same func() bool, err error) {
	if len(paths) == 0 {
		return Key{}, nil, nil
	}
	// Another version of the program or another kind of processor may compute different last bits.
	build := "devel"
	if info, ok := debug.ReadBuildInfo(); ok {
		build = info.Main.Version
	}
	all := sha256.New()
	fmt.Fprintf(all, "%s\x00%s\x00%s\x00%s", entryFormat, build, runtime.GOARCH, optionsOf(spec, paths))
	found, contents, errs := make([]os.FileInfo, len(paths)), make([]hash.Hash, len(paths)), make([]error, len(paths))
	recognized := func(report *table.Reporter, i int) {
		contents[i] = sha256.New()
		found[i], errs[i] = hashFile(report, paths[i], contents[i])
	}
	var others sync.WaitGroup
	others.Go(func() { // beside the first file, which alone reports progress
		for i := 1; i < len(paths); i++ {
			recognized(table.NewReporter(report.Ctx, nil), i)
		}
	})
	recognized(report, 0)
	others.Wait()
	for i, content := range contents {
		switch {
		case report.Ctx.Err() != nil:
			return Key{}, nil, report.Ctx.Err()
		case errs[i] != nil:
			return Key{}, nil, nil
		}
		all.Write(content.Sum(nil))
	}
	return Key(all.Sum(nil)), func() bool {
		for i, before := range found {
			if !table.LooksLike(before, paths[i]) {
				return false
			}
		}
		return true
	}, nil
}

// optionsOf returns the spec as text. It has only the displayed names of the files, not their
// folders.
func optionsOf(spec Spec, paths []string) string {
	names := title(paths)
	for _, path := range paths {
		names += "\x00" + filepath.Base(path)
	}
	if spec.Name != FilesName {
		names = ""
	}
	spec.Data, spec.Cache = "", ""
	spec.Source, spec.Target, spec.Validation = "", "", ""
	// %#v names every field, so that fields added later also count.
	return fmt.Sprintf("%q %#v", names, spec)
}

// hashFile writes the size and the content of a file, as stored on disk, to all. It returns the
// FileInfo from before the reading. A pipe is an error, because reading would empty it.
func hashFile(report *table.Reporter, path string, all io.Writer) (os.FileInfo, error) {
	const atOnce = 1 << 20
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return nil, cmp.Or(err, fs.ErrInvalid)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	fmt.Fprintf(all, "\x00%d\x00", info.Size())
	for at := int64(0); at < info.Size(); at += atOnce {
		if err := report.Step("recognizing "+filepath.Base(path), at, info.Size()); err != nil {
			return nil, err
		}
		if _, err := io.CopyN(all, file, min(atOnce, info.Size()-at)); err != nil {
			return nil, err
		}
	}
	return info, nil
}

// entryFormat begins the file of an entry. Change it whenever pairs are made or stored in another
// way. After it come a CRC-32C checksum of the rest (little-endian), the entry as encoding/gob
// writes it, and the numbers of its matrices.
const entryFormat = "larui opened 16, " + model.SavedFormat + "\n"

// An entry is the stored form of a pair and its problem, which may be nil. Their matrices are
// replaced by Kept.
type entry struct {
	Key     Key
	Pair    Pair
	Problem *model.SavedProblem
	Kept    []keptMatrix
}

// matrices returns pointers to the matrices of e.
func (e *entry) matrices() []**mat.Dense {
	matrices := []**mat.Dense{&e.Pair.Source.X, &e.Pair.Target.X, &e.Pair.Validation.X}
	if e.Problem != nil {
		matrices = append(matrices, e.Problem.Matrices()...)
	}
	return matrices
}

// writeEntry writes the file of an entry. It fails with ctx.Err() if ctx ends before.
func writeEntry(ctx context.Context, w io.WriteSeeker, key Key, pair *Pair, problem *model.Problem) error {
	e := entry{Key: key, Pair: *pair}
	if problem != nil {
		e.Problem = problem.Save()
	}
	for _, m := range e.matrices() {
		e.Kept = append(e.Kept, keep(*m))
		*m = nil
	}
	if _, err := io.WriteString(w, entryFormat+"\x00\x00\x00\x00"); err != nil {
		return err
	}
	sum := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	out := bufio.NewWriter(io.MultiWriter(w, sum))
	err := gob.NewEncoder(out).Encode(e)
	for i := 0; i < len(e.Kept) && err == nil; i++ {
		err = cmp.Or(ctx.Err(), e.Kept[i].write(out))
	}
	err = cmp.Or(err, out.Flush())
	if err != nil {
		return err
	}
	if _, err := w.Seek(int64(len(entryFormat)), io.SeekStart); err != nil {
		return err
	}
	return binary.Write(w, binary.LittleEndian, sum.Sum32())
}

// readEntry reads the pair and the problem, nil if there is none, from a file of size bytes. It
// reports whether the file is an undamaged entry for key.
func readEntry(r io.Reader, size int64, key Key) (*Pair, *model.Problem, bool) {
	header := make([]byte, len(entryFormat)+crc32.Size)
	if _, err := io.ReadFull(r, header); err != nil || string(header[:len(entryFormat)]) != entryFormat {
		return nil, nil, false
	}
	sum := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	in := bufio.NewReader(io.TeeReader(r, sum))
	var e entry
	err := gob.NewDecoder(in).Decode(&e)
	matrices := e.matrices()
	if err != nil || e.Key != key || len(e.Kept) != len(matrices) {
		return nil, nil, false
	}
	for i, m := range matrices {
		*m, err = e.Kept[i].read(in, size)
		if err != nil {
			return nil, nil, false
		}
	}
	if _, err := in.ReadByte(); err != io.EOF || sum.Sum32() != binary.LittleEndian.Uint32(header[len(entryFormat):]) {
		return nil, nil, false
	}
	if e.Problem == nil {
		return &e.Pair, nil, true
	}
	return &e.Pair, model.RestoreProblem(e.Pair.Data, e.Problem), true
}

// A keptMatrix stores a matrix bit for bit, row by row. Pictures have few grey levels: with at most
// 256 different numbers each number is stored as a byte, its index in Levels; otherwise as 8 bytes,
// little-endian. Without rows it stands for a nil matrix.
type keptMatrix struct {
	Rows, Cols int
	Levels     []float64

	// The data to write, one of both.
	codes []byte
	plain *mat.Dense
}

func keep(x *mat.Dense) keptMatrix {
	if x == nil {
		return keptMatrix{}
	}
	const most = 256
	n, d := x.Dims()
	k := keptMatrix{Rows: n, Cols: d, codes: make([]byte, 0, n*d)}
	codes := map[uint64]byte{}
	var last uint64
	var code byte
	for i := range n {
		for _, v := range x.RawRowView(i) {
			bits := math.Float64bits(v)
			if bits != last || len(k.Levels) == 0 {
				known := false
				code, known = codes[bits]
				if !known {
					if len(k.Levels) == most {
						return keptMatrix{Rows: n, Cols: d, plain: x}
					}
					code = byte(len(k.Levels))
					codes[bits] = code
					k.Levels = append(k.Levels, v)
				}
				last = bits
			}
			k.codes = append(k.codes, code)
		}
	}
	return k
}

func (k keptMatrix) write(w io.Writer) error {
	if k.plain == nil {
		_, err := w.Write(k.codes)
		return err
	}
	for i := range k.Rows {
		if err := binary.Write(w, binary.LittleEndian, k.plain.RawRowView(i)); err != nil {
			return err
		}
	}
	return nil
}

// read reads the matrix from a file of size bytes. It decodes in parallel with the reading, on all
// cores, because the first access to new memory takes longer than the reading.
func (k keptMatrix) read(r io.Reader, size int64) (*mat.Dense, error) {
	const atOnce = 1 << 15 // numbers
	switch {
	case k.Rows == 0:
		return nil, nil
	case k.Rows < 0 || k.Cols < 1 || int64(k.Rows) > size/int64(k.Cols):
		return nil, io.ErrUnexpectedEOF
	}
	x := make([]float64, k.Rows*k.Cols)
	width := 8
	var levels [256]float64
	if copy(levels[:], k.Levels) > 0 {
		width = 1
	}
	var decoding sync.WaitGroup
	defer decoding.Wait()
	buffers := make(chan []byte, runtime.GOMAXPROCS(0)+1)
	for range cap(buffers) {
		buffers <- make([]byte, width*min(atOnce, len(x)))
	}
	for at := 0; at < len(x); at += atOnce {
		part := x[at:min(at+atOnce, len(x))]
		raw := (<-buffers)[:width*len(part)]
		if _, err := io.ReadFull(r, raw); err != nil {
			return nil, err
		}
		decoding.Go(func() {
			if width == 1 {
				for i, code := range raw {
					part[i] = levels[code]
				}
			} else {
				_, _ = binary.Decode(raw, binary.LittleEndian, part) // raw is long enough
			}
			buffers <- raw
		})
	}
	return mat.NewDense(k.Rows, k.Cols, x), nil
}
