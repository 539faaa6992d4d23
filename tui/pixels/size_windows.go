package pixels

import (
	"image"
	"os"
)

// cellSize returns 0, because a Windows console does not report the size of its cells.
func cellSize(*os.File) image.Point { return image.Point{} }
