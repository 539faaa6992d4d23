package paper

import "sync"

// A kept value is made once, by the first of the units that need it. Its zero value
// is ready for use; units may ask concurrently.
type kept[T any] struct {
	mu    sync.Mutex
	made  bool
	value T
}

// of returns the value, or what open returns where there is none yet. After an error
// the next to ask tries again.
func (k *kept[T]) of(open func() (T, error)) (T, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.made {
		return k.value, nil
	}
	value, err := open()
	if err == nil {
		k.value, k.made = value, true
	}
	return value, err
}
