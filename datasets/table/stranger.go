package table

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strconv"
)

// stranger says what a file is that is none of rows, by how it begins; empty for others.
func stranger(start []byte) string {
	const most = 1 << 10
	start = start[:min(len(start), most)]
	for _, known := range strangers {
		if known.begins(start) {
			return known.what
		}
	}
	return ""
}

// strangers are files that are none of rows: plain checks, since each file is held against all.
var strangers = []struct {
	begins func(start []byte) bool
	what   string
}{
	{with("%PDF-"), "a PDF document"},
	{with("\x89PNG"), "a picture (PNG)"},
	{with("\xff\xd8\xff"), "a picture (JPEG)"},
	{with("GIF8"), "a picture (GIF)"},
	{isBMP, "a picture (BMP)"},
	{with("II*\x00", "MM\x00*"), "a picture (TIFF)"},
	{isWebP, "a picture (WebP)"},
	{isUTF32, "UTF-32 text"},
	{isDamagedBzip2, "bzip2 data with a damaged beginning"},
	{isWeighted, "LIBSVM text with weights, label:weight, which larui does not use: take the weights out"},
	{isCounted, "LIBSVM text behind a line of counts (rows, features, labels): take that line out"},
	{isHTML, "a web page (HTML)"},
	{isXML, "XML"},
	{isJSON, "JSON"},
	{isMAT4, "a MAT file of level 4 (save -v4 in MATLAB)"},
}

// with tells what begins with one of marks.
func with(marks ...string) func([]byte) bool {
	return func(start []byte) bool {
		return slices.ContainsFunc(marks, func(mark string) bool { return bytes.HasPrefix(start, []byte(mark)) })
	}
}

// isBMP tells a picture of Windows: behind its size stand four bytes of zeros.
func isBMP(start []byte) bool {
	return with("BM")(start) && len(start) >= 10 && bytes.Equal(start[6:10], make([]byte, 4))
}

func isWebP(start []byte) bool {
	return with("RIFF")(start) && len(start) >= 12 && string(start[8:12]) == "WEBP"
}

// isUTF32 tells the mark of its byte order, or four letters of the alphabet without one.
func isUTF32(start []byte) bool {
	const letters = 4
	count := 0
	for count < letters && len(start) >= 4*(count+1) && start[4*count] != 0 && bytes.Equal(start[4*count+1:4*count+4], make([]byte, 3)) {
		count++
	}
	return count == letters || with("\xff\xfe\x00\x00", "\x00\x00\xfe\xff")(start)
}

// isDamagedBzip2 tells binary data with the signature of bzip2, which could not be unpacked.
func isDamagedBzip2(start []byte) bool {
	return with("BZh")(start) && len(start) > 4 && start[3] >= '1' && start[3] <= '9' && bytes.IndexByte(start[4:], 0) >= 0
}

// text is what stands behind a byte order mark and blanks.
func text(start []byte) []byte {
	return bytes.TrimLeft(bytes.TrimPrefix(start, []byte(byteOrderMark)), " \t\r\n\f")
}

// isWeighted reports whether every line is of number:number fields alone, as LIBSVM text with weights is.
func isWeighted(start []byte) bool { return arePairs(start, 0) }

// isCounted reports whether LIBSVM text follows a line of whole numbers.
func isCounted(start []byte) bool {
	first, rest, _ := bytes.Cut(text(start), []byte("\n"))
	counts := bytes.Fields(first)
	isWhole := func(field []byte) bool { _, err := strconv.Atoi(string(field)); return err == nil }
	for _, field := range counts {
		if !isWhole(field) {
			return false
		}
	}
	return len(counts) == 3 && arePairs(rest, 1)
}

// arePairs reports whether in each of the first lines all fields but the first few are number:number.
func arePairs(start []byte, skip int) bool {
	lines := bytes.Split(text(start), []byte("\n"))
	pairs := 0
	for _, line := range lines[:max(1, len(lines)-1)] { // the last may be cut off
		fields := bytes.Fields(line)
		for _, field := range fields[min(skip, len(fields)):] {
			label, value, ok := bytes.Cut(field, []byte(":"))
			if !ok || !IsNumeric(string(label)) || !IsNumeric(string(value)) {
				return false
			}
			pairs++
		}
	}
	return pairs > len(lines)
}

func isHTML(start []byte) bool {
	return with("<!doctype html", "<html", "<table")(bytes.ToLower(text(start)))
}

// isXML tells its declaration, or an element that has another one in it, or ends.
func isXML(start []byte) bool {
	start = text(start)
	isElement := len(start) > 1 && start[0] == '<' && isLetter(start[1])
	return with("<?xml")(start) || isElement && (bytes.Contains(start, []byte("</")) || bytes.Contains(start, []byte("/>")))
}

// isJSON tells an object with a name in it, or an array with another one, an object or a text.
func isJSON(start []byte) bool {
	start = text(start)
	if len(start) == 0 {
		return false
	}
	inner := text(start[1:])
	return start[0] == '{' && with(`"`)(inner) || start[0] == '[' && with("{", "[", `"`)(inner)
}

// isMAT4 tells the header of a matrix in a MAT file of level 4: five integers of 4 bytes, its
// type, M·1000 + O·100 + P·10 + T with M = 0 or 1 for the order of bytes; rows; columns; whether
// it is complex; the length of its name with a zero at its end (MAT-File Format, Level 4).
func isMAT4(start []byte) bool {
	const header, longestName = 20, 64
	if len(start) < header {
		return false
	}
	for m, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		kind, isComplex, length := order.Uint32(start), order.Uint32(start[12:]), int(order.Uint32(start[16:]))
		if kind-uint32(1000*m) > 52 || isComplex > 1 || length < 2 || length > min(longestName, len(start)-header) {
			continue
		}
		if name := start[header : header+length]; isLetter(name[0]) && bytes.IndexByte(name, 0) == length-1 {
			return true
		}
	}
	return false
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }
