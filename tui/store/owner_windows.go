package store

import (
	"io/fs"
	"os"
)

// keepOwner leaves the owner to the folder, which passes its own on.
func keepOwner(*os.File, fs.FileInfo) error { return nil }
