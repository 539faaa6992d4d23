package session

import (
	"cmp"
	"maps"
	"time"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model"
)

// An Update is the engine's report on a state. A field that is not computed yet is nil. Later
// updates for the same state repeat the fields of earlier ones.
type Update struct {
	// Generation is the generation of the request, as returned by Submit. It never decreases.
	Generation uint64
	State      State
	// Session is the opened pair, or nil until the first pair is open.
	Session *Session
	// Opening reports whether the pair is still being opened. Session then lacks most directions,
	// and another Session follows.
	Opening bool
	// Progress is the progress of opening a pair, else nil.
	Progress *datasets.Progress
	Solution *model.Solution
	// Curves is the solution with the curves of its descents.
	Curves *model.Solution
	// View is the target as seen by the solution, or nil if there is no such view.
	View   *ScoreView
	Theory *model.Theory
	// Path is LAR at PathLambdas, as far as it is solved.
	Path []model.PathPoint
	// Results maps the names of jobs to their newest results. An old result stays until there is a
	// new one.
	Results map[string]Result
	// Elapsed is the time that the solution took.
	Elapsed time.Duration
	// Done marks the last update for a state. Err is then the error of the state, if any.
	Done bool
	Err  error
}

// keepOldResults copies parts of the update before. Results of jobs are copied if the session is the
// same or the update is unfinished. Curves, theory and path are copied only if the update is
// unfinished.
func (u *Update) keepOldResults(before *Update, unfinished bool) {
	if unfinished || u.Session == before.Session {
		results := map[string]Result{}
		maps.Copy(results, before.Results)
		maps.Copy(results, u.Results)
		u.Results = results
	}
	if !unfinished {
		return
	}
	u.Curves, u.Theory = cmp.Or(u.Curves, before.Curves), cmp.Or(u.Theory, before.Theory)
	if len(u.Path) < len(before.Path) {
		u.Path = before.Path
	}
}

// PathLambdas returns the values of λ of an Update's Path.
func PathLambdas() []float64 { return lambdaLadder }

// A Request is the argument of Submit.
type Request struct {
	State State
	// AtStart opens the pair in its own starting state with the options in Set, instead of in
	// State.Params.
	AtStart bool
	Set     OptionSet
	// Fetch downloads the pair's files first.
	Fetch bool
	// Review and ReviewIfNeeded ask for a review of the columns instead of the pair, as in Opening.
	Review, ReviewIfNeeded bool
	// Jobs are the jobs of the visible view.
	Jobs []Job
}

// A ScoreView is a plane that shows a target of many dimensions. The rows on the wrong side of
// Score = 0 are the misclassified rows.
type ScoreView struct {
	// Score is wᵀx of each target row. Across is the row's coordinate along the strongest target
	// component orthogonal to w.
	Score, Across []float64
	// SourceRows are the indices of some source rows, SourceScore and SourceAcross their
	// coordinates. SourceNone are their scores by no adaptation, or nil if it diverges.
	SourceRows                            []int
	SourceScore, SourceAcross, SourceNone []float64
	// Plane is a second plane, spanned by directions of the target. It is nil if a domain has
	// fewer than two directions, and for tasks that are not binary.
	Plane *Plane
}

// sourceShown is the largest number of source rows in a ScoreView.
const sourceShown = 1000

// NewScoreView returns the view of the descent's weights. It is nil for two features or fewer, for
// several weight vectors, and if descent diverges.
func NewScoreView(p *model.Problem, s *model.Solution) *ScoreView {
	if p.D <= 2 || p.C > 1 || s.Descent.Weights == nil {
		return nil
	}
	v := &ScoreView{
		Score:      mat.Col(nil, 0, p.TargetScores(s.Descent.Weights)),
		SourceRows: SampleSourceRows(p),
	}
	v.Across, v.SourceScore, v.SourceAcross = p.Coordinates(s.Descent.Weights, v.SourceRows)
	if s.None.Weights != nil {
		v.SourceNone = p.SourceScores(s.None.Weights, v.SourceRows)
	}
	if p.Task == model.Binary {
		v.Plane = newPlane(p, s, v.SourceRows)
	}
	return v
}

// SampleSourceRows returns the indices of at most sourceShown evenly spaced rows of the source.
func SampleSourceRows(p *model.Problem) []int {
	n := p.Source.Rows()
	rows := make([]int, min(n, sourceShown))
	for i := range rows {
		rows[i] = i * n / len(rows)
	}
	return rows
}
