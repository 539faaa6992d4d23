package table

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
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// inputBuffer is the number of bytes to read at once. After each read the context is checked and
// progress reported.
const inputBuffer = 1 << 16

// maxWindowBytes bounds the memory for decompressing Zstandard or xz.
const maxWindowBytes = 64 << 20

// An Input is a file that is being read. It recognizes gzip, bzip2, Zstandard, xz and UTF-16 by the first
// bytes of the file, and decodes them. A read error is a *FormatError or the context's error.
type Input struct {
	Part // the whole file
	*bufio.Reader
	// raw is the file as stored on disk; nil if it can be read only once or is compressed.
	raw io.ReaderAt
	// Options say how the file is read.
	Options Options
	// Size is the size of the file on disk in bytes, 0 if unknown. done is the number of bytes read.
	Size, done int64
	// compressed is true if Reader returns other bytes than the file has: decompressed or decoded
	// bytes.
	compressed bool
	// largestUnpacked is maxUnpacked, except in tests.
	largestUnpacked int64
	// info is the FileInfo of the file when it was opened; nil if the file can be read only once.
	info fs.FileInfo

	report *Reporter
	// quiet is true if Read must not report progress, because another goroutine reports it.
	quiet bool
	close func() error
}

func openInput(report *Reporter, path string, options Options) (*Input, error) {
	name, open := path, openUnlessDone
	if path == "-" {
		name, open = "standard input", openStandardInput
	}
	file, err := open(report.Ctx, path)
	switch {
	case report.Ctx.Err() != nil:
		return nil, report.Ctx.Err()
	case err != nil:
		return nil, wrapFileError(name, err)
	}
	// Reading from a pipe may block, and must end with the context.
	stop := context.AfterFunc(report.Ctx, func() { file.SetReadDeadline(time.Now()) })
	closeFile := func() error {
		stop()
		return file.Close()
	}
	in, err := newFileInput(report, name, file)
	if err != nil {
		closeFile()
		return nil, err
	}
	in.close, in.Options = closeFile, options
	if path == "-" {
		in.info = nil // there is no such file to look at again
	}
	return in, nil
}

// disableMissingWords makes words such as NA labels like others, unless the user set Options.NA. It is for
// formats that store missing values as nulls.
func (in *Input) disableMissingWords() {
	if in.Options.NA == nil {
		in.Options.NA = []string{}
	}
}

// openStandardInput returns standard input, or an error if it was already read. It opens a pipe or a
// terminal a second time, so that reading can end with the context.
func openStandardInput(context.Context, string) (*os.File, error) {
	info, err := os.Stdin.Stat()
	if err == nil && info.Mode()&(fs.ModeNamedPipe|fs.ModeCharDevice) != 0 {
		if again, err := os.Open("/dev/stdin"); err == nil {
			if info.Mode()&fs.ModeNamedPipe != 0 {
				_ = os.Stdin.Close()
			}
			return again, nil
		}
	}
	if at, _ := os.Stdin.Seek(0, io.SeekCurrent); err == nil && at > 0 && at == info.Size() {
		err = fs.ErrClosed
	}
	return os.Stdin, err
}

// openUnlessDone opens a file, or returns ctx.Err() if ctx ends first. Opening a pipe waits until another
// program writes; after ctx ends, a goroutine goes on waiting.
func openUnlessDone(ctx context.Context, path string) (*os.File, error) {
	if info, err := os.Stat(path); err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		return os.Open(path)
	}
	type opened struct {
		*os.File
		error
	}
	pipe := make(chan opened, 1)
	go func() {
		file, err := os.Open(path)
		pipe <- opened{file, err}
	}()
	select {
	case o := <-pipe:
		return o.File, o.error
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func newFileInput(report *Reporter, path string, file *os.File) (*Input, error) {
	info, err := file.Stat()
	switch {
	case err != nil:
		return nil, wrapFileError(path, err)
	case info.IsDir():
		return nil, Part{Path: path}.Fault(ErrMissingFile, "is a folder, not a file")
	case !info.Mode().IsRegular():
		return newInput(report, path, file, 0)
	}
	in, err := newInput(report, path, file, info.Size())
	if err == nil {
		in.info = info
	}
	return in, err
}

// IsSameFile reports whether the file at path is the one that info describes, with the same size
// and time.
func IsSameFile(info fs.FileInfo, path string) bool {
	now, err := os.Stat(path)
	return err == nil && os.SameFile(info, now) && now.Size() == info.Size() && now.ModTime().Equal(info.ModTime())
}

// CheckUnchanged returns an error if the file has changed since it was opened, because the data read
// may then belong to two versions.
func (in *Input) CheckUnchanged() error {
	if in.info == nil || IsSameFile(in.info, in.Path) {
		return nil
	}
	return in.Fault(ErrChanged, "has changed while it was read: open it again once it is complete")
}

// Exists reports whether there is a file at path, readable or not.
func Exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// newInput returns an Input that reads source. size is the number of bytes of source, 0 if unknown.
func newInput(report *Reporter, path string, source io.Reader, size int64) (*Input, error) {
	in := &Input{Part: Part{Path: path}, Size: size, largestUnpacked: maxUnpacked, report: report, close: func() error { return nil }}
	disk := &diskReader{in, source}
	raw := bufio.NewReaderSize(disk, inputBuffer)
	start, err := raw.Peek(10)
	if err != nil && err != io.EOF {
		return nil, in.explainError(err)
	}
	content, err := in.unpack(raw, start)
	if err != nil {
		return nil, in.explainError(err)
	}
	in.compressed = content != io.Reader(raw)
	in.Reader = bufio.NewReaderSize(&contentReader{in: in, source: content}, inputBuffer)
	start, err = in.Reader.Peek(4)
	if err != nil && err != io.EOF {
		return nil, err
	}
	if prefixMatcher("\xff\xfe", "\xfe\xff")(start) && !isUTF32(start) {
		in.compressed = true // Reader returns other bytes
		decoded := transform.NewReader(in.Reader, unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder())
		in.Reader = bufio.NewReaderSize(decoded, inputBuffer)
	}
	if _, ok := source.(io.ReaderAt); ok && size > 0 && !in.compressed {
		in.raw = disk
	}
	return in, nil
}

func (in *Input) unpack(raw *bufio.Reader, start []byte) (io.Reader, error) {
	switch {
	case prefixMatcher("\x1f\x8b")(start):
		member, err := gzip.NewReader(raw)
		if err == nil {
			member.Multistream(false)
		}
		return &gzipReader{in, member, raw}, err
	case isBzip2(start):
		return bzip2.NewReader(raw), nil
	case prefixMatcher("\x28\xb5\x2f\xfd")(start):
		return zstd.NewReader(raw, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindowBytes))
	case prefixMatcher("\xfd7zXZ")(start):
		packed := &xzReader{}
		unpacked, err := xz.ReaderConfig{DictCap: maxWindowBytes}.NewReader(io.TeeReader(raw, packed))
		packed.unpacked = unpacked
		return packed, err
	}
	return raw, nil
}

// FindDamage reads compressed files to their ends, where the checksums are, and returns the error of the
// first damaged file. Prefer this error to errors about the decompressed text.
func FindDamage(report *Reporter, paths ...string) error {
	for _, path := range paths {
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			continue
		}
		in, err := openInput(report, path, Options{})
		if err != nil {
			return err
		}
		if in.compressed {
			_, err = io.Copy(io.Discard, in)
		}
		in.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

func (in *Input) Close() error { return in.close() }

// bytesAfter returns the number of bytes after a header of the given size; −1 if the size of the
// content is unknown.
func (in *Input) bytesAfter(header int64) int64 {
	if in.compressed || in.Size == 0 {
		return -1
	}
	return max(in.Size-header, 0)
}

func (in *Input) readAll() ([]byte, error) {
	var content bytes.Buffer
	content.Grow(int(max(in.bytesAfter(0), 0)) + bytes.MinRead)
	_, err := in.WriteTo(boundedWriter{in, &content})
	return content.Bytes(), err
}

// maxUnpacked and usualRatio limit the decoded bytes in memory: to maxUnpacked bytes, or to usualRatio
// times the size of the file if that is more.
const maxUnpacked, usualRatio = 1 << 30, 64

func (in *Input) memoryLimit() int64 {
	return max(in.largestUnpacked, usualRatio*max(in.Size, in.done))
}

func (in *Input) checkMemory(p Part, size int64) error {
	if size <= in.memoryLimit() {
		return nil
	}
	return p.Fault(ErrTooLarge, "takes more than %d MiB of memory once it is decoded, too much for a file so small", in.memoryLimit()>>20)
}

// A boundedWriter writes decoded bytes to held, up to Input.memoryLimit. It has no method ReadFrom,
// because ReadFrom would ignore the limit.
type boundedWriter struct {
	in   *Input
	held *bytes.Buffer
}

func (b boundedWriter) Write(p []byte) (int, error) {
	if err := b.in.checkMemory(b.in.Part, int64(b.held.Len()+len(p))); err != nil {
		return 0, err
	}
	return b.held.Write(p)
}

func (in *Input) openRest() (io.ReadCloser, error) { return io.NopCloser(in), nil }

// explainError turns an error of the file or of its decompression into an error of this package. err
// must not be io.EOF.
func (in *Input) explainError(err error) error {
	var path *fs.PathError
	var told *FormatError
	switch {
	case in.report.Ctx.Err() != nil:
		return in.report.Ctx.Err()
	case errors.As(err, &told):
		return err
	case errors.As(err, &path):
		return wrapFileError(in.Path, err)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return in.Fault(ErrTruncated, "the compressed data break off: the file is incomplete")
	}
	return in.Fault(ErrSyntax, "the compressed data are damaged (%v)", err)
}

func wrapFileError(path string, err error) error {
	text := "cannot be read"
	switch {
	case errors.Is(err, fs.ErrNotExist):
		text = "no such file"
	case errors.Is(err, fs.ErrPermission):
		text = "may not be read (permission denied)"
	case errors.Is(err, fs.ErrClosed):
		text = "can be read only once: save it as a file"
	default:
		if cause := errors.Unwrap(err); cause != nil {
			text += ": " + cause.Error()
		}
	}
	return &FormatError{File: path, Err: &fault{text: text, kinds: []error{ErrMissingFile, err}}}
}

func hasBzip2Magic(start []byte) bool {
	return prefixMatcher("BZh")(start) && len(start) > 3 && start[3] >= '1' && start[3] <= '9'
}

// isBzip2 reports whether start begins a bzip2 stream: with the signature and the mark of the first
// block. start may end within the mark.
func isBzip2(start []byte) bool {
	if !hasBzip2Magic(start) {
		return false
	}
	block := string(start[4:])
	return strings.HasPrefix("\x31\x41\x59\x26\x53\x59", block) || strings.HasPrefix("\x17\x72\x45\x38\x50\x90", block)
}

// A diskReader reads the file as stored on disk, reports progress and checks the context.
type diskReader struct {
	in     *Input
	source io.Reader
}

func (r *diskReader) Read(p []byte) (int, error) {
	return r.readAndCount(func() (int, error) { return r.source.Read(p) })
}

func (r *diskReader) ReadAt(p []byte, offset int64) (int, error) {
	return r.readAndCount(func() (int, error) { return r.source.(io.ReaderAt).ReadAt(p, offset) })
}

func (r *diskReader) readAndCount(read func() (int, error)) (int, error) {
	in := r.in
	if !in.quiet {
		if err := in.report.Step("reading "+filepath.Base(in.Path), in.done, in.Size); err != nil {
			return 0, err
		}
	}
	n, err := read()
	in.done += int64(n)
	if in.Size > 0 {
		in.done = min(in.done, in.Size) // a part may be read again
	}
	return n, err
}

// A contentReader reads the decompressed content and checks the context. It is needed because a diskReader
// checks too seldom if a little compressed data becomes a great deal.
type contentReader struct {
	in     *Input
	source io.Reader
}

func (r *contentReader) Read(p []byte) (int, error) {
	if err := r.in.report.Ctx.Err(); err != nil {
		return 0, err
	}
	n, err := r.source.Read(p)
	if err != nil && err != io.EOF {
		err = r.in.explainError(err)
	}
	return n, err
}

// A gzipReader decompresses the members of a gzip file. Other data after the members are an error.
type gzipReader struct {
	in     *Input
	member *gzip.Reader
	raw    *bufio.Reader
}

func (r *gzipReader) Read(p []byte) (int, error) {
	n, err := r.member.Read(p)
	if err != io.EOF {
		return n, err
	}
	switch start, end := r.raw.Peek(2); {
	case len(start) == 0:
		return n, end
	case !prefixMatcher("\x1f\x8b")(start):
		return n, r.in.Fault(ErrSyntax, "other bytes follow the end of the gzip data: it was joined with another file, or padded; unpack it with gunzip first")
	}
	if err := r.member.Reset(r.raw); err != nil {
		return n, err
	}
	r.member.Multistream(false)
	return n, nil
}

// An xzReader decompresses xz data. It fails if the data end without a footer.
type xzReader struct {
	unpacked *xz.Reader
	last     []byte // last two bytes of the compressed data, without zeros
}

// Write receives the compressed data as they are read, and keeps the last two bytes.
func (r *xzReader) Write(packed []byte) (int, error) {
	end := bytes.TrimRight(append(r.last, packed...), "\x00")
	r.last = slices.Clone(end[max(0, len(end)-2):])
	return len(packed), nil
}

func (r *xzReader) Read(p []byte) (int, error) {
	n, err := r.unpacked.Read(p)
	if err == io.EOF && string(r.last) != "YZ" {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// readIntoMemory reads size bytes of r into memory and returns a reader of these bytes. It allocates chunk
// by chunk, so that it fails early if r is shorter than a header claimed. A chunk is freed once it is read
// again.
func (in *Input) readIntoMemory(p Part, r io.Reader, size int64) (io.Reader, error) {
	const most = 1 << 20
	var chunks []io.Reader
	for size > 0 {
		if err := in.checkMemory(p, int64(len(chunks))*most); err != nil {
			return nil, err
		}
		chunk := make([]byte, min(size, most))
		if _, err := io.ReadFull(r, chunk); err != nil {
			return nil, err
		}
		chunks = append(chunks, bytes.NewReader(chunk))
		size -= int64(len(chunk))
	}
	return io.MultiReader(chunks...), nil
}

// deflateRatio bounds the ratio of decompressed to compressed deflate data: at best 2 bits stand
// for 258 bytes, a ratio of 1032.
const deflateRatio = 1032
