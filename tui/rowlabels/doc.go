// Package rowlabels labels a few rows of the target to decide which of two models predicts better,
// such as LAR or no adaptation.
//
// A [Candidate] is a model: LAR, no adaptation, or a model of another program. A [Contest] of two
// candidates has the rows that their models predict differently; Compare computes it and CompareJob
// computes it in the background (contest.go). A [Round] is the labelling of a Contest by one user: it
// asks for the labels, row by row, and writes each answer to a file at once (round.go). A [Verdict]
// is the decision that follows from the answers (verdict.go).
//
// The package needs no terminal. It builds on package modelfile for models and files of answers, and
// on package labelling for the statistics. The overlay tui/overlay/labels, package tui/plain and the
// command larui label use it. To report another number, add a field to Verdict and a line to
// Round.Summary.
package rowlabels
