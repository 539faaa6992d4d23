package datasets

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// inputBuffer is how much is read at once, and so how often the context is
// looked at and progress reported.
const inputBuffer = 1 << 16

// An input is a file being read: decompressed where its first bytes say that it
// is gzip or bzip2, whatever its name. Its read errors are *FormatError or that
// of the context.
type input struct {
	part // the whole file
	*bufio.Reader
	// raw is the file as it lies on the disk, nil where it can be read but once.
	raw io.ReaderAt
	// size is that of the file on the disk, 0 where it is unknown; done is how
	// much of it has been read.
	size, done int64
	// compressed tells that size and done don't count the bytes that Reader gives.
	compressed bool
	// regular tells that the file can be read again; modified is when it was
	// changed last.
	regular  bool
	modified time.Time

	report *reporter
	// quiet leaves reporting progress to the owner of the input, which is read
	// on another goroutine.
	quiet bool
	close func() error
}

// openInput opens the file at path.
func openInput(report *reporter, path string) (*input, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fileError(path, err)
	}
	in, err := newFileInput(report, path, file)
	if err != nil {
		file.Close()
		return nil, err
	}
	return in, nil
}

func newFileInput(report *reporter, path string, file *os.File) (*input, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, fileError(path, err)
	}
	if info.IsDir() {
		return nil, &FormatError{File: path, Err: newFault(ErrMissingFile, "is a folder, not a file")}
	}
	// A pipe may keep its reader waiting: it must not wait beyond the context.
	stop := context.AfterFunc(report.ctx, func() { file.SetReadDeadline(time.Now()) })
	var size int64
	if info.Mode().IsRegular() {
		size = info.Size()
	}
	in, err := newInput(report, path, file, size)
	if err != nil {
		stop()
		return nil, err
	}
	in.regular, in.modified = info.Mode().IsRegular(), info.ModTime()
	in.close = func() error {
		stop()
		return file.Close()
	}
	return in, nil
}

// newInput reads from source, which holds size bytes (0: unknown).
func newInput(report *reporter, path string, source io.Reader, size int64) (*input, error) {
	in := &input{part: part{path: path}, size: size, report: report, close: func() error { return nil }}
	if at, ok := source.(io.ReaderAt); ok && size > 0 {
		in.raw = at
	}
	raw := bufio.NewReaderSize(&countingReader{in: in, source: source}, inputBuffer)
	start, err := raw.Peek(10)
	if err != nil && err != io.EOF {
		return nil, in.explain(err)
	}
	var content io.Reader = raw
	switch {
	case bytes.HasPrefix(start, []byte{0x1f, 0x8b}):
		in.compressed = true
		if content, err = gzip.NewReader(raw); err != nil {
			return nil, in.explain(err)
		}
	case isBzip2(start):
		in.compressed = true
		content = bzip2.NewReader(raw)
	}
	in.Reader = bufio.NewReaderSize(&contentReader{in: in, source: content}, inputBuffer)
	return in, nil
}

// again returns an input that begins with the first byte once more, for as long as
// in is open.
func (in *input) again() (*input, error) {
	return newInput(in.report, in.path, io.NewSectionReader(in.raw, 0, in.size), in.size)
}

// Close closes the file.
func (in *input) Close() error { return in.close() }

// sized tells whether the size of the content is known.
func (in *input) sized() bool { return !in.compressed && in.size > 0 }

// explain puts an error of the file or of its decompression into the words of
// this package. The end of the content is not among them.
func (in *input) explain(err error) error {
	var path *fs.PathError
	switch {
	case in.report.ctx.Err() != nil:
		return in.report.ctx.Err()
	case errors.As(err, &path):
		return fileError(in.path, err)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return in.fault(ErrTruncated, "the compressed data break off: the file is incomplete")
	}
	return in.fault(ErrSyntax, "the compressed data are damaged (%v)", err)
}

// fileError puts what the operating system says about a file into one line.
func fileError(path string, err error) error {
	text := "cannot be read"
	switch {
	case errors.Is(err, fs.ErrNotExist):
		text = "no such file"
	case errors.Is(err, fs.ErrPermission):
		text = "may not be read (permission denied)"
	default:
		if cause := errors.Unwrap(err); cause != nil {
			text += ": " + cause.Error()
		}
	}
	return &FormatError{File: path, Err: &fault{text: text, kinds: []error{ErrMissingFile, err}}}
}

// isBzip2 tells whether a file that begins with start is a bzip2 stream: the
// signature and the mark of its first block, or as much of them as is there.
func isBzip2(start []byte) bool {
	if len(start) < 4 || !bytes.HasPrefix(start, []byte("BZh")) || start[3] < '1' || start[3] > '9' {
		return false
	}
	block := start[4:]
	return bytes.HasPrefix([]byte("\x31\x41\x59\x26\x53\x59"), block) ||
		bytes.HasPrefix([]byte("\x17\x72\x45\x38\x50\x90"), block)
}

// A countingReader reads the file as it lies on the disk.
type countingReader struct {
	in     *input
	source io.Reader
}

func (r *countingReader) Read(p []byte) (int, error) {
	if !r.in.quiet {
		if err := r.in.report.step("reading "+filepath.Base(r.in.path), r.in.done, r.in.size); err != nil {
			return 0, err
		}
	}
	n, err := r.source.Read(p)
	r.in.done += int64(n)
	return n, err
}

// A contentReader reads what the file holds. It looks at the context itself,
// since a little compressed data may unpack to a great deal.
type contentReader struct {
	in     *input
	source io.Reader
}

func (r *contentReader) Read(p []byte) (int, error) {
	if err := r.in.report.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := r.source.Read(p)
	if err != nil && err != io.EOF {
		err = r.in.explain(err)
	}
	return n, err
}
