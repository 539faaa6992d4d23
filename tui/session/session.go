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
)

// A Session is an opened pair with the results that are computed once for it. It is immutable for
// its users.
type Session struct {
	Spec    datasets.Spec
	Pair    *datasets.Pair
	Problem *model.Problem
	// Load is the time for reading and scaling, or for reading from the cache. Prepare is the time
	// for moments and spectra.
	Load, Prepare time.Duration

	// epochs is the number of epochs after which descent on least squares settles. It is 0 if the
	// pair has its own start.
	epochs   int
	warnings []Warning
	// key identifies the pair in the cache of Spec. It is zero if the pair is not cached.
	key     datasets.Key
	judging *judgeCache
	sources *sources
}

// sources holds the data read from a source for further sessions on the same source. own is scaled
// as Spec says; alike is scaled by the source even if Spec scales each domain by itself.
type sources struct{ own, alike datasets.Source }

// judgeCache holds the label-free judge of a problem once it is needed.
type judgeCache struct {
	sync.Mutex
	problem *model.Problem
	judge   *labelfree.Judge
}

// LabelFreeJudge returns the label-free judge of predictions, which is made once. Errors come from
// labelfree.New and NeedRows.
func (s *Session) LabelFreeJudge(ctx context.Context) (_ *labelfree.Judge, err error) {
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

// Open opens the pair of spec and prepares its problem, or takes both from the cache of spec. It
// reuses the parts of previous that are valid for spec: the same source is neither read nor summed
// again. previous and progress may be nil.
func Open(ctx context.Context, spec datasets.Spec, previous *Session, progress func(datasets.Progress)) (*Session, error) {
	s, _, err := OpenWithFirstLook(ctx, spec, previous, 0, progress)
	return s, err
}

// OpenWithFirstLook is like Open, but may return a first look. It does so if the pair has at least from
// dimensions and at least twice as many as the first look has directions. Then rest computes the
// whole session; otherwise rest is nil. If from is 0 there is no first look.
func OpenWithFirstLook(ctx context.Context, spec datasets.Spec, previous *Session, from int, progress func(datasets.Progress)) (first *Session, rest func(context.Context) (*Session, error), err error) {
	s, sums, err := openAndSum(ctx, spec, previous, progress)
	if err != nil {
		return nil, nil, err
	}
	whole := func(ctx context.Context) (*Session, error) {
		return s.withProblem(ctx, sums, (*model.MomentsOnly).Problem)
	}
	directions, of := 0, 0
	if sums != nil && from > 0 {
		directions, of = sums.LookAt()
	}
	if directions == 0 || of < max(from, 2*directions) {
		opened, err := whole(ctx)
		return opened, nil, err
	}
	look, err := s.withProblem(ctx, sums, (*model.MomentsOnly).FirstLook)
	return look, whole, err
}

// openAndSum opens the pair of spec and computes the moments of its problem. sums is nil if the problem
// comes from the cache or from previous.
func openAndSum(ctx context.Context, spec datasets.Spec, previous *Session, progress func(datasets.Progress)) (s *Session, sums *model.MomentsOnly, err error) {
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
	case previous.hasSourceOf(s.Pair, spec):
		s.Problem, err = previous.Problem.WithTarget(ctx, s.Pair.Target, s.Pair.Validation)
	default:
		sums, err = model.Sum(ctx, s.Pair.Reporting(progress).Data)
	}
	if err != nil {
		return nil, nil, s.prepareError(err)
	}
	s.Prepare = time.Since(began)
	return s, sums, nil
}

// hasSourceOf reports whether the session's problem has the source part for a pair of spec. The
// session may be nil.
func (s *Session) hasSourceOf(pair *datasets.Pair, spec datasets.Spec) bool {
	return s != nil && (s.Pair.Source.X == pair.Source.X || SameSource(spec, s.Spec))
}

// withProblem returns the session with the problem that solve computes from sums, and with its epochs
// and warnings. If sums is nil the session has its problem already.
func (s *Session) withProblem(ctx context.Context, sums *model.MomentsOnly, solve func(*model.MomentsOnly, context.Context) (*model.Problem, error)) (*Session, error) {
	began, with := time.Now(), *s
	if sums != nil {
		var err error
		with.Problem, err = solve(sums, ctx)
		if err == nil && with.Problem.Src.Sigma[0] == 0 {
			err = errors.New("every feature of the source is 0: nothing can be learned")
		}
		if err != nil {
			return nil, s.prepareError(err)
		}
	}
	with.Problem.JudgeBy(s.Spec.Judged)
	with.judging = &judgeCache{}
	if s.Pair.Start.Epochs == 0 {
		with.epochs, _ = with.settledEpochs(model.Params{})
	}
	with.warnings = with.computeWarnings()
	with.Prepare += time.Since(began)
	return &with, nil
}

func (s *Session) prepareError(err error) error {
	return fmt.Errorf("preparing %s: %w", s.Pair.Title, err)
}

// New prepares a pair that was made in memory.
func New(ctx context.Context, pair *datasets.Pair) (*Session, error) {
	p, err := model.NewProblem(ctx, pair.Data)
	s := &Session{Spec: datasets.Spec{Name: datasets.FilesName}, Pair: pair, Problem: p, sources: &sources{}}
	if err != nil {
		return nil, s.prepareError(err)
	}
	return s.withProblem(ctx, nil, nil)
}

// OpenPair opens the pair of spec, or takes it from the cache that spec names. The
// session has no problem but one from the cache.
func OpenPair(ctx context.Context, spec datasets.Spec, progress func(datasets.Progress)) (*Session, error) {
	return openPair(ctx, spec, &sources{}, progress)
}

func openPair(ctx context.Context, spec datasets.Spec, read *sources, progress func(datasets.Progress)) (*Session, error) {
	began := time.Now()
	pair, problem, key, err := datasets.OpenCached(ctx, spec, &read.own, progress)
	if err != nil {
		return nil, err
	}
	tuneGarbageCollector(pair.Data)
	if spec.Columns == "auto" && spec.Standardize == datasets.FitNone && spec.Scale == datasets.FitNone && pair.Layouts[0].Mean != nil {
		spec.Standardize = datasets.FitSource // as proposed
	}
	return &Session{Spec: spec, Pair: pair, Problem: problem, key: key, Load: time.Since(began), sources: read}, nil
}

// tuneGarbageCollector runs the garbage collector more often if the data are large. By default garbage
// could take as much memory as the data and all results together, and collecting matrices costs
// hardly any time. The environment variable GOGC takes precedence.
func tuneGarbageCollector(data model.Data) {
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

// WriteCache writes the session to the cache of its Spec, unless the cache has it, and stops when ctx
// ends. Errors are ignored: the pair is then prepared again the next time.
func (s *Session) WriteCache(ctx context.Context) {
	if cache := (datasets.Cache{Folder: s.Spec.Cache}); !cache.Has(s.key) {
		cache.Put(ctx, s.key, s.Pair, s.Problem)
	}
}

// NeedRows returns an error if a domain of the pair has only sums and no rows. Pictures, rivals
// and judges need rows.
func (s *Session) NeedRows() error {
	for _, d := range []struct {
		domain model.Domain
		name   string
	}{{s.Pair.Source, s.Pair.SourceName}, {s.Pair.Target, s.Pair.TargetName}, {s.Pair.Validation, "the validation set"}} {
		if d.domain.Rowless() {
			return fmt.Errorf("%s has sums without a sample of rows: larui solve and align find the weights from sums; "+
				"the explorer, figures, sweeps of classes, rivals and choices need rows: sum with a sample of some", d.name)
		}
	}
	return nil
}

// PairKey returns a key that identifies the session's pair, including its seed. The key begins
// with fleeting if the files of the pair may change unnoticed.
func (s *Session) PairKey() string {
	if s.key != (datasets.Key{}) {
		return hex.EncodeToString(s.key[:]) + s.Problem.Judged.Name
	}
	spec, name := s.Spec, ""
	spec.Cache = ""
	if info, _ := datasets.Lookup(spec.Name); !info.BuiltIn {
		name = unstableKeyPrefix
	}
	return fmt.Sprintf("%s%#v", name, spec)
}

const unstableKeyPrefix = "files as they are now: "

// SameSource reports whether two specs have the same source domain: they name the same pair and
// differ only in options of the target.
func SameSource(a, b datasets.Spec) bool {
	return sameOptions(a, b, func(o Option) bool { return o.Changes == SourcePart || o.Changes == FilesPart })
}

// SamePair reports whether two specs differ only in options that can be turned.
func SamePair(a, b datasets.Spec) bool {
	return reflect.DeepEqual(a, b) || sameOptions(a, b, func(o Option) bool { return o.Changes == FilesPart })
}

// sameOptions reports whether two specs name the same pair and agree in all options that counts accepts.
func sameOptions(a, b datasets.Spec, counts func(Option) bool) bool {
	for _, o := range options() {
		if counts(o) && o.Get(State{Spec: a}) != o.Get(State{Spec: b}) {
			return false
		}
	}
	return a.Name == b.Name
}

// Limits returns the number of features and the options that have an effect on the session. On
// files, the seed has an effect only if validation rows are set aside.
func (s *Session) Limits() Limits {
	l := Limits{D: s.Problem.D}
	for _, name := range PairOptions(s.Spec.Name) {
		if name != "seed" || s.Spec.Name != datasets.FilesName || s.Spec.ValidationSize > 0 {
			l.Options = append(l.Options, name)
		}
	}
	return l
}

// StartStateWith returns the state in which the session opens, with the given options of the method. Errors
// wrap model.ErrParams.
func (s *Session) StartStateWith(set OptionSet) (State, error) {
	state := set.applySome(s.StartState(), func(o Option) bool { return o.Changes == MethodPart })
	err := state.Params.Check(s.Problem.D)
	if err == nil && !set.Has("epochs") && s.Pair.Start.Epochs == 0 {
		if epochs, settled := s.settledEpochs(state.Params); settled { // at the given rate
			state.Params.Epochs = epochs
		}
	}
	return state, err
}

// LabelSuffix returns a blank and the name of the source's label column, or an empty text.
func (s *Session) LabelSuffix() string {
	if s.Pair.Layouts == nil || s.Pair.Layouts[0].Label < 0 || s.Pair.Layouts[0].Label >= len(s.Pair.Layouts[0].Names) {
		return ""
	}
	return " " + wording.DisplayName(s.Pair.Layouts[0].Names[s.Pair.Layouts[0].Label])
}
