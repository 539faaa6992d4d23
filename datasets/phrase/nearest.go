package phrase

import "strings"

// Nearest returns the candidate that a misspelt name most likely meant: one that
// it abbreviates, else the one at the smallest edit distance, as long as that
// is at most a third of the longer of the two, rounded.
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

// Among says what an unknown name may have meant, and what names there are.
func Among(name string, names []string) string {
	all := "there are " + strings.Join(names, ", ")
	if near, ok := Nearest(name, names); ok {
		return "did you mean " + near + "? " + all
	}
	return all
}

// editDistance counts the bytes to insert, delete or replace to turn a into b
// (Levenshtein), by rows of the usual table.
func editDistance(a, b string) int {
	// Names from the command line are short; a longer one matches nothing, and
	// must not cost len(a)·len(b).
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
