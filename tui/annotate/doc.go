// Package annotate lets labels of a few rows of the target decide between two models, LAR and no
// adaptation say: which rows, what both predict for them, and what the labels given so far tell.
//
//	Contest   two candidates compared row by row (contest.go); it is never changed again
//	Round     where one stands who labels its rows one by one (round.go); each answer is
//	          written to a file at once
//	Verdict   what the answers come to (verdict.go)
//
// It needs no terminal: the screen (tui/overlay/labels), lines of text (tui/plain) and larui label
// show the same.
package annotate
