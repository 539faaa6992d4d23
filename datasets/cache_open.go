package datasets

import "context"

// OpenKeyed opens the pair of spec as Open does, and also returns the Key by which
// it is told apart from all others. The key is zero where the pair is not to be
// kept: spec names no Cache, the pair is built in, or its files changed while they
// were read.
//
// A pair that Keep has put into the cache under that key is taken from there.
func OpenKeyed(ctx context.Context, spec Spec, progress func(Progress)) (*Pair, Key, error) {
	report := newReporter(ctx, progress)
	if err := ctx.Err(); err != nil {
		return nil, Key{}, err
	}
	if spec.Cache == "" {
		pair, err := open(report, spec)
		return pair, Key{}, err
	}
	origin, err := recognize(report, spec)
	if err != nil {
		return nil, Key{}, err
	}
	cache := Cache{Folder: spec.Cache}
	if packed, ok := cache.Get(origin.key); ok {
		pair, err := unpackPair(packed)
		if err == nil {
			return pair, origin.key, nil
		}
		cache.Remove(origin.key)
	}
	pair, err := open(report, spec)
	if err != nil {
		return nil, Key{}, err
	}
	if !origin.unchanged() {
		return pair, Key{}, nil
	}
	return pair, origin.key, nil
}

// Keep puts a pair that OpenKeyed returned with key into the cache, unless it is
// there already. It gives up when ctx ends.
func (c Cache) Keep(ctx context.Context, key Key, pair *Pair) {
	if !c.serves(key) || c.Has(key) || ctx.Err() != nil {
		return
	}
	if packed, ok := packPair(pair); ok {
		c.Put(ctx, key, packed)
	}
}
