//go:build unix

package pixels

import (
	"image"
	"os"

	"golang.org/x/sys/unix"
)

// cellSize is how many pixels a cell of the terminal has by what its line knows, 0 where that is
// nothing.
func cellSize(terminal *os.File) image.Point {
	size, err := unix.IoctlGetWinsize(int(terminal.Fd()), unix.TIOCGWINSZ)
	if err != nil || size.Col == 0 || size.Row == 0 {
		return image.Point{}
	}
	return image.Pt(int(size.Xpixel/size.Col), int(size.Ypixel/size.Row))
}
