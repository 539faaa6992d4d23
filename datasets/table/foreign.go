package table

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"
)

func findForeignFormat(start []byte) string {
	const most = 1 << 10
	start = start[:min(len(start), most)]
	for _, known := range foreignFormats {
		if known.begins(start) {
			return known.what
		}
	}
	return ""
}

// foreignFormats are formats that larui recognizes but can't read. The checks must be fast, because
// every file goes through all of them.
var foreignFormats = []struct {
	begins func(start []byte) bool
	what   string
}{
	{prefixMatcher("%PDF-"), "a PDF document"},
	{prefixMatcher("\x89PNG"), "a picture (PNG)"},
	{prefixMatcher("\xff\xd8\xff"), "a picture (JPEG)"},
	{prefixMatcher("GIF8"), "a picture (GIF)"},
	{marksMatcher("BM", 6, "\x00\x00\x00\x00"), "a picture (BMP)"}, // zeros follow the size
	{prefixMatcher("II*\x00", "MM\x00*"), "a picture (TIFF)"},
	{marksMatcher("RIFF", 8, "WEBP"), "a picture (WebP)"},
	{isUTF32, "UTF-32 text"},
	{isDamagedBzip2, "bzip2 data with a damaged beginning"},
	{isWeightedLIBSVM, "LIBSVM text with weights, label:weight, which larui does not use: remove the weights"},
	{beginsWithThreeCounts, "LIBSVM text after a line of counts (rows, features, labels): remove that line"},
	{isHTML, "a web page (HTML)"},
	{isXML, "XML"},
	{isJSON, "JSON"},
	{isMAT4, "a MAT file of level 4 (save -v4 in MATLAB)"},
}

func prefixMatcher(prefixes ...string) func([]byte) bool {
	return func(start []byte) bool {
		return slices.ContainsFunc(prefixes, func(mark string) bool { return bytes.HasPrefix(start, []byte(mark)) })
	}
}

// marksMatcher returns a function that reports whether its argument begins with first, and has second
// at the given offset.
func marksMatcher(first string, offset int, second string) func([]byte) bool {
	return func(start []byte) bool {
		return prefixMatcher(first)(start) && prefixMatcher(second)(start[min(offset, len(start)):])
	}
}

// isUTF32 reports whether start begins with the byte order mark of UTF-32, or with four ASCII
// characters in UTF-32.
func isUTF32(start []byte) bool {
	const size = 4 * 4
	letters := len(start) >= size
	for i := 0; letters && i < size; i++ {
		letters = (start[i] != 0) == (i%4 == 0)
	}
	return letters || prefixMatcher("\xff\xfe\x00\x00", "\x00\x00\xfe\xff")(start)
}

// isDamagedBzip2 reports whether start is binary data with the signature of bzip2. Intact bzip2 data
// are decompressed before.
func isDamagedBzip2(start []byte) bool {
	return hasBzip2Magic(start) && bytes.IndexByte(start[4:], 0) >= 0
}

func trimBOMAndBlanks(start []byte) []byte {
	return bytes.TrimLeft(bytes.TrimPrefix(start, []byte(byteOrderMark)), " \t\r\n\f")
}

func isWeightedLIBSVM(start []byte) bool { return haveOnlyPairs(start, 0) }

func beginsWithThreeCounts(start []byte) bool {
	first, rest, _ := bytes.Cut(trimBOMAndBlanks(start), []byte("\n"))
	counts := bytes.Fields(first)
	isPart := func(field []byte) bool { _, err := strconv.Atoi(string(field)); return err != nil }
	return len(counts) == 3 && !slices.ContainsFunc(counts, isPart) && haveOnlyPairs(rest, 1)
}

// haveOnlyPairs reports whether all fields, apart from the first skip fields of each line, have the
// form number:number.
func haveOnlyPairs(start []byte, skip int) bool {
	lines := strings.Split(string(trimBOMAndBlanks(start)), "\n")
	pairs := 0
	for _, line := range lines[:max(1, len(lines)-1)] { // the last line may be cut off
		fields := strings.Fields(line)
		for _, field := range fields[min(skip, len(fields)):] {
			label, value, ok := strings.Cut(field, ":")
			if !ok || !IsNumeric(label) || !IsNumeric(value) {
				return false
			}
			pairs++
		}
	}
	return pairs > len(lines)
}

func isHTML(start []byte) bool {
	return prefixMatcher("<!doctype html", "<html", "<table")(bytes.ToLower(trimBOMAndBlanks(start)))
}

// isXML reports whether start begins with an XML declaration, or with the tag of an element. A tag
// counts only if an element ends within start.
func isXML(start []byte) bool {
	start = trimBOMAndBlanks(start)
	isElement := len(start) > 1 && start[0] == '<' && isLetter(start[1])
	return prefixMatcher("<?xml")(start) || isElement && (bytes.Contains(start, []byte("</")) || bytes.Contains(start, []byte("/>")))
}

// isJSON reports whether start begins a JSON object that has a name, or a JSON array of arrays, objects
// or texts.
func isJSON(start []byte) bool {
	start = trimBOMAndBlanks(start)
	if len(start) == 0 {
		return false
	}
	inner := trimBOMAndBlanks(start[1:])
	return start[0] == '{' && prefixMatcher(`"`)(inner) || start[0] == '[' && prefixMatcher("{", "[", `"`)(inner)
}

// isMAT4 reports whether start begins a MAT file of level 4 (MAT-File Format, Level 4). The header has five
// integers of 4 bytes: the type M·1000 + O·100 + P·10 + T, where M is 1 for big-endian numbers, otherwise
// 0; the rows; the columns; 1 for complex numbers; the length of the name with its final zero.
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
