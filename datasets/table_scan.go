package datasets

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"runtime"
	"sync"
)

// A scan reads all rows of a table, in blocks that are parsed side by side.
type scan struct {
	*table
	schema
	// bias appends a column of ones.
	bias bool
	// refine, where not nil, is called for each block once it is parsed, on any
	// goroutine.
	refine func(*block) error
}

// each hands the blocks of the table to visit, in order and on the calling
// goroutine; visit must not keep what they hold. Whatever is wrong with a row is
// found after the rows before it were visited. No goroutine outlives the call.
func (s *scan) each(visit func(*block) error) error {
	ctx, cancel := context.WithCancel(s.report.ctx)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()

	// There are so many blocks and no more, which bounds the memory, and the
	// channels hold them all, so that only the lack of a block makes one wait.
	workers := runtime.GOMAXPROCS(0)
	count := 2*workers + 2
	idle, work, order := make(chan *block, count), make(chan *block, count), make(chan *block, count)
	for range count {
		idle <- &block{ready: make(chan struct{}, 1)}
	}
	s.quiet = true // progress is reported from here, not from where it is read
	wg.Go(func() {
		defer close(work)
		defer close(order)
		cut := cutter{table: s.table, line: s.first}
		for {
			select {
			case <-ctx.Done():
				return
			case b := <-idle:
				if !cut.next(b) {
					return
				}
				work <- b
				order <- b
			}
		}
	})
	for range workers {
		wg.Go(func() {
			interned := interner{}
			for b := range work {
				if ctx.Err() == nil {
					s.parse(b, interned)
				}
				b.ready <- struct{}{}
			}
		})
	}

	next := func() (*block, bool) {
		select {
		case <-ctx.Done():
			return nil, false
		case b, more := <-order:
			if more {
				<-b.ready
			}
			return b, more
		}
	}
	stage := "reading " + filepath.Base(s.path)
	for b, more := next(); more; b, more = next() {
		if err := s.report.step(stage, b.done, s.size); err != nil {
			return err
		}
		s.rows += b.rows
		if err := visit(b); err != nil {
			return err
		}
		failed, cutOff := b.err, b.cutOff
		idle <- b
		if cutOff != nil {
			// Blank lines may fill blocks of their own.
			for b, more = next(); more && b.rows == 0 && b.err == nil; b, more = next() {
				idle <- b
			}
			if !more && ctx.Err() == nil {
				return cutOff
			}
		}
		if failed != nil {
			return failed
		}
	}
	return ctx.Err()
}

// parse reads the rows of b.
func (s *scan) parse(b *block, interned interner) {
	b.rows, b.err, b.cutOff = 0, nil, nil
	b.x, b.y, b.labels, b.lines = b.x[:0], b.y[:0], b.labels[:0], b.lines[:0]
	width := len(s.features)
	if s.bias {
		width++
	}
	if b.x == nil {
		// A row takes a line, and a byte for each of its fields.
		most := min(bytes.Count(b.text, []byte{'\n'}), len(b.text)/s.width) + 1
		b.x = make([]float64, 0, most*width)
	}
	rows := s.readRowsOf(b)
	for {
		fields, line, err := rows.next()
		if err == io.EOF {
			break
		}
		if err == nil && len(fields) != s.width {
			err = s.ragged(line, len(fields), false)
			if len(fields) < s.width {
				cutOff := s.ragged(line, len(fields), true)
				if _, _, next := rows.next(); next == io.EOF {
					b.cutOff = cutOff
				}
			}
		}
		if err == nil {
			err = s.parseRow(b, fields, line, interned)
		}
		if err != nil {
			b.err = err
			break
		}
		b.rows++
	}
	b.x = b.x[:b.rows*width]
	if s.refine != nil {
		if err := s.refine(b); err != nil {
			b.err, b.cutOff = err, nil
		}
	}
}

// parseRow appends one row to b.
func (s *scan) parseRow(b *block, fields [][]byte, line int, interned interner) error {
	for _, column := range s.features {
		value, err := parseField(fields[column])
		if err != nil {
			return s.faultAt(line, column+1, s.explain(err, column))
		}
		b.x = append(b.x, value)
	}
	if s.bias {
		b.x = append(b.x, 1)
	}
	if s.label >= 0 {
		b.labels = append(b.labels, interned.text(fields[s.label]))
	}
	b.lines = append(b.lines, line)
	return nil
}

// An interner gives equal labels the same memory, as long as they are few.
type interner map[string]string

func (in interner) text(label []byte) string {
	label = bytes.TrimSpace(label)
	if text, ok := in[string(label)]; ok {
		return text
	}
	text := string(label)
	if len(in) < maxClasses {
		in[text] = text
	}
	return text
}
