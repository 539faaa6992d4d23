package parquet

import (
	"errors"
	"math"

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
	dictionary struct {
		rawValues
		// numbers and words are the values, once they are needed as numbers or as texts.
		numbers []float64
		words   []string
	}
	page page
	// valuesOfRow is the number of values of the current row that earlier pages had, and room is
	// memory for the unpacked page.
	valuesOfRow int
	room        []byte
}

// Reader returns a reader of the column c.
func (f *File) Reader(c Column) *Reader { return &Reader{file: f, column: c} }

// Release gives back the memory that the reader counts for its page and dictionary.
func (r *Reader) Release() {
	r.file.releaseMemory(&r.page.rawValues)
	r.releaseDictionary()
}

func (r *Reader) releaseDictionary() {
	r.file.releaseMemory(&r.dictionary.rawValues)
	r.dictionary.numbers, r.dictionary.words = nil, nil
}

// Numbers stores the values of the next rows in out, Column.Width values for each row. Null values
// become NaN.
func (r *Reader) Numbers(out []float64) error {
	return readValues(r, out, math.NaN(), &r.dictionary.numbers, kind.convertNumbers)
}

// Texts stores the next values in out as texts. Null values become empty.
func (r *Reader) Texts(out []string) error {
	return readValues(r, out, "", &r.dictionary.words, kind.convertTexts)
}

// A convertFunc converts the values from index at on and stores them in out.
type convertFunc[T any] func(k kind, out []T, values *rawValues, at int)

// readValues stores the next values in out. null replaces values that are null. dictionary is the converted
// dictionary; it is nil until readValues needs it.
func readValues[T any](r *Reader, out []T, null T, dictionary *[]T, convert convertFunc[T]) error {
	for len(out) > 0 {
		if err := r.ensurePage(); err != nil {
			return err
		}
		p := &r.page
		n := min(len(out), p.left)
		there, levels := n, p.defined
		if levels != nil {
			levels = levels[len(levels)-p.left:][:n]
			there = r.countDefined(levels)
		}
		if err := readNonNull(r, out[:there], dictionary, convert); err != nil {
			return err
		}
		for i, last := n-1, there; last <= i; i-- {
			if int(levels[i]) < r.column.defined {
				out[i] = null
				continue
			}
			last--
			out[i] = out[last]
		}
		p.left -= n
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

// countDefined returns the number of levels of values that are not null.
func (r *Reader) countDefined(levels []uint8) (count int) {
	for _, l := range levels {
		if int(l) == r.column.defined {
			count++
		}
	}
	return count
}

// readNonNull stores the next values that are not null in out.
func readNonNull[T any](r *Reader, out []T, dictionary *[]T, convert convertFunc[T]) error {
	k, p, d := r.column.kind, &r.page, &r.dictionary.rawValues
	at := p.taken
	p.taken += len(out)
	if p.indices == nil {
		if p.taken > k.count(&p.rawValues) {
			return errPage
		}
		convert(k, out, &p.rawValues, at)
		return nil
	}
	if *dictionary == nil {
		const size = textHeader + 24 // bytes of a number, or of a number or a time as text
		n := k.count(d)
		if err := r.file.countMemory(d, int64(size*n)); err != nil {
			return err
		}
		*dictionary = make([]T, n)
		convert(k, *dictionary, d, 0)
	}
	for i, index := range p.indices[at:p.taken] {
		if int(index) >= len(*dictionary) {
			return errors.New("an index lies outside of the dictionary")
		}
		out[i] = (*dictionary)[index]
	}
	return nil
}
