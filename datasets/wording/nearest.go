package wording

import "strings"

// FindNearest returns the candidate that a misspelt name most likely meant, ignoring case. If name has at
// least three letters and candidates begin with name, it returns the first of these. Otherwise it returns
// the candidate at the smallest edit distance, if this distance is at most about a third of the length of
// the longer name.
func FindNearest(name string, candidates []string) (string, bool) {
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

// Suggest returns the end of an error message about an unknown name: the most similar of names, if one is
// similar, and all names.
func Suggest(name string, names []string) string {
	all := "there are " + strings.Join(names, ", ")
	if near, ok := FindNearest(name, names); ok {
		return "did you mean " + near + "? " + all
	}
	return all
}

// editDistance counts bytes: insertions, deletions, replacements, and swaps of neighbours (optimal string
// alignment).
func editDistance(a, b string) int {
	// A name of more than longest bytes matches no other name: the comparison would take too long.
	const longest = 200
	if len(a) > longest || len(b) > longest {
		return max(len(a), len(b))
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		for j := range len(b) {
			replaced := last[j]
			if a[i] != b[j] {
				replaced++
			}
			row[j+1] = min(replaced, row[j]+1, last[j+1]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
