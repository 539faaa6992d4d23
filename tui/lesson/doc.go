// Package lesson reads, plays, checks and prints lessons. It knows states and solutions, but
// no keys and no screen.
//
// A [Lesson] is a Markdown file of [Step]s: a state to set, a text, a task and the condition
// that ends it. Texts and conditions have expressions (expr.go) of named facts (facts.go) of
// the present state or, computed by jobs (jobs.go), of another one. The host shows a step's
// Opening and hands each solution to [Player.Notice]; [Player.Lines] returns the text to show.
//
// To add a lesson, put a numbered file into lessons/ and a row into
// cmd/larui/docs/teaching.md, which describes the format.
package lesson
