package paper

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/cmd/larui/paper/figure"
	"larui/datasets"
	"larui/model"
	"larui/model/rivals"
	"larui/model/testutil"
)

// The registry is complete: names that can be typed, titles, options that exist,
// and units with keys of their own.
func TestExperiments(t *testing.T) {
	names := map[string]bool{}
	for _, e := range Experiments() {
		if e.Name == "" || names[e.Name] || strings.ContainsAny(e.Name, " /\\_") || e.Name != strings.ToLower(e.Name) {
			t.Errorf("%q is no name of its own", e.Name)
		}
		names[e.Name] = true
		if e.Title == "" || e.Where == "" || e.Duration <= 0 || e.Revision < 1 {
			t.Errorf("%s: the description %+v is not complete", e.Name, e)
		}
		for _, option := range e.Uses {
			isNamed := func(field string) bool { return strings.EqualFold(field, strings.ReplaceAll(option, "-", "")) }
			if _, ok := reflect.TypeFor[Options]().FieldByNameFunc(isNamed); !ok {
				t.Errorf("%s uses the option %s, which does not exist", e.Name, option)
			}
		}
		testutil.Equal(t, (e.Needs == ""), (e.files == nil), e.Name, e.Needs, e.files != nil)
		found, err := Find(e.Name)
		if err != nil || found.Title != e.Title {
			t.Errorf("%s: found %q, %v", e.Name, found.Title, err)
		}
		var p plan
		err = e.plan(t.Context(), Options{}, &p)
		if errors.Is(err, datasets.ErrMissingFile) {
			continue
		}
		if err != nil || len(p.units) == 0 {
			t.Errorf("%s: %d units, %v", e.Name, len(p.units), err)
		}
		keys := map[string]bool{}
		for _, u := range p.units {
			if keys[u.key] || u.key == "" {
				t.Errorf("%s: the key %q occurs twice", e.Name, u.key)
			}
			keys[u.key] = true
		}
	}
	if _, err := Find("table9"); err == nil || !strings.Contains(err.Error(), `unknown experiment "table9"`) {
		t.Errorf("table9 is found: %v", err)
	}
}

// Options that make no sense are refused before anything runs.
func TestOptionsRefused(t *testing.T) {
	for _, o := range []Options{
		{Seeds: -1}, {Pairs: [][2]int{{8, 3}}}, {Pairs: [][2]int{{3, 3}}}, {Pairs: [][2]int{{-1, 3}}}, {Pairs: [][2]int{{3, 10}}},
		{Pairs: [][2]int{{3, 8}, {3, 8}}}, {Columns: []string{"M→M"}}, {Columns: []string{"M→U", "M→U"}},
		{Loss: "hinge"}, {TargetPart: "all"}, {Hidden: []int{0}}, {Hidden: []int{rivals.MaxHidden + 1}}, {Hidden: []int{64, 64}},
	} {
		if _, err := figure2().Run(t.Context(), o, Settings{}); !errors.Is(err, ErrOptions) {
			t.Errorf("%+v: %v", o, err)
		}
	}
	testutil.Equal(t, len(pairTasks(Options{}, digitColumns()[0])), 45)
}

// Every experiment that needs no data bears out the paper's claims with its
// default seeds, and can be drawn in every format, each time the same.
func TestClaimsHold(t *testing.T) {
	testutil.SkipInShort(t)
	for _, e := range []Experiment{alignmentBound(), figure1(), figure2(), regression()} {
		t.Run(e.Name, func(t *testing.T) {
			if testing.Short() && (e.Name == "figure1" || e.Name == "bound") {
				t.Skip("the race detector sees as much in the others, in less time")
			}
			r := testutil.Must(e.Run(t.Context(), Options{}, Settings{}))
			if len(r.Claims) == 0 || len(r.Curves) == 0 || len(r.Protocol) == 0 {
				t.Errorf("%d claims, %d curves, %d sentences", len(r.Claims), len(r.Curves), len(r.Protocol))
			}
			for _, c := range r.Claims {
				want := Holds
				if c.Statement == "descent: removal wins for small λ" {
					want = Open // by 1.12 ± 0.78 points at λ = 0.1
				}
				testutil.Equal(t, c.Verdict, want, c.Statement, c.Measured)
			}
			for _, row := range r.Rows {
				if row.Verdict() == NotMet {
					t.Errorf("%s, %s: %.4f, the paper %.4f", row.Group, row.Name, row.Ours.Mean, row.Paper)
				}
			}
			for _, format := range figure.Formats() {
				draw := func() []byte {
					return testutil.Must(figure.Encode(r.Figure(), format, figure.Size{Width: 20, Height: 10}))
				}
				if !bytes.Equal(draw(), draw()) {
					t.Errorf("another %s the second time", format)
				}
			}
		})
	}
}

// The samples that are built in are those that the tests of other packages read, of which the
// published runs are.
func TestPublishedIsWhole(t *testing.T) {
	folder := filepath.Join("..", "..", "..", "datasets", "testdata", "rotated-gaussian")
	runs := publishedRuns()
	var all struct{ Tail string }
	readPublished("rotated-gaussian.json", &all)
	if seeds := publishedSeeds(runs); len(runs) != 90 || !slices.Equal(seeds, []uint64{0, 1, 2, 3, 4}) || all.Tail != model.SourceTail.String() {
		t.Errorf("%d runs of the seeds %v, with the tail of the %s", len(runs), seeds, all.Tail)
	}
	for seed := range uint64(5) {
		spec := datasets.DefaultSpec(datasets.FilesName)
		for part, file := range map[string]*string{"source": &spec.Source, "target": &spec.Target, "validation": &spec.Validation} {
			*file = filepath.Join(folder, fmt.Sprintf("seed%d-%s.csv", seed, part))
		}
		spec.Bias = false
		d, read := publishedData(seed), testutil.Must(datasets.Open(t.Context(), spec, nil))
		there := []model.Domain{read.Source, read.Target, read.Validation}
		for i, c := range []model.Domain{d.Source, d.Target, d.Validation} {
			if len(c.Y) == 0 || !mat.Equal(c.X, there[i].X) || !slices.Equal(c.Y, there[i].Y) {
				t.Errorf("seed %d: other samples than in the files", seed)
			}
		}
	}
}

// Means and standard errors against their formulas, and what verdicts say.
func TestEstimate(t *testing.T) {
	e := newEstimate([]float64{1, 2, 6})
	// s² = ((−2)² + (−1)² + 3²)/2 = 7.
	if e.Mean != 3 || math.Abs(e.StdErr-math.Sqrt(7.0/3)) > 1e-15 || e.N != 3 {
		t.Errorf("%+v", e)
	}
	if e := newEstimate([]float64{4}); e.Mean != 4 || !math.IsNaN(e.StdErr) {
		t.Errorf("%+v", e)
	}
	for _, c := range []struct {
		paper, ours, within float64
		want                Verdict
	}{
		{80, 81.9, 2, Met}, {80, 77.9, 2, NotMet}, {80, 80, math.NaN(), Unjudged}, {math.NaN(), 80, 2, Unjudged},
		{580, 580, 0, Met}, {580, 581, 0, NotMet}, {80, math.NaN(), 2, NotMet},
	} {
		row := Row{Paper: c.paper, Ours: newEstimate([]float64{c.ours}), Within: c.within}
		testutil.Equal(t, row.Verdict(), c.want, c.ours, c.paper, c.within)
	}
}

// Table 1 takes features from files, and says which tasks are missing.
func TestTable1OfFeatures(t *testing.T) {
	file := filepath.Join(t.TempDir(), "news.csv")
	var text strings.Builder
	text.WriteString("a,b,c,label\n")
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 90 {
		label := i % 3
		fmt.Fprintf(&text, "%v,%v,%v,%d\n", float64(label)+0.01*random.NormFloat64(), random.NormFloat64(), random.NormFloat64(), label)
	}
	testutil.NoError(t, os.WriteFile(file, []byte(text.String()), 0o666))
	o := Options{Data: t.TempDir(), Features: map[string]string{"AG-News": file}}
	r := testutil.Must(table1().Run(t.Context(), o, Settings{}))
	want := map[string]float64{"n": 60, "d": 4, "rank": 4}
	for _, row := range r.Rows {
		testutil.Equal(t, row.Group, "AG News")
		if w, ok := want[row.Name]; ok && row.Ours.Mean != w || row.Name != "n" && row.Verdict() != Unjudged {
			t.Errorf("%s is %v, want %v; features of another number are judged %q", row.Name, row.Ours.Mean, w, row.Verdict())
		}
		if row.Name == "n" && row.Verdict() != NotMet {
			t.Error("60 rows pass for the paper's 10,000")
		}
	}
	if len(r.Notes) != 1 || !strings.Contains(r.Notes[0], "MNIST") || !strings.Contains(r.Notes[0], "CT-Scan") {
		t.Errorf("the notes are %q", r.Notes)
	}
	for _, o := range []Options{
		{Data: t.TempDir(), Features: map[string]string{"News": file}},
		{Data: t.TempDir(), Features: map[string]string{"AG-News": file + ".missing"}},
		{Data: t.TempDir()},
	} {
		if _, err := table1().Run(t.Context(), o, Settings{}); err == nil {
			t.Errorf("%+v runs", o.Features)
		}
	}
}

// What a file that is named comes to is not taken from the journal of the data folder, though
// it holds the same bytes, nor the other way round; and the rows of its publishers are read as
// the authors did, whoever names the file.
func TestTable1OfNamedFiles(t *testing.T) {
	folder, journal := t.TempDir(), t.TempDir()
	write := func(name, header, row string, columns, offset int) string {
		t.Helper()
		random := rand.New(rand.NewPCG(3, 4))
		text := header
		for i := range 60 {
			text += strings.ReplaceAll(row, "#", fmt.Sprint(i+offset))
			for range columns {
				text += fmt.Sprintf(",%v", random.NormFloat64())
			}
			text += "\n"
		}
		path := filepath.Join(folder, name)
		testutil.NoError(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)))
		return path
	}
	const bikes = "cnt,instant,dteday,casual,registered,a,b,c\n"
	built := write("bike/hour.csv", bikes, "#,#,2011-01-01,1,2", 3, 7)
	options := func(task, file string) Options {
		return Options{Data: folder, Seeds: 1, Features: map[string]string{task: file}}
	}
	numbers := func(o Options, s Settings) (all []float64, resumed int) {
		t.Helper()
		r := testutil.Must(table1().Run(t.Context(), o, s))
		for _, row := range r.Rows {
			all = append(all, row.Ours.Mean)
		}
		return all, r.Resumed
	}
	kept := Settings{Journal: journal}
	want, _ := numbers(Options{Data: folder, Seeds: 1}, kept)
	copied := write("copy.csv", bikes, "#,#,2011-01-01,1,2", 3, 7)
	for _, file := range []string{built, copied} {
		for again := range 2 {
			if got, resumed := numbers(options("Bike", file), kept); !slices.Equal(got, want) || resumed != again {
				t.Errorf("%s: %v, %d from the journal; the data folder has %v", file, got, resumed, want)
			}
		}
	}
	// A file may be read by its name.
	other := write("copy.txt", bikes, "#,#,2011-01-01,1,2", 3, 7)
	if _, resumed := numbers(options("Bike", other), kept); resumed != 0 {
		t.Errorf("%d units of a file of another name are taken from the journal", resumed)
	}
	testutil.NoError(t, os.RemoveAll(filepath.Dir(built)))
	ct, years := "patientId,reference,a,b,c\n", ""
	for task, file := range map[string]string{
		"CT-Scan":   write("ct.csv", ct, "#,#", 3, 1),
		"Song-Year": write("years.txt", years, "#", 3, 1990),
	} {
		got, _ := numbers(options(task, file), Settings{})
		scaled, _ := numbers(options(task, write("away-"+filepath.Base(file), map[bool]string{true: ct}[task == "CT-Scan"],
			ifElse(task == "CT-Scan", "#,#", "#"), 3, 500)), Settings{})
		// Three features and the constant; the label's own scale is gone.
		if got[1] != 4 || !slices.Equal(got, scaled) {
			t.Errorf("%s: %v; with labels that lie elsewhere %v", task, got, scaled)
		}
	}
}

// What is given in place of a setting of the rivals stands in the keys of all units that it changes:
// none of these has that of a unit with the methods' own.
func TestGivenSettingsStandInKeys(t *testing.T) {
	data := t.TempDir() // a plan needs no more than its name
	keys := func(e Experiment, given rivals.Hyper) (keys []string) {
		var p plan
		testutil.NoError(t, e.plan(t.Context(), Options{Data: data, Rivals: given, Pairs: [][2]int{{3, 8}}}, &p))
		for _, u := range p.units {
			keys = append(keys, u.key)
		}
		return keys
	}
	for _, name := range []string{"table2-networks", "table3", "table5-networks", "table2", "deeper", "reviews", "objects", "benchmark"} {
		e := testutil.Must(Find(name))
		if len(e.Settings) == 0 {
			t.Errorf("%s: nothing can be given", name)
		}
		own := keys(e, rivals.Hyper{})
		for _, s := range rivals.Hyperparameters() {
			var given rivals.Hyper
			value := "3"
			if s.Name == "beta" || s.Name == "refinements" {
				value = "0"
			}
			testutil.NoError(t, s.Parse(&given, value))
			another := func(key string) bool { return !slices.Contains(own, key) && strings.Contains(key, given.String()) }
			if slices.Contains(e.Settings, s.Name) && !slices.ContainsFunc(keys(e, given), another) {
				t.Errorf("%s: no unit has another key with another %s", name, s.Name)
			}
		}
	}
}
