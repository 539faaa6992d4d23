// Package pixels draws images on terminals that have pixels, by Kitty's graphics protocol or as
// sixels, and asks a terminal which of both it supports. It depends on no other package of the
// program.
//	kitty.go     an image as commands of Kitty's protocol (sw.kovidgoyal.net/kitty/graphics-protocol)
//	sixel.go     an image as sixels (VT330/VT340 Programmer Reference, volume 2, chapter 14)
//	protocol.go  which of both, and where an image stands among cells
//	terminal.go  what a terminal is asked, and its answers among the keys
//	ask.go       asking and waiting, for programs that read no keys
package pixels
