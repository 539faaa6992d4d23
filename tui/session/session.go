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
	"larui/datasets/wording"
	"larui/model"
	"larui/model/labelfree"
	"larui/model/rivals"
)

// A Session is an opened pair of domains with the results that are computed once for the pair. It is
// immutable for its users.
type Session struct {
	Spec    datasets.Spec
	Pair    *datasets.Pair
	Problem *model.Problem
	// Load is the time for reading and scaling the data, or for reading them from the cache. Prepare
	// is the time for moments and spectra.
	Load, Prepare time.Duration

	// epochs is the number of epochs in the initial state, after which descent on least squares has
	// nearly converged. It is 0 if the pair's Start has a number of epochs.
	epochs int
	// varyingFeatures is 0 without rows.
	varyingFeatures int
	warnings        []Warning
	// cacheKey is zero if the pair is not cached.
	cacheKey datasets.Key
	raters   *raterCache
	sources  *sourceCaches
}

// sourceCaches holds the data of a source, so that a further session with the same source need not
// read the files. ownScale has the data scaled as the options say; sourceScale has the data scaled
// by the source, for Session.TestForShift.
type sourceCaches struct{ ownScale, sourceScale datasets.SourceCache }

// raterCache holds a problem and its Rater. The fields problem and rater are nil before the first
// use.
type raterCache struct {
	sync.Mutex
	problem *model.Problem
	rater   *labelfree.Rater
}

// LabelFreeRater returns the Rater of the problem, which the first call makes. Errors come from
// labelfree.NewRater and RequireRows.
func (s *Session) LabelFreeRater(ctx context.Context) (_ *labelfree.Rater, err error) {
	s.raters.Lock()
	defer s.raters.Unlock()
	if err := s.RequireRows(); err != nil && s.Pair.Task != model.Regression {
		return nil, err
	}
	if s.raters.problem != s.Problem {
		s.raters.rater, err = labelfree.NewRater(ctx, s.Problem)
		if err == nil {
			s.raters.problem = s.Problem
		}
	}
	return s.raters.rater, err
}

// Open opens the pair of spec and prepares its problem, or reads both from the cache. If previous
// has the same source, Open uses the source's data again. previous and progress may be nil.
func Open(ctx context.Context, spec datasets.Spec, previous *Session, progress func(datasets.Progress)) (*Session, error) {
	s, _, err := OpenWithFirstLook(ctx, spec, previous, 0, progress)
	return s, err
}

// OpenWithFirstLook is like Open, but returns a first look at a pair of many features: a session
// with only the leading directions, which is ready sooner. The caller then calls rest for the whole
// session. Without a first look, first is the whole session, and rest is nil. This happens if
// minFeatures is 0, if the pair has fewer than minFeatures features, or if a first look would have
// more than half of all directions.
func OpenWithFirstLook(ctx context.Context, spec datasets.Spec, previous *Session, minFeatures int, progress func(datasets.Progress)) (first *Session, rest func(context.Context) (*Session, error), err error) {
	s, sums, err := openAndSum(ctx, spec, previous, progress)
	if err != nil {
		return nil, nil, err
	}
	whole := func(ctx context.Context) (*Session, error) {
		return s.withProblem(ctx, sums, (*model.ProblemMoments).Complete)
	}
	directions, of := 0, 0
	if sums != nil && minFeatures > 0 {
		directions, of = sums.FirstLookSize()
	}
	if directions == 0 || of < max(minFeatures, 2*directions) {
		opened, err := whole(ctx)
		return opened, nil, err
	}
	look, err := s.withProblem(ctx, sums, (*model.ProblemMoments).FirstLook)
	return look, whole, err
}

// openAndSum returns nil sums if the problem comes from the cache or from previous.
func openAndSum(ctx context.Context, spec datasets.Spec, previous *Session, progress func(datasets.Progress)) (s *Session, sums *model.ProblemMoments, err error) {
	read := &sourceCaches{}
	if previous != nil && !reflect.DeepEqual(previous.Spec, spec) { // opening the same pair again reads changed files
		read = previous.sources
	}
	s, err = openPair(ctx, spec, read, progress)
	if err != nil {
		return nil, nil, err
	}
	if _, err := spec.ScoreChoice.Select(s.Pair.Task); err != nil {
		return nil, nil, err
	}
	s.Pair.ScoreChoice = spec.ScoreChoice
	if progress != nil {
		progress(datasets.Progress{Stage: "moments and spectra"})
	}
	began := time.Now()
	switch {
	case s.Problem != nil: // from the cache
	case previous.hasSourceOf(s.Pair, spec):
		s.Problem, err = previous.Problem.WithTarget(ctx, s.Pair.Target, s.Pair.Validation)
	default:
		sums, err = model.SumMoments(ctx, s.Pair.WithProgress(progress).Data)
	}
	if err != nil {
		return nil, nil, s.addPairTitle(err)
	}
	s.Prepare = time.Since(began)
	return s, sums, nil
}

// hasSourceOf reports whether the session has the same source as a pair of spec. The session may be
// nil.
func (s *Session) hasSourceOf(pair *datasets.Pair, spec datasets.Spec) bool {
	return s != nil && (s.Pair.Source.X == pair.Source.X || haveSameSource(spec, s.Spec))
}

// withProblem returns a copy of the session with the problem that solve computes from sums, and
// with default epochs and warnings for this problem. If sums is nil, the copy keeps the session's
// problem.
func (s *Session) withProblem(ctx context.Context, sums *model.ProblemMoments, solve func(*model.ProblemMoments, context.Context) (*model.Problem, error)) (*Session, error) {
	began, with := time.Now(), *s
	if sums != nil {
		var err error
		with.Problem, err = solve(sums, ctx)
		if err == nil && with.Problem.Src.Sigma[0] == 0 {
			err = errors.New("every feature of the source is 0: nothing can be learned")
		}
		if err != nil {
			return nil, s.addPairTitle(err)
		}
	}
	with.Problem.SetScoreChoice(s.Spec.ScoreChoice)
	with.raters = &raterCache{}
	if s.Pair.Start.Epochs == 0 {
		with.epochs, _ = with.findConvergedEpochs(model.Params{})
	}
	with.warnings = with.computeWarnings()
	if with.Pair.Source.X != nil && with.Pair.Target.X != nil {
		with.varyingFeatures = rivals.CountVarying(with.Pair.Data)
	}
	with.Prepare += time.Since(began)
	return &with, nil
}

func (s *Session) addPairTitle(err error) error {
	return fmt.Errorf("preparing %s: %w", s.Pair.Title, err)
}

// New returns the session of a pair that was made in memory.
func New(ctx context.Context, pair *datasets.Pair) (*Session, error) {
	p, err := model.NewProblem(ctx, pair.Data)
	s := &Session{Spec: datasets.Spec{Name: datasets.FilesName}, Pair: pair, Problem: p, sources: &sourceCaches{}}
	if err != nil {
		return nil, s.addPairTitle(err)
	}
	return s.withProblem(ctx, nil, nil)
}

// OpenPair opens the pair of spec, or reads it from the cache. The session has a problem only if the
// cache has one.
func OpenPair(ctx context.Context, spec datasets.Spec, progress func(datasets.Progress)) (*Session, error) {
	return openPair(ctx, spec, &sourceCaches{}, progress)
}

func openPair(ctx context.Context, spec datasets.Spec, read *sourceCaches, progress func(datasets.Progress)) (*Session, error) {
	began := time.Now()
	pair, problem, key, err := datasets.OpenCached(ctx, spec, &read.ownScale, progress)
	if err != nil {
		return nil, err
	}
	tuneGarbageCollector(pair.Data)
	if spec.Columns == "auto" && spec.Standardize == datasets.FitNone && spec.Scale == datasets.FitNone && pair.Layouts[0].Mean != nil {
		spec.Standardize = datasets.FitSource // the review of columns has proposed it
	}
	return &Session{Spec: spec, Pair: pair, Problem: problem, cacheKey: key, Load: time.Since(began), sources: read}, nil
}

// tuneGarbageCollector runs the garbage collector more often for large data, where garbage could
// take as much memory as the data. The environment variable GOGC takes precedence.
func tuneGarbageCollector(data model.Data) {
	const large, usual, often = 4 << 20, 100, 15 // numbers, percent
	numbers, percent := 0, usual
	for _, domain := range []model.Domain{data.Source, data.Target, data.Validation} {
		if domain.X != nil {
			numbers += len(domain.X.RawMatrix().Data)
		}
	}
	if numbers >= large {
		percent = often
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

// WriteCache writes the session to the cache unless it is there, and stops when ctx ends. Errors are
// ignored, since the cache only saves time.
func (s *Session) WriteCache(ctx context.Context) {
	if cache := (datasets.Cache{Folder: s.Spec.Cache}); !cache.Has(s.cacheKey) {
		cache.Put(ctx, s.cacheKey, s.Pair, s.Problem)
	}
}

// RequireRows returns an error if a domain of the pair consists of sums without rows. Pictures, rivals
// and judges need rows.
func (s *Session) RequireRows() error {
	for _, d := range []struct {
		domain model.Domain
		name   string
	}{{s.Pair.Source, s.Pair.SourceName}, {s.Pair.Target, s.Pair.TargetName}, {s.Pair.Validation, "the validation set"}} {
		if d.domain.HasNoRows() {
			return fmt.Errorf("%s has only sums and no rows: larui solve and larui align need no rows, but the explorer, figures, "+
				"sweeps of classes, rivals and choices do: keep a sample of rows when you make the sums", d.name)
		}
	}
	return nil
}

// PairKey returns a text that identifies the session's pair, with its seed. If the pair comes from
// uncached files, which may change, the text begins with unstableKeyPrefix.
func (s *Session) PairKey() string {
	if s.cacheKey != (datasets.Key{}) {
		return hex.EncodeToString(s.cacheKey[:]) + s.Problem.ScoreChoice.Name
	}
	spec, name := s.Spec, ""
	spec.Cache = ""
	if info, _ := datasets.LookupPair(spec.Name); !info.BuiltIn {
		name = unstableKeyPrefix
	}
	return fmt.Sprintf("%s%#v", name, spec)
}

const unstableKeyPrefix = "files as they are now: "

// haveSameSource reports whether two specs have the same source: they name the same pair and differ
// only in options of the target.
func haveSameSource(a, b datasets.Spec) bool {
	return haveSameOptions(a, b, func(o Option) bool { return o.Changes == SourcePart || o.Changes == FilesPart })
}

// IsSamePair reports whether two specs differ only in options that the user can change while a
// pair is open.
func IsSamePair(a, b datasets.Spec) bool {
	return reflect.DeepEqual(a, b) || haveSameOptions(a, b, func(o Option) bool { return o.Changes == FilesPart })
}

// haveSameOptions reports whether two specs name the same pair and have equal values of all options
// that includes selects.
func haveSameOptions(a, b datasets.Spec, includes func(Option) bool) bool {
	for _, o := range options() {
		if includes(o) && o.Get(State{Spec: a}) != o.Get(State{Spec: b}) {
			return false
		}
	}
	return a.Name == b.Name
}

// Limits returns the number of features and the options that have an effect on the session's pair.
func (s *Session) Limits() Limits {
	l := Limits{D: s.Problem.D}
	for _, name := range PairOptionNames(s.Spec.Name) {
		// On files the seed only draws the validation rows.
		if name != "seed" || s.Spec.Name != datasets.FilesName || s.Spec.ValidationSize > 0 {
			l.Options = append(l.Options, name)
		}
	}
	return l
}

// StartStateWith returns StartState with the parameters of LAR that set has. Errors wrap
// model.ErrParams.
func (s *Session) StartStateWith(set OptionSet) (State, error) {
	state := set.applyIncluded(s.StartState(), func(o Option) bool { return o.Changes == MethodPart })
	err := state.Params.Check(s.Problem.D)
	if err == nil && !set.Has("epochs") && s.Pair.Start.Epochs == 0 {
		if epochs, converged := s.findConvergedEpochs(state.Params); converged { // at the given rate
			state.Params.Epochs = epochs
		}
	}
	return state, err
}

// SpaceAndLabelName returns a blank and the name of the source's label column, or an empty text without
// such a name.
func (s *Session) SpaceAndLabelName() string {
	if s.Pair.Layouts != nil {
		if layout := s.Pair.Layouts[0]; layout.Label >= 0 && layout.Label < len(layout.Names) {
			return " " + wording.DisplayName(layout.Names[layout.Label])
		}
	}
	return ""
}
