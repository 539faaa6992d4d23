package modelfile_test

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"larui/datasets"
	"larui/datasets/modelfile"
	"larui/model/testutil"
)

// Models of scikit-learn predict as they do there, whatever form they come in: testdata/imported.py.
func TestImported(t *testing.T) {
	text := testutil.Must(os.ReadFile("testdata/imported.json"))
	var cases []struct {
		JSON, NPZ, CSV string
		Rows, Scores   [][]float64
		Predictions    []string
	}
	testutil.NoError(t, json.Unmarshal(text, &cases))
	for i, c := range cases {
		arrays := testutil.Must(base64.StdEncoding.DecodeString(c.NPZ))
		for name, content := range map[string]string{"m.json": c.JSON, "m.npz": string(arrays), "m.csv": c.CSV} {
			if content == "" {
				continue
			}
			m, err := modelfile.Read(t.Context(), testutil.WriteFile(t, name, content))
			if err != nil {
				t.Errorf("model %d as %s: %v", i, name, err)
				continue
			}
			rows, order := "d,b,c c,a\n", []int{3, 1, 2, 0} // in another order
			if m.Features == nil {
				rows, order = "", []int{0, 1, 2, 3}
			}
			for _, row := range c.Rows {
				var fields []string
				for _, j := range order {
					fields = append(fields, strconv.FormatFloat(row[j], 'g', -1, 64))
				}
				rows += strings.Join(fields, ",") + "\n"
			}
			var out strings.Builder
			if _, _, err := m.PredictFile(t.Context(), m.Spec(testutil.WriteFile(t, "rows.csv", rows)), nil, nil, &out); err != nil {
				t.Errorf("model %d as %s: %v", i, name, err)
				continue
			}
			got, _ := csv.NewReader(strings.NewReader(out.String())).ReadAll()
			for r, row := range got[1:] {
				if len(c.Predictions) > 0 && row[1] != c.Predictions[r] {
					t.Errorf("model %d as %s predicts %s for row %d, want %s", i, name, row[1], r, c.Predictions[r])
				}
				for k, want := range c.Scores[r] {
					at := 2 + k
					if m.Task == "regression" {
						at = 1
					}
					if score, _ := strconv.ParseFloat(row[at], 64); !(math.Abs(score-want) <= 1e-12*max(1, math.Abs(want))) {
						t.Errorf("model %d as %s: score %v of row %d, want %v", i, name, score, r, want)
					}
				}
			}
		}
	}
}

// On a pair with other scales, another order of classes and a word among its columns, a model
// predicts the same as by itself.
func TestImportedOnAPair(t *testing.T) {
	source, target := "id,b,a,y\n", "id,b,a\n"
	for i := range 40 {
		a, b := float64(i*i%17)-8, float64(i*7%23)*3
		source += fmt.Sprintf("%d,%v,%v,%s\n", i, b, a, []string{"low", "mid", "top"}[i%3])
		target += fmt.Sprintf("%d,%v,%v\n", i, b+2, a*1.5)
	}
	spec := datasets.DefaultSpec(datasets.FilesName)
	spec.Source, spec.Target, spec.ID = testutil.WriteFile(t, "source.csv", source), testutil.WriteFile(t, "target.csv", target), []string{"id"}
	spec.Standardize = datasets.FitSource
	pair, s, err := fit(spec)
	testutil.NoError(t, err)
	lar := testutil.Must(modelfile.New(spec, pair, s, "descent", ""))
	m, err := modelfile.Read(t.Context(), testutil.WriteFile(t, "m.json", `{"features": ["a", "b"], "classes": ["top", "low", "mid"],
		"coef": [[1, 0.01], [-1, 0.02], [0.2, -0.01]], "intercept": [0.1, 0.2, -0.3], "mean": [1, 2], "scale": [3, 40]}`))
	testutil.NoError(t, err)
	on := testutil.Must(m.ConvertTo(lar, pair))
	var want, got strings.Builder
	alone := m.Spec(spec.Target)
	alone.ID = []string{"id"}
	if _, _, err := m.PredictFile(t.Context(), alone, nil, nil, &want); err != nil {
		t.Fatal(err)
	}
	if _, err := on.PredictTarget(t.Context(), spec, pair, nil, nil, &got); err != nil {
		t.Fatal(err)
	}
	read := func(text string) (labels []string) {
		rows, _ := csv.NewReader(strings.NewReader(text)).ReadAll()
		for _, row := range rows[1:] {
			labels = append(labels, row[1])
		}
		return labels
	}
	if a, b := fmt.Sprint(read(want.String())), fmt.Sprint(read(got.String())); a != b {
		t.Errorf("on the pair it predicts %s, by itself %s", b, a)
	}
	for text, says := range map[string]string{
		`{"features": ["a", "x"], "classes": ["top", "low", "mid"], "coef": [[1, 2], [3, 4], [5, 6]]}`: "no coefficient of feature",
		`{"classes": ["top", "low", "else"], "coef": [[1, 2], [3, 4], [5, 6]]}`:                        "not a class of",
		`{"coef": [1, 2]}`: "a regression task",
		`{"coef": [1, 2], "mean": null, "scale": null}`:               "a regression task",
		`{"classes": ["low", "mid", "top"], "coef": [[1], [3], [5]]}`: "takes 1 feature",

		`{"classes": ["a", "b", "c"], "coef": [[1, 2], [3], [5, 6]]}`:    "2 coefficients for a class, and 1",
		`{"classes": ["a", "b"], "coef": [[1, 2]], "intercept": [1, 2]}`: "2 intercepts",
		`{"coef": [[1, 2], [3, 4]]}`:                                     "classes must list all classes",
		`{"coef": [1, 2], "mean": [1]}`:                                  "0 scales",
		`{"coef": [1, 2], "features": ["a"]}`:                            "for 1 features",
		`{"coef": [1, 1e999]}`:                                           "is not a model",
		`{"coef": [1, null]}`:                                            "is not a model",
		`{"coef": null}`:                                                 "is not a model",
		`{"classes": ["a", null], "coef": [1, 2]}`:                       "is not a model",
		`{"features": [null, "a"], "coef": [1, 2]}`:                      "is not a model",
	} {
		m, err := modelfile.Read(t.Context(), testutil.WriteFile(t, "m.json", text))
		if err == nil {
			_, err = m.ConvertTo(lar, pair)
		}
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %q", text, err, says)
		}
	}
	if _, err := modelfile.Read(t.Context(), testutil.WriteFile(t, "m.csv", "feature,no,yes\na,1,x\n")); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("a word among coefficients: %v", err)
	}
}

// A mean or scale of an NPZ file that is not finite, or a scale that is not positive, is refused.
func TestImportedScales(t *testing.T) {
	pack := func(name string, value float64) string {
		var file bytes.Buffer
		archive := zip.NewWriter(&file)
		for _, array := range []string{"coef", "mean", "scale"} {
			last := 1.5
			if array == name {
				last = value
			}
			content := fmt.Appendf(nil, "\x93NUMPY\x01\x00\x46\x00%-69s\n", "{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }")
			for _, v := range []float64{2, last} {
				content = binary.LittleEndian.AppendUint64(content, math.Float64bits(v))
			}
			testutil.Must(testutil.Must(archive.Create(array + ".npy")).Write(content))
		}
		testutil.NoError(t, archive.Close())
		return file.String()
	}
	for name, values := range map[string][]float64{"mean": {math.NaN(), math.Inf(1)}, "scale": {math.NaN(), math.Inf(1), math.Inf(-1), 0, -1}, "": {0}} {
		for _, v := range values {
			_, err := modelfile.Read(t.Context(), testutil.WriteFile(t, "m.npz", pack(name, v)))
			if refused := err != nil && strings.Contains(err.Error(), "feature 2 has the scale "); refused != (name != "") || !refused && err != nil {
				t.Errorf("%s %v: %v", name, v, err)
			}
		}
	}
}

// The hash of a scored model depends on its recipe: the same weights with another fill are another model.
func TestScoreOfRecipe(t *testing.T) {
	source := testutil.WriteFile(t, "s.csv", "a,b,y\n1,2,no\n,1,yes\n3,1,no\n2,5,yes\n")
	spec := datasets.DefaultSpec(datasets.FilesName)
	spec.Source, spec.Target, spec.Impute = source, source, []string{"mean"}
	pair, s, err := fit(spec)
	testutil.NoError(t, err)
	m := testutil.Must(modelfile.New(spec, pair, s, "closed", ""))
	score := func() *modelfile.Score {
		s, _, err := m.ScoreFile(t.Context(), m.Spec(testutil.WriteFile(t, "t.csv", "a,b,y\n1,2,no\n")), nil, nil)
		testutil.NoError(t, err)
		return s
	}
	before := score()
	m.Recipe = slices.Clone(m.Recipe)
	m.Recipe[0].Fill = 7
	if after := score(); after.Model == before.Model || after.Merge(before) == nil {
		t.Errorf("the models %s and %s fill gaps with other values", before.Model, after.Model)
	}
}
