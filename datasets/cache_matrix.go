package datasets

import (
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/mat"
)

// A packed matrix is its shape, how its entries are written, and its rows in
// blocks of blockRows, each block preceded by its length in bytes, so that blocks
// are packed and unpacked side by side. Pictures are mostly background, and have
// few grey levels: a row alternates between the number of zeros that follow and
// that of other entries with those entries, one byte for each number; and entries
// are written as their place in a list of all that occur, where these are few
// enough for a byte, else in 8 bytes.
const (
	blockRows  = 256
	longestRun = 255
	mostLevels = 256
	codedWidth = 1
	plainWidth = 8
)

// unpackedPerByte bounds how many entries a byte of a packed matrix stands for: a
// run of zeros takes two.
const unpackedPerByte = longestRun/2 + 1

// A palette lists the entries of a matrix other than zero, where they are few.
type palette struct {
	levels []float64
	// slots is a table of places in levels, counted from 1, hashed by the bits of
	// the level, with open addressing. It is never more than a quarter full.
	slots [4 * mostLevels]uint16
}

// newPalette returns the palette of x, or nil where its entries are too many.
func newPalette(x *mat.Dense) *palette {
	p := &palette{}
	n, _ := x.Dims()
	for i := range n {
		for _, v := range x.RawRowView(i) {
			if isZero(v) {
				continue
			}
			slot := p.slot(v)
			if p.slots[slot] != 0 {
				continue
			}
			if len(p.levels) == mostLevels {
				return nil
			}
			p.levels = append(p.levels, v)
			p.slots[slot] = uint16(len(p.levels))
		}
	}
	return p
}

// slot returns the slot of v, or the free one that it is to have.
func (p *palette) slot(v float64) int {
	bits := math.Float64bits(v)
	// Fibonacci hashing (Knuth 1973): the golden ratio spreads what differs anywhere.
	slot := int(bits * 0x9e3779b97f4a7c15 >> 32 % uint64(len(p.slots)))
	for p.slots[slot] != 0 && math.Float64bits(p.levels[p.slots[slot]-1]) != bits {
		slot = (slot + 1) % len(p.slots)
	}
	return slot
}

// code returns the place of v, which is one of the levels.
func (p *palette) code(v float64) byte { return byte(p.slots[p.slot(v)] - 1) }

// isZero tells zero from all others, negative zero among them.
func isZero(v float64) bool { return math.Float64bits(v) == 0 }

// matrix packs x.
func (p *packer) matrix(x *mat.Dense) {
	n, d := x.Dims()
	p.count(n)
	p.count(d)
	colours := newPalette(x)
	if colours == nil {
		p.count(plainWidth)
	} else {
		p.count(codedWidth)
		p.count(len(colours.levels))
		p.numbers(colours.levels)
	}
	blocks := make([]packer, (n+blockRows-1)/blockRows)
	sideBySide(len(blocks), func(b int) {
		blocks[b].sound = true
		for i := b * blockRows; i < min((b+1)*blockRows, n); i++ {
			blocks[b].row(x.RawRowView(i), colours)
		}
	})
	for _, block := range blocks {
		p.sound = p.sound && block.sound
		p.count(len(block.bytes))
		p.bytes = append(p.bytes, block.bytes...)
	}
}

// row packs a row by its runs.
func (p *packer) row(row []float64, colours *palette) {
	for j := 0; j < len(row); {
		zeros := 0
		for zeros < longestRun && j+zeros < len(row) && isZero(row[j+zeros]) {
			zeros++
		}
		j += zeros
		others := 0
		for others < longestRun && j+others < len(row) && !isZero(row[j+others]) {
			others++
		}
		p.bytes = append(p.bytes, byte(zeros), byte(others))
		run := row[j : j+others]
		j += others
		if colours == nil {
			p.numbers(run)
			continue
		}
		for _, v := range run {
			p.bytes = append(p.bytes, colours.code(v))
		}
	}
}

// matrix unpacks a matrix.
func (u *unpacker) matrix() *mat.Dense {
	n, d := u.count(), u.count()
	var colours *[mostLevels]float64
	switch width := u.count(); width {
	case plainWidth:
	case codedWidth:
		colours = new([mostLevels]float64)
		levels := u.count()
		if levels > mostLevels {
			u.fail("%d levels", levels)
			return nil
		}
		u.numbers(colours[:levels])
	default:
		u.fail("entries of %d bytes", width)
	}
	// What is allotted grows with what there is to read.
	entries := int64(n) * int64(d)
	if u.err == nil && (n < 1 || d < 1 || entries > unpackedPerByte*int64(len(u.bytes)) || entries > math.MaxInt/8) {
		u.fail("%d×%d entries in %d bytes", n, d, len(u.bytes))
	}
	if u.err != nil {
		return nil
	}
	blocks := make([][]byte, (n+blockRows-1)/blockRows)
	for b := range blocks {
		blocks[b] = u.take(u.count())
	}
	if u.err != nil {
		return nil
	}
	data := make([]float64, n*d)
	var damaged atomic.Bool
	sideBySide(len(blocks), func(b int) {
		rows := data[b*blockRows*d : min((b+1)*blockRows, n)*d]
		if !unpackRows(rows, d, blocks[b], colours) {
			damaged.Store(true)
		}
	})
	if damaged.Load() {
		u.fail("damaged rows")
		return nil
	}
	return mat.NewDense(n, d, data)
}

// unpackRows unpacks from into rows of d entries each, which are zero, and reports
// whether all of it fits.
func unpackRows(rows []float64, d int, from []byte, colours *[mostLevels]float64) bool {
	for ; len(rows) > 0; rows = rows[d:] {
		for j := 0; j < d; {
			if len(from) < 2 {
				return false
			}
			zeros, others := int(from[0]), int(from[1])
			from = from[2:]
			j += zeros
			if zeros+others == 0 || j+others > d {
				return false
			}
			run := rows[j : j+others]
			j += others
			if colours == nil {
				if plainWidth*others > len(from) || !readNumbers(run, from) {
					return false
				}
				from = from[plainWidth*others:]
				continue
			}
			if others > len(from) {
				return false
			}
			for i, code := range from[:others] {
				run[i] = colours[code]
			}
			from = from[others:]
		}
	}
	return len(from) == 0
}

// sideBySide calls do for 0 to count−1, on all cores.
func sideBySide(count int, do func(i int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), count) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < count; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	wg.Wait()
}
