package fetch

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"log"
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
	"larui/model/testutil"
)

// impatience is the Patience in these tests for a server that sends nothing.
const impatience = 500 * time.Millisecond

// content is the content of a file; it cannot be compressed.
func content(size int) []byte {
	b := make([]byte, size)
	_, _ = rand.NewChaCha8([32]byte{1}).Read(b)
	return b
}

func sumOf(b []byte) []string { return []string{fmt.Sprintf("%x", sha256.Sum256(b))} }

// serve answers each request by the next handler, repeats the last one, and counts the requests.
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

// sends returns a handler that serves bytes correctly, also in part.
func sends(b []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		http.ServeContent(w, r, "file.gz", time.Time{}, bytes.NewReader(b))
	}
}

// says returns a handler that sends a status, pairs of header lines and a body to every request.
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

// zipped returns an archive with one file.
func zipped(name string, b []byte) []byte {
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	f, _ := w.Create(name)
	_, _ = f.Write(b)
	_ = w.Close()
	return packed.Bytes()
}

// Whatever a server does, the file is either complete and right, or missing, and then the next call
// continues from the bytes that arrived.
func TestFaults(t *testing.T) {
	var logged strings.Builder
	log.SetOutput(&logged)
	t.Cleanup(func() {
		log.SetOutput(os.Stderr)
		if logged.Len() > 0 {
			t.Errorf("standard error gets %.200q", &logged)
		}
	})
	want := content(200_000)
	half, archive, page := want[:len(want)/2], zipped("file.gz", want), "text/html; charset=utf-8"
	noRange, half200 := says(200, want), says(200, half, "Content-Length", "200000")
	rest := says(206, half[100:], "Content-Range", "bytes 100-199999/200000", "Content-Length", "199900")
	liar := says(206, want, "Content-Range", "bytes 100000-199999/200000")
	const other, large = "sends a file with another SHA-256", "sends more than 64 MB"
	const redirect, circles = "Location", "redirects more than 5 times"
	type by []http.HandlerFunc
	for name, c := range map[string]struct {
		had     []byte // what an earlier call has left
		servers by
		says    string // empty where the file comes
		left    int    // of the part
	}{
		"good":               {nil, by{sends(want)}, "", 0},
		"stalls":             {nil, by{stalls(half)}, "sends next to nothing for 500ms", len(half)},
		"never answers":      {nil, by{stalls(nil)}, "sends next to nothing for 500ms", 0},
		"slow but steady":    {nil, by{drips(want, len(want)/8)}, "", 0},
		"truncates":          {nil, by{half200}, "breaks off before the end", len(half)},
		"truncates a part":   {half[:100], by{rest}, "breaks off before the end", len(half)},
		"truncates, no end":  {nil, by{says(200, half, "Transfer-Encoding", "identity")}, other, 0},
		"claims too much":    {nil, by{says(200, want, "Content-Length", "200100")}, "", 0},
		"claims too little":  {nil, by{tooShort(want)}, other, 0},
		"claims a terabyte":  {nil, by{says(200, want, "Content-Length", "1000000000000")}, large, 0},
		"sends too much":     {nil, by{endless}, large, 0},
		"other bytes":        {nil, by{sends(content(1000))}, other, 0},
		"nothing":            {nil, by{says(200, nil)}, other, 0},
		"a page":             {half, by{says(200, nil, "Content-Type", page)}, "sends a page", len(half)},
		"404":                {nil, by{says(404, nil)}, "answers 404 Not Found", 0},
		"500":                {half, by{says(500, nil)}, "Internal Server Error); the part that arrived is kept", len(half)},
		"an evil header":     {nil, by{says(200, want, "X", "\x1b[2J")}, `malformed MIME header line: "X: \x1b[2J"`, 0},
		"closes":             {nil, by{closes}, "EOF", 0},
		"redirects":          {nil, by{says(302, nil, redirect, "/there"), sends(want)}, "", 0},
		"redirects a part":   {half, by{says(307, nil, redirect, "/there"), sends(want)}, "", 0},
		"redirects for good": {nil, by{says(302, nil, redirect, "/again")}, circles, 0},
		"redirects astray":   {nil, by{says(302, nil, redirect, "file:///etc/passwd")}, "unsupported protocol", 0},
		"redirects far":      {nil, by{says(302, nil, redirect, "http://x/%zz"+strings.Repeat("x", 9000))}, "…", 0},
		"goes on":            {half, by{sends(want)}, "", 0},
		"ignores Range":      {half, by{noRange}, "", 0},
		"another Range":      {half, by{says(206, want, "Content-Range", "bytes 0-199999/200000"), noRange}, "", 0},
		"no Range":           {half, by{says(206, want), noRange}, "", 0},
		"a lie about Range":  {half, by{liar, noRange}, "", 0},
		"Range unasked":      {nil, by{says(206, want)}, "answers 206", 0},
		"another beginning":  {content(99), by{sends(bytes.ToUpper(want))}, other, 0},
		"a part too long":    {append(slices.Clone(want), 1, 2), by{sends(want)}, "", 0},
		"a part of another":  {make([]byte, 1000), by{sends(want)}, "", 0},
		"a whole part":       {want, by{says(500, nil)}, "", 0},
		"packed again":       {nil, by{says(200, want, "Content-Encoding", "gzip")}, "", 0},
		"a.zip":              {nil, by{sends(archive)}, "", 0},
		"half of a.zip":      {archive[:999], by{sends(archive)}, "", 0},
		"other.zip":          {nil, by{sends(zipped("other.gz", want))}, other, 0},
		"no.zip":             {nil, by{sends(half)}, other, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			place := filepath.Join(folder, "sub", "file.gz")
			part := place + ".part"
			if c.had != nil {
				_ = os.Mkdir(filepath.Dir(place), 0o755)
				testutil.NoError(t, os.WriteFile(part, c.had, 0o644))
			}
			check := func(err error, says string, left int) {
				t.Helper()
				got, missing := os.ReadFile(place)
				rest, none := os.ReadFile(part)
				if says == "" {
					if err != nil || !bytes.Equal(got, want) || none == nil {
						t.Fatalf("%v: the file has %d bytes, %d more are left", err, len(got), len(rest))
					}
					return
				}
				text := fmt.Sprint(err)
				if missing == nil || !strings.Contains(text, says) || len(text) > 300 || strings.Contains(text, "\n") {
					t.Fatalf("%v, want %q; %v", err, says, missing)
				}
				if len(rest) != left || none == nil && left == 0 || !bytes.Equal(rest, want[:left]) {
					t.Fatalf("%d bytes are left, want %d", len(rest), left)
				}
			}
			address, _ := serve(t, c.servers...)
			fetcher := Fetcher{}
			if strings.Contains(c.says, "nothing") || name == "slow but steady" {
				fetcher.Patience = impatience
			}
			file := File{"sub/file.gz", sumOf(want), []string{address + "/" + name}}
			_, err := fetcher.Fetch(t.Context(), Set{Files: []File{file}}, folder)
			check(err, c.says, c.left)
			good, asked := serve(t, sends(want))
			file.Addresses = []string{good}
			_, err = fetcher.Fetch(t.Context(), Set{Files: []File{file}}, folder)
			check(err, "", 0)
			if ranged := fmt.Sprintf("[bytes=%d-]", c.left); c.left > 0 && fmt.Sprint(asked()) != ranged {
				t.Errorf("the second call asks for %v, want %s", asked(), ranged)
			}
		})
	}
}

// stalls sends a beginning and then nothing until the client disconnects.
func stalls(b []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if b != nil {
			says(200, b, "Content-Length", "200000")(w, r)
			w.(http.Flusher).Flush()
		}
		<-r.Context().Done()
	}
}

func closes(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

// drips sends so many bytes at a time, until nobody listens.
func drips(b []byte, size int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for piece := range slices.Chunk(b, size) {
			if r.Context().Err() != nil {
				return
			}
			_, _ = w.Write(piece)
			w.(http.Flusher).Flush()
			time.Sleep(impatience / 5)
		}
	}
}

// A server that sends a byte now and then is given up.
func TestDrips(t *testing.T) {
	address, _ := serve(t, drips(content(1000), 1))
	part, err := os.Create(filepath.Join(t.TempDir(), "part"))
	testutil.NoError(t, err)
	defer part.Close()
	if err := download(context.Background(), address, part, 0, impatience, func(int64, int64) {}); err == nil || !strings.Contains(err.Error(), "next to nothing") {
		t.Errorf("a server that drips: %v", err)
	}
}

// tooShort sends fewer bytes than it announces.
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

// If one address fails, the file comes from the next, which continues the part of the first. A host
// that failed is asked last from then on. One address has no server.
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
		seen = done
		if total != 200_000 {
			t.Errorf("%d of %d", done, total)
		}
	}}
	hosts, err := fetcher.Fetch(t.Context(), set, folder)
	host := strings.TrimPrefix(good, "http://")
	if err != nil || !slices.Equal(hosts, []string{host, host}) || seen != 200_000 {
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

// Files that exist and are right are left alone, and so are all other files.
func TestThere(t *testing.T) {
	want, other := content(1000), []byte("another")
	address, asked := serve(t, says(404, nil), sends(want))
	set := Set{Files: []File{{"new", sumOf(want), nil}, {"old", append(sumOf(other), sumOf(want)...), nil}}}
	set.Files = append(set.Files, File{"wrong", sumOf(want), nil})
	folder := t.TempDir()
	for name, b := range map[string][]byte{"old": want, "wrong": other} {
		testutil.NoError(t, os.WriteFile(filepath.Join(folder, name), b, 0o444))
	}
	before, _ := os.Stat(filepath.Join(folder, "old"))
	for i, c := range []struct {
		replace bool
		says    string
		asked   int
	}{{false, "--replace", 0}, {true, "404", 1}, {true, "", 3}, {false, "", 3}} {
		_, err := (&Fetcher{Mirror: address, Replace: c.replace}).Fetch(t.Context(), set, folder)
		if (err == nil) != (c.says == "") || !strings.Contains(fmt.Sprint(err), c.says) || len(asked()) != c.asked {
			t.Errorf("call %d: %v after %d requests, want %q after %d", i, err, len(asked()), c.says, c.asked)
		}
		wrong, _ := os.ReadFile(filepath.Join(folder, "wrong"))
		if c.says != "" && !bytes.Equal(wrong, other) || c.says == "" && !bytes.Equal(wrong, want) {
			t.Errorf("call %d: the file is %.20q", i, wrong)
		}
	}
	after, _ := os.Stat(filepath.Join(folder, "old"))
	if !os.SameFile(before, after) || !after.ModTime().Equal(before.ModTime()) {
		t.Error("the right file was written")
	}
	for _, name := range []string{"new", "new.part"} {
		odd := t.TempDir()
		_ = os.Mkdir(filepath.Join(odd, name), 0o755)
		_, err := (&Fetcher{Replace: true, Mirror: address}).Fetch(t.Context(), set, odd)
		if err == nil || !strings.Contains(err.Error(), "not an ordinary file") {
			t.Errorf("a folder %s: %v", name, err)
		}
	}
}

// Fetch does not follow a link in the place of a file.
func TestLinks(t *testing.T) {
	folder := t.TempDir()
	other := filepath.Join(folder, "other")
	for _, content := range []string{"", "mine"} {
		name := filepath.Join(t.TempDir(), "x.part")
		if content != "" && os.WriteFile(other, []byte(content), 0o600) != nil || os.Symlink(other, name) != nil {
			t.Skip("there are no links")
		}
		if _, err := openPart(name); err == nil || !strings.Contains(err.Error(), "is a link") {
			t.Errorf("%v", err)
		}
		if text, _ := os.ReadFile(other); string(text) != content {
			t.Errorf("%q is behind the link, not %q", text, content)
		}
	}
}

// An interrupted call leaves the bytes that arrived.
func TestInterrupted(t *testing.T) {
	want, folder := content(200_000), t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	address, asked := serve(t, stalls(want[:5000]), sends(want))
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
	got, _ := os.ReadFile(filepath.Join(folder, "a"))
	if err != nil || !bytes.Equal(got, want) || asked()[1] != "bytes=5000-" {
		t.Errorf("%v, asked for %q", err, asked())
	}
}

// The fetched digits open by their name, and datasets finds them.
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
		files["mnist/"+part+"-images-idx3-ubyte.gz"] = pictures
		files["mnist/"+part+"-labels-idx1-ubyte.gz"] = idx([]uint32{count}, labels)
	}
	address, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		sends(files[strings.TrimPrefix(r.URL.Path, "/data/")])(w, r)
	})
	set := ListSets()[0]
	var names []string
	for i, f := range set.Files {
		names = append(names, f.Name)
		set.Files[i].Checksums = sumOf(files[f.Name])
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
		pair, err := datasets.Open(t.Context(), spec, nil)
		if err != nil || pair.Source.Rows() != count || pair.Target.Rows() != count {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The sums are right for the files in the data folder.
func TestSums(t *testing.T) {
	for _, set := range ListSets() {
		for _, file := range set.Files {
			if len(file.Checksums[0]) != 64 || !strings.HasPrefix(file.Addresses[0], "https://") {
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
