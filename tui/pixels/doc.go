// Package pixels draws images on terminals that have pixels. A [Protocol] shows an image among
// cells: Kitty's graphics protocol (sw.kovidgoyal.net/kitty/graphics-protocol) or sixels
// (VT330/VT340 Programmer Reference, volume 2, chapter 14). A [Terminal] has the answers of a
// terminal to queries about its protocols and sizes. A program that reads keys sends the queries
// and passes its input to [Terminal.TakeAnswers]; for other programs [QueryTerminal] does both. The
// package imports no other package of larui.
//
// To add a protocol, add a constant to protocol.go, a file that encodes an image, and a query with
// its answer to terminal.go.
package pixels
