// Package plain is the explorer as lines of text, for screen readers and pipes: the same
// frame.Host without a screen. Commands come in, a line each; what a screen would draw,
// views say in their own Lines.
//
//	plain.go      the conversation: a line is read, obeyed and answered
//	command.go    the table of commands, which feeds dispatch and help
//	turn.go       controls, views, and files of them
//	open.go       other pairs
//	train.go      the methods to compare with
//	speech.go     what is said beside the views, and how
//
// A command is added as a row of the table. What can be turned and opened, and all that
// views say, comes from the packages session, opener and frame by itself.
package plain
