package paper

import (
	"compress/gzip"
	"embed"
	"encoding/json"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// published contains the authors' samples of the rotated Gaussian by seed, and the
// results of each of their runs on these samples.
//
//go:embed published
var published embed.FS

// A publishedRun has the settings and results of a run of the authors on the rotated Gaussian.
type publishedRun struct {
	Seed                               uint64
	Epochs, K, KTilde                  int
	LearningRate, L2, Lambda           float64
	RemoveImplicit                     bool
	SourceAccuracy, TargetAccuracy     float64
	ValidationAccuracy, ParameterError float64
}

// publishedRuns returns the authors' runs and the tail that all of them use.
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

// publishedSeeds returns the seeds of the runs, each once, in ascending order.
func publishedSeeds(runs []publishedRun) []uint64 {
	seeds := collect(runs, func(r publishedRun) uint64 { return r.Seed })
	slices.Sort(seeds)
	return slices.Compact(seeds)
}

// publishedData returns the authors' samples at a seed.
func publishedData(seed uint64) (model.Data, error) {
	var seeds []struct{ Source, Target, Validation struct{ X, Y []float64 } }
	packed, err := published.Open("published/rotated-gaussian-samples.json.gz")
	if err != nil {
		return model.Data{}, err
	}
	defer packed.Close()
	text, err := gzip.NewReader(packed)
	if err == nil {
		err = json.NewDecoder(text).Decode(&seeds)
	}
	if err == nil && seed >= uint64(len(seeds)) {
		err = fmt.Errorf("no published samples for seed %d", seed)
	}
	if err != nil {
		return model.Data{}, err
	}
	domain := func(of struct{ X, Y []float64 }) model.Domain {
		return model.Domain{X: mat.NewDense(len(of.Y), 2, of.X), Y: of.Y}
	}
	s := seeds[seed]
	return model.Data{Task: model.Binary, Source: domain(s.Source), Target: domain(s.Target), Validation: domain(s.Validation)}, nil
}
