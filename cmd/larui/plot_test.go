package main

import (
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"html"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"larui/datasets"
	"larui/model/testutil"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
	"larui/tui/stage"
)

// plotTo draws a figure and returns its bytes.
func plotTo(t *testing.T, file, line string, values ...any) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), file)
	testutil.Equal(t, mustRun(t, "plot % --out %", argv(line, values...), path), "")
	return read(path)
}

// svgTexts returns what an SVG, which must be well-formed, says: one text a line.
func svgTexts(t *testing.T, svg string) string {
	t.Helper()
	testutil.NoError(t, xml.Unmarshal([]byte(svg), new(any)))
	var said strings.Builder
	for _, text := range regexp.MustCompile(`<text[^>]*>([^<]*)</text>`).FindAllStringSubmatch(svg, -1) {
		said.WriteString(html.UnescapeString(text[1]) + "\n")
	}
	return said.String()
}

func TestPlotSays(t *testing.T) {
	testutil.SkipInShort(t)
	unlabelled := testutil.WriteFile(t, "target.csv", "x1,x2\n1,3\n2,2\n-1,1\n3,-2\n")
	source := testutil.WriteFile(t, "source.csv", plane)
	files := "--source " + source + " --target " + unlabelled
	for _, row := range testutil.ParseTable(`
		spectrum | rotated Gaussian 45°: spectrum | source: singular values | source: label projection | cut at k = 1 | cut at k̃ = 1 | target: label projection, k(0.1): head 1, tail 1
		subspace spectrum --k 5 | first 32 of 40 components | cut at k = 5
		spectrum UNLABELLED | the target has no labels
		target --lambda 1000 | LAR | no adaptation | trained to the end | class + | class − | wrong | correct: LAR | λ = 1000 | x1 | x2
		target --rate 10 | trained to the end
		subspace target | score wᵀx | strongest component beside w | LAR boundary
		glyphs target --epochs 10 | class | target rows right, by class | no adaptation | LAR
		rotated-regression target | prediction wᵀx | label | right
		target UNLABELLED | predicted class
		convergence --epochs 500 | epoch | target accuracy | objective J/n | LAR | no adaptation | trained to the end | 500 epochs
		convergence UNLABELLED | objective J/n
		lambda --epochs 20000 | 20000 epochs | trained to the end | no adaptation | λ = 1 | 0.01 | 10000
		rotated-regression lambda | target error (MSE)
		lambda UNLABELLED | fitted rows accuracy
		map UNLABELLED | joint label alignment after
		target UNLABELLED --task regression --bias=false | rows, by their prediction
		target UNLABELLED --task multiclass | target rows predicted, by class
		subspace theory | cosines between components | v_iᵀṽ_j | k = 5 | k̃ = 5
		data | Mean of each feature | deviation in the source | alike
		subspace map | target accuracy in % after 5000 epochs | accuracy | best | k =
		map | k = 1, k̃ = 1`) {
		t.Run(row[0], func(t *testing.T) {
			svg := plotTo(t, "figure.svg", strings.ReplaceAll(row[0], "UNLABELLED", files))
			said := svgTexts(t, svg)
			testutil.Contains(t, said, row[1:]...)
			if row[0] == "map UNLABELLED" && strings.Contains(said, "best") {
				t.Error("what is best for the source is marked")
			}
			if strings.Contains(svg, "NaN") {
				t.Error("coordinates that are not numbers")
			}
		})
	}
}

func TestPlotIsDeterministic(t *testing.T) {
	testutil.SkipInShort(t)
	for _, file := range []string{"figure.svg", "figure.png", "figure.PDF"} {
		if plotTo(t, file, "subspace map --size 8x6cm") != plotTo(t, file, "subspace map --size 80x60mm") {
			t.Errorf("%s: the same call writes other bytes", file)
		}
	}
}

// A page has a frame for each pair of values of its controls, each of which says what solve does.
func TestPlotPage(t *testing.T) {
	testutil.SkipInShort(t)
	page := plotTo(t, "page.html", "subspace convergence --play lambda --and ktilde --size 16x8cm")
	if len(page) > maxSliderPageBytes {
		t.Errorf("a page of %d bytes", len(page))
	}
	var data struct {
		Controls []struct {
			Label  string
			Values []string
		}
		Says, Commands []string
	}
	testutil.NoError(t, json.Unmarshal([]byte(regexp.MustCompile(`(?m)^const page = (.*)$`).FindStringSubmatch(page)[1]), &data))
	frames := len(data.Controls[0].Values) * len(data.Controls[1].Values)
	if len(data.Says) != frames || len(data.Commands) != frames || len(data.Controls[0].Values) < 15 || len(data.Controls[1].Values) < 5 {
		t.Fatalf("%d frames of %v", len(data.Says), data.Controls)
	}
	for _, f := range []int{0, frames / 2, frames - 1} {
		args := strings.Fields(data.Commands[f])[1:]
		solved := decode[object](t, "solve %", args)
		want := fmt.Sprintf("LAR %.1f %%, no adaptation %.1f %%,", 100*solved.at("descent.targetAccuracy"), 100*solved.at("none.targetAccuracy"))
		testutil.Contains(t, data.Says[f], want)
	}
	for _, flags := range []string{"--play lambda --out a.svg", "--play tail --out a.html", "--and k --out a.svg", "--play k --and k --out a.html"} {
		refuse(t, statusWrongCall, "", "plot target "+flags)
	}
}

func TestPlotShowsWhatSolveSays(t *testing.T) {
	testutil.SkipInShort(t)
	solved := decode[object](t, "solve --lambda 1000")
	// The closed form of λ = 1000 right of no adaptation: the number of crosses is
	// that of the misclassified rows.
	svg := plotTo(t, "figure.svg", "target --lambda 1000")
	wrong := 1000 - int(solved.at("descent.targetAccuracy")*1000+0.5)
	// Two strokes a cross, and one in the legend.
	got := 0
	for _, path := range regexp.MustCompile(`d="([^"]*)" style="[^"]*stroke:#C01C28`).FindAllStringSubmatch(svg, -1) {
		got += strings.Count(path[1], "M")
	}
	testutil.Equal(t, got, 2*(wrong+1), wrong)
}

// exportable are pairs of every kind, as flags.
func exportable(t *testing.T) map[string][]string {
	unlabelled, valued := planes(t)[:4], planes(t)[:4]
	unlabelled[3] = testutil.WriteFile(t, "un labelled.csv", "a,b,c\n1,2,3\n0,1,5\n-2,0,1\n4,2,2\n1,1,0\n3,-1,2\n0,0,1\n")
	valued[3] = unlabelled[3]
	return map[string][]string{
		"gaussian":   argv("% --n 80 --m 70", defaultPair),
		"classes":    argv("glyphs --n 60 --m 50 --classes 0,2,7"),
		"regression": argv("rotated-regression --n 60"),
		"files":      append(planes(t), "--standardize", "source", "--drop", "b"),
		"unlabelled": unlabelled,
		"values":     append(valued, "--task", "regression"),
		"signs":      append(slices.Clone(valued), "--task", "multiclass"),
	}
}

// What the explorer exports of a state that was turned to is, byte for byte but for the
// times, what a command of its own writes with the options that it says; a figure and
// numbers of every view, and all else.
func TestExports(t *testing.T) {
	testutil.SkipInShort(t)
	t.Chdir(t.TempDir())
	testutil.NoError(t, os.Mkdir("again", 0o700))
	for name, pair := range exportable(t) {
		t.Run(name, func(t *testing.T) {
			skipSpared(t, pair)
			writers := map[string][]string{
				"-solution.json": {"solve", "--format=json"}, "-model.json": {"solve", "--save-model"},
				"-model.npz": {"solve", "--save-model"}, "-predictions.csv": {"solve", "--save-predictions"},
			}
			commands := []string{"lambda 3", "epochs 77", "k 2", "angle 60", "seed 4"}
			for i, v := range plotViews() {
				endings := []string{".svg", ".csv", ".png", ".pdf"}
				if name != "gaussian" || i > 1 || testing.Short() { // other formats draw the same panels
					endings = endings[:2]
				}
				for _, ending := range endings {
					writers["-"+v.Info().Name+ending] = argv("plot % --out", v.Info().Name)
					commands = append(commands, "view "+v.Info().Name, "export "+name+"-"+v.Info().Name+ending)
				}
			}
			for _, ending := range []string{"-solution.json", "-model.json", "-model.npz", "-predictions.csv"} {
				commands = append(commands, "export "+name+ending)
			}
			said := plainly(t, pair, append(commands, "view explore", "command")...)
			lines := strings.Split(strings.TrimSpace(said), "\n")
			state, err := session.SplitWords(strings.TrimSuffix(lines[len(lines)-1], " --plain"))
			if err != nil || state[0] != "larui" {
				t.Fatalf("%v, %q", err, state)
			}
			for ending, words := range writers {
				exported := read(name + ending)
				again, prints := filepath.Join("again", name+ending), words[len(words)-1] == "--format=json"
				args := argv("% % %", words[:1], state[1:], words[1:])
				if !prints {
					args = append(args, again)
				}
				status, want, why := larui(t, "%", args)
				if prints {
					want, exported = times.ReplaceAllString(want, ""), times.ReplaceAllString(exported, "")
				} else {
					want = read(again)
				}
				if status != statusOK || exported != want || len(want) == 0 {
					t.Errorf("%s%s: status %d %s\n%.300q is not\n%.300q", name, ending, status, why, exported, want)
				}
			}
		})
	}
}

// The numbers of a view are those of the commands that have them too.
func TestNumbersOfViews(t *testing.T) {
	testutil.SkipInShort(t)
	own := planes(t)
	for name, pair := range exportable(t) {
		numbers := func(view string) string { return plotTo(t, "numbers.csv", "% %", pair, view) }
		solved := decode[object](t, "solve %", pair)
		k := strconv.Itoa(int(solved.at("params.k")))
		kTilde := strconv.Itoa(int(solved.at("params.ktilde")))
		d := int(solved.at("pair.d"))
		var lambdas, ks []string
		for _, lambda := range slices.Sorted(slices.Values(session.PathLambdas())) {
			lambdas = append(lambdas, number17(lambda))
		}
		for i := range int(max(solved.at("source.rank"), solved.at("target.rank"))) {
			ks = append(ks, strconv.Itoa(i+1))
		}
		for view, args := range map[string][]string{
			"spectrum": argv("align --both --components %", d),
			"lambda":   argv("sweep --k % --ktilde % --lambda %", k, kTilde, strings.Join(lambdas, ",")),
		} {
			testutil.Equal(t, numbers(view), mustRun(t, "% % --format csv", args, pair), name, view)
		}
		if len(ks) < 4 {
			want := mustRun(t, "sweep --k % --ktilde % --lambda % --format csv %", strings.Join(ks, ","), strings.Join(ks, ","), number17(solved.at("params.lambda")), pair)
			testutil.Equal(t, numbers("map"), want, name)
		}
		curve := strings.Split(strings.TrimSpace(numbers("convergence")), "\n")
		for i, point := range solved.all("descent.curve") {
			want := "descent," + strconv.Itoa(int(point.at("epoch"))) + "," + number17(point.at("objective")) + ","
			if got := curve[1+(len(curve)-2)/2+i]; !strings.HasPrefix(got, want) {
				t.Errorf("%s: %q does not begin with %q", name, got, want)
			}
		}
		// Both curves are as long, below the header and above the closed form.
		testutil.Equal(t, len(curve), 2+2*len(solved.all("descent.curve")), name)
		if got := strings.Split(numbers("theory"), ",")[8:]; len(got) != 17-8 || !strings.HasPrefix(got[0], "truncatedAngle\n"+number17(solved.at("theory.headOverlapMin"))) {
			t.Errorf("%s: theory %q", name, got)
		}
	}
	// Means and deviations by the formula, in two passes.
	rows := testutil.Must(csv.NewReader(strings.NewReader(plotTo(t, "data.csv", "% data", own))).ReadAll())
	table, _ := csv.NewReader(strings.NewReader(read(own[1]))).ReadAll()
	for j := range 3 {
		var values []float64
		for _, row := range table[1:] {
			v, _ := strconv.ParseFloat(row[j], 64)
			values = append(values, v)
		}
		mean, deviation := stat.PopMeanStdDev(values, nil)
		got := rows[j+1]
		gotMean, _ := strconv.ParseFloat(got[1], 64)
		gotDeviation, _ := strconv.ParseFloat(got[2], 64)
		if math.Abs(gotMean-mean) > 1e-12 || math.Abs(gotDeviation-deviation) > 1e-12 || got[0] != table[0][j] {
			t.Errorf("%v: %v ± %v", got, mean, deviation)
		}
	}
}

// The predictions for the target are those that larui predict makes for its file by the
// model, whatever of it is set aside, and behind them those of no adaptation; of a built-in pair they score what solve says.
func TestSavePredictions(t *testing.T) {
	for name, pair := range exportable(t) {
		folder := t.TempDir()
		model, predictions := filepath.Join(folder, "m.json"), filepath.Join(folder, "p.csv")
		solved := decode[object](t, "solve --save-model % --save-predictions % %", model, predictions, pair)
		got := read(predictions)
		if pair[0] == "--source" {
			_, want, why := larui(t, "predict --model % --input %", model, pair[3])
			larui(t, "solve --which none --save-model % %", model, pair)
			_, none, _ := larui(t, "predict --model % --input %", model, pair[3])
			lines, beside := strings.Split(want, "\n"), strings.Split(none, "\n")
			for i, line := range lines[:len(lines)-1] {
				lines[i] = line + "," + strings.Split(beside[i], ",")[1]
			}
			lines[0] = strings.TrimSuffix(lines[0], "prediction") + "no adaptation"
			if strings.Count(want, "\n") < 2 || got != strings.Join(lines, "\n") {
				t.Errorf("%s: %.200q is not %.200q, %s", name, got, lines, why)
			}
			continue
		}
		testutil.Equal(t, strings.Count(got, "\n")-1, int(solved.at("pair.m")), name)
	}
}

// The table of rivals has the scores that solve and --plain say, and nothing of what is not
// trained; as a figure their names.
func TestExportRivals(t *testing.T) {
	t.Chdir(t.TempDir())
	said := plainly(t, argv("% --n 60 --m 60", defaultPair), "train ridge", "view rivals", "export r.csv", "export r.svg", "export r.pdf")
	rows := testutil.Must(csv.NewReader(strings.NewReader(read("r.csv"))).ReadAll())
	solved := decode[object](t, "solve % --n 60 --m 60", defaultPair)
	for i, of := range []string{"descent", "closed", "none"} {
		if got := rows[1+i]; got[3] != number17(solved.at(of+".sourceAccuracy")) || got[4] != number17(solved.at(of+".targetAccuracy")) {
			t.Errorf("%s: %q", of, got)
		}
	}
	i := slices.IndexFunc(rows, func(row []string) bool { return row[0] == "ridge" })
	target, err := strconv.ParseFloat(rows[i][4], 64)
	if _, score, _ := strings.Cut(said, "\nridge: target "); err != nil || !strings.HasPrefix(score, strconv.FormatFloat(100*target, 'f', 1, 64)+" %") {
		t.Errorf("ridge is %q in\n%s", rows[i], said)
	}
	figure := svgTexts(t, read("r.svg"))
	if last := rows[len(rows)-1]; last[2] != "not trained" || last[4] != "" || strings.Contains(figure, last[0]) || !strings.Contains(figure, "ridge") {
		t.Errorf("what is not trained is %q", last)
	}
}

// Nothing is replaced unasked, nor half written; what can't be written is one line.
func TestExportRefuses(t *testing.T) {
	testutil.SkipInShort(t)
	folder, whole := t.TempDir(), program(t)
	t.Chdir(folder)
	said := plainly(t, argv("% --n 60 --m 60", defaultPair),
		"export a.svg", "export A.csv", "lambda 1000", "export a.svg", "export 'a b.csv'", "export", "command")
	first := read("a.svg")
	if !strings.Contains(said, "error: a.svg exists already: type export a.svg replace to overwrite it") || strings.Contains(first, "λ = 1000") ||
		!strings.Contains(read("a b.csv"), "label") || !strings.Contains(said, "a name that ends in .npz: ") {
		t.Errorf("it says\n%s", said)
	}
	for command, says := range map[string]string{
		"export b.doc": "b.doc: a name has to end in .svg, ", "export none/a.svg": "there is no folder none", "export .": ". is a folder",
		"export a.svg b.svg": "export takes one file", "export ''": "name a file, such as",
	} {
		testutil.Contains(t, plainly(t, argv("% --n 60", defaultPair), command), "\nerror: "+says)
	}
	testutil.Contains(t, plainly(t, argv("% --n 60 --rate 1000", defaultPair), "export m-model.json"), "error: there is no model to save: descent diverges")
	readOnly := filepath.Join(folder, "read-only")
	testutil.NoError(t, os.Mkdir(readOnly, 0o500))
	if os.Geteuid() == 0 {
		readOnly = "/proc" // in which not even root makes files
	}
	full := exec.Command("sh", "-c", `ulimit -f 0; exec "$0" "$@"`, whole, "--plain", "--n", "60", "--no-cache")
	full.Stdin = strings.NewReader("export a.svg replace\nexport c.csv\nexport c-model.npz\nexport c.json\nexport c-predictions.csv\nview rivals\nexport c.png\nlambda 3\n")
	text, err := full.CombinedOutput()
	if n := strings.Count(string(text), "\nerror: writing "); err != nil || n != 6 || !strings.Contains(string(text), "lambda 1 to 3") {
		t.Errorf("on a full disk %d errors, %v:\n%s", n, err, text)
	}
	said = plainly(t, argv("% --n 60", defaultPair), "export "+readOnly+"/a.svg", "export a.svg replace", "lambda 3")
	if !strings.Contains(said, "error: writing "+readOnly) || !strings.Contains(said, "wrote target as a figure to "+folder+"/a.svg") {
		t.Errorf("a read-only folder:\n%s", said)
	}
	var left []string
	for _, entry := range testutil.Must(os.ReadDir(folder)) {
		left = append(left, entry.Name())
	}
	if !slices.Equal(left, []string{"A.csv", "a b.csv", "a.svg", "read-only"}) || read("a.svg") == first {
		t.Errorf("left are %q", left)
	}
}

// A sketchedView shows curves, and knows nothing of paper.
type sketchedView struct{ stage.View }

func (sketchedView) Info() stage.Info                { return stage.Info{Name: "sketched", Title: "a sketch"} }
func (sketchedView) Jobs(*stage.Stage) []session.Job { return nil }
func (sketchedView) Draw(st *stage.Stage, g *chart.Grid) {
	if len(st.Update.Path) == 0 {
		g.Text(0, 0, "solving …", chart.Dim)
		return
	}
	st.DrawCurves(g, chart.Curves{
		Curves: []chart.Curve{{Name: "squares", Style: chart.LAR, X: []float64{3, 1, 2}, Y: []float64{9, 1, 4}, Low: []float64{8, 1, 3}, High: []float64{10, 1, 5}}},
		XLabel: "x", YLabel: "y", LogY: true,
	}, stage.Readout{})
}

// What a view draws is its figure without a word of its own, once what it waits for is solved.
func TestPlotOfAnyView(t *testing.T) {
	opened := testutil.Must(session.Open(t.Context(), datasets.DefaultSpec(defaultPair), nil, nil))
	p := &plotter{opened, opened.StartState().Params, func(_, _ int) {}}
	drawn, _, err := p.draw(t.Context(), sketchedView{})
	if err != nil || len(drawn.Panels) != 1 || drawn.Panels[0].Y.Label != "log₁₀ of y" {
		t.Fatalf("%v: %+v", err, drawn)
	}
	c := drawn.Panels[0].Curves[0]
	for i, x := range []float64{1, 2, 3} { // ascending, as figures want them
		if c.X[i] != x || math.Abs(c.Y[i]-2*math.Log10(x)) > 1e-15 {
			t.Errorf("point %d is at %g, %g", i, c.X[i], c.Y[i])
		}
	}
	if want := math.Log10(5) - math.Log10(4); math.Abs(c.Error[1]-want) > 1e-15 {
		t.Errorf("the band is %g wide, not %g", c.Error[1], want)
	}
}

// Bars and cells of a view stand in its figure where they stand on the screen.
func TestPanelOf(t *testing.T) {
	bars := newPanel(stage.Panel{Picture: chart.Bars{Series: []chart.Series{{Values: []float64{5, 4, 3}, Cut: 2, CutName: "k"}}}})
	if kept, rest := bars.Bars[0], bars.Bars[1]; !slices.Equal(kept.X, []float64{1, 2}) || !slices.Equal(rest.Y, []float64{3}) || !rest.Pale || bars.Lines[0].C != 2.5 {
		t.Errorf("bars are %+v", bars)
	}
	shares := newPanel(stage.Panel{Names: []string{"a", "b"}, Picture: chart.Bars{Series: []chart.Series{{Name: "LAR", Values: []float64{1, 0}}, {Name: "none", Values: []float64{0, 1}}}}})
	if none, lar := shares.Bars[0], shares.Bars[2]; none.Name != "none" || none.Offset != -0.2 || lar.Offset != 0.2 || lar.X[0] != 0 {
		t.Errorf("shares are %+v", shares.Bars)
	}
	m := newPanel(stage.Panel{Picture: chart.HeatMap{
		RowLabels: []string{"1", "2"}, ColLabels: []string{"1", "2", "3"}, Values: [][]float64{{1, 2, 3}, {4, 5, 6}},
		Best: &chart.Position{Row: 1, Col: 2}, Format: func(v float64) string { return number.AllDigits(100 * v) },
		Reference: &chart.Reference{Value: 3, Name: "three"}, RowCut: 1,
	}})
	if m.Map.Value(0, 2) != 6 || m.Map.Cols != 3 || m.Map.Rows != 2 || !m.Map.Percent || math.Abs(m.Points[0].X[0]-2.36) > 1e-15 || m.Points[0].Y[0] != 0.24 || m.Lines[0].C != 0.5 {
		t.Errorf("the map is %+v", m)
	}
	for v, better := range map[float64]bool{1: false, 2: false, 5: true, 6: true} {
		if r, _, b, _ := m.Map.Colour(v).RGBA(); (b > r) != better {
			t.Errorf("%v about 3 is painted %v", v, m.Map.Colour(v))
		}
	}
}
