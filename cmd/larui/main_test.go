package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"larui/model/testutil"
	"larui/tui/config"
	"larui/tui/plain"
	"larui/tui/session"
)

// TestMain gives the tests a cache folder of their own, so that they neither find
// nor leave anything in that of whoever runs them. Called larui, they are the program.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "larui" {
		main() // which ends the process
	}
	os.Exit(withOwnFolder(m.Run))
}

// own is the folder of the tests, for the caches and the program.
var own string

func withOwnFolder(run func() int) int {
	folder, err := os.MkdirTemp("", "larui-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	own = folder
	// The go command, which builds the program, looks for its own things beside it.
	for _, name := range []string{"GOCACHE", "GOPATH", "GOMODCACHE"} {
		value, err := exec.Command("go", "env", name).Output()
		if err == nil {
			_ = os.Setenv(name, strings.TrimSpace(string(value)))
		}
	}
	for _, name := range []string{config.PathVariable, "TERM"} {
		_ = os.Unsetenv(name)
	}
	// What os.UserCacheDir and os.UserConfigDir go by on the several systems.
	for _, name := range []string{"XDG_CACHE_HOME", "XDG_CONFIG_HOME", "HOME", "LocalAppData"} {
		_ = os.Setenv(name, folder)
	}
	return run()
}

// program is the path of the program: these tests under its name.
func program(t testing.TB) string {
	t.Helper()
	return testutil.Must(linked())
}

var linked = sync.OnceValues(func() (string, error) {
	path := filepath.Join(own, "program", "larui") // alone in its folder, which is put into PATH
	tests, err := os.Executable()
	if err == nil {
		err = os.Mkdir(filepath.Dir(path), 0o700)
	}
	if err != nil {
		return "", err
	}
	return path, os.Symlink(tests, path)
})

// argv returns the words of a command line, with the next of values for each word %: one word, or
// a list of words.
func argv(line string, values ...any) (all []string) {
	for _, word := range strings.Fields(line) {
		if word != "%" {
			all = append(all, word)
			continue
		}
		if list, ok := values[0].([]string); ok {
			all = append(all, list...)
		} else {
			all = append(all, fmt.Sprint(values[0]))
		}
		values = values[1:]
	}
	return all
}

// temp returns the path of a file in a new folder.
func temp(t *testing.T, name string) string { return filepath.Join(t.TempDir(), name) }

// read returns the content of a file.
func read(path string) string { return string(testutil.Must(os.ReadFile(path))) }

// larui runs a command line, made by argv, in process.
func larui(t *testing.T, line string, values ...any) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	status = run(context.Background(), nil, argv(line, values...), &out, &errs)
	return status, out.String(), errs.String()
}

// skipSpared spares the race detector a call over whose sums of many features it takes long: it
// sees them in the packages that do them.
func skipSpared(t *testing.T, args []string) {
	if slices.Contains(args, "glyphs") {
		testutil.SkipInShort(t)
	}
}

// mustRun runs a command line that has to succeed without a word on stderr.
func mustRun(t *testing.T, line string, values ...any) string {
	t.Helper()
	status, stdout, stderr := larui(t, line, values...)
	if status != statusOK || stderr != "" {
		t.Fatalf("larui %s %v: status %d, stderr %q", line, values, status, stderr)
	}
	return stdout
}

// decode runs a command line, which may tell what it does, and decodes the JSON that it prints.
func decode[T any](t *testing.T, line string, values ...any) T {
	t.Helper()
	var v T
	status, stdout, stderr := larui(t, line+" --format json", values...)
	for said := range strings.Lines(stderr) {
		if !strings.HasPrefix(said, "larui: ") {
			t.Errorf("larui %s %v: %q", line, values, said)
		}
	}
	if err := json.Unmarshal([]byte(stdout), &v); err != nil || status != statusOK {
		t.Fatalf("larui %s %v: status %d, %v", line, values, status, err)
	}
	return v
}

// An object is one of JSON.
type object map[string]any

// find returns what stands at a path such as descent.targetAccuracy, nil where that is
// null or not there.
func (o object) find(path string) any {
	var at any = map[string]any(o)
	for name := range strings.SplitSeq(path, ".") {
		inner, _ := at.(map[string]any)
		at = inner[name]
	}
	return at
}

// at returns the number at a path, NaN where there is none.
func (o object) at(path string) float64 {
	if x, ok := o.find(path).(float64); ok {
		return x
	}
	return math.NaN()
}

// all returns the objects of the list at a path.
func (o object) all(path string) (objects []object) {
	list, _ := o.find(path).([]any)
	for _, v := range list {
		objects = append(objects, v.(map[string]any))
	}
	return objects
}

// A plane table of four labelled rows that every pair of files can be made of.
const plane = "x1,x2,label\n1,2,-1\n2,1,1\n-1,0.5,-1\n3,-1,1\n"

// checkLine checks that an error is one line of the usual form.
func checkLine(t *testing.T, stderr string) {
	t.Helper()
	line, rest, ended := strings.Cut(stderr, "\n")
	if !ended || rest != "" || !strings.HasPrefix(line, "larui: ") || strings.Contains(line, "goroutine") {
		t.Errorf("stderr is not one line of an error: %q", stderr)
	}
}

// refuse runs a command line that ends with this status and one line on standard error, which contains
// says.
func refuse(t *testing.T, status int, says, line string, values ...any) {
	t.Helper()
	got, stdout, stderr := larui(t, line, values...)
	checkLine(t, stderr)
	if got != status || stdout != "" || !strings.Contains(stderr, says) {
		t.Errorf("larui %s %v: status %d, %q and %q, want %q", line, values, got, stdout, stderr, says)
	}
}

// refused runs the calls of a table: the exit status and the command line, and behind bars what the
// line on standard error says.
func refused(t *testing.T, paths *strings.Replacer, table string) {
	t.Helper()
	for _, row := range testutil.ParseTable(paths.Replace(table)) {
		args := testutil.Must(session.SplitWords(row[0]))
		status, stdout, stderr := larui(t, "%", args[1:])
		testutil.Equal(t, fmt.Sprint(status, stdout), args[0], row)
		checkLine(t, stderr)
		testutil.Contains(t, stderr, row[1:]...)
	}
}

// plainly runs larui --plain with commands on standard input.
func plainly(t *testing.T, args []string, commands ...string) string {
	t.Helper()
	var out strings.Builder
	root := newRoot(&opener{conversation: plain.Conversation{Out: &out}}, nil)
	root.SetArgs(argv("--plain %", args))
	root.SetIn(strings.NewReader(strings.Join(commands, "\n")))
	testutil.NoError(t, root.ExecuteContext(context.Background()))
	return out.String()
}

// readCSV runs a command line and returns its rows by column.
func readCSV(t *testing.T, line string, values ...any) []map[string]string {
	t.Helper()
	records := testutil.Must(csv.NewReader(strings.NewReader(mustRun(t, line+" --format csv", values...))).ReadAll())
	var rows []map[string]string
	for _, record := range records[1:] {
		row := map[string]string{}
		for j, field := range record {
			row[records[0][j]] = field
		}
		if len(row) != len(records[0]) {
			t.Fatalf("column names repeat: %v", records[0])
		}
		rows = append(rows, row)
	}
	return rows
}

// What is held back is all there in the end, however much it is, and no file is left.
func TestHeldOutput(t *testing.T) {
	testutil.SkipInShort(t)
	t.Setenv("TMPDIR", t.TempDir())
	var held bufferedOutput
	var want, got bytes.Buffer
	for i := range 40 {
		part := bytes.Repeat([]byte{byte(i)}, 1<<20+i)
		want.Write(part)
		if n, err := held.Write(part); n != len(part) || err != nil {
			t.Fatal(n, err)
		}
	}
	err := held.writeBufferTo(&got)
	left, _ := os.ReadDir(os.TempDir())
	if err != nil || !bytes.Equal(got.Bytes(), want.Bytes()) || len(left) > 0 {
		t.Errorf("%v, %d bytes of %d, %d files left", err, got.Len(), want.Len(), len(left))
	}
	t.Setenv("TMPDIR", filepath.Join(own, "nowhere"))
	full := bufferedOutput{}
	_, _ = full.Write(make([]byte, 17<<20))
	got.Reset()
	if err := full.writeBufferTo(&got); err == nil || got.Len() > 0 {
		t.Errorf("%v, %d bytes of what could not be held", err, got.Len())
	}
}
