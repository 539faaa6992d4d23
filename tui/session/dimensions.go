package session

import (
	"fmt"
	"strings"

	"larui/datasets/wording"
	"larui/tui/number"
)

// DescribeDimensions describes how columns of files become features, and the rank of the source: "9
// columns → 11 features (site: 3) + bias = 12; rank 11: the levels of site add up to a constant".
// The text is empty if each column is one feature and the rank is d, or if the pair is not read
// from files.
func (s *Session) DescribeDimensions() string {
	pair, d, rank := s.Pair, s.Problem.D, s.Problem.Src.Rank
	if len(pair.Layouts) == 0 {
		return ""
	}
	layout := pair.Layouts[0]
	features, columns := d, len(layout.Features)
	if pair.Bias {
		features--
	}
	if features == columns && rank == d {
		return ""
	}
	var wide, words []string
	for i := range layout.Recipe {
		c := &layout.Recipe[i]
		if c.Width() > 1 {
			wide = append(wide, fmt.Sprintf("%s: %d", wording.DisplayName(c.Name), c.Width()))
		}
		if len(c.Levels) > 0 {
			words = append(words, wording.DisplayName(c.Name))
		}
	}
	text := fmt.Sprintf("%s → %s", wording.Plural(columns, "column"), wording.Plural(features, "feature"))
	if wide != nil {
		text += " (" + wording.JoinFirst(wide, 6) + ")"
	}
	if pair.Bias {
		text += fmt.Sprintf(" + bias = %d", d)
	}
	if rank == d {
		return text
	}
	return text + fmt.Sprintf("; rank %d", rank) + s.explainRank(words)
}

// explainRank explains a rank of the source below the number of features. words names the columns
// with one feature per level: the features of each such column add up to 1.
func (s *Session) explainRank(words []string) string {
	side := s.Problem.Src
	if side.Rank >= side.N {
		return ": the source has only as many rows"
	}
	sums := len(words)
	if !s.Pair.Bias && !s.Spec.Standardize.IsRescaling() && sums > 0 {
		sums-- // the first sum repeats another feature only if a feature is constant
	}
	var why []string
	if rest := side.D - side.Rank; rest >= sums {
		if sums > 0 {
			why = append(why, fmt.Sprintf("the levels of %s add up to a constant", wording.JoinWithWord(words, "and")))
		}
		if rest > sums {
			const nothing = 1e-7
			varies := "does not vary"
			if share := side.Sigma[side.Rank] / side.Sigma[0]; share > nothing {
				varies = fmt.Sprintf("varies by at most %s of its variation in the first direction, which counts as 0", number.Percent(share, 2))
			}
			why = append(why, fmt.Sprintf("in %s more the source %s", wording.Plural(rest-sums, "direction"), varies))
		}
	}
	if why == nil {
		return ""
	}
	return ": " + strings.Join(why, "; ")
}
