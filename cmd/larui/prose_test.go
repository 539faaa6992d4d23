package main

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"larui/cmd/larui/paper/figure"
	"larui/model/testutil"
	"larui/tui/frame"
	"larui/tui/number"
	"larui/tui/plain"
)

// What numbers alone do not tell is said in words, and no number is one that is not.
func TestSaidInWords(t *testing.T) {
	files := func(source, target string) []string {
		return argv("--source % --target %", testutil.WriteFile(t, "source.csv", source), testutil.WriteFile(t, "target.csv", target))
	}
	diverging := decode[object](t, "solve --rate 100")
	largest := diverging.at("descent.largestStableRate")
	if diverging.find("descent.diverges") != true || diverging.find("none.diverges") != true ||
		len(diverging.all("descent.curve")) != 0 {
		t.Errorf("it is %+v", diverging)
	}
	if decode[object](t, "solve --rate %", strconv.FormatFloat(0.99*largest, 'g', -1, 64)).find("descent.diverges") != false {
		t.Errorf("descent diverges below the rate %v", largest)
	}
	// With k = k̃ = 1 of d = 3 and a target of rank 1 nothing holds the rest.
	unbounded := append(files("a,b,c,y\n1,2,0,-1\n2,1,1,1\n0,1,-1,-1\n1,-1,2,1\n", "a,b,c,y\n2,4,0,-1\n3,6,0,1\n"), "--no-bias", "--k", "1", "--ktilde", "1")
	r := decode[object](t, "solve %", unbounded)
	if r.find("closed.unboundedBelow") != true || r.find("closed.rankDeficient") != true || !(r.at("closed.leak") > 0) {
		t.Errorf("the closed form is %+v", r["closed"])
	}
	texts := strings.NewReplacer(
		"UNBOUNDED", strings.Join(unbounded, " "), "UNLABELLED", strings.Join(files(plane, "x1,x2\n1,1\n2,0.5\n-1,1\n"), " "),
		"PARTLY", strings.Join(files(plane, "x1,x2,label\n1,1,1\n2,0.5,?\n-1,1,-1\n"), " ")+" --missing unlabelled",
		"LARGEST", number.PaddedDigits(largest, 4), "JUDGED", changeLegend)
	// A change stands beside the numbers that it is of.
	for _, row := range testutil.ParseTable(`
		solve --rate 100 | diverges | LARGEST
		sweep --rate 100 | diverge | is unknown
		solve UNBOUNDED | unbounded below
		sweep UNBOUNDED | unbounded below
		solve UNLABELLED | The target has no labels | –
		sweep UNLABELLED | The target has no labels | is unknown
		align UNLABELLED | The target has no labels | –
		solve PARTLY | The target has labels of 2 of its 3 rows: its scores and w* are | not scored
		sweep PARTLY | The target has labels of 2 of its 3 rows: its scores are
		align PARTLY | The target has labels of 2 of its 3 rows, so the alignment
		solve --lambda -0 | λ = 0
		solve --ktilde 2 --k 2 | leaves no tail
		solve --n 5000 --m 5000 --seed 7 | JUDGED | 88.48 %      88.92 %  ▲ +0.44              99.90 %  ▲ +11.42 | 86.0 %       86.0 %  = ±0
		solve rotated-regression | JUDGED | 2.544e-4     9.235e-5  ▲ −63.7 % | 5.631e-5     2.436e-4  ▼ +332.6 %
		version | larui | go
		solve --no-cache | no adaptation`) {
		text := mustRun(t, texts.Replace(row[0]))
		for _, want := range row[1:] {
			if want = texts.Replace(want); !strings.Contains(text, want) {
				t.Errorf("%s does not say %q:\n%s", row[0], want, text)
			}
		}
		if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
			t.Errorf("%s says\n%s", row[0], text)
		}
	}
}

// TestTableAligns checks that columns start where those above start, also after
// a letter with a combining mark.
func TestTableAligns(t *testing.T) {
	var b textBuilder
	tab := table{align: "lrl"}
	tab.add("k̃", 1, "one")
	tab.add("kk", 22, "two")
	tab.add("λ")
	tab.write(&b)
	testutil.Equal(t, b.String(), "  k̃    1  one\n  kk  22  two\n  λ\n")
}

// TestChoose solves where a judge has chosen: as the call does that names the setting, with
// what was chosen beside it and on standard error.
func TestChoose(t *testing.T) {
	for _, judge := range []string{"label-free", "target-alignment", "validation"} {
		status, text, stderr := larui(t, "solve --choose % --format json", judge)
		var report object
		if err := json.Unmarshal([]byte(text), &report); err != nil || status != statusOK {
			t.Fatalf("%s: status %d, %v, %s", judge, status, err, stderr)
		}
		args := []string{"solve"}
		for _, name := range []string{"k", "ktilde", "lambda"} {
			args = append(args, fmt.Sprintf("--%s=%v", name, report.at("params."+name)))
		}
		if again := decode[object](t, "%", args); !reflect.DeepEqual(again["descent"], report["descent"]) || again["choice"] != nil {
			t.Errorf("%s: another descent than of %v", judge, args)
		}
		adapts, why := report.find("choice.adapts"), report.find("choice.why").(string)
		if adapts != (judge != "label-free") || report.find("choice.judge") != judge || !strings.HasPrefix(stderr, "larui: "+why+"\n") {
			t.Errorf("%v, said as %q", report["choice"], stderr)
		}
		_, text, line := larui(t, "solve --choose %", judge)
		checkLine(t, line)
		testutil.Contains(t, strings.Join(strings.Fields(text), " "), "chosen by "+judge+": "+why)
		keys := map[string]bool{}
		keyPaths("", any(map[string]any(report)), keys)
		want := strings.Fields(`choice choice.judge choice.adapts choice.why choice.lead choice.trial choice.trial.none choice.trial.chosen
			choice.trial.mostFrequent choice.trial.doubtful choice.labelFree choice.noneLabelFree choice.settings choice.vetoedSettings choice.limits
			choice.labelFree.jla choice.labelFree.vetoed choice.labelFree.targetAlignment choice.noneLabelFree.jla choice.noneLabelFree.vetoed
			choice.noneLabelFree.targetAlignment`)
		for key := range keys {
			if strings.HasPrefix(key, "choice") && !slices.Contains(want, key) {
				t.Errorf("%s is not in the contract", key)
			}
		}
	}
	file := testutil.WriteFile(t, "plane.csv", plane)
	if _, text, _ := larui(t, "solve --source % --target % --choose label-free", file, file); !strings.Contains(text, "no adaptation") ||
		strings.Contains(text, "was chosen") {
		t.Errorf("no adaptation is chosen, and said not to be:\n%s", text)
	}
}

// What is judged is the descent. Where the closed form differs, and its predictions do as
// they are saved, that is said; and no row of the text has nothing but what can't be known.
func TestChooseClosed(t *testing.T) {
	var source, target strings.Builder
	source.WriteString("a,b,c,y\n")
	target.WriteString("a,b,c\n")
	for i := range 200 {
		y := float64(i%2*2 - 1)
		row := fmt.Sprintf("%g,%g,%g", y/2+math.Sin(float64(i)), (y+math.Sin(float64(7*i)))/500, 3*math.Cos(float64(i*i)))
		fmt.Fprintf(&source, "%s,%g\n", row, y)
		target.WriteString(row + "\n")
	}
	solve := argv("solve --source % --target % --epochs 50", testutil.WriteFile(t, "a.csv", source.String()), testutil.WriteFile(t, "b.csv", target.String()))
	report := decode[object](t, "% --choose label-free", solve)
	for _, name := range []string{"k", "ktilde", "lambda"} {
		solve = append(solve, fmt.Sprintf("--%s=%v", name, report.at("params."+name)))
	}
	var saved [][]string
	for _, which := range []string{"descent", "closed"} {
		path := filepath.Join(t.TempDir(), which+".csv")
		larui(t, "% --which % --save-predictions %", solve, which, path)
		content := read(path)
		saved = append(saved, strings.Split(content, "\n")[1:])
	}
	differ := 0
	for i, row := range saved[0] {
		if row != "" && strings.Split(row, ",")[1] != strings.Split(saved[1][i], ",")[1] {
			differ++
		}
	}
	want := fmt.Sprintf("The closed form at this setting was not judged: it predicts %.1f %% of the rows differently from gradient descent.", float64(differ)/2)
	_, text, _ := larui(t, "% --choose label-free", solve[:7:7])
	if limits := fmt.Sprint(report.find("choice.limits")); differ < 10 || !strings.Contains(limits, want) || !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
		t.Errorf("%q is not said in %s, nor in\n%s", want, limits, text)
	}
	for _, row := range []string{"target accuracy", "target squared error", "w*‖", "w and w*"} {
		if strings.Contains(text, row) || !strings.Contains(text, "source accuracy") {
			t.Errorf("a row of %s:\n%s", row, text)
		}
	}
}

// What has no classes, or diverges, is not judged: null in JSON, empty in its columns.
func TestNotJudged(t *testing.T) {
	for why, args := range map[string][]string{"cannot be judged without labels": argv("sweep rotated-regression --lambda 10"), "diverges": argv("sweep --rate 100")} {
		report, row := decode[object](t, "%", args), readCSV(t, "%", args)[0]
		choice := report.all("labelFree")[0]
		for _, run := range []object{report.all("none")[0], report.all("cells")[0].all("descent")[0], choice} {
			if run["labelFree"] != nil || run["choice"] != nil {
				t.Errorf("%v: judged as %v", args, run)
			}
		}
		if jla, found := row["labelFreeJla"]; !found || jla+row["labelFreeVetoed"] != "" || row["closedWeightNorm"] == "" || !strings.Contains(choice["why"].(string), why) {
			t.Errorf("%v: %v, %v", args, choice, row)
		}
	}
}

// Where two features differ by little and that decides, no descent comes near least
// squares in 5,000 epochs: how far is said. What opens is trained to the end.
func TestShortOfLeastSquares(t *testing.T) {
	tables := [2]string{"a,b,y\n", "a,b,y\n"}
	for i := range 400 {
		a, z := float64(i%17)-8, float64(i%13)-6+float64(i%2)/8
		tables[i%2] += fmt.Sprintf("%v,%.15g,%v\n", a, a+1e-5*z, z+a/5 > 0)
	}
	source, target := testutil.WriteFile(t, "source.csv", tables[0]), testutil.WriteFile(t, "target.csv", tables[1])
	_, _, stderr := larui(t, "solve --no-cache --source "+source+" --target "+target+" --epochs=5000")
	checkLine(t, stderr)
	var share float64
	_, way, _ := strings.Cut(stderr, "descent comes only ")
	if _, err := fmt.Sscanf(way, "%f %% of the way to least squares", &share); err != nil || !(share > 0 && share < 50) {
		t.Errorf("%v of %q", share, stderr)
	}
	if _, _, stderr := larui(t, "solve --no-cache --source % --target %", source, target); stderr != "" {
		t.Errorf("what opens is least squares, but %s", stderr)
	}
}

// hostile returns a name that clears the screen, starts a sequence in one byte of C1,
// breaks the line, turns the direction of writing, and ends in a long text.
func hostile(name string, length int) string {
	return name + "\x1b[2J\u009b31m\nevil\u202e\u2028" + strings.Repeat("x", length)
}

// requireTame fails where a text holds what acts on a terminal, or an endless line.
func requireTame(t *testing.T, what, text string) {
	t.Helper()
	const longest = 2000
	acts := func(r rune) bool {
		return r != '\n' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
	}
	if at := strings.IndexFunc(text, acts); at >= 0 || !utf8.ValidString(text) {
		t.Errorf("%s writes what acts on a terminal: %q", what, text[max(0, at-40):min(len(text), max(0, at)+40)])
	}
	for line := range strings.Lines(text) {
		if len(line) > longest {
			t.Errorf("%s writes a line of %d bytes: %.80q", what, len(line), line)
		}
	}
}

// Names of files, features and classes come out of every writer with what acts on a
// terminal as visible escapes, and cut.
func TestHostileNames(t *testing.T) {
	testutil.SkipInShort(t)
	t.Setenv("LARUI_DATA", "") // else table1 runs on what is there
	folder := t.TempDir()
	var files []string
	for _, name := range []string{"source", "target"} {
		var b textBuilder
		fmt.Fprintf(&b, "\"%s\",\"%s\",\"%s\"\n", hostile("one", 100_000), hostile("two", 10), hostile("label", 10))
		for i := range 40 {
			fmt.Fprintf(&b, "%d,%d,\"%s\"\n", i*i%11, i*7%13+i%3*len(name), hostile([]string{"cat", "dog", "ant"}[i%3], 1000))
		}
		files = append(files, filepath.Join(folder, hostile(name, 10)+".csv"))
		if err := os.WriteFile(files[len(files)-1], []byte(b.String()), 0o600); err != nil {
			t.Skip(err) // not every system has such names
		}
	}
	const escape = `\u001b[2J\u009b31m\nevil\u202e\u2028`
	// check runs a call, whose output holds the names as visible escapes if it is to have any.
	check := func(named bool, args ...string) {
		t.Helper()
		_, out, errs := larui(t, "%", args)
		what := fmt.Sprintf("%.200q", args)
		requireTame(t, what, out)
		requireTame(t, what, errs)
		if named && !strings.Contains(out+errs, escape[:4]) && !strings.Contains(out+errs, `\x1b[2J`) {
			t.Errorf("%s lacks the names as visible escapes: %.500q %q", what, out, errs)
		}
	}
	pair := argv("--source % --target % --no-cache", files[0], files[1])
	one := argv("--k 1 --ktilde 1 --lambda 1")
	for _, command := range [][]string{{"align", "--both"}, argv("align --components 2"), {"solve"}, argv("sweep %", one)} {
		for _, format := range []string{"text", "json", "csv"} {
			check(format != "csv", slices.Concat(command, pair, []string{"--format", format})...)
		}
	}
	for _, name := range frame.ViewNames() {
		check(false, append(pair, "--snapshot", "200x50", "--view", name)...)
	}
	odd, journal := hostile("odd", 10), filepath.Join(folder, hostile("journal", 10))
	check(true, append(pair, "solve", "--drop", odd)...)
	check(true, append(pair, "solve", "--label", odd)...)
	check(true, append(pair, "plot", odd, "-o", "x.svg")...)
	check(true, "get", "bike", "--dir", files[0]+"/x")
	for _, row := range testutil.ParseTable(`
		ODD
		solve ODD
		--ODD
		solve --k ODD
		solve --source ODD --target ODD
		help ODD
		--view ODD
		solve mnist-usps --data ODD
		plot map -o ODD/x.svg
		plot map -o ODD
		repro ODD
		repro table1 --features XED=ODD --no-journal
		repro table1 --features ODD=x
		repro table2-linear --data ODD
		get ODD
		get bike --from ODD
		repro bound --seeds 1 --no-journal --figure ODD/x.svg
		repro table2-linear --columns ODD`) {
		args := strings.Fields(row[0])
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], "ODD", odd)
		}
		check(true, args...)
	}
	for _, args := range [][]string{
		argv("repro table1 --features % --no-journal", "XED="+files[0]), argv("repro bound --seeds 1 --journal %", journal),
		argv("__complete solve --source %", folder+"/"), argv("__complete solve --source % --drop %", files[0], ""), argv("__complete solve %", odd),
	} {
		check(false, args...)
	}
	for _, name := range []string{"spectrum", "target", "convergence", "lambda", "map"} {
		for _, format := range figure.Formats() {
			path := filepath.Join(t.TempDir(), "figure."+format)
			status, _, errs := larui(t, "plot % -o % %", name, path, pair)
			b, err := os.ReadFile(path)
			if status != statusOK || err != nil {
				t.Errorf("plot %s as %s: status %d, %v, %q", name, format, status, err, errs)
			}
			if format == "svg" && (bytes.ContainsAny(b, "\x1b\u009b\u202e\u2028") || !bytes.Contains(b, []byte(`\u001b`))) || format == "pdf" && actsInPDF(b) {
				t.Errorf("plot %s as %s holds what acts", name, format)
			}
		}
	}
	var out, errs bytes.Buffer
	opener := &opener{progress: newProgress(&errs), conversation: plain.Conversation{
		Out: &out, Progress: &errs, In: strings.NewReader("show\ndata\ntarget\ncommand\nspectrum\n"),
	}}
	root := newRoot(opener, nil)
	root.SetArgs(argv("--plain %", pair))
	root.SetIn(opener.conversation.In)
	if err := root.ExecuteContext(context.Background()); err != nil {
		t.Error(err)
	}
	requireTame(t, "--plain", out.String()+errs.String())
}

// actsInPDF tells whether what a PDF sets as text holds ESC or the one-byte start of a
// sequence.
func actsInPDF(b []byte) bool {
	for packed := range bytes.SplitSeq(b, []byte("stream\n")) {
		r, err := zlib.NewReader(bytes.NewReader(packed))
		if err != nil {
			continue
		}
		text, _ := io.ReadAll(r)
		if bytes.Contains(text, []byte(" Tf")) && (bytes.IndexByte(text, 0x1b) >= 0 || bytes.IndexByte(text, 0x9b) >= 0) {
			return true
		}
	}
	return false
}
