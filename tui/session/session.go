package session

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"reflect"
	"runtime/debug"
	"sync"
	"time"

	"larui/datasets"
	"larui/datasets/phrase"
	"larui/model"
	"larui/model/labelfree"
)

// A Session is an opened pair with what was computed once for it. It is immutable, as far
// as can be seen.
type Session struct {
	Spec    datasets.Spec
	Pair    *datasets.Pair
	Problem *model.Problem
	// Load is the time that reading and scaling took, or finding all in the cache,
	// Prepare that of moments and spectra.
	Load, Prepare time.Duration

	// epochs are those after which descent of least squares is settled, or the most that
	// can be had where it stays unsettled; 0 where the pair has its own start.
	epochs    int
	unsettled bool
	warnings  []Warning
	// key names the pair in the cache of Spec; zero where it is not to be kept.
	key     datasets.Key
	judging *judging
	sources *sources
}

// sources are what was read of a source, for the next session of it: as it is scaled, and by its own
// scale where each domain has one; and its other targets, once these were wanted.
type sources struct {
	own, alike datasets.Source
	targets    targets
}

// judging is what judges predictions on a problem without labels, once that was wanted.
type judging struct {
	sync.Mutex
	problem *model.Problem
	judge   *labelfree.Judge
}

// Judge returns what judges predictions without the target's labels, made once. Errors
// are those of labelfree.New.
func (s *Session) Judge(ctx context.Context) (_ *labelfree.Judge, err error) {
	s.judging.Lock()
	defer s.judging.Unlock()
	if err := s.NeedRows(); err != nil && s.Pair.Task != model.Regression {
		return nil, err
	}
	if s.judging.problem != s.Problem {
		s.judging.judge, err = labelfree.New(ctx, s.Problem)
		if err == nil {
			s.judging.problem = s.Problem
		}
	}
	return s.judging.judge, err
}

// Open opens the pair of spec and prepares its problem, or takes both from the
// cache that spec names. previous, where not nil, is reused as far as spec leaves it
// valid: a source that would be the same is neither read nor summed again. progress may be nil.
func Open(ctx context.Context, spec datasets.Spec, previous *Session, progress func(datasets.Progress)) (*Session, error) {
	s, _, err := OpenFirst(ctx, spec, previous, 0, progress)
	return s, err
}

// OpenFirst opens as Open does or, a pair of from dimensions and more (never where that is 0) and twice
// those of a first look, with that: then rest returns the whole session.
func OpenFirst(ctx context.Context, spec datasets.Spec, previous *Session, from int, progress func(datasets.Progress)) (first *Session, rest func(context.Context) (*Session, error), err error) {
	s, sums, err := sum(ctx, spec, previous, progress)
	if err != nil {
		return nil, nil, err
	}
	whole := func(ctx context.Context) (*Session, error) { return s.prepared(ctx, sums, (*model.Summed).Problem) }
	directions, of := 0, 0
	if sums != nil && from > 0 {
		directions, of = sums.LookAt()
	}
	if directions == 0 || of < max(from, 2*directions) {
		opened, err := whole(ctx)
		return opened, nil, err
	}
	look, err := s.prepared(ctx, sums, (*model.Summed).FirstLook)
	return look, whole, err
}

// sum opens the pair of spec as Open does, up to the moments of its problem; these are nil where the
// problem is known.
func sum(ctx context.Context, spec datasets.Spec, previous *Session, progress func(datasets.Progress)) (s *Session, sums *model.Summed, err error) {
	read := &sources{}
	if previous != nil && !reflect.DeepEqual(previous.Spec, spec) { // else files are opened again, as they are now
		read = previous.sources
	}
	s, err = openPair(ctx, spec, read, progress)
	if err != nil {
		return nil, nil, err
	}
	if _, err := spec.Judged.Of(s.Pair.Task); err != nil {
		return nil, nil, err
	}
	s.Pair.Judged = spec.Judged
	if progress != nil {
		progress(datasets.Progress{Stage: "moments and spectra"})
	}
	began := time.Now()
	switch {
	case s.Problem != nil: // from the cache
	case previous.hasSource(s.Pair, spec):
		s.Problem, err = previous.Problem.WithTarget(ctx, s.Pair.Target, s.Pair.Validation)
	default:
		sums, err = model.Sum(ctx, s.Pair.Reporting(progress).Data)
	}
	if err != nil {
		return nil, nil, s.unprepared(err)
	}
	s.Prepare = time.Since(began)
	return s, sums, nil
}

// hasSource tells whether the session, which may be nil, has all of the source's part of the problem of
// a pair of spec.
func (s *Session) hasSource(pair *datasets.Pair, spec datasets.Spec) bool {
	return s != nil && s.Problem.Look() == 0 && !spec.Refit && !s.Spec.Refit && (s.Pair.Source.X == pair.Source.X || SameSource(spec, s.Spec))
}

// prepared returns the session with the problem that solve makes of its moments, or that it has, and what
// follows from that.
func (s *Session) prepared(ctx context.Context, sums *model.Summed, solve func(*model.Summed, context.Context) (*model.Problem, error)) (*Session, error) {
	began, with := time.Now(), *s
	if sums != nil {
		var err error
		with.Problem, err = solve(sums, ctx)
		if err == nil && with.Problem.Src.Sigma[0] == 0 {
			err = errors.New("every feature of the source is 0, from which nothing can be learned")
		}
		if err != nil {
			return nil, s.unprepared(err)
		}
	}
	with.Problem.JudgeBy(s.Spec.Judged)
	with.judging = &judging{}
	if s.Pair.Start.Epochs == 0 {
		settled := false
		with.epochs, settled = with.settle(model.Params{})
		with.unsettled = !settled
	}
	with.warnings = with.warn()
	with.Prepare += time.Since(began)
	return &with, nil
}

func (s *Session) unprepared(err error) error {
	return fmt.Errorf("preparing %s: %w", s.Pair.Title, err)
}

// New prepares a pair that was made in memory.
func New(ctx context.Context, pair *datasets.Pair) (*Session, error) {
	p, err := model.NewProblem(ctx, pair.Data)
	s := &Session{Spec: datasets.Spec{Name: datasets.FilesName}, Pair: pair, Problem: p, sources: &sources{}}
	if err != nil {
		return nil, s.unprepared(err)
	}
	return s.prepared(ctx, nil, nil)
}

// OpenPair opens the pair of spec, or takes it from the cache that spec names. The
// session has no problem but one from the cache.
func OpenPair(ctx context.Context, spec datasets.Spec, progress func(datasets.Progress)) (*Session, error) {
	return openPair(ctx, spec, &sources{}, progress)
}

func openPair(ctx context.Context, spec datasets.Spec, read *sources, progress func(datasets.Progress)) (*Session, error) {
	began := time.Now()
	pair, problem, key, err := datasets.OpenKept(ctx, spec, &read.own, progress)
	if err != nil {
		return nil, err
	}
	collectOften(pair.Data)
	return &Session{Spec: spec, Pair: pair, Problem: problem, key: key, Load: time.Since(began), sources: read}, nil
}

// collectOften has the collector let less garbage pile up where data are large: left to
// itself, it would let that take as much memory as they do and all that is computed of
// them, and on matrices it is done in no time. GOGC in the environment has the last word.
func collectOften(data model.Data) {
	const large, usual, often = 4 << 20, 100, 15 // numbers, percent
	numbers, percent := 0, usual
	for _, domain := range []model.Domain{data.Source, data.Target, data.Validation} {
		if domain.X != nil {
			rows, columns := domain.X.Dims()
			numbers += rows * columns
		}
	}
	if numbers >= large {
		percent = often
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

// Keep puts the session into the cache that its Spec names, unless that has it, and
// gives up when ctx ends. Nothing that fails is an error: then the next one to open the
// pair takes the time again.
func (s *Session) Keep(ctx context.Context) {
	if cache := (datasets.Cache{Folder: s.Spec.Cache}); !cache.Has(s.key) {
		cache.Put(ctx, s.key, s.Pair, s.Problem)
	}
}

// NeedRows fails where the pair holds no rows of a domain, which pictures, rivals and judges
// work on: of rows that lie elsewhere there are but sums.
func (s *Session) NeedRows() error {
	for _, d := range []struct {
		domain model.Domain
		name   string
	}{{s.Pair.Source, s.Pair.SourceName}, {s.Pair.Target, s.Pair.TargetName}, {s.Pair.Validation, "the validation set"}} {
		if d.domain.Rowless() {
			return fmt.Errorf("%s holds sums without a sample of rows, from which larui solve and align find the weights; "+
				"the explorer, figures, sweeps of classes, rivals and choices need rows: sum with a sample of some", d.name)
		}
	}
	return nil
}

// Apart returns the session, or where validation rows are in its fit another one of the pair in which
// they are apart, and choose.
func (s *Session) Apart(ctx context.Context) (*Session, error) {
	if !s.Spec.Refit {
		return s, nil
	}
	spec := s.Spec
	spec.Refit = false
	apart, err := Open(ctx, spec, s, nil)
	if err != nil {
		return nil, fmt.Errorf("before validation rows are in the fit they choose, and to open them apart fails: %w", err)
	}
	return apart, nil
}

// PairKey names the pair of the session with all that makes it, its seed too. Where that
// can't be known of files, which may change, it begins with fleeting.
func (s *Session) PairKey() string {
	if s.key != (datasets.Key{}) {
		return hex.EncodeToString(s.key[:]) + s.Problem.Judged.Name
	}
	spec, name := s.Spec, ""
	spec.Cache = ""
	if info, _ := datasets.Lookup(spec.Name); !info.BuiltIn {
		name = fleeting
	}
	return fmt.Sprintf("%s%#v", name, spec)
}

const fleeting = "files as they are now: "

// SameSource reports whether two specs make the same source domain: those of one pair
// that differ only in options of the target.
func SameSource(a, b datasets.Spec) bool {
	return alike(a, b, func(o Option) bool { return o.Changes == Source || o.Changes == Files })
}

// SamePair reports whether two specs differ in no more than what can be turned.
func SamePair(a, b datasets.Spec) bool {
	return reflect.DeepEqual(a, b) || alike(a, b, func(o Option) bool { return o.Changes == Files })
}

// alike reports whether two specs are of one pair and agree in the options for which
// counts is true.
func alike(a, b datasets.Spec, counts func(Option) bool) bool {
	for _, o := range options() {
		if counts(o) && o.Get(State{Spec: a}) != o.Get(State{Spec: b}) {
			return false
		}
	}
	return a.Name == b.Name
}

// Limits returns what can be turned in the session. Of files, all that is random is
// which rows are set aside; only where there are any can they be fitted.
func (s *Session) Limits() Limits {
	l := Limits{D: s.Problem.D}
	for _, name := range PairOptions(s.Spec.Name) {
		idle := name == "seed" && s.Spec.Name == datasets.FilesName && s.Spec.ValidationSize == 0 ||
			name == "refit" && s.Pair.Refitted == 0 && (!s.CanChoose() || s.Pair.Validation.Sampled())
		if !idle {
			l.Options = append(l.Options, name)
		}
	}
	return l
}

// Begin returns the state in which the session opens, with the options of the method that
// were given at their values. Errors wrap model.ErrParams.
func (s *Session) Begin(set Set) (State, error) {
	state := set.on(s.Start(), func(o Option) bool { return o.Changes <= Rival })
	err := state.Params.Check(s.Problem.D)
	if err == nil && !set.Has("epochs") && s.Pair.Start.Epochs == 0 {
		if epochs, settled := s.settle(state.Params); settled { // at the rate that is set
			state.Params.Epochs = epochs
		}
	}
	return state, err
}

// Label is the name of the source's column of labels behind a blank, empty where it has none.
func (s *Session) Label() string {
	if s.Pair.Layouts == nil || s.Pair.Layouts[0].Label < 0 || s.Pair.Layouts[0].Label >= len(s.Pair.Layouts[0].Names) {
		return ""
	}
	return " " + phrase.Shown(s.Pair.Layouts[0].Names[s.Pair.Layouts[0].Label])
}
