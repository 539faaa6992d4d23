package datasets

import (
	"reflect"
	"slices"
	"sync/atomic"

	"larui/datasets/recipe"
	"larui/datasets/table"
	"larui/model"
)

// A SourceCache stores the source of a pair of files, so that it is read only once for several
// targets. The zero SourceCache is empty.
type SourceCache struct{ read atomic.Pointer[loadedSource] }

// sourceFor returns the stored source if reading t with pick and spec would give the same rows. If
// not, it returns a new readSource without rows.
func (s *SourceCache) sourceFor(t *table.Table, pick table.Pick, spec Spec) *loadedSource {
	wanted := &loadedSource{spec: spec.withoutTarget(), pick: pick, notes: slices.Clone(t.Notes)}
	r := s.read.Load()
	if r != nil && r.reader.Sums == nil && r.reader.Info() != nil && table.IsSameFile(r.reader.Info(), t.Path) &&
		reflect.DeepEqual(r.spec, wanted.spec) && reflect.DeepEqual(r.pick, pick) && slices.Equal(r.notes, wanted.notes) {
		return r
	}
	return wanted
}

// A loadedSource is the source of a pair of files after reading and rescaling.
type loadedSource struct {
	// spec, pick and notes determine the rows: the options, the columns, and the notes that the
	// table had before its rows were read.
	spec  Spec
	pick  table.Pick
	notes []string
	// made and code are the recipe and the labelCode of the source. reader has its rows; it is nil
	// until the source is read.
	made   recipe.Recipe
	code   labelCode
	reader *domainReader
}

// withoutTarget returns s without the fields that have no effect on the source.
func (s Spec) withoutTarget() Spec {
	s.Target, s.Validation, s.ValidationSize = "", "", 0
	s.SourceOnly, s.Cache, s.Judged = false, "", model.ScoreChoice{}
	return s
}

// store keeps a copy of source with a domain of its own, because the pair may change its domain.
func (s *SourceCache) store(source *loadedSource) {
	kept := *source
	kept.reader = source.readerFor(&model.Domain{})
	s.read.Store(&kept)
}

// readerFor returns a copy of the source's reader for domain, and sets domain to the source's domain.
func (r *loadedSource) readerFor(domain *model.Domain) *domainReader {
	d := *r.reader
	*domain, d.domain = *d.domain, domain
	return &d
}
