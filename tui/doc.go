// Package tui is the explorer on a terminal: Bubble Tea, and nothing else. Program hands
// keys, mouse and sizes to a frame.Host, and the host's frames to the terminal. What is
// drawn and what keys do is said in package frame, what can be chosen and who solves it
// in package session. Pictures are drawn in pixels where the terminal has them (images.go).
//
// Bubble Tea asks the terminal for its colours as soon as it is imported; package quiet,
// which must be imported first, keeps it from that.
package tui
