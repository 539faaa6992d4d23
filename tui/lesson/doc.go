// Package lesson reads, plays, checks and prints lessons. It knows states and solutions, but no keys
// and no screen.
//
// A [Lesson] is a Markdown file with steps ([Step]). A step has a state to set, a text, a task and
// the condition that ends the task. Texts and conditions have expressions (expr.go) over named facts
// (facts.go) of the present state, or of other states, which jobs compute (jobs.go). The program
// opens the pair and the state of a step (Step.Opening, a session.Opening), and gives each new
// [Situation], the state with its solution and its view, to [Player.Observe]; [Player.Lines] returns
// the text to show. The package builds on tui/session, and on tui/chart for text.
//
// To add a lesson, put a numbered file into lessons/ and a row into cmd/larui/docs/teaching.md, which
// describes the format.
package lesson
