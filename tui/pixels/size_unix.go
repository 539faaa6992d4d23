//go:build unix

package pixels

import (
	"image"
	"os"

	"golang.org/x/sys/unix"
)

// cellSize returns the size of a cell in pixels, computed from the size of the window that the
// kernel reports; 0 if unknown.
func cellSize(terminal *os.File) image.Point {
	size, err := unix.IoctlGetWinsize(int(terminal.Fd()), unix.TIOCGWINSZ)
	if err != nil || size.Col == 0 || size.Row == 0 {
		return image.Point{}
	}
	return image.Pt(int(size.Xpixel/size.Col), int(size.Ypixel/size.Row))
}
