package model

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"
)

// SavedFormat begins what AppendBinary writes. It changes whenever that, or the
// way in which a Problem is computed, does.
const SavedFormat = "larui problem 1\n"

// ErrSaved says that something is not a saved problem of the data, or damaged.
var ErrSaved = errors.New("not a saved problem of these data")

// AppendBinary appends to b what NewProblem computed, without the data, in the
// form that RestoreProblem reads: about 32·r² bytes, r the number of dimensions in
// which the problem is solved. It fails where a number is not finite or a domain
// not in memory. It implements encoding.BinaryAppender.
func (p *Problem) AppendBinary(b []byte) ([]byte, error) {
	if _, err := p.checkShapes(); err != nil {
		return nil, err
	}
	b = slices.Grow(b, len(SavedFormat)+8*p.dim*(4*p.dim+p.Target.Rows()))
	a := &archive{bytes: append(b, SavedFormat...), saving: true}
	p.archive(a)
	if a.err != nil {
		return nil, a.err
	}
	return a.bytes, nil
}

// RestoreProblem returns the problem of data from what its AppendBinary wrote,
// equal to the bit. The data themselves are not looked through again: they have to
// be those that the problem was made of. What is damaged, or belongs to data of
// other shapes, is an error that wraps ErrSaved; memory is allotted for no more
// numbers than saved holds.
func RestoreProblem(data Data, saved []byte) (*Problem, error) {
	if len(saved) < len(SavedFormat) || string(saved[:len(SavedFormat)]) != SavedFormat {
		return nil, fmt.Errorf("%w: another format", ErrSaved)
	}
	d, err := data.checkShapes()
	if err != nil {
		return nil, err
	}
	p := &Problem{Data: data, D: d, C: data.Outputs()}
	a := &archive{bytes: saved[len(SavedFormat):]}
	p.archive(a)
	if err := a.finish(); err != nil {
		return nil, err
	}
	if err := errors.Join(p.Src.checkSaved(), p.Tgt.checkSaved()); err != nil {
		return nil, err
	}
	p.samples = p.work.prepare(newRows)
	return p, nil
}

// checkShapes returns the number of features and finds what could not be scored.
func (d Data) checkShapes() (features int, err error) {
	for _, part := range []struct {
		name string
		Domain
	}{{"source", d.Source}, {"target", d.Target}, {"validation", d.Validation}} {
		switch {
		case part.X != nil:
		case part.name == "validation":
			continue
		default:
			return 0, fmt.Errorf("%w: the %s is absent", ErrSaved, part.name)
		}
		n, width := part.X.Dims()
		if part.name == "source" {
			features = width
		}
		if width != features || part.Y != nil && len(part.Y) != n || part.name == "source" && part.Y == nil {
			return 0, fmt.Errorf("%w: a %s of %d×%d with %d labels", ErrSaved, part.name, n, width, len(part.Y))
		}
		if err := d.checkLabels(part.name, part.Y, 0); err != nil {
			return 0, fmt.Errorf("%w: %w", ErrSaved, err)
		}
	}
	return features, nil
}

// archive saves or restores the problem: one list of its parts serves both, so
// that what is written is what is read.
func (p *Problem) archive(a *archive) {
	// What the data fix comes first: it tells a problem of other data apart.
	for _, count := range []int{p.D, p.C, int(p.Task), p.Source.Rows(), p.Target.Rows(), p.Validation.Rows(),
		len(p.Source.Y), len(p.Target.Y)} {
		a.expect(count)
	}
	reduced := 0
	if p.basis != nil {
		reduced = 1
	}
	a.count(&p.dim)
	a.count(&reduced)
	if reduced == 0 && p.dim != p.D || p.dim < 1 || p.dim > p.D {
		a.fail("%d dimensions of %d", p.dim, p.D)
		return
	}
	if !a.saving {
		p.work = p.Data
	}
	if reduced != 0 {
		a.matrix(&p.basis, p.D, p.dim)
		for _, domain := range []*Domain{&p.work.Source, &p.work.Target, &p.work.Validation} {
			if domain.X != nil {
				a.matrix(&domain.X, domain.Rows(), p.dim)
			}
		}
	}
	p.Src.archive(a, p.work.Source, p)
	p.Tgt.archive(a, p.work.Target, p)
	a.matrix(&p.Overlap, p.dim, p.dim)
	a.matrix(&p.bSource, p.dim, p.C)
	a.matrix(&p.bTilde, p.dim, p.C)
	if p.Target.Y == nil {
		return
	}
	resolved := 0
	if a.saving {
		_, resolved = p.components.Dims()
	}
	a.count(&resolved)
	a.matrix(&p.components, p.Target.Rows(), resolved)
	a.matrix(&p.optimum, p.dim, p.C)
	if reduced != 0 {
		a.matrix(&p.Optimum, p.D, p.C)
	} else {
		p.Optimum = p.optimum
	}
}

// archive saves or restores the side that domain is, one of p.
func (s *Side) archive(a *archive, domain Domain, p *Problem) {
	if !a.saving {
		s.N, s.D = domain.Rows(), p.D
	}
	a.symmetric(&s.Gram, p.dim)
	a.floats(&s.Sigma, p.dim)
	a.matrix(&s.V, p.dim, p.dim)
	a.count(&s.Rank)
	if domain.Y == nil {
		return
	}
	a.matrix(&s.XtY, p.dim, p.C)
	a.matrix(&s.Projection, p.dim, p.C)
	norm := []float64{s.LabelNorm2}
	a.floats(&norm, 1)
	a.then(func() { s.LabelNorm2 = norm[0] })
	a.count(&s.HeadRank)
	a.count(&s.TailRank)
}

// checkSaved finds what no spectrum can be.
func (s *Side) checkSaved() error {
	previous := math.Inf(1)
	for i, sigma := range s.Sigma {
		if sigma < 0 || sigma > previous {
			return fmt.Errorf("%w: singular value %d is %v after %v", ErrSaved, i+1, sigma, previous)
		}
		previous = sigma
	}
	if r := len(s.Sigma); s.LabelNorm2 < 0 || max(s.Rank, s.HeadRank, s.TailRank) > r {
		return fmt.Errorf("%w: ranks %d, %d, %d of %d", ErrSaved, s.Rank, s.HeadRank, s.TailRank, r)
	}
	return nil
}

// An archive writes numbers to bytes or reads them back. Errors stay with it.
type archive struct {
	// bytes is what has been written, or what is left to read.
	bytes  []byte
	saving bool
	err    error
	// pieces are numbers still to be read, after which come the steps of last.
	pieces []piece
	last   []func()
}

// A piece is a run of numbers with the bytes that hold them.
type piece struct {
	to   []float64
	from []byte
}

// pieceSize is how many numbers are read at a time: enough to be worth handing to
// another core.
const pieceSize = 1 << 15

func (a *archive) fail(format string, args ...any) {
	if a.err == nil {
		a.err = fmt.Errorf("%w: %s", ErrSaved, fmt.Sprintf(format, args...))
	}
}

// then calls step once all numbers are read.
func (a *archive) then(step func()) {
	if !a.saving {
		a.last = append(a.last, step)
	}
}

// largestCount is the largest number of anything that is taken for possible.
const largestCount = math.MaxInt32

// count saves or restores a count.
func (a *archive) count(n *int) {
	switch {
	case a.err != nil:
	case a.saving:
		a.bytes = binary.LittleEndian.AppendUint64(a.bytes, uint64(*n))
	case len(a.bytes) < 8:
		a.fail("breaks off")
	default:
		v := binary.LittleEndian.Uint64(a.bytes)
		if v > largestCount {
			a.fail("a count of %d", v)
			return
		}
		*n, a.bytes = int(v), a.bytes[8:]
	}
}

// expect saves a count, or makes sure that it is the one that was saved.
func (a *archive) expect(n int) {
	saved := n
	a.count(&saved)
	if saved != n {
		a.fail("made for %d where there are %d", saved, n)
	}
}

// floats saves or restores n numbers.
func (a *archive) floats(x *[]float64, n int) {
	if a.saving {
		a.append(*x)
		return
	}
	if a.err == nil && n > len(a.bytes)/8 {
		a.fail("breaks off")
	}
	if a.err != nil {
		return
	}
	*x = make([]float64, n)
	a.take(*x)
}

// matrix saves or restores a matrix of the given shape.
func (a *archive) matrix(m **mat.Dense, rows, cols int) {
	if a.saving {
		if r, c := (*m).Dims(); r != rows || c != cols {
			a.fail("a matrix of %d×%d, not %d×%d", r, c, rows, cols)
			return
		}
		for i := range rows {
			a.append((*m).RawRowView(i))
		}
		return
	}
	if a.err == nil && (rows < 1 || cols < 1 || rows > len(a.bytes)/8/cols) {
		a.fail("breaks off")
	}
	var data []float64
	if a.floats(&data, rows*cols); a.err == nil {
		*m = mat.NewDense(rows, cols, data)
	}
}

// symmetric saves or restores a symmetric matrix: its upper triangle.
func (a *archive) symmetric(m **mat.SymDense, n int) {
	if a.saving {
		raw := (*m).RawSymmetric()
		for i := range n {
			a.append(raw.Data[i*raw.Stride+i : i*raw.Stride+n])
		}
		return
	}
	// The triangle takes half of what is allotted.
	if a.err == nil && n+1 > 2*(len(a.bytes)/8)/n {
		a.fail("breaks off")
	}
	if a.err != nil {
		return
	}
	data := make([]float64, n*n)
	for i := range n {
		a.take(data[i*n+i : (i+1)*n])
	}
	*m = mat.NewSymDense(n, data)
}

// append writes numbers, which have to be finite.
func (a *archive) append(x []float64) {
	for _, v := range x {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			a.fail("a number is %v", v)
			return
		}
		a.bytes = binary.LittleEndian.AppendUint64(a.bytes, math.Float64bits(v))
	}
}

// take claims the bytes of the numbers to be read into x; there are enough.
func (a *archive) take(x []float64) {
	for len(x) > 0 {
		n := min(len(x), pieceSize)
		a.pieces = append(a.pieces, piece{x[:n], a.bytes[:8*n]})
		x, a.bytes = x[n:], a.bytes[8*n:]
	}
}

// finish reads the numbers, on all cores, and makes sure that nothing is left.
func (a *archive) finish() error {
	if len(a.bytes) > 0 {
		a.fail("%d bytes too many", len(a.bytes))
	}
	if a.err != nil {
		return a.err
	}
	workers := min(runtime.GOMAXPROCS(0), len(a.pieces))
	finite := make([]bool, workers)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			finite[w] = true
			for i := w; i < len(a.pieces); i += workers {
				finite[w] = a.pieces[i].read() && finite[w]
			}
		})
	}
	wg.Wait()
	for _, ok := range finite {
		if !ok {
			return fmt.Errorf("%w: a number is not finite", ErrSaved)
		}
	}
	for _, step := range a.last {
		step()
	}
	return nil
}

// read reads the numbers and reports whether all are finite.
func (p piece) read() bool {
	// All bits of the exponent set: infinite or not a number.
	const exponent = 0x7ff << 52
	finite := true
	from := p.from
	for i := range p.to {
		bits := binary.LittleEndian.Uint64(from)
		from = from[8:]
		if bits&exponent == exponent {
			finite = false
		}
		p.to[i] = math.Float64frombits(bits)
	}
	return finite
}
