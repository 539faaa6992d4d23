package datasets

import (
	"reflect"
	"slices"
	"sync/atomic"

	"larui/datasets/recipe"
	"larui/datasets/table"
	"larui/model"
)

// A Source remembers what was read of the source of a pair of files, so that it is read once for
// several targets. The zero Source remembers nothing.
type Source struct{ read atomic.Pointer[readSource] }

// at is what is remembered of the source t, whose columns mean what pick says; not read yet where
// nothing is that would be read again.
func (s *Source) at(t *table.Table, pick table.Pick, spec Spec) *readSource {
	wanted := &readSource{spec: spec.ofSource(), pick: pick, notes: slices.Clone(t.Notes)}
	r := s.read.Load()
	if r != nil && r.part.Sums == nil && r.part.Info() != nil && table.LooksLike(r.part.Info(), t.Path) &&
		reflect.DeepEqual(r.spec, wanted.spec) && reflect.DeepEqual(r.pick, pick) && slices.Equal(r.notes, wanted.notes) {
		return r
	}
	return wanted
}

// A readSource is the source of a pair of files as it was read and rescaled, which serves other
// targets too.
type readSource struct {
	// spec, pick and notes are what it is read by: all that is said of it, what its columns were
	// settled to mean, and what was noted until then.
	spec  Spec
	pick  table.Pick
	notes []string
	// made and code are what was learned of its words, gaps and labels, part its rows; nil until
	// these are read.
	made recipe.Recipe
	code labelCode
	part *loading
}

// ofSource is the spec without what only the target and those who look at weights know.
func (s Spec) ofSource() Spec {
	s.Target, s.Targets, s.Validation, s.ValidationSize = "", nil, "", 0
	s.SourceOnly, s.Refit, s.Cache, s.Judged = false, false, "", model.Judged{}
	return s
}

// remember remembers what was read, and its domain as it is now: of its own a pair may make another.
func (s *Source) remember(read *readSource) {
	kept := *read
	kept.part = read.again(&model.Domain{})
	s.read.Store(&kept)
}

// again returns the rows as those of another domain.
func (r *readSource) again(domain *model.Domain) *loading {
	d := *r.part
	*domain, d.domain = *d.domain, domain
	return &d
}
