package wording

import "strings"

// Nearest returns the candidate that a misspelt name most likely meant. A name of at least three
// letters may abbreviate a candidate; otherwise Nearest returns the candidate at the smallest edit
// distance, if that distance is at most a third of the longer name, rounded. The comparison ignores
// case.
func Nearest(name string, candidates []string) (string, bool) {
	name = strings.ToLower(name)
	if len(name) >= 3 {
		for _, c := range candidates {
			if strings.HasPrefix(strings.ToLower(c), name) {
				return c, true
			}
		}
	}
	best, bestDistance := "", 0
	for _, c := range candidates {
		longer := max(len(c), len(name))
		distance := editDistance(name, strings.ToLower(c))
		if 3*distance <= longer+1 && (best == "" || distance < bestDistance) {
			best, bestDistance = c, distance
		}
	}
	return best, best != ""
}

// Suggest returns the end of an error message about an unknown name: the nearest of names, if any,
// and all names.
func Suggest(name string, names []string) string {
	all := "there are " + strings.Join(names, ", ")
	if near, ok := Nearest(name, names); ok {
		return "did you mean " + near + "? " + all
	}
	return all
}

// editDistance returns the Levenshtein distance of a and b, counted in bytes.
func editDistance(a, b string) int {
	// Names on the command line are short. A longer name matches nothing and must not cost
	// len(a)·len(b).
	const longest = 200
	if len(a) > longest || len(b) > longest {
		return max(len(a), len(b))
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
