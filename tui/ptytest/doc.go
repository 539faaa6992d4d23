// Package ptytest tests programs that run on a terminal. A [Program] runs on a pseudo-terminal of
// 120×36 cells. A test types keys and sends signals, then waits for a text with [Program.Await]. The
// wait ends when the text arrives or the program ends, not after a fixed time.
//
// A [Screen] interprets the escape sequences that the program writes; it builds on the decoder of
// package github.com/charmbracelet/x/ansi. To support another sequence, add a case to
// Screen.applySequence, or set Screen.OnOther. The tests of tui and cmd/larui use the package.
package ptytest
