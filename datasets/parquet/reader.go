package parquet

import (
	"errors"
	"math"
	"slices"

	"github.com/parquet-go/parquet-go/format"
)

// A Reader reads a column from its first row on. The readers of a file share memory, so only one of
// them may be used at a time.
type Reader struct {
	file   *File
	column Column
	group  int // the index of the next row group
	codec  format.CompressionCodec
	// at is the offset of the next page of the row group and end the offset after its last page.
	// left is the number of values still to read in the row group.
	at, end    int64
	left       int
	dictionary rawValues
	page       page
	// row is the number of values already read of the current row.
	row int
	// room is memory for the unpacked page, level for the levels and index for the indices of the
	// values being read.
	room         []byte
	level, index []uint32
}

// Reader returns a reader of the column c.
func (f *File) Reader(c Column) *Reader { return &Reader{file: f, column: c} }

// Release gives back the memory that the reader counts for its page and dictionary.
func (r *Reader) Release() {
	r.file.release(&r.page.rawValues)
	r.file.release(&r.dictionary)
}

// Numbers fills out with the values of the next rows, Column.Width values for each row. Null values
// become NaN.
func (r *Reader) Numbers(out []float64) error {
	return fill(r, out, math.NaN(), r.takeNumbers)
}

// Texts fills out with the next values as texts. Null values become empty.
func (r *Reader) Texts(out []string) error {
	return fill(r, out, "", r.takeTexts)
}

// fill stores the next values in out. take reads the values that are not null, and null replaces the
// others.
func fill[T any](r *Reader, out []T, null T, take func(out []T) error) error {
	for len(out) > 0 {
		if err := r.ensurePage(); err != nil {
			return err
		}
		n := min(len(out), r.page.left)
		there, err := r.countDefined(n)
		if err != nil {
			return err
		}
		if err := take(out[:there]); err != nil {
			return err
		}
		if there < n {
			last := there
			for i := n - 1; i >= 0; i-- {
				if int(r.level[i]) < r.column.defined {
					out[i] = null
					continue
				}
				last--
				out[i] = out[last]
			}
		}
		r.page.left -= n
		r.left -= n
		out = out[n:]
	}
	return nil
}

// ensurePage makes sure that the current page has values to read.
func (r *Reader) ensurePage() error {
	for r.left == 0 {
		if r.group == len(r.file.groups) {
			return errPage
		}
		chunk := r.file.groups[r.group].Columns[r.column.at]
		r.group++
		if err := r.beginChunk(chunk, int(r.file.groups[r.group-1].NumRows)); err != nil {
			return err
		}
	}
	if r.page.left > 0 {
		return nil
	}
	return r.nextPage()
}

// beginChunk prepares a chunk of the given number of rows for reading.
func (r *Reader) beginChunk(chunk format.ColumnChunk, rows int) error {
	about := chunk.MetaData
	r.at = about.DataPageOffset
	if o := about.DictionaryPageOffset; o > 0 && o < r.at {
		r.at = o
	}
	r.end = r.at + about.TotalCompressedSize
	r.Release()
	r.codec, r.left, r.page = about.Codec, rows*r.column.Width, page{}
	switch {
	case chunk.FilePath != "":
		return newError("has its columns in other files")
	case chunk.CryptoMetadata.Value != nil:
		return newError("is encrypted: write it without encryption")
	case about.Type != r.column.physical, about.NumValues != int64(r.left):
		return errors.New("a column does not fit the schema")
	case r.at < 0, about.TotalCompressedSize < 0, r.end > r.file.size, r.end < r.at:
		return errPage
	}
	return nil
}

// countDefined reads the levels of the next n values and returns how many of the values are not
// null.
func (r *Reader) countDefined(n int) (count int, err error) {
	if r.column.defined == 0 && r.column.repeated == 0 {
		return n, nil
	}
	r.level = slices.Grow(r.level[:0], n)[:n]
	level := r.level
	if p := r.page.repeated; p != nil {
		if err := p.read(level); err != nil {
			return 0, err
		}
		for _, l := range level {
			begins := r.row%r.column.Width == 0
			if (l == 0) != begins {
				return 0, newError("has lists of different lengths in column %q: leave it out", r.column.Name)
			}
			r.row = (r.row + 1) % r.column.Width
		}
	}
	if r.page.defined == nil {
		return n, nil
	}
	if err := r.page.defined.read(level); err != nil {
		return 0, err
	}
	for _, l := range level {
		if int(l) == r.column.defined {
			count++
		} else if int(l) > r.column.defined {
			return 0, errLevels
		}
	}
	return count, nil
}

// takeIndexed fills out with the values of a dictionary at the next indices.
func takeIndexed[T any](r *Reader, out, values []T) error {
	r.index = slices.Grow(r.index[:0], len(out))[:len(out)]
	if err := r.page.indices.read(r.index); err != nil {
		return err
	}
	for i, at := range r.index {
		if int(at) >= len(values) {
			return errors.New("an index lies outside of the dictionary")
		}
		out[i] = values[at]
	}
	return nil
}

// takeNumbers reads the next stored values as numbers.
func (r *Reader) takeNumbers(out []float64) error {
	k, p := r.column.kind, &r.page
	if p.indices == nil {
		if len(out) > len(p.fixed)/k.size-p.taken {
			return errPage
		}
		k.numbers(out, p.fixed[p.taken*k.size:])
		p.taken += len(out)
		return nil
	}
	d := &r.dictionary
	if d.numbers == nil {
		if err := r.file.countHeld(d, int64(8*(len(d.fixed)/k.size))); err != nil {
			return err
		}
		d.numbers = make([]float64, len(d.fixed)/k.size)
		k.numbers(d.numbers, d.fixed)
		d.fixed = nil // no longer needed
	}
	return takeIndexed(r, out, d.numbers)
}

// takeTexts reads the next stored values as texts.
func (r *Reader) takeTexts(out []string) error {
	p, v := &r.page, &r.dictionary
	if p.indices == nil {
		v = &p.rawValues
	}
	if err := r.makeTexts(v); err != nil {
		return err
	}
	if p.indices == nil {
		if len(out) > len(p.texts)-p.taken {
			return errPage
		}
		copy(out, p.texts[p.taken:])
		p.taken += len(out)
		return nil
	}
	return takeIndexed(r, out, v.texts)
}

// makeTexts writes values of fixed size as texts, unless they are already written.
func (r *Reader) makeTexts(v *rawValues) error {
	size := r.column.kind.size
	if v.texts != nil || size == 0 {
		return nil
	}
	const text = 24 // bytes of a number that is written, or of a time
	if err := r.file.countHeld(v, int64(len(v.fixed)/size*(textHeader+text))); err != nil {
		return err
	}
	for at := 0; at+size <= len(v.fixed); at += size {
		v.texts = append(v.texts, r.column.kind.text(v.fixed[at:at+size]))
	}
	return nil
}
