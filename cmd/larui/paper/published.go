package paper

import (
	"compress/gzip"
	"embed"
	"encoding/json"
	"io"
	"path"
	"slices"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// published contains the authors' samples of the rotated Gaussian by seed, the results of the
// authors' runs on these samples, and the numbers of Table 4.
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

// publishedRuns returns the authors' runs. Every run weights the target's term with the source's
// singular values.
func publishedRuns() []publishedRun {
	var results struct{ Runs []publishedRun }
	readPublished("rotated-gaussian.json", &results)
	return results.Runs
}

func readPublished(name string, into any) {
	file, err := published.Open("published/" + name)
	var text io.Reader = file
	if err == nil && path.Ext(name) == ".gz" {
		text, err = gzip.NewReader(file)
	}
	if err == nil {
		err = json.NewDecoder(text).Decode(into)
	}
	if err != nil {
		panic(err) // the file is part of the program
	}
}

func publishedSeeds(runs []publishedRun) []uint64 {
	seeds := mapSlice(runs, func(r publishedRun) uint64 { return r.Seed })
	slices.Sort(seeds)
	return slices.Compact(seeds)
}

// publishedData returns the authors' samples at a seed from 0 to 4.
func publishedData(seed uint64) model.Data {
	var seeds []struct{ Source, Target, Validation struct{ X, Y []float64 } }
	readPublished("rotated-gaussian-samples.json.gz", &seeds)
	domain := func(of struct{ X, Y []float64 }) model.Domain {
		return model.Domain{X: mat.NewDense(len(of.Y), 2, of.X), Y: of.Y}
	}
	s := seeds[seed]
	return model.Data{Task: model.Binary, Source: domain(s.Source), Target: domain(s.Target), Validation: domain(s.Validation)}
}
