package table

import "regexp"

// stranger says what a file is that is none of rows, by how it begins; empty for others.
func stranger(start []byte) string {
	const most = 1 << 10
	// Patterns are of runes, so that each byte has to be one.
	var text []rune
	for _, c := range start[:min(len(start), most)] {
		text = append(text, rune(c))
	}
	for _, known := range strangers {
		if regexp.MustCompile(`^(?:` + known.pattern + `)`).MatchString(string(text)) {
			return known.what
		}
	}
	return ""
}

// strangers are files that are none of rows. Texts may begin with a byte order mark and blanks.
var strangers = []struct{ pattern, what string }{
	{`%PDF-`, "a PDF document"},
	{`\x89PNG`, "a picture (PNG)"},
	{`\xff\xd8\xff`, "a picture (JPEG)"},
	{`GIF8`, "a picture (GIF)"},
	{`BM[\x00-\xff]{4}\x00{4}`, "a picture (BMP)"},
	{`II\*\x00|MM\x00\*`, "a picture (TIFF)"},
	{`RIFF[\x00-\xff]{4}WEBP`, "a picture (WebP)"},
	{`\xff\xfe\x00\x00|\x00\x00\xfe\xff|(?:[^\x00]\x00{3}){4}`, "UTF-32 text"},
	{`BZh[1-9][^\x00]{0,200}\x00`, "bzip2 data with a damaged beginning"},
	{textBegins + `(?i:<!DOCTYPE html|<html)`, "a web page (HTML)"},
	{textBegins + `<\?xml|` + textBegins + `<[A-Za-z][\x00-\xff]*(?:</|/>)`, "XML"},
	{textBegins + `(?:\{\s*"|\[\s*[{["])`, "JSON"},
	{mat4, "a MAT file of level 4 (save -v4 in MATLAB)"},
}

const (
	textBegins = `(?:\xef\xbb\xbf)?\s*`
	// mat4 is the header of a matrix in a MAT file of level 4: its type, M·1000 + O·100 +
	// P·10 + T, its rows, columns, whether it is complex, and the length of its name, five
	// integers of 4 bytes in either order (MAT-File Format, Level 4).
	mat4 = `(?:[\x00-\x34]\x00{3}[\x00-\xff]{8}[\x00\x01]\x00{3}[\x02-\x40]\x00{3}|` +
		`\x00{2}\x03[\xe8-\xff]|\x00{2}\x04[\x00-\x1c][\x00-\xff]{8}\x00{3}[\x00\x01]\x00{3}[\x02-\x40])[A-Za-z]\w*\x00`
)
