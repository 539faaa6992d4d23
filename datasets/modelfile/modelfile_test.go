package modelfile_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"larui/datasets"
	"larui/datasets/modelfile"
	"larui/model"
	"larui/model/testutil"
)

const three = "a,b,y\n1,2,one\n2,1,two\n-1,0.5,three\n3,-1,two\n0,-2,three\n1,3,one\n"

// fit fits the pair of spec.
func fit(spec datasets.Spec) (*datasets.Pair, *model.Solution, error) {
	ctx := context.Background()
	pair, err := datasets.Open(ctx, spec, nil)
	if err != nil {
		return nil, nil, err
	}
	problem, err := model.NewProblem(ctx, pair.Data)
	if err != nil {
		return nil, nil, err
	}
	s, err := model.NewSolver(problem).Solve(ctx, model.Params{K: 2, KTilde: 2, Lambda: 1, Epochs: 100})
	return pair, s, err
}

// saved fits the three classes and returns its model.
func saved(t testing.TB) *modelfile.Model {
	t.Helper()
	spec := datasets.DefaultSpec(datasets.FilesName)
	spec.Source = testutil.WriteFile(t, "three.csv", three)
	spec.Target, spec.Standardize = spec.Source, datasets.FitSource
	pair, s, err := fit(spec)
	testutil.NoError(t, err)
	return testutil.Must(modelfile.New(spec, pair, s, "descent", "v1.2.3"))
}

func Example() {
	check := func(err error) {
		if err != nil {
			panic(err)
		}
	}
	ctx := context.Background()
	spec := datasets.DefaultSpec("rotated-gaussian")
	pair, solution, err := fit(spec)
	check(err)
	m, err := modelfile.New(spec, pair, solution, "closed", "devel")
	check(err)
	folder, err := os.MkdirTemp("", "larui-example-")
	check(err)
	defer os.RemoveAll(folder)
	rows := filepath.Join(folder, "rows.csv")
	check(os.WriteFile(rows, []byte("x2,x1\n3,4\n-2,-1\n"), 0o600))
	var predicted bytes.Buffer
	_, _, err = m.PredictFile(ctx, m.Spec(rows), nil, nil, &predicted)
	check(err)
	for line := range strings.Lines(predicted.String()) {
		fmt.Println(strings.Join(strings.Split(line, ",")[:2], " "))
	}
	// Output:
	// row prediction
	// 1 +1
	// 2 -1
}

// A model that is read is the one that was written, from either form.
func TestReadsWhatWasWritten(t *testing.T) {
	m := saved(t)
	for _, name := range []string{"m.json", "m.NPZ"} {
		content := testutil.Must(m.Encode(name))
		back := testutil.Must(modelfile.Read(context.Background(), testutil.WriteFile(t, name, string(content))))
		again, err := back.Encode(name)
		if err != nil || !bytes.Equal(again, content) {
			t.Errorf("%s comes back as %s, %v", content, again, err)
		}
		var lines int
		for line := range bytes.Lines(content) {
			lines++
			if name == "m.json" && len(line) > 400 {
				t.Errorf("a line of %d bytes", len(line))
			}
		}
		if name == "m.json" && lines != 16 {
			t.Errorf("%d lines: %s", lines, content)
		}
	}
}

// A file that is no whole model gives one clear line, wherever it is cut, changed or damaged.
func TestDamaged(t *testing.T) {
	m := saved(t)
	path := testutil.WriteFile(t, "m", "")
	check := func(content []byte, says string) {
		t.Helper()
		testutil.NoError(t, os.WriteFile(path, content, 0o600))
		_, err := modelfile.Read(context.Background(), path)
		var told *datasets.FormatError
		if !errors.As(err, &told) || told.File != path || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), says) {
			t.Errorf("%v does not say %q", err, says)
		}
	}
	for _, name := range []string{"m.json", "m.npz"} {
		whole := testutil.Must(m.Encode(name))
		for at := 0; at < len(whole)-2; at += 3 {
			check(whole[:at], "")
			// A flip may go unnoticed where it makes another number or name, but never panics.
			flipped := slices.Clone(whole)
			flipped[at] ^= byte(1 << (at % 8))
			testutil.NoError(t, os.WriteFile(path, flipped, 0o600))
			if read, err := modelfile.Read(context.Background(), path); err == nil {
				_, _, _ = read.PredictFile(context.Background(), read.Spec(path), nil, nil, new(bytes.Buffer))
			}
		}
	}
	text := testutil.Must(m.Encode("m.json"))
	for _, change := range [][3]string{
		{`"larui model 1"`, `"larui model 9"`, `is a model of another version, "larui model 9" by larui v1.2.3: this larui reads "larui model 1"`},
		{`"multiclass"`, `"binary"`, "is a damaged model: it has 3 classes, but needs 2"},
		{`"multiclass"`, `"guess"`, `its task is "guess"`},
		{`["one",`, `["one","a",`, "a feature has 3 weights, but needs 4"},
		{`"weights": [[`, `"weights": [[0,`, "a feature has 4 weights, but needs 3"},
		{`"weights": [[`, `"weights": "none", "w": [[`, "is a damaged model"},
		{`"weights": [[`, `"w": [[`, "it has no weights"},
		{`"mean":[`, `"mean":[1,`, "but 4 means and 3 scales"},
		{`,1]},`, `,0]},`, "feature 3 has the scale 0 "},
		{`"count":3`, `"count":2`, "its columns"},
		{`"features":[0,1]`, `"features":[0,9]`, "end before column 10, a feature"},
		{`"features": [`, `"features": ["x",`, "names for 4"},
		{`"format": `, `"form": `, "is not a model"},
		{"\n}\n", "\n}\n{}", "something follows its end"},
		{`"weights": [[`, `"weights": [[null,`, "damaged"},
		{`"larui": "v1.2.3"`, `"larui": null`, "/larui"},
		{`"bias": true`, `"bias": null`, "damaged"},
		{`"bias": true`, `"bias": true, "bias": true`, `"bias" occurs twice`},
		{`"bias": true`, `"Bias": true`, "/Bias"},
		{`"bias": true`, `"bias": true, "beside": 1`, "/beside"},
		{`,1]},`, `,-1]},`, "feature 3 has the scale -1 "},
		{`"names":["a","b"`, `"names":["b","a"`, `its feature 1 is named "a", but the column is named "b"`},
		{`"b","1"]`, `"b","2"]`, `its last feature is "2", but should be the constant 1`},
		{`,1]},`, `,2]},`, "the constant 1 is rescaled"},
		{`,0],"scale"`, `,3],"scale"`, "the constant 1 is rescaled"},
		{`"labels": null`, `"labels": {"mean":1,"scale":2}`, "it is a model of a multiclass task, but has a scale of labels"},
	} {
		if !strings.Contains(string(text), change[0]) {
			t.Fatalf("there is no %s in %s", change[0], text)
		}
		check([]byte(strings.Replace(string(text), change[0], change[1], 1)), change[2])
	}
	check([]byte("a,b\n1,2\n"), "is not a model file such as larui solve --save-model writes")
	check([]byte("1,2\n"), "is not a model")
	check(nil, "is not a model")
}

// A model whose classes or columns were edited is refused: any other order of them, one of them twice, and
// a label that is a feature.
func TestEditedModels(t *testing.T) {
	text := string(testutil.Must(saved(t).Encode("m.json")))
	check := func(name, from, to string) {
		t.Helper()
		if !strings.Contains(text, from) {
			t.Fatalf("there is no %s in %s", from, text)
		}
		_, err := modelfile.Read(context.Background(), testutil.WriteFile(t, "m.json", strings.Replace(text, from, to, 1)))
		if (err == nil) != (from == to) || err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %s for %s: %v", name, to, from, err)
		}
	}
	classes := []string{`"one"`, `"three"`, `"two"`}
	for i := range 27 {
		to := []string{classes[i%3], classes[i/3%3], classes[i/9]}
		check("classes", "["+strings.Join(classes, ",")+"]", "["+strings.Join(to, ",")+"]")
	}
	for i := range 4 {
		check("label", `"label":2`, fmt.Sprintf(`"label":%d`, []int{2, 0, 1, -1}[i]))
	}
	for i := range 9 {
		check("features", `"features":[0,1]`, fmt.Sprintf(`"features":[%d,%d]`, (i+0)%3, (i/3+1)%3))
	}
}

// A model does not give the checksum of a file that is no longer the one it was fitted on,
// wherever the pair came from.
func TestChangedFile(t *testing.T) {
	ctx := context.Background()
	spec := datasets.DefaultSpec(datasets.FilesName)
	spec.Cache = t.TempDir()
	for range 2 { // and then from the cache
		spec.Source = testutil.WriteFile(t, "three.csv", three)
		spec.Target = spec.Source
		pair, _, key, err := datasets.OpenCached(ctx, spec, nil, nil)
		testutil.NoError(t, err)
		datasets.Cache{Folder: spec.Cache}.Put(ctx, key, pair, nil)
		problem := testutil.Must(model.NewProblem(ctx, pair.Data))
		params := model.Params{K: 2, KTilde: 2, Lambda: 1, Epochs: 100}
		s := testutil.Must(model.NewSolver(problem).Solve(ctx, params))
		if _, err := modelfile.New(spec, pair, s, "none", ""); err != nil {
			t.Error(err)
		}
		testutil.NoError(t, os.WriteFile(spec.Source, []byte(three+"1,1,one\n"), 0o600))
		_, err = modelfile.New(spec, pair, s, "none", "")
		_, scriptErr := modelfile.PythonScript(spec, pair, problem, params)
		if !errors.Is(err, datasets.ErrChanged) || !errors.Is(scriptErr, datasets.ErrChanged) {
			t.Errorf("a changed file: %v, %v", err, scriptErr)
		}
	}
}

// TestUnknownWeights asks that weights that are unknown are not saved.
func TestUnknownWeights(t *testing.T) {
	spec := datasets.DefaultSpec(datasets.FilesName)
	spec.Source = testutil.WriteFile(t, "three.csv", three)
	spec.Target = spec.Source
	pair, s, err := fit(spec)
	testutil.NoError(t, err)
	unknown := *s
	unknown.Closed.Fit = model.Fit{Unknown: "the weights overflow"}
	unknown.Descent.Fit = unknown.Closed.Fit
	for _, which := range []string{"closed", "descent"} {
		if m, err := modelfile.New(spec, pair, &unknown, which, ""); m != nil || err == nil || !strings.Contains(err.Error(), "unknown, because the weights overflow") {
			t.Errorf("%s: %v, %v", which, m, err)
		}
	}
}
