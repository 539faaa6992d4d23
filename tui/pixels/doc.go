// Package pixels draws images on terminals that have pixels. A [Protocol] shows an image among
// cells: Kitty's graphics protocol (sw.kovidgoyal.net/kitty/graphics-protocol) or sixels (VT330/VT340
// Programmer Reference, volume 2, chapter 14). A [Terminal] collects the answers about the
// protocols that a terminal supports; [Ask] sends the queries for programs that read no keys.
// The package depends on no other package of the program.
package pixels
