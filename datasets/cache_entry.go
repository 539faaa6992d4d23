package datasets

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
)

// The file of an entry, numbers little-endian:
//
//	magic     8 bytes
//	format    uint32
//	checksum  uint32, of all up to the payload, this field taken for 0
//	key       32 bytes
//	length    uint64, of the payload in bytes
//	checksums a uint32 for every chunk of the payload
//	payload
//
// Checksums are CRC-32C, which both common kinds of processor compute faster than
// memory is read, and any damage within four bytes in a row changes. A payload has
// many, so that chunks are read and checked side by side.
const (
	entryMagic  = "larui\r\n\x1a"
	entryFormat = 1
	chunkSize   = 1 << 18

	checksumAt = 12
	keyAt      = 16
	lengthAt   = keyAt + len(Key{})
	headerSize = lengthAt + 8
)

// Why an entry can't be read: errForeign where the file is none of this format,
// errDamaged where it was one.
var (
	errForeign = errors.New("not an entry of the cache")
	errDamaged = errors.New("a damaged entry of the cache")
)

func castagnoli() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

func chunks(length int) int { return (length + chunkSize - 1) / chunkSize }

// entrySize is the size of the file of an entry with a payload of length bytes.
func entrySize(length int) int64 {
	return int64(headerSize) + 4*int64(chunks(length)) + int64(length)
}

// chunk returns chunk i of the payload.
func chunk(payload []byte, i int) []byte {
	return payload[i*chunkSize : min((i+1)*chunkSize, len(payload))]
}

// writeEntry writes the entry of key with payload, unless ctx ends before.
func writeEntry(ctx context.Context, w io.Writer, key Key, payload []byte) error {
	header := make([]byte, headerSize, headerSize+4*chunks(len(payload)))
	copy(header, entryMagic)
	binary.LittleEndian.PutUint32(header[len(entryMagic):], entryFormat)
	copy(header[keyAt:], key[:])
	binary.LittleEndian.PutUint64(header[lengthAt:], uint64(len(payload)))
	for i := range chunks(len(payload)) {
		header = binary.LittleEndian.AppendUint32(header, crc32.Checksum(chunk(payload, i), castagnoli()))
	}
	binary.LittleEndian.PutUint32(header[checksumAt:], crc32.Checksum(header, castagnoli()))
	if _, err := w.Write(header); err != nil {
		return err
	}
	for i := range chunks(len(payload)) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if _, err := w.Write(chunk(payload, i)); err != nil {
			return err
		}
	}
	return nil
}

// readEntry returns the payload of the entry of key at path, of at most limit
// bytes.
func readEntry(path string, key Key, limit int64) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > limit {
		return nil, errForeign
	}
	return decodeEntry(file, info.Size(), key)
}

// decodeEntry returns the payload of the entry of key that r holds in size bytes.
func decodeEntry(r io.ReaderAt, size int64, key Key) ([]byte, error) {
	header := make([]byte, min(int64(headerSize), size))
	if _, err := r.ReadAt(header, 0); err != nil && err != io.EOF {
		return nil, err
	}
	if !bytes.HasPrefix(header, []byte(entryMagic)) {
		return nil, errForeign
	}
	if len(header) < headerSize {
		return nil, errDamaged
	}
	if binary.LittleEndian.Uint32(header[len(entryMagic):]) != entryFormat {
		return nil, errForeign
	}
	length := binary.LittleEndian.Uint64(header[lengthAt:])
	if !bytes.Equal(header[keyAt:lengthAt], key[:]) || length > uint64(size) || entrySize(int(length)) != size {
		return nil, errDamaged
	}
	header = append(header, make([]byte, 4*chunks(int(length)))...)
	if _, err := r.ReadAt(header[headerSize:], int64(headerSize)); err != nil && err != io.EOF {
		return nil, err
	}
	wanted := binary.LittleEndian.Uint32(header[checksumAt:])
	clear(header[checksumAt:keyAt])
	if crc32.Checksum(header, castagnoli()) != wanted {
		return nil, errDamaged
	}
	payload := make([]byte, length)
	if !readChunks(r, payload, header[headerSize:]) {
		return nil, errDamaged
	}
	return payload, nil
}

// readChunks reads the payload that follows the checksums and checks it against
// them, on all cores.
func readChunks(r io.ReaderAt, payload, checksums []byte) bool {
	start := int64(headerSize + len(checksums))
	var next atomic.Int64
	var damaged atomic.Bool
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), chunks(len(payload))) {
		wg.Go(func() {
			for !damaged.Load() {
				i := int(next.Add(1)) - 1
				if i >= chunks(len(payload)) {
					return
				}
				part := chunk(payload, i)
				n, _ := r.ReadAt(part, start+int64(i)*chunkSize)
				if n < len(part) || crc32.Checksum(part, castagnoli()) != binary.LittleEndian.Uint32(checksums[4*i:]) {
					damaged.Store(true)
				}
			}
		})
	}
	wg.Wait()
	return !damaged.Load()
}
