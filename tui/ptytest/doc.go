// Package ptytest tests programs that run on a terminal. A Program runs on a pseudo-terminal of
// 120×36 cells; a test sends keys and signals and waits for text. Waiting ends when the text comes
// or the program ends, not after a fixed time.
package ptytest
