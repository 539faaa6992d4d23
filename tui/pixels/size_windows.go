package pixels

import (
	"image"
	"os"
)

// cellOf is how many pixels a cell of the terminal has: a console does not know.
func cellOf(*os.File) image.Point { return image.Point{} }
