// Package lesson reads lessons, says where one stands in them, plays them to see whether
// they are sound, and prints them for paper. It knows states and what is solved of them, and
// neither keys nor a screen.
//
//	Lesson  a file of Markdown, one of larui's own (lessons/) or anybody's: its head and
//	        the steps (load.go, step.go, source.go). Those of larui are read when they are asked for.
//	Step    a state to set, texts, one thing to do and the condition that ends it.
//	text    what a step says: words, and expressions in braces (text.go, expr.go), which
//	        are computed when it is shown.
//	fact    what a name in an expression stands for (facts.go): options as session.Option
//	        has them, numbers as session.Fact, of the present state or of another, for
//	        which a step asks the engine by a session.Job (jobs.go).
//	Stage   what a step is played on: an Update of the engine, and what the screen shows
//	        (stage.go).
//	Player  where one stands, and the lines to show (play.go); List lists the lessons.
//	Check   plays all steps without a screen, and looks whether claims hold (check.go).
//	Print   writes a page of HTML (print.go).
//
// The way of a step: frame.Host sets its Opening as a turn, or opens it → the engine solves
// it, and its jobs → Host.Hear → Player.Notice, where the condition holds → Player.Lines.
//
// To add a lesson, put a file into lessons/, in the order of its number, and a row into
// cmd/larui/docs/teaching.md, which says how a file is written.
package lesson
