// Package tui runs the explorer on a terminal with Bubble Tea. A Program passes keys, mouse and
// sizes to a frame.Host, and draws the host's frames. Package frame defines the frames and the
// keys, package session the controls and the engine. Terminals with pixels get pictures in pixels
// (images.go).
//
// Package termquery must be imported before this one. It keeps Bubble Tea from asking the terminal for
// its colours on import.
package tui
