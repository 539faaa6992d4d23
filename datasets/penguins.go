package datasets

import (
	_ "embed"

	"larui/datasets/table"
)

// penguinFemales and penguinMales are the Adelie and Chinstrap penguins in the R package palmerpenguins
// 0.1.1 (Horst, Hill and Gorman 2020), without rows that have gaps. The data are by Gorman, Williams and
// Fraser (2014), Palmer Station LTER, under CC0.
var (
	//go:embed penguins/females.csv
	penguinFemales []byte
	//go:embed penguins/males.csv
	penguinMales []byte
)

// A PenguinFile is a CSV file of the pair penguins.
type PenguinFile struct {
	Name    string
	Content []byte
}

// PenguinFiles returns the two files of the pair penguins, the source first.
func PenguinFiles() []PenguinFile {
	return []PenguinFile{{"penguins-females.csv", penguinFemales}, {"penguins-males.csv", penguinMales}}
}

// penguins has four measurements of birds. The species is learned on females and predicted for males, which
// are larger. If the features are not rescaled, there are few errors. If they are standardized by the
// females (FitSource), there are many; LAR removes half of them, and FitDomain removes all.
func penguins() pairEntry {
	return pairEntry{
		PairInfo: PairInfo{
			Name:    "penguins",
			Summary: "real birds: learn the species on females, predict males",
			Aim:     "learn the species on female penguins, predict it for males",
			BuiltIn: true,
			Options: []string{"standardize", "scale", "bias"},
		},
		defaults: func(spec *Spec) { spec.Standardize = FitSource },
		open:     openPenguins,
	}
}

func openPenguins(report *table.Reporter, spec Spec) (*Pair, error) {
	spec.Label = "species"
	var tables []*table.Table
	for _, file := range PenguinFiles() {
		t, err := table.OpenBytes(report, file.Name, file.Content, spec.Options, tables...)
		if err != nil {
			return nil, err
		}
		tables = append(tables, t)
	}
	pair, err := openTables(report, tables, spec, &SourceCache{})
	if err != nil {
		return nil, err
	}
	pair.Title = "penguins, females → males"
	pair.SourceName, pair.TargetName = "female penguins", "male penguins"
	if spec.Standardize == FitSource {
		pair.Start = StartParams{K: 2, KTilde: 2, Lambda: 10, Epochs: 1000} // chosen without target labels
	}
	return pair, nil
}
