package session

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"larui/datasets"
	"larui/model"
)

// A change of one of these options opens another pair.

// FileOptions returns the options that decide which data are read, and how.
func FileOptions() []Option { return slices.Clone(fileOptions()) }

var fileOptions = sync.OnceValue(func() []Option {
	fits := []string{"none", "source", "domain"}
	fitValues := []datasets.Fit{datasets.FitNone, datasets.FitSource, datasets.FitDomain}
	tasks := []string{"auto", "binary", "multiclass", "regression"}
	splits := []string{"test", "train"}
	missing, indexes, decimals := []string{"refuse", "drop", "unlabelled"}, []string{"drop", "keep"}, []string{".", ","}
	orders, marks := []string{"ask", "day/month", "month/day"}, []string{"none", ".", ",", "'", "space"}
	columns := []string{"given", "auto"}
	scores := []string{"auto"}
	for _, s := range model.Scores() {
		scores = append(scores, s.Name)
	}
	options := []Option{
		pathOption(Option{Name: "source", Check: checkFile,
			Help: "read the source domain from `FILE`, one row per sample (CSV, NPY, NPZ, MAT, IDX, LIBSVM or blank-separated text)"},
			func(s *State) *string { return &s.Spec.Source }),
		pathOption(Option{Name: "target", Check: checkFile, Help: "read the target domain from `FILE`; its labels, if any, only score"},
			func(s *State) *string { return &s.Spec.Target }),
		pathOption(Option{Name: "validation", Check: checkFile, Help: "read validation rows of the target domain from `FILE`", DefaultText: "none"},
			func(s *State) *string { return &s.Spec.Validation }),
		textOption(Option{Name: "label", DefaultText: "found by itself",
			Help: "label `COLUMN`, by name or by position from 1 (or -1, from the end), or array of labels (NPZ, MAT)"},
			func(s *State) *string { return &s.Spec.Label }),
		nameListOption(Option{Name: "features", Columns: true, Help: "the `COLUMNS` to keep as features, a,b,c", DefaultText: "all"},
			func(s *State) *[]string { return &s.Spec.Features }),
		nameListOption(Option{Name: "drop", Columns: true, Help: "`COLUMNS` to leave out, a,b,c", DefaultText: "none"},
			func(s *State) *[]string { return &s.Spec.Drop }),
		choiceOption(Option{Name: "task", Help: "kind of labels: auto, binary, multiclass or regression", Values: tasks},
			tasks, func(s *State) *string { return &s.Spec.Task }),
		choiceOption(Option{Name: "standardize", Values: fits,
			Help: "zero mean and unit variance for every feature, fitted on: none, source or domain (each its own)"},
			fitValues, func(s *State) *datasets.Fit { return &s.Spec.Standardize }),
		choiceOption(Option{Name: "scale", Values: fits,
			Help: "divide every feature by its largest magnitude, fitted on: none, source or domain (each its own)"},
			fitValues, func(s *State) *datasets.Fit { return &s.Spec.Scale }),
		switchOption(Option{Name: "scale-label", Help: "map regression labels so that the source's labels fill [-1, 1]"},
			false, true, func(s *State) *bool { return &s.Spec.ScaleLabel }),
		choiceOption(Option{Name: "missing", Columns: true, Help: "rows without a label: refuse the file, drop source rows, or unlabelled: fit target rows unscored too", Values: missing},
			missing, func(s *State) *string { return &s.Spec.Missing }),
		nameListOption(Option{Name: "na", Columns: true, Help: "`WORDS` for a missing value among words and labels, a,b (empty: only an empty field is one)", DefaultText: "none among words"},
			func(s *State) *[]string { return &s.Spec.NA }),
		choiceOption(Option{Name: "index", Columns: true, Help: "a first column without a name, as pandas and R write row names: drop or keep it", Values: indexes},
			indexes, func(s *State) *string { return &s.Spec.Index }),
		choiceOption(Option{Name: "decimal", Columns: true, Help: "mark of decimals in text: a point or a comma", Values: decimals},
			decimals, func(s *State) *string { return &s.Spec.Decimal }),
		choiceOption(Option{Name: "thousands", Columns: true, Help: "mark between thousands in text: none, a point, a comma, ' or space", Values: marks},
			marks, func(s *State) *string { return &s.Spec.Thousands }),
		nameListOption(Option{Name: "encode", Columns: true, Help: "`COLUMNS` of words: a feature of 0 and 1 for each level, a,b,c", DefaultText: "none"},
			func(s *State) *[]string { return &s.Spec.Encode }),
		wholeOption(Option{Name: "rare", Columns: true, Help: "levels that stand in fewer `ROWS` of the source share one feature, other"},
			sampleLadder, 0, 1<<31-1, func(s *State) *int { return &s.Spec.Rare }),
		nameListOption(Option{Name: "dates", Columns: true, Help: "`COLUMNS` of dates: features of the days since the first, the weekday, the month", DefaultText: "none"},
			func(s *State) *[]string { return &s.Spec.Dates }),
		choiceOption(Option{Name: "date-order", Columns: true, Help: "how dates with slashes are written: ask (refuse them), day/month or month/day", Values: orders},
			orders, func(s *State) *string { return &s.Spec.DateOrder }),
		nameListOption(Option{Name: "impute", Columns: true, Help: "fill gaps by the source's `WAY`: mean, median or frequent, or column=WAY,…", DefaultText: "none"},
			func(s *State) *[]string { return &s.Spec.Impute }),
		switchOption(Option{Name: "keep-gaps-flag", Columns: true, Help: "for each feature with gaps in the source, another feature that is 1 at a gap"},
			false, true, func(s *State) *bool { return &s.Spec.KeepGapsFlag }),
		nameListOption(Option{Name: "id", Columns: true, Help: "`COLUMNS` that are no features, and stand before each prediction, a,b,c", DefaultText: "none"},
			func(s *State) *[]string { return &s.Spec.ID }),
		choiceOption(Option{Name: "columns", Columns: true, Help: "how columns are used: given, by the options; or auto, as their contents propose (it is printed)", Values: columns},
			columns, func(s *State) *string { return &s.Spec.Columns }),
		choiceOption(Option{Name: "language", Values: datasets.Languages(), Help: "the target language of xed: " + strings.Join(datasets.Languages(), ", ")},
			datasets.Languages(), func(s *State) *string { return &s.Spec.Language }),
		pathOption(Option{Name: "data", Check: checkFolder, Help: "`DIR` that holds mnist/, usps/ and xed/ (or set LARUI_DATA)", DefaultText: "LARUI_DATA or the cache folder"},
			func(s *State) *string { return &s.Spec.Data }),
		wholeListOption(Option{Name: "classes", Check: checkClasses, Help: "the `DIGITS` to tell apart, 3,5; all ten when not given"},
			func(s *State) *[]int { return &s.Spec.Classes }),
		choiceOption(Option{Name: "target-split", Help: "part of the other digit set that is the target: test or train", Values: splits},
			splits, func(s *State) *string { return &s.Spec.TargetSplit }),
		switchOption(Option{Name: "raw", Help: "leave pixels as the files have them"},
			false, true, func(s *State) *bool { return &s.Spec.Raw }),
		switchOption(Option{Name: "bias", Help: "append a constant 1 to the features"},
			false, true, func(s *State) *bool { return &s.Spec.Bias }),
		wholeOption(Option{Name: "validation-size", Help: "`ROWS` of the target to set aside by --seed for validation (100 for digits and xed, else 0)"},
			sampleLadder, 0, 1<<31-1, func(s *State) *int { return &s.Spec.ValidationSize }),
		choiceOption(Option{Name: "score", Values: scores, Help: "what weights are judged by: auto (accuracy, of numbers mse), " + strings.Join(scores[1:], ", ")},
			append([]string{""}, scores[1:]...), func(s *State) *string { return &s.Spec.Judged.Name }),
		shareOption(Option{Name: "budget", Help: "the `SHARE` of rows of largest score among which recall-at-budget looks, in whole rows, at least one: 5% or 0.05"},
			func(s *State) *float64 { return &s.Spec.Judged.Budget }),
		switchOption(Option{Name: "no-cache", Help: "don't read the pair from the cache, and don't write it there"},
			datasets.CacheFolder(), "", func(s *State) *string { return &s.Spec.Cache }),
	}
	for i := range options {
		options[i] = typedOnly(options[i])
	}
	return options
})

// withoutBias returns the opposite of the option bias.
func withoutBias() Option {
	return typedOnly(switchOption(Option{Name: "no-bias", Opposite: "bias", Help: "the same as --bias=false"},
		true, false, func(s *State) *bool { return &s.Spec.Bias }))
}

// typedOnly returns a file option without steps: its value can be typed, and no key turns it.
func typedOnly(o Option) Option {
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
