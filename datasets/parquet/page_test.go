package parquet

import (
	"errors"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
	"pgregory.net/rapid"

	"larui/model/testutil"
)

// A short page of many values is decoded where these may be held, and else refused before they are.
func TestDecodedBytes(t *testing.T) {
	const n, length = 1 << 12, 1 << 8
	texts, ends := make([]byte, n*length), make([]uint32, n+1)
	for i := range ends {
		ends[i] = uint32(i * length)
	}
	numbers := make([]byte, 8*n)
	for _, c := range []struct {
		encoding format.Encoding
		physical format.Type
		text     []byte
		decoded  int64
	}{
		{format.DeltaBinaryPacked, format.Int32, testutil.Must(new(delta.BinaryPackedEncoding).EncodeInt32(nil, make([]int32, n))), 4 * n},
		{format.DeltaBinaryPacked, format.Int64, testutil.Must(new(delta.BinaryPackedEncoding).EncodeInt64(nil, make([]int64, n))), 8 * n},
		{format.DeltaByteArray, format.ByteArray, testutil.Must(new(delta.ByteArrayEncoding).EncodeByteArray(nil, texts, ends)), n * length},
		{format.DeltaLengthByteArray, format.ByteArray, testutil.Must(new(delta.LengthByteArrayEncoding).EncodeByteArray(nil, nil, make([]uint32, n+1))), 16 * n},
		{format.Plain, format.Boolean, numbers[:n/8], n},
		{format.Plain, format.ByteArray, numbers[:4*n], 16 * n},
	} {
		for _, enough := range []bool{false, true} {
			f := &File{MaxPageBytes: c.decoded - 1}
			if enough {
				f.MaxPageBytes = 2*c.decoded + 8*n
			}
			size := map[format.Type]int{format.Int32: 4, format.Int64: 8, format.Boolean: 1}[c.physical]
			r := f.NewReader(Column{leaf: leaf{physical: c.physical, kind: kind{size: size}}})
			r.valuesLeft, r.page.valuesLeft = n, n
			err := r.beginPage(c.encoding, nil, nil, c.text)
			values := len(r.page.texts)
			if size > 0 {
				values = len(r.page.fixed) / size
			}
			if refused := new(Error); errors.As(err, &refused) == enough || enough && (err != nil || values != n) {
				t.Errorf("%v of %v, enough: %v: %d values, %v", c.encoding, c.physical, enough, values, err)
			}
			r.Release()
			if f.countedBytes != 0 {
				t.Errorf("%v of %v: %d bytes are held at the end", c.encoding, c.physical, f.countedBytes)
			}
		}
	}
}

// TestLZ4 compares decompress with package lz4, on packed data and on data with a wrong byte.
func TestLZ4(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := []byte(strings.Repeat(rapid.StringN(1, 30, 100).Draw(t, "text"), rapid.IntRange(1, 200).Draw(t, "times")))
		text = append(text, rapid.SliceOfN(rapid.Byte(), 0, 600).Draw(t, "rest")...)
		packed := make([]byte, lz4.CompressBlockBound(len(text)))
		n, err := lz4.CompressBlock(text, packed, nil)
		if err != nil || n == 0 {
			t.Fatal(n, err)
		}
		packed = packed[:n]
		unpack := func(out string) ([]byte, error) {
			return new(File).unpack([]byte(out), format.Lz4Raw, packed, len(text))
		}
		if got, err := unpack("before"); string(got) != "before"+string(text) {
			t.Fatalf("%q is unpacked to %q, %v", text, got, err)
		}
		packed[rapid.IntRange(0, n-1).Draw(t, "at")]++
		want := make([]byte, len(text))
		n, err = lz4.UncompressBlock(packed, want)
		got, failed := unpack("")
		if len(got) > len(text) || failed == nil && (err != nil || n != len(text) || string(got) != string(want)) {
			t.Fatalf("%q, %v; package lz4: %q, %v", got, failed, want[:max(n, 0)], err)
		}
	})
}
