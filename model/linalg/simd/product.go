package simd

import (
	"iter"
	"runtime"
	"sync"
	"sync/atomic"
)

// An operand is a factor of a product: a row-major matrix, or the transpose of one.
type operand struct {
	data   []float64
	stride int
	trans  bool
}

func (o operand) submatrix(row, column int) operand {
	if o.trans {
		row, column = column, row
	}
	o.data = o.data[row*o.stride+column:]
	return o
}

// A changedPart is the part of a matrix C that a product changes: all of C or a triangle.
type changedPart int

const (
	whole changedPart = iota
	lower             // the diagonal and the entries below
	upper             // the diagonal and the entries above
)

func (p changedPart) overlapsTile(row, column, rows, columns int) bool {
	return p == whole || p == lower && column <= row+rows-1 || p == upper && column+columns-1 >= row
}

func (p changedPart) containsTile(row, column, rows, columns int) bool {
	return p == whole || p == lower && column+columns-1 <= row || p == upper && column >= row+rows-1
}

// columnsInRow returns the part [from, to) of a row that is in the changed part of C. The row
// begins at (row, column); from and to count from there.
func (p changedPart) columnsInRow(row, column, columns int) (from, to int) {
	switch p {
	case lower:
		return 0, min(columns, row-column+1)
	case upper:
		return max(0, row-column), columns
	}
	return 0, columns
}

// A result is a matrix C to which a product is added.
type result struct {
	data          []float64
	stride        int
	rows, columns int
	part          changedPart
}

const columnsPacked = 3072

const maxTileEntries = 8 * 24

// addProduct adds α·A·B to c, where steps is the inner dimension. It packs strips of A and B, so
// that the kernel reads memory consecutively (Goto and van de Geijn, "Anatomy of High-Performance
// Matrix Multiplication", ACM TOMS 34, 2008). One core sums each entry of c, so that the bits do
// not depend on the number of cores.
func (k *kernel) addProduct(c result, alpha float64, a, b operand, steps int) {
	bt := b
	bt.trans = !b.trans
	packed := borrowBuffer((min(columnsPacked, c.columns) + k.columns) * min(k.steps, steps))
	defer returnBuffer(packed)
	threads := 1
	if c.rows*c.columns*steps >= sharingThreshold {
		threads = runtime.GOMAXPROCS(0)
	}
	height := k.blockHeight(c.rows, threads)
	for j := 0; j < c.columns; j += columnsPacked {
		columns := min(columnsPacked, c.columns-j)
		for s := 0; s < steps; s += k.steps {
			now := min(k.steps, steps-s)
			strips := (columns + k.columns - 1) / k.columns
			shareWork(threads, strips, func(strips iter.Seq[int]) {
				for strip := range strips {
					at := strip * k.columns
					packStrip((*packed)[at*now:], bt.submatrix(j+at, s), min(k.columns, columns-at), now, k.columns)
				}
			})
			shareWork(threads, (c.rows+height-1)/height, func(blocks iter.Seq[int]) {
				block := borrowBuffer((height + k.rows) * now)
				defer returnBuffer(block)
				var edge [maxTileEntries]float64
				for n := range blocks {
					i := n * height
					rows := min(height, c.rows-i)
					if !c.part.overlapsTile(i, j, rows, columns) {
						continue
					}
					for at := 0; at < rows; at += k.rows {
						packStrip((*block)[at*now:], a.submatrix(i+at, s), min(k.rows, rows-at), now, k.rows)
					}
					k.addBlock(c, alpha, i, j, rows, columns, now, *block, *packed, &edge)
				}
			})
		}
	}
}

// blockHeight returns the number of rows of A that a thread packs at a time. It is at most k.block,
// and each thread gets about equally many blocks.
func (k *kernel) blockHeight(rows, threads int) int {
	blocks := threads * ((rows + threads*k.block - 1) / (threads * k.block))
	strips := (rows + blocks*k.rows - 1) / (blocks * k.rows)
	return strips * k.rows
}

// addBlock adds the product of a packed block a of A and packed columns b of B to c, from row i and
// column j on. edge is workspace for tiles that are not wholly in c.
func (k *kernel) addBlock(c result, alpha float64, i, j, rows, columns, steps int, a, b []float64, edge *[maxTileEntries]float64) {
	for jr := 0; jr < columns; jr += k.columns {
		wide := min(k.columns, columns-jr)
		for ir := 0; ir < rows; ir += k.rows {
			high, row, column := min(k.rows, rows-ir), i+ir, j+jr
			switch {
			case !c.part.overlapsTile(row, column, high, wide):
			case high == k.rows && wide == k.columns && c.part.containsTile(row, column, high, wide):
				k.tile(steps, alpha, &a[ir*steps], &b[jr*steps], &c.data[row*c.stride+column], c.stride)
			default:
				clear(edge[:])
				k.tile(steps, alpha, &a[ir*steps], &b[jr*steps], &edge[0], k.columns)
				for r := range high {
					from, to := c.part.columnsInRow(row+r, column, wide)
					out := c.data[(row+r)*c.stride+column:]
					for s := from; s < to; s++ {
						out[s] += edge[r*k.columns+s]
					}
				}
			}
		}
	}
}

// packStrip copies the first steps columns of o to strip, one after the other. Each column takes
// height entries of strip, with zeros for missing rows.
func packStrip(strip []float64, o operand, rows, steps, height int) {
	strip = strip[:steps*height]
	switch {
	case o.trans && rows == height:
		for s := range steps {
			copy(strip[s*height:(s+1)*height], o.data[s*o.stride:s*o.stride+height])
		}
	case !o.trans && rows == height && height%4 == 0:
		for r := 0; r < height; r += 4 {
			row0, row1 := o.data[r*o.stride:][:steps], o.data[(r+1)*o.stride:][:steps]
			row2, row3 := o.data[(r+2)*o.stride:][:steps], o.data[(r+3)*o.stride:][:steps]
			at := r
			for s := range row0 {
				to := strip[at : at+4 : at+4]
				to[0], to[1], to[2], to[3] = row0[s], row1[s], row2[s], row3[s]
				at += height
			}
		}
	default:
		clear(strip)
		for s := range steps {
			for r := range rows {
				if o.trans {
					strip[s*height+r] = o.data[s*o.stride+r]
				} else {
					strip[s*height+r] = o.data[r*o.stride+s]
				}
			}
		}
	}
}

// sharingThreshold is the smallest number of multiplications of a product that several cores share.
const sharingThreshold = 64 * 64 * 64

// shareWork calls work on at most threads goroutines. Each of the pieces 0 to n−1 goes to one call.
func shareWork(threads, n int, work func(pieces iter.Seq[int])) {
	var taken atomic.Int64
	pieces := func(yield func(int) bool) {
		for {
			if i := int(taken.Add(1)) - 1; i >= n || !yield(i) {
				return
			}
		}
	}
	var wg sync.WaitGroup
	for range min(threads, n) - 1 {
		wg.Go(func() { work(pieces) })
	}
	work(pieces)
	wg.Wait()
}

var buffers sync.Pool

func borrowBuffer(n int) *[]float64 {
	if m, ok := buffers.Get().(*[]float64); ok && cap(*m) >= n {
		*m = (*m)[:n]
		return m
	}
	m := make([]float64, n)
	return &m
}

func returnBuffer(m *[]float64) { buffers.Put(m) }
