// Package tui runs the explorer on a terminal with Bubble Tea. A [Program] passes keys, mouse events
// and screen sizes to a frame.Host, and draws the frames that the host composes. Package frame
// defines frames and keys, package session the controls and the engine that computes solutions, and
// package pixels the protocols of pixel images.
//
// [Run] shows the explorer until the user quits, and [Snapshot] returns one frame as text. To add a
// key or a view, change package frame; a new message for the Program is a case in Program.Update.
//
// Package main must also import package termquery, which keeps Bubble Tea from asking the terminal
// for its colours on import.
package tui
