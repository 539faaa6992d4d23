// Package ptytest is for tests of what runs on a terminal: a Program on a pseudo-terminal of
// 120×36 cells, which gets keys and signals, and whose text is waited for. It waits for what
// the program writes and for its end, not for times.
package ptytest
