package fetch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

const (
	maxFileBytes    = 64 << 20
	maxRedirects    = 5
	defaultPatience = 30 * time.Second
	leastBytes      = 1 << 10
)

// errOther, errRange and errLarge say that a server sent wrong bytes. If an earlier part of the file was
// kept, the download then starts again from the first byte.
var (
	errOther = errors.New("sends a file with another SHA-256 than the published one")
	errRange = errors.New("sends another part than it was asked for")
	errLarge = fmt.Errorf("sends more than %d MB", maxFileBytes>>20)
)

// download appends the missing bytes of a file to part, which has the bytes before offset. If the server
// sends the whole file, download replaces the bytes of part. It fails if the server sends fewer than
// leastBytes within wait; part keeps the bytes that arrived. progress gets the number of bytes in part and
// the size of the file, 0 if unknown.
func download(ctx context.Context, address string, part *os.File, offset int64, wait time.Duration, progress func(done, total int64)) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stalled := time.AfterFunc(wait, func() { cancel(fmt.Errorf("sends next to nothing for %v", wait)) })
	defer stalled.Stop()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	request.Header.Set("User-Agent", "larui")
	if offset > 0 {
		request.Header.Set("Range", fmt.Sprintf("bytes=%d-", offset))
	}
	response, err := newClient().Do(request)
	if err != nil {
		return cmp.Or(context.Cause(ctx), err)
	}
	defer response.Body.Close()
	switch code := response.StatusCode; {
	case code == http.StatusRequestedRangeNotSatisfiable && offset > 0:
		return errRange
	case code == http.StatusPartialContent && offset > 0:
		if !strings.HasPrefix(response.Header.Get("Content-Range"), fmt.Sprintf("bytes %d-", offset)) {
			return errRange
		}
	case code != http.StatusOK:
		return fmt.Errorf("answers %d %s", code, http.StatusText(code))
	case strings.HasPrefix(response.Header.Get("Content-Type"), "text/html"):
		return errors.New("sends a page, not the file")
	default:
		offset = 0
		if err := part.Truncate(0); err != nil {
			return err
		}
	}
	total := int64(0)
	if response.ContentLength > 0 {
		total = offset + response.ContentLength
	}
	if total > maxFileBytes {
		return errLarge
	}
	done, next := offset, offset
	counted := writerFunc(func(p []byte) (int, error) {
		done += int64(len(p))
		if done >= next {
			stalled.Reset(wait)
			next = done + leastBytes
		}
		if done > maxFileBytes {
			return 0, errLarge
		}
		progress(done, total)
		return len(p), nil
	})
	_, err = io.Copy(io.NewOffsetWriter(part, offset), io.TeeReader(response.Body, counted))
	if err != nil {
		return cmp.Or(context.Cause(ctx), err)
	}
	return nil
}

type writerFunc func(p []byte) (int, error)

func (h writerFunc) Write(p []byte) (int, error) { return h(p) }

// newClient returns a client that does not unpack .gz files. It closes the connection after each response,
// because package http writes unexpected bytes on an open connection to standard error.
func newClient() *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DisableCompression, transport.DisableKeepAlives = true, true
	transport.MaxResponseHeaderBytes = 64 << 10
	return &http.Client{Transport: transport, CheckRedirect: func(_ *http.Request, via []*http.Request) error {
		if len(via) > maxRedirects {
			return fmt.Errorf("redirects more than %d times", maxRedirects)
		}
		return nil
	}}
}

func describeError(err error) string {
	var asked *url.Error
	if errors.As(err, &asked) {
		err = asked.Err
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return "breaks off before the end"
	}
	const longest = 120
	if runes := []rune(err.Error()); len(runes) > longest {
		return string(runes[:longest-1]) + "…"
	}
	return err.Error()
}
