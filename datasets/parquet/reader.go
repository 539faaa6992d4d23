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
	// pageOffset is the offset of the next page in the row group, and groupEnd the offset after the last
	// page.
	pageOffset, groupEnd int64
	// valuesLeft counts the values still to read in the row group.
	valuesLeft int
	dictionary struct {
		rawValues
		// numbers and words are the values as numbers and as texts; nil until the first use.
		numbers []float64
		words   []string
	}
	page page
	// valuesOfRow is the number of values of the current row in earlier pages.
	valuesOfRow int
	pageBuffer  []byte
}

// NewReader returns a reader of the column c.
func (f *File) NewReader(c Column) *Reader { return &Reader{file: f, column: c} }

// Release stops counting the memory of the reader's page and dictionary, so that other readers of the
// file may take as much.
func (r *Reader) Release() {
	r.file.releaseMemory(&r.page.rawValues)
	r.releaseDictionary()
}

func (r *Reader) releaseDictionary() {
	r.file.releaseMemory(&r.dictionary.rawValues)
	r.dictionary.numbers, r.dictionary.words = nil, nil
}

// ReadNumbers stores the values of the next rows in out, Column.Width values for each row. Null values become
// NaN.
func (r *Reader) ReadNumbers(out []float64) error {
	return readValues(r, out, math.NaN(), &r.dictionary.numbers, kind.convertNumbers)
}

// ReadTexts stores the next values in out as texts. Null values become empty.
func (r *Reader) ReadTexts(out []string) error {
	return readValues(r, out, "", &r.dictionary.words, kind.convertTexts)
}

// A convertFunc converts the values from the given index on and stores them in out.
type convertFunc[T any] func(k kind, out []T, values *rawValues, at int)

// readValues stores the next values in out, with null in place of null values. dictionary is the
// converted dictionary; nil until readValues needs it.
func readValues[T any](r *Reader, out []T, null T, dictionary *[]T, convert convertFunc[T]) error {
	for len(out) > 0 {
		if err := r.ensureValuesLeft(); err != nil {
			return err
		}
		p := &r.page
		n := min(len(out), p.valuesLeft)
		there, levels := n, p.defined
		if levels != nil {
			levels = levels[len(levels)-p.valuesLeft:][:n]
			there = r.countNonNull(levels)
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
		p.valuesLeft -= n
		r.valuesLeft -= n
		out = out[n:]
	}
	return nil
}

func (r *Reader) ensureValuesLeft() error {
	for r.valuesLeft == 0 {
		if r.group == len(r.file.groups) {
			return errPage
		}
		chunk := r.file.groups[r.group].Columns[r.column.at]
		r.group++
		if err := r.beginChunk(chunk, int(r.file.groups[r.group-1].NumRows)); err != nil {
			return err
		}
	}
	if r.page.valuesLeft > 0 {
		return nil
	}
	return r.readNextPage()
}

func (r *Reader) beginChunk(chunk format.ColumnChunk, rows int) error {
	about := chunk.MetaData
	r.pageOffset = about.DataPageOffset
	if o := about.DictionaryPageOffset; o > 0 && o < r.pageOffset {
		r.pageOffset = o
	}
	r.groupEnd = r.pageOffset + about.TotalCompressedSize
	r.Release()
	r.codec, r.valuesLeft, r.page = about.Codec, rows*r.column.Width, page{}
	switch {
	case chunk.FilePath != "":
		return newError("has its columns in other files")
	case chunk.CryptoMetadata.Value != nil:
		return newError("is encrypted: write it without encryption")
	case about.Type != r.column.physical, about.NumValues != int64(r.valuesLeft):
		return errors.New("a column does not fit the schema")
	case r.pageOffset < 0, about.TotalCompressedSize < 0, r.groupEnd > r.file.size, r.groupEnd < r.pageOffset:
		return errPage
	}
	return nil
}

func (r *Reader) countNonNull(levels []uint8) (count int) {
	for _, l := range levels {
		if int(l) == r.column.defined {
			count++
		}
	}
	return count
}

func readNonNull[T any](r *Reader, out []T, dictionary *[]T, convert convertFunc[T]) error {
	k, p, d := r.column.kind, &r.page, &r.dictionary.rawValues
	at := p.storedValuesRead
	p.storedValuesRead += len(out)
	if p.indices == nil {
		if p.storedValuesRead > k.countValues(&p.rawValues) {
			return errPage
		}
		convert(k, out, &p.rawValues, at)
		return nil
	}
	if *dictionary == nil {
		const size = stringHeaderBytes + 24 // bytes of a number, or of a number or a time as text
		n := k.countValues(d)
		if err := r.file.countMemory(d, int64(size*n)); err != nil {
			return err
		}
		*dictionary = make([]T, n)
		convert(k, *dictionary, d, 0)
	}
	for i, index := range p.indices[at:p.storedValuesRead] {
		if int(index) >= len(*dictionary) {
			return errors.New("an index lies outside of the dictionary")
		}
		out[i] = (*dictionary)[index]
	}
	return nil
}
