package view

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"runtime"
	"slices"
	"sync"
	"time"

	"larui/datasets"
	"larui/model"
	"larui/model/labelfree"
	"larui/tui/chart"
	"larui/tui/session"
)

// What the views of λ and of k and k̃ ask the engine for.

// A lambdaSweep is what the view of λ draws beside an Update's Path, as far as it
// is solved: ridge on the session's pair and, where the pair can be drawn anew
// from other seeds, LAR and ridge on those. It is immutable.
type lambdaSweep struct {
	session *session.Session
	// params are those of every curve, without λ.
	params model.Params
	// ridge holds a point for each of PathLambdas.
	ridge []model.PathPoint
	// runs are the other seeds; tried of wanted seeds, the session's own among
	// them, are done. Seeds that give no pair have no run.
	runs          []seedRun
	tried, wanted int
}

// A seedRun is one seed: LAR and ridge at each of PathLambdas, as far as they are solved,
// and no adaptation.
type seedRun struct {
	path  []model.PathPoint
	ridge []model.PathPoint
	none  model.Evaluation
}

// evaluation is that of a curve at a place of the axis, nil where it is not solved.
func (r seedRun) evaluation(curve, at int) *model.Evaluation {
	switch {
	case curve == noneCurve:
		return &r.none
	case curve == ridgeCurve:
		return &r.ridge[at].Descent
	case at >= len(r.path):
		return nil
	case curve == closedCurve:
		return &r.path[at].Closed
	}
	return &r.path[at].Descent
}

// pathHolds reports whether the path over λ is of the present state.
func (sc *Stage) pathHolds() bool {
	return sc.Update.Done && len(sc.Update.Path) > 0 && sc.Update.State.Equal(sc.State)
}

// sweepSeeds is over how many seeds means are taken, as in the paper's figure 1.
const sweepSeeds = 10

// hasSeeds reports whether the session's pair can be drawn from other seeds.
func hasSeeds(s *session.Session) bool {
	info, _ := datasets.Lookup(s.Spec.Name)
	return info.BuiltIn && slices.Contains(info.Options, "seed")
}

// sweepParams returns what all points of a sweep have in common.
func sweepParams(p model.Params) model.Params {
	p.Lambda = 0
	return p
}

// sweep returns the sweep of the state on the screen, nil before there is one.
func (v *lambdaView) sweep(sc *Stage) *lambdaSweep {
	sweep := session.ResultOf[*lambdaSweep](sc.Update, lambdaName)
	if sweep == nil || sweep.session != sc.Update.Session || sweep.params != sweepParams(sc.Update.State.Params) {
		return nil
	}
	return sweep
}

// Jobs asks for the sweep of the present state. Seeds that the sweep on the screen knows
// already are not solved again.
func (v *lambdaView) Jobs(sc *Stage) []session.Job {
	if v.judges(sc) {
		return v.ratingJobs(sc)
	}
	params, known := sweepParams(sc.State.Params), session.ResultOf[*lambdaSweep](sc.Update, lambdaName)
	return []session.Job{{Name: lambdaName, Key: params, Run: func(ctx context.Context, s *session.Session, report func(any)) error {
		return solveSweep(ctx, s, params, known, func(sweep *lambdaSweep) { report(sweep) })
	}}}
}

// solveSweep solves the sweep at params, as many seeds at once as there are cores, and
// reports it after every seed.
func solveSweep(ctx context.Context, s *session.Session, params model.Params, known *lambdaSweep, report func(*lambdaSweep)) error {
	sweep := lambdaSweep{session: s, params: params, tried: 1, wanted: 1}
	if known != nil && known.session == s && known.params == params {
		sweep = *known
	} else {
		var err error
		if sweep.ridge, err = ridgePath(ctx, s, params); err != nil {
			return err
		}
		if hasSeeds(s) {
			sweep.wanted = sweepSeeds
		}
	}
	hand := func() {
		now := sweep
		now.runs = slices.Clone(sweep.runs)
		report(&now)
	}
	hand()
	for sweep.tried < sweep.wanted {
		round := make([]struct {
			run   seedRun
			err   error
			cause any
		}, min(runtime.GOMAXPROCS(0), sweep.wanted-sweep.tried))
		var wg sync.WaitGroup
		for i := range round {
			wg.Go(func() {
				defer func() { round[i].cause = recover() }()
				round[i].run, round[i].err = solveSeed(ctx, s.Spec, uint64(sweep.tried+i), params)
			})
		}
		wg.Wait()
		for _, seed := range round {
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case seed.cause != nil:
				panic(seed.cause) // on this goroutine the engine recovers from it
			case seed.err == nil:
				sweep.runs = append(slices.Clip(sweep.runs), seed.run)
			}
			// A seed may give samples that can't be used, such as of a single class.
			sweep.tried++
			hand()
		}
	}
	return nil
}

// solveSeed opens the pair at the seed that comes the given number after its own
// and solves both paths on it.
func solveSeed(ctx context.Context, spec datasets.Spec, after uint64, params model.Params) (run seedRun, err error) {
	spec.Seed += after
	s, err := session.Open(ctx, spec, nil, nil)
	if err != nil {
		return run, err
	}
	err = model.NewSolver(s.Problem).Path(ctx, params, session.PathLambdas(), func(_ int, point model.PathPoint) {
		run.path = append(run.path, point)
	})
	if err != nil {
		return run, err
	}
	if run.ridge, err = ridgePath(ctx, s, params); err == nil {
		run.none = run.ridge[0].Descent // no adaptation is ridge of no weight, with which the axis begins
	}
	return run, err
}

// ridgePath solves ridge on the source with each of PathLambdas as its weight.
func ridgePath(ctx context.Context, s *session.Session, params model.Params) (points []model.PathPoint, err error) {
	err = model.NewSolver(s.Problem).RidgePath(ctx, params, session.PathLambdas(), func(_ int, point model.PathPoint) {
		points = append(points, point)
	})
	return points, err
}

// A place is a k and k̃.
type place struct{ k, kTilde int }

// MarshalText writes the place as "k,k̃".
func (p place) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%d,%d", p.k, p.kTilde), nil }

// UnmarshalText reads what MarshalText writes.
func (p *place) UnmarshalText(text []byte) error {
	_, err := fmt.Sscanf(string(text), "%d,%d", &p.k, &p.kTilde)
	return err
}

// A componentMap is LAR over a grid of k and k̃ at otherwise equal parameters, as
// far as it is solved. It is immutable.
type componentMap struct {
	session *session.Session
	// params are those of every cell, without k and k̃.
	params model.Params
	// k names the rows, kTilde the columns, cells are what is solved of them, after as
	// many epochs as params have.
	k, kTilde []int
	cells     map[place]mapCell
	// none is no adaptation and noneRatings how it is rated at each of kTilde; changes,
	// row by row, and choice are what follows from all cells: the stability of each, and
	// what is chosen of them without labels. A regression has none of these.
	none        model.Descent
	noneRatings []labelfree.Rating
	changes     []float64
	choice      *session.Choice
}

// A reading is a metric of a cell, in closed form or after the epochs.
type reading struct {
	metric
	closed bool
}

// places returns the places of the map, row by row.
func (m *componentMap) places() []place {
	var all []place
	for _, k := range m.k {
		for _, kTilde := range m.kTilde {
			all = append(all, place{k, kTilde})
		}
	}
	return all
}

// at returns the place of a row and column.
func (m *componentMap) at(p chart.Position) place { return place{m.k[p.Row], m.kTilde[p.Col]} }

// position returns the row and column of a place, nil where the map has none.
func (m *componentMap) position(p place) *chart.Position {
	row, inRows := slices.BinarySearch(m.k, p.k)
	col, inCols := slices.BinarySearch(m.kTilde, p.kTilde)
	if !inRows || !inCols {
		return nil
	}
	return &chart.Position{Row: row, Col: col}
}

// value returns a reading of a cell, NaN where it is not known: what diverges scores
// nothing.
func (m *componentMap) value(p place, r reading) float64 {
	cell, solved := m.cells[p]
	task := m.session.Problem.Task
	switch {
	case !solved || !r.closed && cell.Descent[0].Diverges:
		return math.NaN()
	case r.metric == labelFreeMetric:
		return cell.rating.JLA
	case r.closed:
		return r.of(task, cell.Closed.Evaluation)
	}
	return r.of(task, cell.Descent[0].Evaluation)
}

// ranked returns the places of which a reading is known, the best ones first, equals row
// by row. Of judges without labels those count that they don't veto.
func (m *componentMap) ranked(r reading) []place {
	known := slices.DeleteFunc(m.places(), func(p place) bool {
		return math.IsNaN(m.value(p, r)) || r.metric == labelFreeMetric && m.cells[p].rating.Vetoed
	})
	worth := func(p place) float64 { return r.worth(m.session.Problem.Task, m.value(p, r)) }
	slices.SortStableFunc(known, func(a, b place) int { return cmp.Compare(worth(b), worth(a)) })
	return known
}

// everyComponent is up to how many components a map shows each k.
const everyComponent = 16

// mapParams returns what all cells of a map have in common.
func mapParams(p model.Params) model.Params {
	p.K, p.KTilde = 0, 0
	return p
}

// current returns the map of the pair on the screen, nil before there is one. While
// another one is being solved, it may be that of an earlier state.
func (v *mapView) current(sc *Stage) *componentMap {
	if m := session.ResultOf[*componentMap](sc.Update, mapName); m != nil && m.session == sc.Update.Session {
		return m
	}
	return nil
}

// Jobs asks for the map of the present state. What the map on the screen knows already
// is not solved again.
func (v *mapView) Jobs(sc *Stage) []session.Job {
	params, known := sc.State.Params, session.ResultOf[*componentMap](sc.Update, mapName)
	return []session.Job{{Name: mapName, Key: params, Run: func(ctx context.Context, s *session.Session, report func(any)) error {
		return solveMap(ctx, s, params, known, func(m *componentMap) { report(m) })
	}}}
}

// newComponentMap returns the map around params, in which also the k and k̃ with
// which the pair opens have their place. Only cells of known, which may be nil, are
// solved.
func newComponentMap(s *session.Session, params model.Params, known *componentMap) *componentMap {
	start := s.Start().Params
	m := &componentMap{
		session: s, params: mapParams(params),
		k:      model.ComponentLadder(s.Problem.Src.Rank, everyComponent, start.K, params.K),
		kTilde: model.ComponentLadder(s.Problem.Tgt.Rank, everyComponent, start.KTilde, params.KTilde),
		cells:  map[place]mapCell{},
	}
	switch {
	case known == nil || known.session != s || known.params != m.params:
		return m
	case slices.Equal(known.k, m.k) && slices.Equal(known.kTilde, m.kTilde):
		return known
	}
	for _, p := range m.places() {
		if cell, ok := known.cells[p]; ok {
			m.cells[p] = cell
		}
	}
	return m
}

// solveMap solves the map around params on all cores and reports it as it fills,
// what known has of it at once.
func solveMap(ctx context.Context, s *session.Session, params model.Params, known *componentMap, report func(*componentMap)) error {
	begun := newComponentMap(s, params, known)
	report(begun)
	places, cells := begun.places(), maps.Clone(begun.cells)
	if begun == known && len(cells) == len(places) {
		return nil
	}
	judge, err := s.Judge(ctx)
	if err != nil && !errors.Is(err, labelfree.ErrRegression) {
		return err
	}
	snapshot := func() {
		now := *begun
		now.cells = maps.Clone(cells)
		if judge != nil && len(cells) == len(places) {
			now.judge(judge)
		}
		report(&now)
	}
	solved := func(i int) bool {
		_, ok := begun.cells[places[i]]
		return ok
	}
	grid, rated := begun.grid(params), make([]mapCell, len(places))
	if judge != nil {
		begun.none = model.NewSolver(s.Problem).NoneAt(params, grid.Epochs)[0]
		grid.Rate = func(i int, cell model.Cell) { rated[i] = rateCell(judge, cell) }
	}
	reported := time.Now()
	err = model.SweepEach(ctx, s.Problem, grid, solved, func(i int, cell model.Cell) {
		cell.Closed.Weights, cell.Descent[0].Weights = nil, nil // only scores are kept
		rated[i].Cell = cell
		cells[places[i]] = rated[i]
		if time.Since(reported) > session.ReportInterval && len(cells) < len(places) {
			reported = time.Now()
			snapshot()
		}
	})
	// What is there is worth keeping where the rest is not wanted any more, too.
	snapshot()
	return err
}

// grid is that of the map around params.
func (m *componentMap) grid(params model.Params) model.Grid {
	return model.Grid{K: m.k, KTilde: m.kTilde, Lambda: []float64{params.Lambda}, Epochs: []int{params.Epochs}, Base: params}
}

// Progress says what is being done, and how much of how much of it: of what is opened
// or, for the view, solved; total is 0 where that is not known.
func (sc *Scene) Progress() (stage string, done, total int64) {
	if p := sc.Update.Progress; p != nil {
		return p.Stage, p.Done, p.Total
	}
	if r, ok := sc.Update.Results[sc.ViewName()].(Progresser); ok {
		return r.Progress()
	}
	return "solving", 0, 0
}

// Progress says how many seeds are tried.
func (s *lambdaSweep) Progress() (what string, done, all int64) {
	return "solving at other seeds", int64(s.tried), int64(s.wanted)
}

// Progress says how many cells are solved.
func (m *componentMap) Progress() (what string, done, all int64) {
	return "solving the map", int64(len(m.cells)), int64(len(m.places()))
}
