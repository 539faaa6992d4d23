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
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/bytestreamsplit"
	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

var (
	errPage     = errors.New("a page holds less than it says")
	errChecksum = errors.New("a page has changed since it was written: its checksum is another")
	errSize     = errors.New("a page unpacks to another size than it says")
)

// stored are the values of a page or a dictionary, as they were encoded: fixed where each is of as
// many bytes, else texts.
type stored struct {
	fixed []byte
	texts []string
}

// A page is a part of a column, of which left values are to come; those that are null are not
// among its values.
type page struct {
	stored
	left int
	// taken counts the values taken of those that are stored.
	taken int
	// defined and repeated are the levels, nil where all are the highest; indices, where not
	// nil, are those of the values, which are then in the dictionary.
	defined, repeated, indices *levels
}

// header reads the header of the page at offset, of which the chunk ends at end, and returns
// where it ends.
func (f *File) header(offset, end int64) (h format.PageHeader, at int64, err error) {
	const begin, most = 1 << 9, 1 << 24
	for size := int64(begin); ; size *= 8 {
		text := make([]byte, min(size, end-offset))
		_, err = f.in.ReadAt(text, offset)
		if err != nil && err != io.EOF {
			return h, 0, err
		}
		h = format.PageHeader{}
		n, err := decode(text, &h)
		if err == nil {
			return h, offset + int64(n), nil
		}
		if size >= end-offset || size >= most {
			return h, 0, err
		}
	}
}

// packedPage reads the page of a header at offset. Its bytes last until the next call. It fails where the
// header has a checksum and the bytes another.
func (f *File) packedPage(h format.PageHeader, offset int64) ([]byte, error) {
	size := int(h.CompressedPageSize)
	if cap(f.packed) < size {
		f.packed = make([]byte, size)
	}
	packed := f.packed[:size]
	if _, err := f.in.ReadAt(packed, offset); err != nil {
		return nil, err
	}
	if h.CRC != 0 && crc32.ChecksumIEEE(packed) != uint32(h.CRC) { // 0 where there is none
		return nil, errChecksum
	}
	return packed, nil
}

// unpack unpacks a page to full bytes, which it appends to to.
func (f *File) unpack(to []byte, codec format.CompressionCodec, packed []byte, full int) ([]byte, error) {
	before := len(to)
	to, err := f.decompress(to, codec, packed, full)
	if err == nil && len(to)-before != full {
		err = errSize
	}
	return to, err
}

func (f *File) decompress(to []byte, codec format.CompressionCodec, packed []byte, full int) ([]byte, error) {
	const ratio = 64 // a copy of as many bytes takes three in Snappy
	roomy := slices.Grow(to, min(full, ratio*len(packed))+bytes.MinRead+1)
	switch codec {
	case format.Uncompressed:
		return append(to, packed...), nil
	case format.Snappy:
		if n, err := snappy.DecodedLen(packed); err != nil || n != full || full/ratio > len(packed) {
			return nil, errSize
		}
		text, err := snappy.Decode(roomy[len(to):cap(roomy)], packed)
		return append(roomy, text...), err
	case format.Gzip:
		r, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			return nil, err
		}
		return readUpTo(roomy, r, full)
	case format.Zstd:
		if f.unpacker == nil {
			var err error
			f.unpacker, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxPage))
			if err != nil {
				return nil, err
			}
		}
		if err := f.unpacker.Reset(bytes.NewReader(packed)); err != nil {
			return nil, err
		}
		return readUpTo(roomy, f.unpacker, full)
	case format.Brotli:
		return readUpTo(roomy, brotli.NewReader(bytes.NewReader(packed)), full)
	case format.Lz4Raw:
		if full > 256*len(packed) { // LZ4 packs 255 bytes into one at most
			return nil, errSize
		}
		text := slices.Grow(roomy, full)[:len(to)+full]
		n, err := lz4.UncompressBlock(packed, text[len(to):])
		return text[:len(to)+n], err
	}
	return nil, refuse("is compressed by %s: write it with Snappy, Zstandard or gzip", codec)
}

// readUpTo appends what r holds to to, as soon as it is there: a byte more than most at most.
func readUpTo(to []byte, r io.Reader, most int) ([]byte, error) {
	b := bytes.NewBuffer(to)
	_, err := b.ReadFrom(io.LimitReader(r, int64(most)+1))
	return b.Bytes(), err
}

// nextPage reads the next page with values, and the dictionary on the way.
func (r *Reader) nextPage() error {
	for r.left > 0 {
		h, at, err := r.file.header(r.at, r.end)
		if err != nil {
			return err
		}
		size, full := int64(h.CompressedPageSize), int64(h.UncompressedPageSize)
		switch {
		case size < 0, full < 0, size > r.end-at:
			return errPage
		case size > maxPage, full > maxPage:
			return tooLarge(int(max(size, full)))
		}
		r.at = at + size
		packed, err := r.file.packedPage(h, at)
		switch {
		case err != nil:
		case h.Type == format.DictionaryPage && h.DictionaryPageHeader.Valid:
			err = r.readDictionary(h, packed)
		case h.Type == format.DataPage && h.DataPageHeader.Valid:
			err = r.readPage(h, packed)
		case h.Type == format.DataPageV2 && h.DataPageHeaderV2.Valid:
			err = r.readPage2(h, packed)
		}
		if err != nil || r.page.left > 0 {
			return err
		}
	}
	return errPage
}

func (r *Reader) readDictionary(h format.PageHeader, packed []byte) error {
	text, err := r.file.unpack(nil, r.codec, packed, int(h.UncompressedPageSize))
	if err != nil {
		return err
	}
	r.dictionary = dictionary{}
	return r.plain(&r.dictionary.stored, text, int(h.DictionaryPageHeader.V.NumValues))
}

// readPage reads a page of version 1: levels of known length and values, packed together.
func (r *Reader) readPage(h format.PageHeader, packed []byte) (err error) {
	r.room, err = r.file.unpack(r.room[:0], r.codec, packed, int(h.UncompressedPageSize))
	if err != nil {
		return err
	}
	about, text := h.DataPageHeader.V, r.room
	r.page = page{left: int(about.NumValues)}
	for _, l := range []struct {
		max      int
		encoding format.Encoding
		to       **levels
	}{
		{r.column.repeated, about.RepetitionLevelEncoding, &r.page.repeated},
		{r.column.defined, about.DefinitionLevelEncoding, &r.page.defined},
	} {
		if l.max == 0 {
			continue
		}
		if l.encoding != format.RLE {
			return refuse("has levels in the encoding %s, which was given up", l.encoding)
		}
		if len(text) < 4 || int64(binary.LittleEndian.Uint32(text)) > int64(len(text)-4) {
			return errPage
		}
		size := int(binary.LittleEndian.Uint32(text))
		*l.to = &levels{text: text[4 : 4+size], width: bitWidth(l.max)}
		text = text[4+size:]
	}
	return r.beginPage(about.Encoding, text)
}

// readPage2 reads a page of version 2, whose levels lie unpacked before the values.
func (r *Reader) readPage2(h format.PageHeader, packed []byte) (err error) {
	about := h.DataPageHeaderV2.V
	size, full := len(packed), int(h.UncompressedPageSize)
	repeated, defined := int(about.RepetitionLevelsByteLength), int(about.DefinitionLevelsByteLength)
	if repeated < 0 || defined < 0 || repeated > size-defined || repeated > full-defined {
		return errPage
	}
	before := repeated + defined
	r.room = append(r.room[:0], packed[:before]...)
	codec := r.codec
	if about.IsCompressed.Valid && !about.IsCompressed.V {
		codec = format.Uncompressed
	}
	if size > before {
		r.room, err = r.file.unpack(r.room, codec, packed[before:], full-before)
		if err != nil {
			return err
		}
	}
	r.page = page{left: int(about.NumValues)}
	if r.column.repeated > 0 {
		r.page.repeated = &levels{text: r.room[:repeated], width: bitWidth(r.column.repeated)}
	}
	if r.column.defined > 0 {
		r.page.defined = &levels{text: r.room[repeated:before], width: bitWidth(r.column.defined)}
	}
	return r.beginPage(about.Encoding, r.room[before:])
}

// bitWidth is how many bits the whole numbers up to most take.
func bitWidth(most int) (width uint) {
	for ; most > 0; most >>= 1 {
		width++
	}
	return width
}

// beginPage makes the page ready for its values, which are in text.
func (r *Reader) beginPage(encoding format.Encoding, text []byte) (err error) {
	p, size := &r.page, r.column.kind.size
	if p.left < 0 || p.left > r.left {
		return errors.New("a page has more values than the column")
	}
	most := p.left // values, if none is null
	switch encoding {
	case format.Plain:
		if r.column.physical == format.Boolean {
			return p.booleans(text, most)
		}
		if size > 0 {
			p.fixed = text
			return nil
		}
		return r.plain(&p.stored, text, -1)
	//lint:ignore SA1019 older files have it, and their indices are those of RLEDictionary
	case format.PlainDictionary, format.RLEDictionary:
		if len(text) == 0 {
			return nil // all are null
		}
		if text[0] > 32 {
			return errLevels
		}
		p.indices = &levels{text: text[1:], width: uint(text[0])}
		return nil
	case format.RLE:
		if r.column.physical != format.Boolean || len(text) < 4 {
			return errPage
		}
		p.indices = &levels{text: text[4:], width: 1}
		r.dictionary = dictionary{stored: stored{fixed: []byte{0, 1}}}
		return nil
	case format.ByteStreamSplit:
		if size == 0 {
			return errPage
		}
		p.fixed, err = new(bytestreamsplit.Encoding).DecodeFixedLenByteArray(nil, text, size)
		return err
	case format.DeltaBinaryPacked:
		p.fixed, err = deltas(text, size, most)
		return err
	case format.DeltaLengthByteArray, format.DeltaByteArray:
		return r.deltaTexts(encoding, text, most)
	}
	return refuse("is encoded as %s, which can't be read", encoding)
}

// plain takes count values that follow each other in text, each text behind its length; all
// that there are where count is negative.
func (r *Reader) plain(v *stored, text []byte, count int) error {
	size := r.column.kind.size
	switch {
	case r.column.physical == format.Boolean:
		return errPage // two values need no dictionary
	case size > 0 && count > len(text)/size:
		return errPage
	case size > 0:
		v.fixed = text
		return nil
	}
	all := string(text)
	for at := 0; at < len(all) && count != 0; count-- {
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
	if count > 0 {
		return errPage
	}
	return nil
}

// booleans takes as many bits at most, the lowest first.
func (p *page) booleans(text []byte, most int) error {
	p.fixed = make([]byte, min(most, 8*len(text)))
	for i := range p.fixed {
		p.fixed[i] = text[i/8] >> (i % 8) & 1
	}
	return nil
}

// claimed is how many values the header of delta-encoded numbers says: block size, blocks,
// values.
func claimed(text []byte) uint64 {
	var count uint64
	for range 3 {
		var n int
		count, n = binary.Uvarint(text)
		text = text[max(n, 0):]
	}
	return count
}

// deltas decodes integers of so many bytes, at most as many.
func deltas(text []byte, size, most int) (fixed []byte, err error) {
	if claimed(text) > uint64(most) {
		return nil, errPage
	}
	if most > maxPage/max(size, 1) {
		return nil, tooLarge(size * most)
	}
	e := new(delta.BinaryPackedEncoding)
	switch size {
	case 4:
		numbers, wrong := e.DecodeInt32(nil, text)
		for _, v := range numbers {
			fixed = binary.LittleEndian.AppendUint32(fixed, uint32(v))
		}
		err = wrong
	case 8:
		numbers, wrong := e.DecodeInt64(nil, text)
		for _, v := range numbers {
			fixed = binary.LittleEndian.AppendUint64(fixed, uint64(v))
		}
		err = wrong
	default:
		err = errPage
	}
	return fixed, err
}

func tooLarge(size int) error {
	return refuse("has a page of %d MiB: at most %d can be read", size>>20, maxPage>>20)
}

// checkExpansion bounds the texts of a page by what they share with those before them, whose lengths it
// begins with.
func checkExpansion(encoding format.Encoding, text []byte) error {
	all := len(text) + int(16*claimed(text))
	if encoding == format.DeltaByteArray {
		shared, err := new(delta.BinaryPackedEncoding).DecodeInt32(nil, text)
		if err != nil {
			return err
		}
		for _, n := range shared {
			all += int(max(n, 0))
		}
	}
	if all > maxPage {
		return tooLarge(all)
	}
	return nil
}

// deltaTexts decodes texts, at most as many.
func (r *Reader) deltaTexts(encoding format.Encoding, text []byte, most int) error {
	if claimed(text) > uint64(most) {
		return errPage
	}
	var data []byte
	var offsets []uint32
	size := r.column.kind.size
	err := checkExpansion(encoding, text)
	if err != nil {
		return err
	}
	switch {
	case encoding == format.DeltaLengthByteArray && size == 0:
		data, offsets, err = new(delta.LengthByteArrayEncoding).DecodeByteArray(nil, text, nil)
	case encoding == format.DeltaLengthByteArray:
		err = errPage
	case size > 0:
		r.page.fixed, err = new(delta.ByteArrayEncoding).DecodeFixedLenByteArray(nil, text, size)
		return err
	default:
		data, offsets, err = new(delta.ByteArrayEncoding).DecodeByteArray(nil, text, nil)
	}
	if err != nil {
		return err
	}
	all := string(data)
	for i := 1; i < len(offsets); i++ {
		if offsets[i-1] > offsets[i] || int(offsets[i]) > len(all) {
			return fmt.Errorf("%w: its texts overlap", errPage)
		}
		r.page.texts = append(r.page.texts, all[offsets[i-1]:offsets[i]])
	}
	return nil
}
