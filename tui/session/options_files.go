package session

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"larui/datasets"
	"larui/model"
)

// FileOptions returns the options that decide which data are read, and how. Another value of such an
// option opens another pair.
func FileOptions() []Option { return slices.Clone(fileOptions()) }

var fileOptions = sync.OnceValue(func() []Option {
	fits := []string{"none", "source", "domain"}
	fitValues := []datasets.ScaleFit{datasets.FitNone, datasets.FitSource, datasets.FitDomain}
	scores := []string{"auto"}
	for _, s := range model.Scores() {
		scores = append(scores, s.Name)
	}
	options := []Option{
		pathOption(Option{Name: "source", Check: checkFile,
			Help: "read the source domain from `FILE`, one row per sample (CSV, NPY, NPZ, MAT, IDX, LIBSVM or blank-separated text)"},
			func(s *State) *string { return &s.Spec.Source }),
		pathOption(Option{Name: "target", Check: checkFile, Help: "read the target domain from `FILE`; its labels, if any, are only used for scores"},
			func(s *State) *string { return &s.Spec.Target }),
		pathOption(Option{Name: "validation", Check: checkFile, Help: "read validation rows of the target domain from `FILE`", DefaultText: "none"},
			func(s *State) *string { return &s.Spec.Validation }),
		textOption(Option{Name: "label", DefaultText: "found automatically",
			Help: "the label's `COLUMN`, by name or by position from 1 (-1 is the last), or array of labels (NPZ, MAT)"},
			func(s *State) *string { return &s.Spec.Label }),
		nameListOption(Option{Name: "features", Columns: true, Help: "the `COLUMNS` to keep as features, such as a,b,c", DefaultText: "all"},
			func(s *State) *[]string { return &s.Spec.Features }),
		nameListOption(Option{Name: "drop", Columns: true, Help: "`COLUMNS` to leave out, such as a,b,c", DefaultText: "none"},
			func(s *State) *[]string { return &s.Spec.Drop }),
		wordOption(Option{Name: "task", Help: "kind of labels: auto, binary, multiclass or regression"},
			[]string{"auto", "binary", "multiclass", "regression"}, func(s *State) *string { return &s.Spec.Task }),
		choiceOption(Option{Name: "standardize", Values: append(fits, "auto"),
			Help: "zero mean and unit variance for every feature, fitted on: none, source or domain (each domain by itself), or auto (none, or as --columns auto proposes)"},
			[]datasets.ScaleFit{datasets.FitKept, datasets.FitSource, datasets.FitDomain, datasets.FitNone}, func(s *State) *datasets.ScaleFit { return &s.Spec.Standardize }),
		choiceOption(Option{Name: "scale", Values: fits,
			Help: "divide every feature by its largest magnitude, fitted on: none, source or domain (each domain by itself)"},
			fitValues, func(s *State) *datasets.ScaleFit { return &s.Spec.Scale }),
		switchOption(Option{Name: "scale-label", Help: "map regression labels so that the source's labels fill [-1, 1]"},
			false, true, func(s *State) *bool { return &s.Spec.ScaleLabel }),
		wordOption(Option{Name: "missing", Columns: true, Help: "for rows without a label: refuse the file, drop source rows, or unlabelled (use target rows without scoring them)"},
			[]string{"refuse", "drop", "unlabelled"}, func(s *State) *string { return &s.Spec.Missing }),
		nameListOption(Option{Name: "na", Columns: true, Help: "`WORDS` that mean a missing value in columns of words and in labels, a,b (if empty, only an empty field does)", DefaultText: "none among words"},
			func(s *State) *[]string { return &s.Spec.NA }),
		wordOption(Option{Name: "index", Columns: true, Help: "a first column without a name, as pandas and R write row names: drop or keep it"},
			[]string{"drop", "keep"}, func(s *State) *string { return &s.Spec.Index }),
		wordOption(Option{Name: "decimal", Columns: true, Help: "decimal mark of numbers in text files: a point or a comma"},
			[]string{".", ","}, func(s *State) *string { return &s.Spec.Decimal }),
		wordOption(Option{Name: "thousands", Columns: true, Help: "mark between thousands in text files: none, a point, a comma, ' or space"},
			[]string{"none", ".", ",", "'", "space"}, func(s *State) *string { return &s.Spec.Thousands }),
		nameListOption(Option{Name: "encode", Columns: true, Help: "`COLUMNS` of words, each level encoded as a feature of 0 and 1 (a,b,c)", DefaultText: "none"},
			func(s *State) *[]string { return &s.Spec.Encode }),
		wholeOption(Option{Name: "rare", Columns: true, Help: "levels with fewer than so many `ROWS` of the source share one feature, called other"},
			sampleLadder, 0, 1<<31-1, func(s *State) *int { return &s.Spec.Rare }),
		nameListOption(Option{Name: "dates", Columns: true, Help: "`COLUMNS` of dates, encoded as days since the first date, weekday and month", DefaultText: "none"},
			func(s *State) *[]string { return &s.Spec.Dates }),
		wordOption(Option{Name: "date-order", Columns: true, Help: "order in dates with slashes: ask (refuse such dates), day/month or month/day"},
			[]string{"ask", "day/month", "month/day"}, func(s *State) *string { return &s.Spec.DateOrder }),
		nameListOption(Option{Name: "impute", Columns: true, Help: "fill missing values by the source's `WAY`: mean, median or frequent, or column=WAY,…", DefaultText: "none"},
			func(s *State) *[]string { return &s.Spec.Impute }),
		switchOption(Option{Name: "keep-gaps-flag", Columns: true, Help: "for each feature with missing values in the source, add a feature that is 1 where they are missing"},
			false, true, func(s *State) *bool { return &s.Spec.KeepGapsFlag }),
		nameListOption(Option{Name: "id", Columns: true, Help: "`COLUMNS` that are no features but are printed before each prediction (a,b,c)", DefaultText: "none"},
			func(s *State) *[]string { return &s.Spec.ID }),
		wordOption(Option{Name: "columns", Columns: true, Help: "use of the columns: given (by the options) or auto (proposed from their contents, and printed)"},
			[]string{"given", "auto"}, func(s *State) *string { return &s.Spec.Columns }),
		choiceOption(Option{Name: "language", Values: datasets.Languages(), Help: "the target language of xed: " + strings.Join(datasets.Languages(), ", ")},
			datasets.Languages(), func(s *State) *string { return &s.Spec.Language }),
		pathOption(Option{Name: "data", Check: checkFolder, Help: "`DIR` that holds mnist/, usps/ and xed/ (or set LARUI_DATA)", DefaultText: "LARUI_DATA or the cache folder"},
			func(s *State) *string { return &s.Spec.Data }),
		wholeListOption(Option{Name: "classes", Check: checkClasses, Help: "the `DIGITS` to classify, such as 3,5; all ten if not given"},
			func(s *State) *[]int { return &s.Spec.Classes }),
		wordOption(Option{Name: "target-split", Help: "part of the digit set that is the target: test or train"},
			[]string{"test", "train"}, func(s *State) *string { return &s.Spec.TargetSplit }),
		switchOption(Option{Name: "raw", Help: "leave pixels as they are in the files"},
			false, true, func(s *State) *bool { return &s.Spec.Raw }),
		switchOption(Option{Name: "bias", Help: "append a constant 1 to the features"},
			false, true, func(s *State) *bool { return &s.Spec.Bias }),
		wholeOption(Option{Name: "validation-size", Help: "number of `ROWS` of the target to set aside for validation (100 for digits and xed, else 0)"},
			sampleLadder, 0, 1<<31-1, func(s *State) *int { return &s.Spec.ValidationSize }),
		choiceOption(Option{Name: "score", Values: scores, Help: "score of the weights: auto (accuracy, or mse in a regression), " + strings.Join(scores[1:], ", ")},
			append([]string{""}, scores[1:]...), func(s *State) *string { return &s.Spec.ScoreChoice.Name }),
		shareOption(Option{Name: "budget", Help: "the `SHARE` of rows with the largest scores that recall-at-budget counts (at least one row), such as 5% or 0.05"},
			func(s *State) *float64 { return &s.Spec.ScoreChoice.Budget }),
		switchOption(Option{Name: "no-cache", Help: "don't read the pair from the cache and don't write it there"},
			datasets.CacheFolder(), "", func(s *State) *string { return &s.Spec.Cache }),
	}
	for i := range options {
		options[i] = withoutSteps(options[i])
	}
	return options
})

func noBiasOption() Option {
	return withoutSteps(switchOption(Option{Name: "no-bias", Opposite: "bias", Help: "the same as --bias=false"},
		true, false, func(s *State) *bool { return &s.Spec.Bias }))
}

// withoutSteps makes o a file option: a user can type its value, and no key turns it.
func withoutSteps(o Option) Option {
	o.Changes, o.Step, o.Place = FilesPart, nil, nil
	return o
}

// ResolvePaths returns the state with absolute paths of files; relative paths are taken from folder.
func (s State) ResolvePaths(folder string) State {
	for _, o := range fileOptions() {
		if path := o.Get(s); o.Kind == PathKind && path != "" && !filepath.IsAbs(path) {
			s, _ = o.Set(s, filepath.Join(folder, path)) // every path is valid
		}
	}
	return s
}
