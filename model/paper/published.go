package paper

import (
	"compress/gzip"
	"embed"
	"encoding/csv"
	"encoding/json"
	"fmt"
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

// publishedRuns returns the authors' runs, and the tail that they used.
func publishedRuns() ([]publishedRun, model.Tail, error) {
	var results struct {
		Tail string
		Runs []publishedRun
	}
	text, err := published.ReadFile("published/rotated-gaussian.json")
	if err == nil {
		err = json.Unmarshal(text, &results)
	}
	if err != nil {
		return nil, 0, fmt.Errorf("the published runs: %w", err)
	}
	tail, err := model.ParseTail(results.Tail)
	return results.Runs, tail, err
}

// publishedSeeds returns the seeds of the authors' runs, ascending.
func publishedSeeds(runs []publishedRun) []uint64 {
	seeds := collect(runs, func(r publishedRun) uint64 { return r.Seed })
	slices.Sort(seeds)
	return slices.Compact(seeds)
}

// publishedData returns the authors' samples for a seed.
func publishedData(seed uint64) (model.Data, error) {
	packed, err := published.Open("published/rotated-gaussian.csv.gz")
	if err != nil {
		return model.Data{}, err
	}
	defer packed.Close()
	text, err := gzip.NewReader(packed)
	if err != nil {
		return model.Data{}, err
	}
	rows, err := csv.NewReader(text).ReadAll()
	if err != nil {
		return model.Data{}, err
	}
	x, y := map[string][]float64{}, map[string][]float64{}
	for _, row := range rows[1:] { // seed, part, x1, x2, label
		if row[0] != strconv.FormatUint(seed, 10) {
			continue
		}
		part := row[1]
		for i, to := range []map[string][]float64{x, x, y} {
			number, err := strconv.ParseFloat(row[2+i], 64)
			if err != nil {
				return model.Data{}, err
			}
			to[part] = append(to[part], number)
		}
	}
	if len(y) != 3 {
		return model.Data{}, fmt.Errorf("no published samples for seed %d", seed)
	}
	domain := func(part string) model.Domain {
		return model.Domain{X: mat.NewDense(len(y[part]), 2, x[part]), Y: y[part]}
	}
	return model.Data{Task: model.Binary, Source: domain("source"), Target: domain("target"), Validation: domain("validation")}, nil
}
