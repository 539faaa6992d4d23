package pixels

import (
	"image"
	"os"
)

// cellSize returns 0: a Windows console does not know the size of its cells.
func cellSize(*os.File) image.Point { return image.Point{} }
