package paper

import (
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// published holds what the authors published of the rotated Gaussian: their
// samples by seed, and the results of each run on them.
//
//go:embed published
var published embed.FS

// A publishedRun is one run of the authors on the rotated Gaussian.
type publishedRun struct {
	Seed                               uint64
	Epochs, K, KTilde                  int
	LearningRate, L2, Lambda           float64
	RemoveImplicit                     bool
	SourceAccuracy, TargetAccuracy     float64
	ValidationAccuracy, ParameterError float64
}

// params returns the parameters of the run, whose tail is weighted in the given
// way.
func (r publishedRun) params(tail model.Tail) model.Params {
	return model.Params{
		K: r.K, KTilde: r.KTilde, Lambda: r.Lambda, L2: r.L2, KeepImplicit: !r.RemoveImplicit, Tail: tail,
		Epochs: r.Epochs, Rate: model.Rate{Rule: model.RateFixed, Value: r.LearningRate},
	}
}

// publishedRuns returns the authors' runs, and the tail that they used.
func publishedRuns() ([]publishedRun, model.Tail, error) {
	text, err := published.ReadFile("published/rotated-gaussian.json")
	if err != nil {
		return nil, 0, err
	}
	var results struct {
		Tail string
		Runs []publishedRun
	}
	if err := json.Unmarshal(text, &results); err != nil {
		return nil, 0, fmt.Errorf("the published runs: %w", err)
	}
	tail, err := model.ParseTail(results.Tail)
	return results.Runs, tail, err
}

// publishedSeeds returns the seeds of the authors' runs, ascending.
func publishedSeeds(runs []publishedRun) []uint64 {
	var seeds []uint64
	for _, r := range runs {
		seeds = append(seeds, r.Seed)
	}
	slices.Sort(seeds)
	return slices.Compact(seeds)
}

// publishedData returns the authors' samples for a seed.
func publishedData(seed uint64) (model.Data, error) {
	packed, err := published.ReadFile("published/rotated-gaussian.csv.gz")
	if err != nil {
		return model.Data{}, err
	}
	text, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return model.Data{}, err
	}
	rows := csv.NewReader(text)
	rows.ReuseRecord = true
	if _, err := rows.Read(); err != nil { // the header: seed, part, x1, x2, label
		return model.Data{}, err
	}
	x, y := map[string][]float64{}, map[string][]float64{}
	for {
		row, err := rows.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return model.Data{}, err
		}
		if row[0] != strconv.FormatUint(seed, 10) {
			continue
		}
		part := row[1]
		var numbers [3]float64
		for i := range numbers {
			if numbers[i], err = strconv.ParseFloat(row[2+i], 64); err != nil {
				return model.Data{}, err
			}
		}
		x[part] = append(x[part], numbers[:2]...)
		y[part] = append(y[part], numbers[2])
	}
	domain := func(part string) model.Domain {
		return model.Domain{X: mat.NewDense(len(y[part]), 2, x[part]), Y: y[part]}
	}
	for _, part := range []string{"source", "target", "validation"} {
		if len(y[part]) == 0 {
			return model.Data{}, fmt.Errorf("no published samples for seed %d", seed)
		}
	}
	return model.Data{Task: model.Binary, Source: domain("source"), Target: domain("target"), Validation: domain("validation")}, nil
}
