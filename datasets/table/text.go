package table

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"larui/datasets/wording"
)

// maxRow bounds the text of a row, so that a stray quote or a file without rows does not fill the
// memory.
const maxRow = 64 << 20

const byteOrderMark = "\xef\xbb\xbf"

const textFormat = "CSV and other tables of text"

// isText reports whether start has no NUL byte. If the file is no table in spite of this, openText returns
// an error.
func isText(start []byte) bool { return bytes.IndexByte(start, 0) < 0 }

func openText(in *Input) ([]member, error) { return singleMember(openTextTable(in)) }

// openTextTable opens a table of text. prepare decides later whether the first row is a header.
func openTextTable(in *Input) (*Table, error) {
	before, commented := in.skipToFirstRow()
	start, err := in.Peek(inputBuffer)
	if slices.ContainsFunc(bytes.Fields(start[:min(len(start), 1<<12)]), func(word []byte) bool { return strings.EqualFold(string(word), "@relation") }) {
		return nil, in.Fault(ErrSyntax, "is an ARFF file, as Weka writes: save it as CSV")
	}
	rows := newTextRows(in, sniffDelimiter(start, err == io.EOF, in.Options.hasDecimalComma()), before)
	rows.hasHeaderForm = commented || hasQuotedNames(start, rows.comma)
	switch err := rows.readAhead(); {
	case err == io.EOF:
		return nil, in.Fault(ErrEmpty, "is empty")
	case err != nil:
		return nil, err
	}
	t := in.newTable("no header", rows)
	t.Cols = len(rows.ahead[0].fields)
	return t, nil
}

func (r *textRows) prepare(t *Table, _ string) error {
	if names := t.In.Options.Names; names != nil {
		return r.setColumnNames(t, names)
	}
	var rows [][]string
	for _, row := range r.ahead {
		fields := row.fields
		if t.In.Options.needsRewriting() {
			fields = slices.Clone(fields)
			for i, field := range fields {
				if plain, err := t.In.Options.rewriteNumber(field); err == nil {
					fields[i] = plain
				}
			}
		}
		rows = append(rows, fields)
	}
	if r.hasHeaderForm || isHeader(rows, t.In.Options.Label) {
		r.useFirstRowAsHeader(t)
	} else if len(rows) > 1 && areAscendingByOne(trimFields(rows[0])) && !areAscendingByOne(trimFields(rows[1])) {
		t.Guess(": the first line, %s, is read as a row: if it names the columns, write letters before the numbers", wording.Excerpt(strings.Join(trimFields(rows[0]), ",")))
	}
	return nil
}

// setColumnNames sets the names of the columns. The first row may repeat them.
func (r *textRows) setColumnNames(t *Table, names []string) error {
	switch {
	case len(names) != t.Cols:
		return t.Fault(ErrRagged, "has %s, but %d are named", wording.Plural(t.Cols, "column"), len(names))
	case slices.Equal(trimFields(r.ahead[0].fields), names):
		r.useFirstRowAsHeader(t)
	default:
		t.Columns, t.Form = slices.Clone(names), "named columns"
	}
	return nil
}

// useFirstRowAsHeader makes the first row the names of the columns. If all other rows have one field more,
// as R writes them with row names, it inserts an empty first name.
func (r *textRows) useFirstRowAsHeader(t *Table) {
	header, _ := r.next()
	r.firstRows = r.ahead
	t.Columns, t.Header = trimFields(header.fields), header.line
	if !r.json {
		t.Form = "with header"
	}
	switch {
	case r.json:
	case areCountingUp(t.Columns):
		t.Guess(": the first line, 0,1,2,…, is taken for a header")
	case slices.ContainsFunc(t.Columns, IsNumeric):
		t.Guess(": the first line is taken for a header, though it has numbers")
	}
	named := func(row textRow) bool { return len(row.fields) != t.Cols+1 || row.fields[t.Cols] == "" }
	if len(r.ahead) > 0 && !slices.ContainsFunc(r.ahead, named) {
		t.Columns, t.Cols = slices.Insert(t.Columns, 0, ""), t.Cols+1
	}
}

// sniffDelimiter picks the delimiter of the table in start. The candidates are tab, semicolon, comma and
// bar, in this order; if decimal is true, the comma comes last. sniffDelimiter picks the first candidate
// that occurs equally often on every line. If there is none, it picks the most frequent candidate on the
// first line. If no candidate occurs, it picks ' ', for blanks, if at least half of the lines have as many
// fields as the first line. whole is true if start is the whole file.
func sniffDelimiter(start []byte, whole, decimal bool) rune {
	if end := bytes.LastIndexByte(start, '\n'); !whole && end >= 0 {
		start = start[:end+1] // the last line may be cut off
	}
	best, most, delimited := ',', 2, false
	delimiters := "\t;,|"
	if decimal {
		delimiters = "\t;|,"
	}
	for _, comma := range delimiters {
		counts := countFields(start, comma)
		if counts[0] > 1 && slices.Min(counts) == slices.Max(counts) {
			return comma
		}
		if counts[0] >= most {
			best, most = comma, counts[0]
		}
		delimited = delimited || slices.Max(counts) > 1
	}
	if delimited {
		return best
	}
	counts := countFields(start, ' ')
	if rows := counts[1:]; counts[0] > 1 && len(rows) > 0 && slices.Min(rows) == counts[0]+1 && slices.Max(rows) == counts[0]+1 {
		return ' ' // rows with names, but no name for the row names
	}
	same := 0
	for _, count := range counts {
		if count == counts[0] {
			same++
		}
	}
	if counts[0] > 1 && 2*same >= len(counts) {
		return ' '
	}
	return best
}

// countFields returns the number of fields of each row at the beginning of text; {0} if there are no
// rows.
func countFields(text []byte, comma rune) []int {
	const most = 20
	var counts []int
	rows := newTextRows(&Input{Reader: bufio.NewReader(bytes.NewReader(text))}, comma, 0)
	for len(counts) < most {
		row, err := rows.next()
		if err != nil {
			break
		}
		counts = append(counts, len(row.fields))
	}
	if len(counts) == 0 {
		return []int{0}
	}
	return counts
}

// textRows are the rows of text with a row on each line and delimiters between fields. Quotes, CRLF and
// blank lines are treated as in encoding/csv. Rows of delimiters alone, which Excel writes for emptied
// rows, are skipped too.
type textRows struct {
	Part
	// comma is the delimiter. ' ' stands for any run of blanks.
	comma       rune
	linesBefore int
	buffer      *bufio.Reader // the input of records
	records     *csv.Reader
	guard       *rowSizeGuard
	// takeLines has read linesTaken lines from buffer so far, and records has read linesRead lines.
	linesTaken, linesRead int
	// firstRows are the rows after the header that were read ahead. ahead are the rows of firstRows that
	// next has not yet returned.
	firstRows, ahead []textRow
	// broken is the error that ended the reading.
	broken error
	// hasHeaderForm is true if the form of the first row shows that it is a header. json is true if
	// the rows are JSON objects.
	hasHeaderForm, json bool
}

// A textRow is a row and the line where it begins. Its fields are valid until the next row is read.
type textRow struct {
	fields []string
	line   int
}

func newTextRows(in *Input, comma rune, before int) *textRows {
	r := &textRows{Part: in.Part, comma: comma, linesBefore: before, guard: &rowSizeGuard{Part: in.Part, source: in, comma: string(comma)}}
	r.buffer = bufio.NewReaderSize(r.guard, inputBuffer)
	r.records = csv.NewReader(r.buffer) // reads a line at a time
	r.records.Comma = comma
	r.records.TrimLeadingSpace = comma != '\t'
	r.records.FieldsPerRecord = -1 // counted elsewhere, for the line in errors
	r.records.ReuseRecord = true
	return r
}

// skipToFirstRow skips the lines before the first row, comments included, and returns their number. It
// converts the line ends of old Macs, CR, to LF. If the last comment is a header, as numpy.savetxt writes
// it, this comment is the first row, and commented is true.
func (in *Input) skipToFirstRow() (before int, commented bool) {
	if start, _ := in.Peek(inputBuffer); bytes.IndexByte(start, '\r') >= 0 && bytes.IndexByte(start, '\n') < 0 {
		in.Reader = bufio.NewReaderSize(lineEndReader{in.Reader}, inputBuffer)
	}
	before = in.skipMarkAndSeparator()
	start, err := in.Peek(inputBuffer)
	var last, rest []byte
	comments, at := 0, 0
	for rest = start; bytes.HasPrefix(rest, []byte("#")); comments++ {
		last, rest, _ = bytes.Cut(rest, []byte("\n"))
		at = len(start) - len(rest) - 1 - len(last)
	}
	if comments == 0 || len(rest) == 0 {
		return before, false
	}
	names, comma := bytes.TrimLeft(last, "# "), sniffDelimiter(rest, err == io.EOF, in.Options.hasDecimalComma())
	if fields := countFields(rest, comma)[0]; countFields(names, comma)[0] == fields {
		_, _ = in.Discard(at + len(last) - len(names))
		return before + comments - 1, true
	}
	_, _ = in.Discard(len(start) - len(rest))
	return before + comments, false
}

type lineEndReader struct{ text io.Reader }

func (l lineEndReader) Read(p []byte) (int, error) {
	n, err := l.text.Read(p)
	for i, c := range p[:n] {
		if c == '\r' {
			p[i] = '\n'
		}
	}
	return n, err
}

// hasQuotedNames reports whether all fields of the first line have quotes, but not all of the next line:
// many programs write quoted names above numbers.
func hasQuotedNames(text []byte, comma rune) bool {
	lines := bytes.SplitN(text, []byte("\n"), 3)
	quoted := func(line []byte) bool {
		for field := range bytes.SplitSeq(bytes.TrimSpace(line), []byte(string(comma))) {
			if len(field) < 2 || field[0] != '"' || field[len(field)-1] != '"' {
				return false
			}
		}
		return true
	}
	return len(lines) > 1 && quoted(lines[0]) && len(bytes.TrimSpace(lines[1])) > 0 && !quoted(lines[1])
}

// skipMarkAndSeparator skips a byte order mark and a line such as sep=;, which names the delimiter for
// Excel. It returns the number of lines skipped.
func (in *Input) skipMarkAndSeparator() (lines int) {
	start, _ := in.Peek(len(byteOrderMark) + len("\"sep=;\"\r\n"))
	rest := bytes.TrimPrefix(start, []byte(byteOrderMark))
	line, after, ended := bytes.Cut(rest, []byte("\n"))
	name, mark, _ := strings.Cut(strings.Trim(string(line), "\"\r"), "=")
	if ended && strings.EqualFold(name, "sep") && utf8.RuneCountInString(mark) == 1 {
		rest, lines = after, 1
	}
	_, _ = in.Discard(len(start) - len(rest))
	return lines
}

// readAhead reads the first rows into r.ahead, from which next returns them later. It returns an error only
// if the first row can't be read.
func (r *textRows) readAhead() error {
	const most, wide = 200, 1 << 16
	var rows []textRow
	for len(rows) < most && (len(rows) < 2 || len(rows)*len(rows[0].fields) < wide) {
		row, err := r.next()
		if err != nil {
			if len(rows) == 0 {
				return err
			}
			break
		}
		rows = append(rows, textRow{slices.Clone(row.fields), row.line})
	}
	r.firstRows, r.ahead = rows, rows
	return nil
}

func (r *textRows) next() (textRow, error) {
	if len(r.ahead) > 0 {
		row := r.ahead[0]
		r.ahead = r.ahead[1:]
		return row, nil
	}
	for r.broken == nil {
		r.guard.bytesLeft = maxRow
		fields, err := r.records.Read()
		if err != nil {
			r.broken = r.explainCSVError(err)
			break
		}
		line, _ := r.records.FieldPos(0)
		last := len(fields) - 1
		r.linesRead, _ = r.records.FieldPos(last)
		r.linesRead += strings.Count(fields[last], "\n")
		if r.comma == ' ' && fields[last] == "" {
			fields = fields[:last] // blanks at the end of the line
		}
		if !isBlank(fields) {
			return textRow{fields, r.linesBefore + r.linesTaken + line}, nil
		}
	}
	return textRow{}, r.broken
}

func isBlank(fields []string) bool {
	return len(fields) == 0 || len(fields) > 1 && fields[0] == "" && strings.Join(fields, "") == ""
}

func (r *textRows) explainCSVError(err error) error {
	var syntax *csv.ParseError
	switch {
	case r.guard.err != nil:
		return r.guard.err
	case errors.As(err, &syntax):
		what := "a quote mark is inside a field: put the whole field in quotes and double the quotes in it"
		if errors.Is(err, csv.ErrQuote) {
			what = `a quoted field does not end where it should: double the quotes in it, as qmethod = "double" does in R's write.table`
		}
		return r.FaultAt(r.linesBefore+r.linesTaken+syntax.StartLine, 0, NewFault(ErrSyntax, "%s", what))
	}
	return err
}

// A rowSizeGuard is a reader that fails after bytesLeft bytes, so that no row is too long. It keeps its
// first error, because encoding/csv may report an error about quotes instead.
type rowSizeGuard struct {
	Part
	source    io.Reader
	bytesLeft int
	err       error
	// comma is the delimiter. delimiters counts the delimiters of the present row so far.
	comma      string
	delimiters int
	quoted     bool
}

func (g *rowSizeGuard) Read(p []byte) (int, error) {
	if g.err != nil {
		return 0, g.err
	}
	if g.bytesLeft <= 0 {
		g.err = g.Fault(ErrTooLarge, "a row is longer than %d MiB", maxRow>>20)
		return 0, g.err
	}
	n, err := g.source.Read(p[:min(len(p), g.bytesLeft)])
	g.bytesLeft -= n
	if g.maxDelimiters(p[:n]) >= maxColumns {
		g.err = g.Fault(ErrTooLarge, "a row has more than %d fields", maxColumns)
		return 0, g.err
	}
	if err != nil && err != io.EOF {
		g.err = err
	}
	return n, err
}

// maxDelimiters counts the delimiters in text, which continues the present row. It returns the largest
// number of delimiters in a row that begins or ends in text.
func (g *rowSizeGuard) maxDelimiters(text []byte) (most int) {
	count := func(part []byte) (n int) {
		if g.comma != " " {
			return bytes.Count(part, []byte(g.comma))
		}
		for range bytes.FieldsSeq(part) { // any run of blanks is one
			n++
		}
		return n
	}
	for more := true; more; {
		var part []byte
		part, text, more = bytes.Cut(text, []byte{'"'})
		switch end := bytes.IndexByte(part, '\n'); {
		case g.quoted:
		case end < 0:
			g.delimiters += count(part)
		default:
			most = max(most, g.delimiters+count(part[:end]))
			g.delimiters = count(part[bytes.LastIndexByte(part, '\n')+1:])
		}
		most, g.quoted = max(most, g.delimiters), g.quoted != more
	}
	return most
}

// A batch of text has at most mostRows rows, so that reading can be cancelled soon, and at most
// mostFields fields.
const mostRows, mostFields = 1 << 10, 1 << 18

func maxBatchRows(width int) int { return max(1, min(mostRows, mostFields/max(1, width))) }

func (r *textRows) each(t *Table, pick Pick, visit func(*Batch) error) error {
	return t.visitBatches(func(b *Batch) bool { return r.fillBatch(t, b) }, func(b *Batch) { r.convert(t, b, pick) }, visit)
}

// takeLines returns at most maxLines of the next lines, for convert to split, which is much faster than
// encoding/csv. It returns only lines before a quote mark. It does not return the last line in the buffer
// that is not blank, because this line may be cut off. If encoding/csv has to read the next row, it returns
// no lines.
func (r *textRows) takeLines(maxLines int) (lines []byte, count int) {
	if r.comma == ' ' || len(r.ahead) > 0 || r.broken != nil {
		return nil, 0
	}
	for {
		held, _ := r.buffer.Peek(r.buffer.Buffered())
		unquoted, _, quoted := bytes.Cut(held, []byte{'"'})
		unquoted = bytes.TrimRightFunc(unquoted, func(c rune) bool { return unicode.IsSpace(c) || c == r.comma })
		lines = held[:bytes.LastIndexByte(unquoted, '\n')+1]
		if len(lines) > 0 {
			break
		}
		r.guard.bytesLeft = maxRow
		if quoted || len(held) == r.buffer.Size() {
			return nil, 0
		}
		if _, err := r.buffer.Peek(len(held) + 1); err != nil {
			return nil, 0 // the error occurs again
		}
	}
	count = bytes.Count(lines, []byte("\n"))
	if count > maxLines {
		end := 0
		for range maxLines {
			end += bytes.IndexByte(lines[end:], '\n') + 1
		}
		lines, count = lines[:end], maxLines
	}
	return lines, count
}

func (r *textRows) splitLine(line string, fields []string) []string {
	for {
		end := strings.IndexByte(line, byte(r.comma))
		field := line
		if end >= 0 {
			field = line[:end]
		}
		if r.records.TrimLeadingSpace && field != "" && (field[0] <= ' ' || field[0] >= utf8.RuneSelf) {
			field = strings.TrimLeftFunc(field, unicode.IsSpace)
		}
		fields = append(fields, field)
		if end < 0 {
			return fields
		}
		line = line[end+1:]
	}
}

// A textPart is a part of a batch: the fields of a row or, if fields is nil, lines of text. line is the
// line number of the row, or of the first line.
type textPart struct {
	text   string
	fields []string
	line   int
}

// visitRows visits the rows of b. The fields are valid until the next row. It stops if visit returns false.
// If a row has too few or too many fields, it stops and sets b.err.
func (r *textRows) visitRows(t *Table, b *Batch, visit func(fields []string, line int) bool) {
	room := make([]string, 0, t.Cols)
	for _, part := range b.parts {
		if part.fields != nil && !visit(part.fields, part.line) {
			return
		}
		for line := range strings.Lines(part.text) {
			line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
			fields := r.splitLine(line, room)
			switch {
			case line == "", isBlank(fields):
			case len(fields) != t.Cols:
				b.err = raggedError(t, part.line, len(fields), "")
				return
			case !visit(fields, part.line):
				return
			}
			part.line++
		}
	}
}

func (r *textRows) fillBatch(t *Table, b *Batch) bool {
	b.parts, b.err = b.parts[:0], nil
	most := maxBatchRows(t.Cols)
	for most > 0 {
		if lines, count := r.takeLines(most); count > 0 {
			b.parts = append(b.parts, textPart{text: string(lines), line: r.linesBefore + r.linesRead + r.linesTaken + 1})
			_, _ = r.buffer.Discard(len(lines))
			r.linesTaken += count
			most -= count
			b.Done = t.In.done
			continue
		}
		row, err := r.next()
		if err == nil && len(row.fields) != t.Cols {
			err = r.raggedLastError(t, row.line, len(row.fields))
		}
		b.Done = t.In.done
		if err != nil {
			if err != io.EOF {
				b.err = err
			}
			return false
		}
		b.parts = append(b.parts, textPart{fields: slices.Clone(row.fields), line: row.line})
		most--
	}
	return true
}

func raggedError(t *Table, line, count int, hint string) error {
	return t.FaultAt(line, 0, NewFault(ErrRagged, "%s where %d were expected%s", wording.Plural(count, "field"), t.Cols, hint))
}

func (r *textRows) raggedLastError(t *Table, line, count int) error {
	hint := ""
	if count < t.Cols {
		if _, err := r.next(); err == io.EOF {
			hint = ": the last line is cut off, or a footer: mend it, or take it out"
		}
	}
	return raggedError(t, line, count, hint)
}

func (rows *textRows) convert(t *Table, b *Batch, r Pick) {
	size := 0 // rows
	for _, part := range b.parts {
		size += max(1, strings.Count(part.text, "\n"))
	}
	b.X = slices.Grow(b.X, size*r.Width())
	kept, parse := b.Lines[:0], t.In.Options.Parser()
	rows.visitRows(t, b, func(fields []string, line int) bool {
		if r.DropUnlabelled && r.Label >= 0 {
			if label := strings.TrimSpace(fields[r.Label]); t.In.Options.LacksLabel(label) {
				b.dropped++
				b.droppedMark = cmp.Or(b.droppedMark, strings.Clone(label))
				return true
			}
		}
		if column, err := b.appendFields(fields, r, parse, &t.In.Options); err != nil {
			b.err = t.fieldFault(line, column, r.Label, err)
			if t.isRepeatedHeader(fields) {
				b.err = t.In.FaultAt(line, 1, NewFault(ErrNotNumber, "this is the header again: take the line out"))
			}
			return false
		}
		kept = append(kept, line)
		return true
	})
	b.Lines = kept
	b.X = b.X[:len(kept)*r.Width()]
}

// MayMarkThousands reports whether field may have a mark between thousands that was read as a decimal
// mark. Numbers in JSON have none.
func (t *Table) MayMarkThousands(field string) bool {
	mark := "."
	if t.In.Options.hasDecimalComma() {
		mark = ","
	}
	rows, ok := t.Rows.(*textRows)
	return ok && !rows.json && ThousandsMark(field) == mark
}

func (t *Table) isRepeatedHeader(fields []string) bool {
	return slices.EqualFunc(fields, t.Columns, func(field, name string) bool { return strings.TrimSpace(field) == name })
}

func (t *Table) fieldFault(line, column, label int, err error) error {
	if column == label {
		return t.LabelFault(label, line, err)
	}
	return t.FeatureFault(line, column, err)
}

// appendFields appends the features, the label, and the fields that are only copied to the output to b. parse parses a number.
// If err is not nil, column is the column of the faulty field.
func (b *Batch) appendFields(fields []string, r Pick, parse func(string) (float64, error), o *Options) (column int, err error) {
	for i, column := range r.Features {
		if r.Converters != nil {
			b.X, err = r.Converters[i].Append(b.X, fields[column], parse)
			if err != nil {
				return column, err
			}
			continue
		}
		value, err := parse(fields[column])
		if err != nil {
			return column, err
		}
		b.X = append(b.X, value)
	}
	if r.Bias {
		b.X = append(b.X, 1)
	}
	for _, column := range r.Carried {
		b.Carried = append(b.Carried, fields[column])
	}
	if r.Label >= 0 {
		label := fields[r.Label]
		if o.needsRewriting() {
			plain, err := o.rewriteNumber(label)
			switch {
			case err == nil && IsNumeric(plain):
				label = plain
			case err != nil && (IsNumeric(label) || IsNumberLike(label)):
				return r.Label, err
			}
		}
		b.Labels = append(b.Labels, label)
	}
	return 0, nil
}

// ExplainRowNames says why the first column of a text has row names, or returns "" if the column is data.
func (t *Table) ExplainRowNames() string {
	switch {
	case t.IsText() && t.IsNameless(0):
		return "the first column has no name"
	case t.Columns == nil && t.HasRowCounter(0):
		return "the first column numbers the rows"
	}
	return ""
}

// HasRowNumbers reports whether the first fields of column i are integers that increase or decrease by
// one.
func (t *Table) HasRowNumbers(i int) bool {
	const few = 5 // too few rows to conclude anything
	fields := t.FirstFields(i)
	if len(fields) < few {
		return false
	}
	if areConsecutive(fields) {
		return true
	}
	slices.Reverse(fields)
	return areConsecutive(fields)
}

// HasRowCounter reports whether column i of a text counts the rows, from 0 or 1, perhaps with leading
// zeros.
func (t *Table) HasRowCounter(i int) bool {
	const few = 5 // too few rows to conclude anything
	fields := t.FirstFields(i)
	for row, field := range fields {
		if HasLeadingZeros(field) {
			fields[row] = cmp.Or(strings.TrimLeft(field, "0"), "0")
		}
	}
	return len(fields) >= few && areCountingUp(fields)
}

// FindLeadingZeros returns the first field of column i in the first rows that is a number with
// leading zeros (HasLeadingZeros), or "".
func (t *Table) FindLeadingZeros(i int) string {
	fields := t.FirstFields(i)
	if at := slices.IndexFunc(fields, HasLeadingZeros); at >= 0 {
		return fields[at]
	}
	return ""
}

// FirstFields returns the fields of column i in the first rows. It returns nil if a row lacks the
// column, or if the format has no texts.
func (t *Table) FirstFields(i int) []string {
	rows, ok := t.Rows.(interface {
		readFirstFields(t *Table, i int) []string
	})
	if !ok {
		return nil
	}
	return rows.readFirstFields(t, i)
}

func (r *textRows) readFirstFields(_ *Table, i int) (fields []string) {
	for _, row := range r.firstRows {
		if i >= len(row.fields) {
			return nil
		}
		fields = append(fields, strings.TrimSpace(row.fields[i]))
	}
	return fields
}

// HasWordsFirst reports whether the label is probably the first column of a text: the first column has a
// few words that repeat, and the last one has decimals.
func (t *Table) HasWordsFirst() bool {
	const few = 4 // too few rows to conclude anything
	words, last := t.FirstFields(0), t.FirstFields(t.Cols-1)
	isNumber := func(field string) bool { return IsMissing(field) || IsNumeric(field) || IsNumberLike(field) }
	isWord := func(field string) bool { return !IsNumeric(field) }
	isDecimal := func(field string) bool { return strings.Contains(field, ".") }
	distinct := len(slices.Compact(slices.Sorted(slices.Values(words))))
	return len(words) >= few && distinct > 1 && 2*distinct <= len(words) && !slices.ContainsFunc(words, isNumber) &&
		!slices.ContainsFunc(last, isWord) && slices.ContainsFunc(last, isDecimal)
}
