package parquet

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/bytestreamsplit"
	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/format"
)

var (
	errPage     = errors.New("a page does not match its header")
	errChecksum = errors.New("a page has changed since it was written: its checksum does not match")
	errSize     = errors.New("a page unpacks to another size than its header says")
)

// rawValues are the encoded values of a page or a dictionary: in fixed if all have the same size,
// otherwise in texts.
type rawValues struct {
	fixed       []byte
	texts       []string
	memoryBytes int64
}

// countMemory adds size, in bytes, to the memory that v takes. It fails if all readers of f together then
// take more than File.MaxPageBytes.
func (f *File) countMemory(v *rawValues, size int64) error {
	v.memoryBytes += size
	f.countedBytes += size
	if f.countedBytes > f.MaxPageBytes {
		return newError("has pages of more than %d MiB once they are decoded: write it with smaller pages, or fewer columns", f.MaxPageBytes>>20)
	}
	return nil
}

func (r *Reader) countPageMemory(size int) error {
	return r.file.countMemory(&r.page.rawValues, int64(size))
}

// releaseMemory stops counting the memory of v.
func (f *File) releaseMemory(v *rawValues) {
	f.countedBytes -= v.memoryBytes
	*v = rawValues{}
}

// A page is a part of a column. valuesLeft is the number of values still to read, including null values,
// which are not stored.
type page struct {
	rawValues
	valuesLeft       int
	storedValuesRead int
	// defined has the definition level of each value; nil if no value can be null.
	defined []uint8
	// indices, if not nil, has the index of each value in the dictionary. rawValues is then empty.
	indices []uint32
}

// readPageHeader reads the page header at offset. It returns the offset after the header. end is the
// offset where the column chunk ends.
func (f *File) readPageHeader(offset, end int64) (h format.PageHeader, at int64, err error) {
	for _, size := range []int64{1 << 9, 1 << 24} { // few headers are long
		text := make([]byte, min(size, end-offset))
		_, err = f.in.ReadAt(text, offset)
		if err != nil && err != io.EOF {
			return h, 0, err
		}
		var n int
		h = format.PageHeader{}
		n, err = decodeThrift(text, &h)
		if err == nil {
			return h, offset + int64(n), nil
		}
	}
	return h, 0, err
}

// readPackedPage reads the compressed page at offset, which has the header h. The bytes are valid until the
// next call. It fails if the bytes do not match the checksum in h.
func (f *File) readPackedPage(h format.PageHeader, offset int64) ([]byte, error) {
	size := int(h.CompressedPageSize)
	f.packedBuffer = slices.Grow(f.packedBuffer[:0], size)[:size]
	if _, err := f.in.ReadAt(f.packedBuffer, offset); err != nil {
		return nil, err
	}
	if h.CRC != 0 && crc32.ChecksumIEEE(f.packedBuffer) != uint32(h.CRC) { // 0 means that there is no checksum
		return nil, errChecksum
	}
	return f.packedBuffer, nil
}

// unpack decompresses packed and appends the result to out. It fails if the result has another length than
// size.
func (f *File) unpack(out []byte, codec format.CompressionCodec, packed []byte, size int) ([]byte, error) {
	before := len(out)
	out, err := f.decompress(out, codec, packed, size)
	if err == nil && len(out)-before != size {
		err = errSize
	}
	return out, err
}

func (f *File) decompress(out []byte, codec format.CompressionCodec, packed []byte, size int) ([]byte, error) {
	const ratio = 64 // Snappy needs at least three bytes for a copy of 64
	roomy := slices.Grow(out, min(size, ratio*len(packed))+bytes.MinRead+1)
	var r io.Reader
	var err error
	switch codec {
	case format.Uncompressed:
		return append(out, packed...), nil
	case format.Snappy:
		if n, err := s2.DecodedLen(packed); err != nil || n != size || size/ratio > len(packed) {
			return nil, errSize
		}
		text, err := s2.Decode(roomy[len(out):cap(roomy)], packed)
		return append(roomy, text...), err
	case format.Lz4Raw:
		// Package s2 converts LZ4 to the format S2, which begins with the decompressed size and
		// takes at most one and a half times as many bytes.
		block := binary.AppendUvarint(make([]byte, 0, 2*len(packed)+ratio), uint64(size))
		block, n, err := new(s2.LZ4Converter).ConvertBlock(block, packed)
		if err != nil || n != size {
			return nil, errSize
		}
		text, err := s2.Decode(nil, block)
		return append(out, text...), err
	case format.Gzip:
		r, err = gzip.NewReader(bytes.NewReader(packed))
	case format.Zstd:
		if f.zstdDecoder == nil {
			f.zstdDecoder, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(uint64(max(f.MaxPageBytes, 1))))
		}
		if err == nil {
			err = f.zstdDecoder.Reset(bytes.NewReader(packed))
		}
		r = f.zstdDecoder
	case format.Brotli:
		r = brotli.NewReader(bytes.NewReader(packed))
	default:
		err = newError("is compressed by %s: write it with Snappy, Zstandard or gzip", codec)
	}
	if err != nil {
		return nil, err
	}
	unpacked := bytes.NewBuffer(roomy)
	_, err = unpacked.ReadFrom(io.LimitReader(r, int64(size)+1))
	return unpacked.Bytes(), err
}

// readNextPage reads the next page with values, and a dictionary that precedes this page.
func (r *Reader) readNextPage() error {
	for r.valuesLeft > 0 {
		h, at, err := r.file.readPageHeader(r.pageOffset, r.groupEnd)
		if err != nil {
			return err
		}
		size, full := int64(h.CompressedPageSize), int64(h.UncompressedPageSize)
		switch {
		case size < 0, full < 0, size > r.groupEnd-at:
			return errPage
		}
		r.pageOffset = at + size
		packed, err := r.file.readPackedPage(h, at)
		switch {
		case err != nil:
		case h.Type == format.DictionaryPage && h.DictionaryPageHeader.Valid:
			err = r.readDictionary(h, packed)
		case h.Type == format.DataPage && h.DataPageHeader.Valid:
			err = r.readPageV1(h, packed)
		case h.Type == format.DataPageV2 && h.DataPageHeaderV2.Valid:
			err = r.readPageV2(h, packed)
		}
		if err != nil || r.page.valuesLeft > 0 {
			return err
		}
	}
	return errPage
}

func (r *Reader) readDictionary(h format.PageHeader, packed []byte) error {
	r.releaseDictionary()
	if err := r.file.countMemory(&r.dictionary.rawValues, int64(h.UncompressedPageSize)); err != nil {
		return err
	}
	text, err := r.file.unpack(nil, r.codec, packed, int(h.UncompressedPageSize))
	if err != nil {
		return err
	}
	return r.readPlainValues(&r.dictionary.rawValues, text, int(h.DictionaryPageHeader.V.NumValues))
}

// readPageV1 reads a page of version 1, whose levels and values are compressed together. The lists of
// levels come before the values. The length of a list, in bytes, comes before the list.
func (r *Reader) readPageV1(h format.PageHeader, packed []byte) (err error) {
	about := h.DataPageHeader.V
	if err := r.loadPage(int(about.NumValues), h); err != nil {
		return err
	}
	r.pageBuffer, err = r.file.unpack(r.pageBuffer[:0], r.codec, packed, int(h.UncompressedPageSize))
	if err != nil {
		return err
	}
	text := r.pageBuffer
	var levels [2][]byte
	for i, l := range [...]struct {
		max      int
		encoding format.Encoding
	}{{r.column.repeated, about.RepetitionLevelEncoding}, {r.column.defined, about.DefinitionLevelEncoding}} {
		if l.max == 0 {
			continue
		}
		if l.encoding != format.RLE {
			return newError("has levels in the obsolete encoding %s", l.encoding)
		}
		if len(text) < 4 || int64(binary.LittleEndian.Uint32(text)) > int64(len(text)-4) {
			return errPage
		}
		end := 4 + int(binary.LittleEndian.Uint32(text))
		levels[i], text = text[4:end], text[end:]
	}
	return r.beginPage(about.Encoding, levels[0], levels[1], text)
}

func (r *Reader) loadPage(values int, h format.PageHeader) error {
	r.file.releaseMemory(&r.page.rawValues)
	r.page = page{valuesLeft: values}
	return r.file.countMemory(&r.page.rawValues, int64(h.UncompressedPageSize))
}

// readPageV2 reads a page of version 2. The levels precede the values and are not compressed.
func (r *Reader) readPageV2(h format.PageHeader, packed []byte) (err error) {
	about := h.DataPageHeaderV2.V
	size, full := len(packed), int(h.UncompressedPageSize)
	repeated, defined := int(about.RepetitionLevelsByteLength), int(about.DefinitionLevelsByteLength)
	if repeated < 0 || defined < 0 || repeated > size-defined || repeated > full-defined {
		return errPage
	}
	if err := r.loadPage(int(about.NumValues), h); err != nil {
		return err
	}
	before := repeated + defined
	r.pageBuffer = append(r.pageBuffer[:0], packed[:before]...)
	codec := r.codec
	if about.IsCompressed.Valid && !about.IsCompressed.V {
		codec = format.Uncompressed
	}
	if size > before {
		r.pageBuffer, err = r.file.unpack(r.pageBuffer, codec, packed[before:], full-before)
		if err != nil {
			return err
		}
	}
	return r.beginPage(about.Encoding, r.pageBuffer[:repeated], r.pageBuffer[repeated:before], r.pageBuffer[before:])
}

// readLevels decodes the repetition levels and the definition levels of the page. stored is the number
// of values that are not null.
func (r *Reader) readLevels(repeated, defined []byte) (stored int, err error) {
	c, p := r.column, &r.page
	if err := r.countPageMemory(2 * p.valuesLeft); err != nil {
		return 0, err
	}
	if c.repeated > 0 {
		levels, err := decodeRuns[uint8](repeated, countLevelBits(c.repeated), p.valuesLeft)
		if err != nil {
			return 0, err
		}
		for i, l := range levels {
			if (l == 0) != ((r.valuesOfRow+i)%c.Width == 0) {
				return 0, newError("has lists of different lengths in column %q: leave it out", c.Name)
			}
		}
		r.valuesOfRow = (r.valuesOfRow + p.valuesLeft) % c.Width
	}
	if c.defined == 0 {
		return p.valuesLeft, nil
	}
	p.defined, err = decodeRuns[uint8](defined, countLevelBits(c.defined), p.valuesLeft)
	if err == nil && p.valuesLeft > 0 && int(slices.Max(p.defined)) > c.defined {
		err = errLevels
	}
	return r.countNonNull(p.defined), err
}

// beginPage prepares the page for reading. repeated and defined have the encoded levels, and text has
// the encoded values.
func (r *Reader) beginPage(encoding format.Encoding, repeated, defined, text []byte) error {
	p, size := &r.page, r.column.kind.size
	if p.valuesLeft < 0 || p.valuesLeft > r.valuesLeft {
		return errors.New("a page has more values than the column")
	}
	stored, err := r.readLevels(repeated, defined)
	if err != nil {
		return err
	}
	switch encoding {
	case format.Plain:
		if r.column.physical == format.Boolean {
			count := min(stored, 8*len(text))
			err = r.countPageMemory(count)
			if err == nil {
				p.fixed = unpackBits(make([]byte, 0, count), text, 1, count)
			}
			return err
		}
		return r.readPlainValues(&p.rawValues, text, stored)
	//lint:ignore SA1019 older files have it, and their indices are those of RLEDictionary
	case format.PlainDictionary, format.RLEDictionary:
		if len(text) == 0 {
			return nil // all values are null
		}
		return r.readIndices(text[1:], int(text[0]), stored)
	case format.RLE:
		if r.column.physical != format.Boolean || len(text) < 4 {
			return errPage
		}
		p.fixed, err = decodeRuns[byte](text[4:], 1, stored)
		return err
	case format.ByteStreamSplit:
		if size == 0 {
			return errPage
		}
		if err := r.countPageMemory(len(text)); err != nil {
			return err
		}
		p.fixed, err = new(bytestreamsplit.Encoding).DecodeFixedLenByteArray(nil, text, size)
		return err
	case format.DeltaBinaryPacked, format.DeltaLengthByteArray, format.DeltaByteArray:
		switch count := readDeltaCount(text); {
		case count > uint64(p.valuesLeft):
			return errPage
		case encoding != format.DeltaBinaryPacked:
			return r.readDeltaTexts(encoding, text)
		default:
			err = r.countPageMemory(size * int(count))
		}
		if err == nil {
			p.fixed, err = decodeDeltas(text, size)
		}
		return err
	}
	return newError("is encoded as %s, which can't be read", encoding)
}

// readIndices reads indices of values in the dictionary, as many as count says. width is the size of an
// index in bits.
func (r *Reader) readIndices(text []byte, width, count int) error {
	if width > 32 {
		return errLevels
	}
	err := r.countPageMemory(4 * count)
	if err == nil {
		r.page.indices, err = decodeRuns[uint32](text, width, count)
	}
	return err
}

// readPlainValues reads count consecutive values of text into v. If values differ in size, text has the
// length of each value before the value.
func (r *Reader) readPlainValues(v *rawValues, text []byte, count int) error {
	size := r.column.kind.size
	switch {
	case r.column.physical == format.Boolean, count < 0, size > 0 && count > len(text)/size:
		return errPage // booleans have no dictionary
	case size > 0:
		v.fixed = text
		return nil
	}
	if err := r.file.countMemory(v, int64(len(text)+stringHeaderBytes*min(count, len(text)/4))); err != nil {
		return err
	}
	all := string(text)
	for at := 0; count > 0; count-- {
		if len(all)-at < 4 {
			return errPage
		}
		length := int(binary.LittleEndian.Uint32(text[at:]))
		at += 4
		if length > len(all)-at {
			return errPage
		}
		v.texts = append(v.texts, all[at:at+length])
		at += length
	}
	return nil
}

// readDeltaCount returns the number of values in delta-encoded text: the third number, after the block size
// and the number of blocks.
func readDeltaCount(text []byte) uint64 {
	var count uint64
	for range 3 {
		var n int
		count, n = binary.Uvarint(text)
		text = text[max(n, 0):]
	}
	return count
}

func decodeDeltas(text []byte, size int) (fixed []byte, err error) {
	var numbers any
	switch e := new(delta.BinaryPackedEncoding); size {
	case 4:
		numbers, err = e.DecodeInt32(nil, text)
	case 8:
		numbers, err = e.DecodeInt64(nil, text)
	default:
		err = errPage
	}
	if err != nil {
		return nil, err
	}
	return binary.Append(nil, binary.LittleEndian, numbers)
}

const stringHeaderBytes = 16

// countTextMemory counts the memory for the decoded texts of a page. With DeltaByteArray, a text lacks the
// prefix that it shares with the previous one; the page begins with the lengths of these prefixes.
func (r *Reader) countTextMemory(encoding format.Encoding, text []byte) error {
	err := r.countPageMemory(len(text) + stringHeaderBytes*int(readDeltaCount(text)))
	if err != nil || encoding != format.DeltaByteArray {
		return err
	}
	lengths, err := new(delta.BinaryPackedEncoding).DecodeInt32(nil, text)
	if err != nil {
		return err
	}
	shared := 0
	for _, n := range lengths {
		shared += int(max(n, 0))
	}
	return r.countPageMemory(shared)
}

func (r *Reader) readDeltaTexts(encoding format.Encoding, text []byte) error {
	if err := r.countTextMemory(encoding, text); err != nil {
		return err
	}
	decode := new(delta.ByteArrayEncoding).DecodeByteArray
	if encoding == format.DeltaLengthByteArray {
		decode = new(delta.LengthByteArrayEncoding).DecodeByteArray
	}
	data, offsets, err := decode(nil, text, nil)
	if err != nil {
		return err
	}
	size := r.column.kind.size
	all := string(data)
	for i := 1; i < len(offsets); i++ {
		if offsets[i-1] > offsets[i] || int(offsets[i]) > len(all) {
			return fmt.Errorf("%w: its texts overlap", errPage)
		}
		r.page.texts = append(r.page.texts, all[offsets[i-1]:offsets[i]])
		if size > 0 && len(r.page.texts[i-1]) != size {
			return errPage
		}
	}
	if size > 0 {
		r.page.fixed = data
	}
	return nil
}
