package store

// LockFolder does nothing, because Windows can't lock folders.
func LockFolder(string) (unlock func()) { return func() {} }
