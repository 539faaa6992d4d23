package fetch

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"larui/datasets"
)

// impatience is how long these tests wait for a server that sends nothing.
const impatience = 100 * time.Millisecond

// content is what a file should hold: nothing that anything could be packed into.
func content(size int) []byte {
	b := make([]byte, size)
	_, _ = rand.NewChaCha8([32]byte{1}).Read(b)
	return b
}

func sumOf(b []byte) []string { return []string{fmt.Sprintf("%x", sha256.Sum256(b))} }

// serve serves by handlers in turn, the last one for good, and counts the requests.
func serve(t *testing.T, handlers ...http.HandlerFunc) (address string, asked func() []string) {
	var mu sync.Mutex
	var ranges []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		ranges = append(ranges, r.Header.Get("Range"))
		handle := handlers[min(len(ranges), len(handlers))-1]
		mu.Unlock()
		handle(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL, func() []string { mu.Lock(); defer mu.Unlock(); return slices.Clone(ranges) }
}

// sends serves bytes as a good server does, also in part.
func sends(b []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		http.ServeContent(w, r, "file.gz", time.Time{}, bytes.NewReader(b))
	}
}

// says sends a status, headers in pairs and a body, whatever it is asked for.
func says(status int, b []byte, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/gzip")
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
		_, _ = w.Write(b)
	}
}

// zipped is an archive with a file.
func zipped(name string, b []byte) []byte {
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	f, _ := w.Create(name)
	_, _ = f.Write(b)
	_ = w.Close()
	return packed.Bytes()
}

// Whatever a server does, the file is there and right in the end, or it is not there, and
// the next call brings it, going on from what came.
func TestFaults(t *testing.T) {
	want := content(200_000)
	half, length := want[:len(want)/2], fmt.Sprint(len(want))
	noRange := says(200, want)
	for name, c := range map[string]struct {
		had     []byte // what an earlier call has left
		ask     string // below the address
		servers []http.HandlerFunc
		says    string // empty where the file comes
		left    int    // of the part
	}{
		"good": {servers: []http.HandlerFunc{sends(want)}},
		"stalls": {servers: []http.HandlerFunc{func(w http.ResponseWriter, r *http.Request) {
			says(200, half)(w, r)
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		}}, says: "sends nothing for 100ms", left: len(half)},
		"never answers":      {servers: []http.HandlerFunc{func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }}, says: "sends nothing for 100ms"},
		"slow but steady":    {servers: []http.HandlerFunc{drips(want)}},
		"truncates":          {servers: []http.HandlerFunc{says(200, half, "Content-Length", length)}, says: "breaks off before the end", left: len(half)},
		"truncates a part":   {had: half[:100], servers: []http.HandlerFunc{says(206, half[100:], "Content-Range", "bytes 100-199999/200000", "Content-Length", "199900")}, says: "breaks off", left: len(half)},
		"truncates, no end":  {servers: []http.HandlerFunc{says(200, half, "Transfer-Encoding", "identity")}, says: "sends another file"},
		"claims too much":    {servers: []http.HandlerFunc{says(200, want, "Content-Length", "200100")}},
		"claims too little":  {servers: []http.HandlerFunc{tooShort(want)}, says: "sends another file"},
		"claims a terabyte":  {servers: []http.HandlerFunc{says(200, want, "Content-Length", "1000000000000")}, says: "sends more than 64 MB"},
		"sends too much":     {servers: []http.HandlerFunc{endless}, says: "sends more than 64 MB"},
		"other bytes":        {servers: []http.HandlerFunc{sends(content(1000))}, says: "sends another file"},
		"nothing":            {servers: []http.HandlerFunc{says(200, nil)}, says: "sends another file"},
		"a page":             {had: half, servers: []http.HandlerFunc{says(200, []byte("<html>"), "Content-Type", "text/html; charset=utf-8")}, says: "sends a page", left: len(half)},
		"404":                {servers: []http.HandlerFunc{says(404, nil)}, says: "answers 404 Not Found"},
		"500":                {had: half, servers: []http.HandlerFunc{says(500, nil)}, says: "answers 500 Internal Server Error); what came is kept", left: len(half)},
		"an evil header":     {servers: []http.HandlerFunc{says(200, want, "X", "\x1b[2J")}, says: `malformed MIME header line: "X: \x1b[2J"`},
		"closes":             {servers: []http.HandlerFunc{func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }}, says: "EOF"},
		"redirects":          {servers: []http.HandlerFunc{says(302, nil, "Location", "/there"), sends(want)}},
		"redirects a part":   {had: half, servers: []http.HandlerFunc{says(307, nil, "Location", "/there"), sends(want)}},
		"redirects for good": {servers: []http.HandlerFunc{says(302, nil, "Location", "/again")}, says: "redirects more than 5 times"},
		"redirects astray":   {servers: []http.HandlerFunc{says(302, nil, "Location", "file:///etc/passwd")}, says: "unsupported protocol scheme"},
		"redirects far":      {servers: []http.HandlerFunc{says(302, nil, "Location", "http://x/%zz"+strings.Repeat("x", 9000))}, says: "…"},
		"goes on":            {had: half, servers: []http.HandlerFunc{sends(want)}},
		"ignores Range":      {had: half, servers: []http.HandlerFunc{noRange}},
		"another Range":      {had: half, servers: []http.HandlerFunc{says(206, want, "Content-Range", "bytes 0-199999/200000"), noRange}},
		"no Range":           {had: half, servers: []http.HandlerFunc{says(206, want), noRange}},
		"a lie about Range":  {had: half, servers: []http.HandlerFunc{says(206, want, "Content-Range", "bytes 100000-199999/200000"), noRange}},
		"Range unasked":      {servers: []http.HandlerFunc{says(206, want)}, says: "answers 206"},
		"another beginning":  {had: content(99), servers: []http.HandlerFunc{sends(bytes.ToUpper(want))}, says: "sends another file"},
		"a part too long":    {had: append(slices.Clone(want), 1, 2), servers: []http.HandlerFunc{sends(want)}},
		"a part of another":  {had: make([]byte, 1000), servers: []http.HandlerFunc{sends(want)}},
		"a whole part":       {had: want, servers: []http.HandlerFunc{says(500, nil)}},
		"packed again":       {servers: []http.HandlerFunc{says(200, want, "Content-Encoding", "gzip")}},
		"zip":                {ask: "/a.zip", servers: []http.HandlerFunc{sends(zipped("file.gz", want))}},
		"half a zip":         {ask: "/a.zip", had: zipped("file.gz", want)[:999], servers: []http.HandlerFunc{sends(zipped("file.gz", want))}},
		"zip of another":     {ask: "/a.zip", servers: []http.HandlerFunc{sends(zipped("other.gz", want))}, says: "sends another file"},
		"no zip":             {ask: "/a.zip", servers: []http.HandlerFunc{sends(half)}, says: "sends another file"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			place := filepath.Join(folder, "sub", "file.gz")
			part := place + ".part"
			if c.had != nil {
				_ = os.Mkdir(filepath.Dir(place), 0o755)
				if err := os.WriteFile(part, c.had, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			check := func(err error, says string, left int) {
				t.Helper()
				got, missing := os.ReadFile(place)
				rest, none := os.ReadFile(part)
				switch {
				case says == "" && (err != nil || !bytes.Equal(got, want) || none == nil):
					t.Fatalf("%v: the file has %d bytes, %d more are left", err, len(got), len(rest))
				case says != "" && (err == nil || missing == nil || !strings.Contains(err.Error(), says) || len(err.Error()) > 300 || strings.ContainsAny(err.Error(), "\n")):
					t.Fatalf("%v, want %q; %v", err, says, missing)
				case says != "" && (len(rest) != left || none == nil && left == 0 || !bytes.Equal(rest, want[:left])):
					t.Fatalf("%d bytes are left, want %d", len(rest), left)
				}
			}
			address, _ := serve(t, c.servers...)
			fetcher := Fetcher{Patience: impatience}
			file := File{"sub/file.gz", sumOf(want), []string{address + c.ask}}
			_, err := fetcher.Fetch(t.Context(), Set{Files: []File{file}}, folder)
			check(err, c.says, c.left)
			good, asked := serve(t, sends(want))
			file.From = []string{good}
			_, err = fetcher.Fetch(t.Context(), Set{Files: []File{file}}, folder)
			check(err, "", 0)
			if ranged := fmt.Sprintf("[bytes=%d-]", c.left); c.left > 0 && fmt.Sprint(asked()) != ranged {
				t.Errorf("the second call asks for %v, want %s", asked(), ranged)
			}
		})
	}
}

func drips(b []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for piece := range slices.Chunk(b, len(b)/5) {
			_, _ = w.Write(piece)
			w.(http.Flusher).Flush()
			time.Sleep(impatience / 2)
		}
	}
}

// tooShort sends more than it says.
func tooShort(b []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		connection, _, err := w.(http.Hijacker).Hijack()
		if err == nil {
			_, _ = fmt.Fprintf(connection, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s", len(b)/2, b)
			_ = connection.Close()
		}
	}
}

func endless(w http.ResponseWriter, _ *http.Request) {
	for b := make([]byte, 1<<20); ; {
		if _, err := w.Write(b); err != nil {
			return
		}
	}
}

// What one address does not have comes from the next, and from a part that the first has
// begun; a host that failed is asked last from then on. Nobody listens at one.
func TestFallbacks(t *testing.T) {
	want, folder := content(200_000), t.TempDir()
	breaks, _ := serve(t, says(200, want[:1000], "Content-Length", "200000"))
	good, asked := serve(t, sends(want))
	nobody := httptest.NewServer(nil)
	nobody.Close()
	from := []string{nobody.URL, breaks, good}
	set := Set{Files: []File{{"a", sumOf(want), from}, {"b", sumOf(want), from}}}
	seen := int64(0)
	fetcher := Fetcher{Progress: func(_, _ string, done, total int64) {
		if seen = done; total != 200_000 {
			t.Errorf("%d of %d", done, total)
		}
	}}
	hosts, err := fetcher.Fetch(t.Context(), set, folder)
	if host := strings.TrimPrefix(good, "http://"); err != nil || !slices.Equal(hosts, []string{host, host}) || seen != 200_000 {
		t.Errorf("%v, %v, %d bytes", hosts, err, seen)
	}
	if !slices.Equal(asked(), []string{"bytes=1000-", ""}) {
		t.Errorf("asked for %q", asked())
	}
	_, err = (&Fetcher{Mirror: nobody.URL}).Fetch(t.Context(), set, t.TempDir())
	if err == nil || !strings.Contains(err.Error(), "connection refused") {
		t.Error(err)
	}
}

// Files that are there and right are left alone, and so is every other file.
func TestThere(t *testing.T) {
	want, other := content(1000), []byte("another")
	address, asked := serve(t, says(404, nil), sends(want))
	set := Set{Files: []File{{"new", sumOf(want), nil}, {"old", append(sumOf(other), sumOf(want)...), nil}, {"wrong", sumOf(want), nil}}}
	folder := t.TempDir()
	for _, name := range []string{"old", "wrong"} {
		if err := os.WriteFile(filepath.Join(folder, name), map[string][]byte{"old": want, "wrong": other}[name], 0o444); err != nil {
			t.Fatal(err)
		}
	}
	before, _ := os.Stat(filepath.Join(folder, "old"))
	for i, c := range []struct {
		replace bool
		says    string
		asked   int
	}{{false, "--replace", 0}, {true, "404", 1}, {true, "", 3}, {false, "", 3}} {
		_, err := (&Fetcher{Mirror: address, Replace: c.replace}).Fetch(t.Context(), set, folder)
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) || len(asked()) != c.asked {
			t.Errorf("call %d: %v after %d requests, want %q after %d", i, err, len(asked()), c.says, c.asked)
		}
		wrong, _ := os.ReadFile(filepath.Join(folder, "wrong"))
		if c.says != "" && !bytes.Equal(wrong, other) || c.says == "" && !bytes.Equal(wrong, want) {
			t.Errorf("call %d: the file is %.20q", i, wrong)
		}
	}
	if after, _ := os.Stat(filepath.Join(folder, "old")); !os.SameFile(before, after) || !after.ModTime().Equal(before.ModTime()) {
		t.Error("the right file was written")
	}
	for _, name := range []string{"new", "new.part"} {
		odd := t.TempDir()
		_ = os.Mkdir(filepath.Join(odd, name), 0o755)
		if _, err := (&Fetcher{Replace: true, Mirror: address}).Fetch(t.Context(), set, odd); err == nil || !strings.Contains(err.Error(), "not an ordinary file") {
			t.Errorf("a folder %s: %v", name, err)
		}
	}
}

// A call that is interrupted leaves what came.
func TestInterrupted(t *testing.T) {
	want, folder := content(200_000), t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	address, asked := serve(t, func(w http.ResponseWriter, r *http.Request) {
		says(200, want[:5000], "Content-Length", "200000")(w, r)
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}, sends(want))
	set := Set{Files: []File{{"a", sumOf(want), []string{address, address}}}}
	_, err := (&Fetcher{Progress: func(_, _ string, done, _ int64) {
		if done == 5000 {
			cancel()
		}
	}}).Fetch(ctx, set, folder)
	if !errors.Is(err, context.Canceled) || len(asked()) != 1 {
		t.Errorf("%v after %d requests", err, len(asked()))
	}
	_, err = new(Fetcher).Fetch(t.Context(), set, folder)
	if got, _ := os.ReadFile(filepath.Join(folder, "a")); err != nil || !bytes.Equal(got, want) || asked()[1] != "bytes=5000-" {
		t.Errorf("%v, asked for %q", err, asked())
	}
}

// The digits that are fetched open by their name, in place of what datasets looks for.
func TestOpens(t *testing.T) {
	const count = 20
	idx := func(sizes []uint32, b []byte) []byte {
		head := []byte{0, 0, 8, byte(len(sizes))}
		for _, size := range sizes {
			head = binary.BigEndian.AppendUint32(head, size)
		}
		return append(head, b...)
	}
	var labels, text []byte
	for i := range byte(count) {
		labels = append(labels, i%10)
		text = fmt.Appendf(text, "%d 1:%v 256:0.5\n", i%10+1, float64(i)/count)
	}
	pictures := idx([]uint32{count, 28, 28}, content(count*28*28))
	files := map[string][]byte{"usps/usps.bz2": text, "usps/usps.t.bz2": text}
	for _, part := range []string{"train", "t10k"} {
		files["mnist/"+part+"-images-idx3-ubyte.gz"], files["mnist/"+part+"-labels-idx1-ubyte.gz"] = pictures, idx([]uint32{count}, labels)
	}
	address, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		sends(files[strings.TrimPrefix(r.URL.Path, "/data/")])(w, r)
	})
	set := Sets()[0]
	var names []string
	for i, f := range set.Files {
		names = append(names, f.Name)
		set.Files[i].Sums = sumOf(files[f.Name])
	}
	if !slices.Equal(slices.Sorted(slices.Values(names)), slices.Sorted(maps.Keys(files))) {
		t.Fatalf("the set has %q", names)
	}
	folder := filepath.Join(t.TempDir(), "not", "yet")
	if _, err := (&Fetcher{Mirror: address + "/data/"}).Fetch(t.Context(), set, folder); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"mnist-usps", "usps-mnist"} {
		spec := datasets.DefaultSpec(name)
		spec.Data, spec.ValidationSize = folder, 0
		if pair, err := datasets.Open(t.Context(), spec, nil); err != nil || pair.Source.Rows() != count || pair.Target.Rows() != count {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The sums are those of the files as the data folder has them.
func TestSums(t *testing.T) {
	for _, set := range Sets() {
		for _, file := range set.Files {
			if len(file.Sums[0]) != 64 || !strings.HasPrefix(file.From[0], "https://") {
				t.Errorf("%+v", file)
			}
		}
		if folder := os.Getenv("LARUI_DATA"); folder != "" {
			if hosts, err := new(Fetcher).Fetch(t.Context(), set, folder); err != nil || strings.Join(hosts, "") != "" {
				t.Errorf("%s: %v, %v", set.Name, hosts, err)
			}
		}
	}
}
