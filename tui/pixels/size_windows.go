package pixels

import (
	"image"
	"os"
)

// cellSize is how many pixels a cell of the terminal has: a console does not know.
func cellSize(*os.File) image.Point { return image.Point{} }
