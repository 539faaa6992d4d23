package datasets

import (
	"reflect"
	"slices"
	"sync/atomic"

	"larui/datasets/recipe"
	"larui/datasets/table"
	"larui/model"
)

// A Source remembers the source of a pair of files, so that it is read only once for several
// targets. The zero Source remembers nothing.
type Source struct{ read atomic.Pointer[readSource] }

// at returns the remembered source if reading t by pick and spec would give the same. Otherwise it
// returns a new readSource without rows.
func (s *Source) at(t *table.Table, pick table.Pick, spec Spec) *readSource {
	wanted := &readSource{spec: spec.ofSource(), pick: pick, notes: slices.Clone(t.Notes)}
	r := s.read.Load()
	if r != nil && r.part.Sums == nil && r.part.Info() != nil && table.LooksLike(r.part.Info(), t.Path) &&
		reflect.DeepEqual(r.spec, wanted.spec) && reflect.DeepEqual(r.pick, pick) && slices.Equal(r.notes, wanted.notes) {
		return r
	}
	return wanted
}

// A readSource is the source of a pair of files after reading and rescaling. Other targets can
// share it.
type readSource struct {
	// spec, pick and notes determine the reading: the options, the meaning of the columns, and the
	// notes from before the reading.
	spec  Spec
	pick  table.Pick
	notes []string
	// made and code are the recipe and the label code learned from the source; part has its rows.
	// part is nil until the source is read.
	made recipe.Recipe
	code labelCode
	part *loading
}

// ofSource returns the spec without the fields that concern only the target or the weights.
func (s Spec) ofSource() Spec {
	s.Target, s.Validation, s.ValidationSize = "", "", 0
	s.SourceOnly, s.Cache, s.Judged = false, "", model.ScoreChoice{}
	return s
}

// remember stores a copy of read. The copy keeps the present domain, because the pair may replace
// its own.
func (s *Source) remember(read *readSource) {
	kept := *read
	kept.part = read.loadingFor(&model.Domain{})
	s.read.Store(&kept)
}

// loadingFor returns a copy of the source's loading that fills in domain.
func (r *readSource) loadingFor(domain *model.Domain) *loading {
	d := *r.part
	*domain, d.domain = *d.domain, domain
	return &d
}
