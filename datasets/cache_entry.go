package datasets

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/gob"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// A Key names what a Cache keeps by everything that it follows from: the program,
// the options and the contents of the files. Its zero value names nothing.
type Key [sha256.Size]byte

// recognize reads the files of a pair for its key, which is zero where the pair can't be
// recognized: it is built in, its files are not there, or can be read but once. same tells
// whether they still look as they did: then what has been read since is what the key
// stands for. The error is that of the context.
func recognize(report *reporter, spec Spec) (key Key, same func() bool, err error) {
	var paths []string
	if files := rowOf(spec.Name).files; files != nil {
		paths = files(spec)
	}
	if len(paths) == 0 {
		return Key{}, nil, nil
	}
	// Another version of the program may compute otherwise, and so may another
	// kind of processor, in the last bits.
	build := "devel"
	if info, ok := debug.ReadBuildInfo(); ok {
		build = info.Main.Version
	}
	all := sha256.New()
	fmt.Fprintf(all, "%s\x00%s\x00%s\x00%s", entryFormat, build, runtime.GOARCH, optionsOf(spec, paths))
	var found []os.FileInfo
	for _, path := range paths {
		info, err := hashFile(report, path, all)
		switch {
		case report.ctx.Err() != nil:
			return Key{}, nil, report.ctx.Err()
		case err != nil:
			return Key{}, nil, nil
		}
		found = append(found, info)
	}
	return Key(all.Sum(nil)), func() bool {
		for i, before := range found {
			if !looksLike(before, paths[i]) {
				return false
			}
		}
		return true
	}, nil
}

// optionsOf writes what the spec says, but for where the files are: only their
// names as people see them matter.
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
	// Every field, also those that will be added, is told apart by its name.
	return fmt.Sprintf("%q %#v", names, spec)
}

// hashFile writes the size and the content of a file, as it lies on the disk, to all, and
// returns what it looked like before. A pipe, which would be empty then, is an error.
func hashFile(report *reporter, path string, all io.Writer) (os.FileInfo, error) {
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
		if err := report.step("recognizing "+filepath.Base(path), at, info.Size()); err != nil {
			return nil, err
		}
		if _, err := io.CopyN(all, file, min(atOnce, info.Size()-at)); err != nil {
			return nil, err
		}
	}
	return info, nil
}

// entryFormat begins the file of an entry. It changes whenever pairs are made or kept in
// another way. A checksum follows, CRC-32C in little-endian order, and an entry and its
// matrices as encoding/gob writes them.
const entryFormat = "larui opened 3, " + model.SavedFormat + "\n"

// An entry is what a Cache keeps of a pair: the pair, and its problem, where one was
// prepared. Their matrices follow one by one, as keptMatrix, so that no more than one of
// them is in memory twice.
type entry struct {
	Key     Key
	Pair    Pair
	Problem *model.Saved
}

func (e *entry) matrices() []**mat.Dense {
	matrices := []**mat.Dense{&e.Pair.Source.X, &e.Pair.Target.X, &e.Pair.Validation.X}
	if e.Problem != nil {
		matrices = append(matrices, e.Problem.Matrices()...)
	}
	return matrices
}

// writeEntry writes the file of an entry, unless ctx ends before.
func writeEntry(ctx context.Context, w io.WriteSeeker, key Key, pair *Pair, problem *model.Problem) error {
	e := entry{Key: key, Pair: *pair}
	if problem != nil {
		e.Problem = problem.Save()
	}
	var kept []keptMatrix
	for _, m := range e.matrices() {
		kept = append(kept, keep(*m))
		*m = nil
	}
	if _, err := io.WriteString(w, entryFormat+"\x00\x00\x00\x00"); err != nil {
		return err
	}
	sum := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	out := gob.NewEncoder(io.MultiWriter(w, sum))
	err := out.Encode(e)
	for i := 0; i < len(kept) && err == nil; i++ {
		err = cmp.Or(ctx.Err(), out.Encode(kept[i]))
	}
	if err != nil {
		return err
	}
	if _, err := w.Seek(int64(len(entryFormat)), io.SeekStart); err != nil {
		return err
	}
	_, err = w.Write(binary.LittleEndian.AppendUint32(nil, sum.Sum32()))
	return err
}

// readEntry returns the pair of a file, and its problem, nil where there is none. It
// tells whether the file is an entry of key, and whole.
func readEntry(r io.Reader, key Key) (*Pair, *model.Problem, bool) {
	header := make([]byte, len(entryFormat)+crc32.Size)
	if _, err := io.ReadFull(r, header); err != nil || string(header[:len(entryFormat)]) != entryFormat {
		return nil, nil, false
	}
	sum := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	content := io.TeeReader(r, sum)
	in := gob.NewDecoder(content)
	var e entry
	err := in.Decode(&e)
	kept := make([]keptMatrix, len(e.matrices()))
	for i := 0; i < len(kept) && err == nil; i++ {
		err = in.Decode(&kept[i])
	}
	if err == nil {
		_, err = io.Copy(io.Discard, content)
	}
	if err != nil || sum.Sum32() != binary.LittleEndian.Uint32(header[len(entryFormat):]) || e.Key != key {
		return nil, nil, false
	}
	for i, m := range e.matrices() {
		*m = kept[i].matrix()
	}
	if e.Problem == nil {
		return &e.Pair, nil, true
	}
	problem, err := model.RestoreProblem(e.Pair.Data, e.Problem)
	return &e.Pair, problem, err == nil
}

// A keptMatrix is a matrix to the bit. Pictures have few grey levels: where there are no
// more than a byte can tell apart, Codes are the places of the numbers in Levels, row by
// row; else they are in Plain. Its zero value is no matrix.
type keptMatrix struct {
	Rows, Cols int
	Levels     []float64
	Codes      []byte
	Plain      *mat.Dense
}

func keep(x *mat.Dense) keptMatrix {
	if x == nil {
		return keptMatrix{}
	}
	const most = 256
	n, d := x.Dims()
	k := keptMatrix{Rows: n, Cols: d, Codes: make([]byte, 0, n*d)}
	codes := map[uint64]byte{}
	var last uint64
	var code byte
	for i := range n {
		for _, v := range x.RawRowView(i) {
			bits := math.Float64bits(v)
			if bits != last || len(k.Levels) == 0 {
				known := false
				if code, known = codes[bits]; !known {
					if len(k.Levels) == most {
						return keptMatrix{Plain: x}
					}
					code = byte(len(k.Levels))
					codes[bits] = code
					k.Levels = append(k.Levels, v)
				}
				last = bits
			}
			k.Codes = append(k.Codes, code)
		}
	}
	return k
}

func (k keptMatrix) matrix() *mat.Dense {
	if k.Rows == 0 {
		return k.Plain
	}
	x := make([]float64, len(k.Codes))
	var levels [256]float64
	copy(levels[:], k.Levels)
	for i, code := range k.Codes {
		x[i] = levels[code]
	}
	return mat.NewDense(k.Rows, k.Cols, x)
}
