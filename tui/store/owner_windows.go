package store

import (
	"io/fs"
	"os"
)

// keepOwner does nothing, because a new file gets the owner that its folder passes on.
func keepOwner(*os.File, fs.FileInfo) error { return nil }
