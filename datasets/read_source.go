package datasets

import (
	"reflect"
	"slices"
	"sync/atomic"

	"larui/datasets/recipe"
	"larui/datasets/table"
	"larui/model"
)

// A SourceCache stores the source of a pair read from files, which several targets may then use. The zero
// SourceCache is empty.
type SourceCache struct{ loaded atomic.Pointer[loadedSource] }

// findSource returns the stored source if t, pick and spec would give the same rows, or a new loadedSource
// without rows.
func (s *SourceCache) findSource(t *table.Table, pick table.Pick, spec Spec) *loadedSource {
	wanted := &loadedSource{spec: spec.withoutTarget(), pick: pick, notes: slices.Clone(t.Notes)}
	r := s.loaded.Load()
	if r != nil && r.reader.Sums == nil && r.reader.Info() != nil && table.IsSameFile(r.reader.Info(), t.Path) &&
		reflect.DeepEqual(r.spec, wanted.spec) && reflect.DeepEqual(r.pick, pick) && slices.Equal(r.notes, wanted.notes) {
		return r
	}
	return wanted
}

// A loadedSource is the source of a pair read from files, after rescaling.
type loadedSource struct {
	// spec, pick and notes determine the rows: the options, the columns, and the notes that the
	// table had before its rows were read.
	spec  Spec
	pick  table.Pick
	notes []string
	// recipe and code are the recipe and the labelCode of the source. reader has the rows of the source; it
	// is nil until the source is read.
	recipe recipe.Recipe
	code   labelCode
	reader *domainReader
}

func (s Spec) withoutTarget() Spec {
	s.Target, s.Validation, s.ValidationSize = "", "", 0
	s.SourceOnly, s.Cache, s.ScoreChoice = false, "", model.ScoreChoice{}
	return s
}

// store gives the stored copy a domain of its own, because the pair may change the domain of source.
func (s *SourceCache) store(source *loadedSource) {
	kept := *source
	kept.reader = source.copyReader(&model.Domain{})
	s.loaded.Store(&kept)
}

// copyReader returns a reader for the given domain, which then shares the rows of the source.
func (r *loadedSource) copyReader(domain *model.Domain) *domainReader {
	d := *r.reader
	*domain, d.domain = *d.domain, domain
	return &d
}
