package datasets

import (
	"context"
	"io"
	"math"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
)

// A batch of text has at most mostRows rows, few enough to be cancelled at once, and
// of a wide table fewer: mostFields fields.
const mostRows, mostFields = 1 << 10, 1 << 18

// eachText is each for a table of text: one goroutine splits the rows, others
// convert them side by side. Whatever is wrong with a row is found after the rows before
// it were visited. No goroutine outlives the call.
func (t *table) eachText(r roles, visit func(*batch) error) error {
	ctx, cancel := context.WithCancel(t.in.report.ctx)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()

	// The rows of a batch are split by this goroutine, in order, and then converted by
	// one of their own. No more batches are about than order has room for, and two.
	order := make(chan *batch, runtime.GOMAXPROCS(0)+1)
	idle := make(chan *batch, cap(order)+2)
	t.in.quiet = true // progress is reported from here, not from where it is read
	wg.Go(func() {
		defer close(order)
		for more := true; more && ctx.Err() == nil; {
			b := &batch{}
			select {
			case b = <-idle:
			default:
			}
			more = t.split(b)
			b.ready = make(chan struct{})
			wg.Go(func() {
				t.convert(b, r)
				close(b.ready)
			})
			select {
			case order <- b:
			case <-ctx.Done():
			}
		}
	})
	stage := "reading " + filepath.Base(t.in.path)
	for b := range order {
		<-b.ready
		if err := t.in.report.step(stage, b.done, t.in.size); err != nil {
			return err
		}
		t.rows += len(b.lines)
		if err := visit(b); err != nil {
			return err
		}
		if b.err != nil {
			return b.err
		}
		idle <- b
	}
	return ctx.Err()
}

// split fills b with the fields of the next rows. It returns false when no others
// follow.
func (t *table) split(b *batch) bool {
	b.fields, b.lines, b.err = b.fields[:0], b.lines[:0], nil
	for len(b.lines) < mostRows && len(b.fields) <= mostFields-t.cols || len(b.lines) == 0 {
		row, err := t.text.next()
		if err == nil && len(row.fields) != t.cols {
			err = t.ragged(row.line, len(row.fields))
		}
		if b.done = t.in.done; err != nil {
			if err != io.EOF {
				b.err = err
			}
			return false
		}
		b.fields = append(b.fields, row.fields...)
		b.lines = append(b.lines, row.line)
	}
	return true
}

// ragged says that a row has count fields, too many or too few.
func (t *table) ragged(line, count int) error {
	text := strconv.Itoa(count) + " fields where " + strconv.Itoa(t.cols) + " were expected"
	if count < t.cols {
		if _, err := t.text.next(); err == io.EOF {
			text += ": the last line seems cut off"
		}
	}
	return t.faultAt(line, 0, newFault(ErrRagged, "%s", text))
}

// convert makes numbers and labels of the fields of b, up to the first that is none.
func (t *table) convert(b *batch, r roles) {
	b.x, b.labels = b.x[:0], b.labels[:0]
	if b.x == nil {
		b.x = make([]float64, 0, len(b.lines)*r.width())
	}
	for i, line := range b.lines {
		fields := b.fields[i*t.cols : (i+1)*t.cols]
		if column, err := b.addRow(fields, r); err != nil {
			b.lines, b.err = b.lines[:i], t.featureFault(line, column, err)
			break
		}
	}
	b.x = b.x[:len(b.lines)*r.width()]
}

// addRow converts a row. It returns the position of a feature that is no number.
func (b *batch) addRow(fields []string, r roles) (column int, err error) {
	for _, column := range r.features {
		value, err := parseNumber(fields[column])
		if err != nil {
			return column, err
		}
		b.x = append(b.x, value)
	}
	if r.bias {
		b.x = append(b.x, 1)
	}
	if r.label >= 0 {
		b.labels = append(b.labels, fields[r.label])
	}
	return 0, nil
}

// parseDecimal reads a number as most tables have them, of at most 18 digits and
// perhaps a minus and a point: its digits as a whole number below 2⁵³, divided by a
// power of ten. As a float64 holds both exactly, the quotient is rounded once, and so
// is the nearest one (Clinger 1990). It takes a third of the time of strconv.
func parseDecimal(field string) (value float64, ok bool) {
	const most = 18
	digits := strings.TrimPrefix(field, "-")
	var whole uint64
	power, points := 1.0, 0
	for _, c := range []byte(digits) {
		if c == '.' {
			points++
			continue
		}
		if c -= '0'; c > 9 {
			return 0, false
		}
		whole = 10*whole + uint64(c)
		if points > 0 {
			power *= 10
		}
	}
	if count := len(digits) - points; count < 1 || count > most || points > 1 || whole >= 1<<53 {
		return 0, false
	}
	if value = float64(whole) / power; len(digits) < len(field) {
		value = -value
	}
	return value, true
}

// parseNumber reads a finite number.
func parseNumber(field string) (float64, error) {
	field = strings.TrimSpace(field)
	if value, ok := parseDecimal(field); ok {
		return value, nil
	}
	value, err := strconv.ParseFloat(field, 64)
	switch {
	case math.IsNaN(value) || math.IsInf(value, 0):
		return 0, newFault(ErrNotFinite, "%s is not a finite number", excerpt(field))
	case err == nil:
		return value, nil
	case field == "":
		return 0, newFault(ErrNotNumber, "the field is empty, a number belongs here")
	}
	if _, err := strconv.ParseFloat(strings.Replace(field, ",", ".", 1), 64); err == nil {
		return 0, newFault(ErrNotNumber, "%s is not a number: write decimals with a point", excerpt(field))
	}
	return 0, newFault(ErrNotNumber, "%s is not a number", excerpt(field))
}
