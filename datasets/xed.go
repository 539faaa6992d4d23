package datasets

import (
	"path/filepath"
	"slices"
	"strings"

	"larui/datasets/table"
)

// Languages returns the target languages of the pair xed, as the paper abbreviates them.
func Languages() []string { return []string{"bg", "br", "cn", "da", "de", "es", "fr", "he", "hu"} }

// xed is the paper's cross-lingual sentiment classification (section 5.3). A row is the embedding of a line
// of subtitles, and the label says whether the line is positive or negative.
func xed() pairEntry {
	return pairEntry{
		PairInfo: PairInfo{
			Name:    "xed",
			Summary: "embeddings of sentences: learn on English, predict another language",
			Aim:     "learn positive and negative feeling on English sentences, predict it in another language",
			Needs:   "xed/ in a data folder (--data or LARUI_DATA), a file for each language: xed_en.npz, xed_de.npz, …",
			Options: []string{"language", "standardize", "scale", "bias", "validation-size", "seed", "data", "no-cache"},
		},
		defaults: func(spec *Spec) {
			spec.Language, spec.Standardize, spec.ValidationSize, spec.ScoreChoice.Name = "de", FitDomain, 100, "f1"
		},
		open: func(report *table.Reporter, spec Spec) (*Pair, error) {
			spec.Task = "binary"
			files, err := listEmbeddingFiles(spec)
			if err != nil {
				return nil, err
			}
			spec.Source, spec.Target = files[0], files[1]
			pair, err := openPaths(report, spec, &SourceCache{})
			if err != nil {
				return nil, err
			}
			pair.Title = "XED, en → " + spec.Language
			pair.SourceName, pair.TargetName = "XED en", "XED "+spec.Language
			return pair, nil
		},
		files: func(spec Spec) []string {
			files, _ := listEmbeddingFiles(spec) // none if some are missing
			return files
		},
	}
}

func listEmbeddingFiles(spec Spec) (files []string, err error) {
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
			return nil, table.NewFault(ErrMissingFile, "xed needs xed/%s, which is not in the data folder %s: --data or LARUI_DATA names another folder", filepath.Base(file), folder)
		}
		files = append(files, file)
	}
	return files, nil
}
