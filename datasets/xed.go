package datasets

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"larui/datasets/table"
)

// Languages returns the target languages of the pair xed, as the paper writes them.
func Languages() []string { return []string{"bg", "br", "cn", "da", "de", "es", "fr", "he", "hu"} }

// xed is the paper's cross-lingual sentiment classification (section 5.3): is a line of subtitles of
// good or of bad feeling? Each line is a row of features from an encoder of sentences.
func xed() pairRow {
	return pairRow{
		Info: Info{
			Name:    "xed",
			Summary: "sentences in embeddings: learn on English, read another language",
			Aim:     "learn good and bad feeling on English sentences, predict it in another language",
			Needs:   "xed/ in a data folder (--data or LARUI_DATA), a file for each language: xed_en.npz, xed_de.npz, …",
			Options: []string{"language", "standardize", "scale", "bias", "validation-size", "seed", "data", "no-cache"},
		},
		defaults: func(spec *Spec) {
			spec.Language, spec.Standardize, spec.ValidationSize, spec.Judged.Name = "de", FitDomain, 100, "f1"
		},
		open: func(report *table.Reporter, spec Spec) (*Pair, error) {
			spec.Task = "binary"
			files, err := embeddings(spec)
			if err != nil {
				return nil, err
			}
			spec.Source, spec.Target = files[0], files[1]
			pair, err := openPaths(report, spec, &SourceCache{})
			if err != nil {
				return nil, err
			}
			pair.Name, pair.Title = spec.Name, "XED, en → "+spec.Language
			pair.SourceName, pair.TargetName = "XED en", "XED "+spec.Language
			return pair, nil
		},
		files: func(spec Spec) []string {
			files, _ := embeddings(spec) // none where they are missing
			return files
		},
	}
}

// embeddings returns the files of the source and the target of xed.
func embeddings(spec Spec) (files []string, err error) {
	if !slices.Contains(Languages(), spec.Language) {
		return nil, table.NewFault(ErrSpec, "unknown language %q: there are %s", spec.Language, strings.Join(Languages(), ", "))
	}
	folder, err := DataFolder(spec.Data)
	if err != nil {
		return nil, err
	}
	for _, language := range []string{"en", spec.Language} {
		file := filepath.Join(folder, "xed", "xed_"+language+".npz")
		if !table.Exists(file) {
			err = cmp.Or(err, table.NewFault(ErrMissingFile, "xed needs xed/%s, which is not in the data folder %s: name the folder with --data or LARUI_DATA", filepath.Base(file), folder))
		}
		files = append(files, file)
	}
	if err != nil {
		return nil, err
	}
	return files, nil
}
