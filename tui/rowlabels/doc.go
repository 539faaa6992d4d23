// Package rowlabels labels a few rows of the target to decide between two models, such as LAR and no
// adaptation.
//
// A Contest compares two candidates row by row and is never changed (contest.go). A Round labels
// the rows of a Contest one by one, and writes each answer to a file at once (round.go). A Verdict
// is the result of the answers (verdict.go).
//
// The package needs no terminal. The overlay (tui/overlay/labels), the lines of text (tui/plain)
// and larui label use it.
package rowlabels
