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
	"sync"

	"gonum.org/v1/gonum/mat"

	"larui/datasets/table"
	"larui/model"
)

// A Key is a hash of everything that determines a pair read from files: the build of the program, the
// options, and the names and contents of the files. The zero Key belongs to no pair.
type Key [sha256.Size]byte

// computeKey reads the files at paths and returns the Key of spec for them. If paths is empty, or if a file
// is missing or can be read only once, the Key is zero and unchanged is nil. Call unchanged after opening
// the pair: if it returns false, a file has changed, and key does not fit the pair. err is nil or the
// context's error.
func computeKey(report *table.Reporter, spec Spec, paths []string) (key Key, unchanged func() bool, err error) {
	if len(paths) == 0 {
		return Key{}, nil, nil
	}
	all := sha256.New()
	fmt.Fprintf(all, "%s\x00%s\x00%s", entryFormat, build(), formatOptions(spec, paths))
	infos, contents, errs := make([]os.FileInfo, len(paths)), make([]hash.Hash, len(paths)), make([]error, len(paths))
	hashAt := func(report *table.Reporter, i int) {
		contents[i] = sha256.New()
		infos[i], errs[i] = hashFile(report, paths[i], contents[i])
	}
	var others sync.WaitGroup
	others.Go(func() { // only the first file reports progress
		for i := 1; i < len(paths); i++ {
			hashAt(table.NewReporter(report.Ctx, nil), i)
		}
	})
	hashAt(report, 0)
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
		for i, before := range infos {
			if !table.IsSameFile(before, paths[i]) {
				return false
			}
		}
		return true
	}, nil
}

// build identifies the build of the program, because another build of the same version may round
// differently or write other notes.
var build = sync.OnceValue(func() string {
	path, _ := os.Executable() // "" after an error
	return describeFileState(path)
})

// describeFileState returns "" if there is no file.
func describeFileState(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	return fmt.Sprint(path, info.Size(), info.ModTime().UnixNano())
}

// formatOptions includes the names of files as a pair displays them, but not their folders, which do not
// change the pair.
func formatOptions(spec Spec, paths []string) string {
	names := pairTitle(paths)
	for _, path := range paths {
		names += "\x00" + filepath.Base(path)
	}
	if spec.Name != FilesName {
		names = ""
	}
	spec.Data, spec.Cache = "", ""
	spec.Source, spec.Target, spec.Validation = "", "", ""
	// %#v prints every field, so that the key depends on fields that are added later.
	return fmt.Sprintf("%q %#v", names, spec)
}

// hashFile adds the size and the bytes of a file to hash, and returns the FileInfo from before the reading.
// A pipe is an error, because reading would empty the pipe.
func hashFile(report *table.Reporter, path string, hash io.Writer) (os.FileInfo, error) {
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
	fmt.Fprintf(hash, "\x00%d\x00", info.Size())
	for at := int64(0); at < info.Size(); at += atOnce {
		if err := report.Step("recognizing "+filepath.Base(path), at, info.Size()); err != nil {
			return nil, err
		}
		if _, err := io.CopyN(hash, file, min(atOnce, info.Size()-at)); err != nil {
			return nil, err
		}
	}
	return info, nil
}

// An entry's file has entryFormat, a CRC-32C checksum of the rest (little-endian), the entry in the format
// of encoding/gob, and the numbers of the matrices. Change entryFormat whenever the program opens or stores
// pairs in another way.
const entryFormat = "larui opened 16, " + model.SavedFormat + "\n"

// An entry is a pair and its problem as encoding/gob stores them. Problem is nil if there is none. Kept has
// the matrices, which are nil in Pair and Problem.
type entry struct {
	Key     Key
	Pair    Pair
	Problem *model.SavedProblem
	Kept    []storedMatrix
}

func (e *entry) matrices() []**mat.Dense {
	matrices := []**mat.Dense{&e.Pair.Source.X, &e.Pair.Target.X, &e.Pair.Validation.X}
	if e.Problem != nil {
		matrices = append(matrices, e.Problem.Matrices()...)
	}
	return matrices
}

func writeEntry(ctx context.Context, w io.WriteSeeker, key Key, pair *Pair, problem *model.Problem) error {
	e := entry{Key: key, Pair: *pair}
	if problem != nil {
		e.Problem = problem.Save()
	}
	for _, m := range e.matrices() {
		e.Kept = append(e.Kept, newStoredMatrix(*m))
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

// readEntry reads an entry's file of size bytes. The problem may be nil. The last result is false if the
// file is damaged or is not an entry for key.
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

// A storedMatrix stores a matrix exactly, row by row. If the matrix has at most 256 different numbers, as
// pictures do, each number takes one byte, the index in Levels; otherwise it takes 8 bytes (little-endian).
// A storedMatrix without rows is a nil matrix.
type storedMatrix struct {
	Rows, Cols int
	Levels     []float64

	// For writing only: codes has the index in Levels of each number of the matrix; plain is the
	// matrix if Levels is empty.
	codes []byte
	plain *mat.Dense
}

func newStoredMatrix(x *mat.Dense) storedMatrix {
	if x == nil {
		return storedMatrix{}
	}
	const most = 256
	n, d := x.Dims()
	k := storedMatrix{Rows: n, Cols: d, codes: make([]byte, 0, n*d)}
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
						return storedMatrix{Rows: n, Cols: d, plain: x}
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

func (k storedMatrix) write(w io.Writer) error {
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

// read reads the matrix from r, a file of size bytes. It decodes on all cores, because a single core takes
// longer to fill new memory than to read the file.
func (k storedMatrix) read(r io.Reader, size int64) (*mat.Dense, error) {
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
