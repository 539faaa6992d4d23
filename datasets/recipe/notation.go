package recipe

import (
	"strings"

	"larui/datasets/table"
	"larui/datasets/wording"
)

func notationParsers() []fieldParser {
	return []fieldParser{
		{kind: Truth, noun: "TRUE and FALSE, read as 1 and 0", parseValue: parseTruth, formatValue: wording.FormatNumber, pythonCode: truthPython},
		{kind: Percent, noun: "percentages, read as numbers without the % sign", parseValue: parsePercent, formatValue: wording.FormatNumber, pythonCode: percentPython},
	}
}

// DetectNotation returns Truth if all fields but gaps are TRUE or FALSE, Percent if they are
// percentages, otherwise "". na are further words for a gap.
func DetectNotation(fields, na []string, parse func(string) (float64, error)) Kind {
	p := NewProfile("", na, "")
	for _, field := range fields {
		p.Add(field, 0, parse)
		if p.Numbers > 0 {
			return ""
		}
	}
	if kind := p.FindReadableKind(); kind.PartNames() == nil {
		return kind
	}
	return "" // dates
}

func parseTruth(field string, _ func(string) (float64, error)) (float64, error) {
	switch {
	case !table.IsBoolean(field):
		return 0, table.NewFault(table.ErrNotNumber, "%s is not TRUE or FALSE, but the first rows of the source are: write TRUE and FALSE, or 1 and 0, in all rows", wording.Excerpt(field))
	case len(field) == len("true"):
		return 1, nil
	}
	return 0, nil
}

func parsePercent(field string, parse func(string) (float64, error)) (float64, error) {
	number, ok := strings.CutSuffix(field, "%")
	if !ok {
		return 0, table.NewFault(table.ErrNotNumber, "%s has no percent sign, but the first rows of the source have: write the sign in all rows, or in none", wording.Excerpt(field))
	}
	return parse(number)
}

const truthPython = `
        x = [c.get("fill", 0) if gap else float(["false", "true"].index(v.lower()))]
`

const percentPython = `
        x = [c.get("fill", 0) if gap else float(v[:-1])]
`
