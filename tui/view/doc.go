// Package view draws the explorer and says what its keys do. It knows cells and keys,
// and neither Bubble Tea nor a terminal.
//
//	Host   keeps a Scene: asks the engine for what it needs, takes in what is said, and
//	       does what keys intend. Program (package tui) shows it, package plain says it.
//	Scene  all that a frame shows: the session.Explorer, what is selected, and the Views
//	       with what each remembers. Frame draws it, as a pure function of its size.
//	View   one picture: Info, Keys, Jobs, Draw, Lines (what it shows in words), Click and
//	       Wheel. Its jobs are asked for while it fills the screen, and it is drawn
//	       once there is a solution.
//	Key    what some keys do, as a row of a table; Idle says why they rest, Do returns an
//	       Intent: nothing more, ask the engine, turn to a state, say something, quit.
//	search  what is searched for until the state stands at it (choose.go), where maps and λ
//	       are judged without labels, too
//	Keeping  what a Host goes on from, and who keeps what it comes to (kept.go): no
//	       pictures, but the turns that led to them, and each view's Memory.
//
// A frame, from above: title and scores (header.go), panels (scene.go, views.go), those of
// the first screen and of present mode drawn more simply (first.go), the bar of controls
// (controlbar.go), the sentence (sentence.go), hints (help.go). The mouse goes by the same regions
// (keys.go).
//
// The way of a key: tui's Program or plain's Talk → Host.Press → a row of the view's keys
// or of commonKeys, else a direct key of a control (controlbar.go) → Intent → Host.TurnTo →
// session.Explorer. What the engine says comes back through Host.News to Host.Hear.
//
// To add a view, write a type with the methods of View in a file of its own (embed still
// for Keys, Jobs, Click, Wheel and Memory as far as it has none), and give it a field in Views and
// a line in Views.All (views.go). Its Info has a free Key, and says that it stands Alone
// unless Scene.PanelRegions (scene.go) gives it a place among the panels. What needs
// computing is a session.Job with a key; Draw finds its newest result with
// session.ResultOf and has to say so where there is none yet. Its picture stands in
// cmd/larui/docs/views.md.
package view
