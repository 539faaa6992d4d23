package session

import (
	"cmp"
	"time"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model"
)

// An Update is a report of the engine on a state. A field that is not computed yet is nil. Later
// updates for the same state repeat the fields of earlier ones.
type Update struct {
	// Generation is the number of the request that Submit returned. It never decreases.
	Generation uint64
	State      State
	// Session is the opened pair. It is nil until the first pair is open.
	Session *Session
	// Opening reports whether Session is a first look, which lacks most directions; the whole session
	// follows.
	Opening bool
	// Progress is the progress of opening a pair. It is nil while no pair is being opened.
	Progress *datasets.Progress
	Solution *model.Solution
	// Curves is a copy of Solution that also has the curves of its descents over the epochs.
	Curves *model.Solution
	// View is a projection that shows many features in a plane, or nil if there is no such
	// projection.
	View   *ScoreView
	Theory *model.Theory
	// Path has the results of LAR at the values of λ in PathLambdas, as far as solved.
	Path []model.PathPoint
	// Results maps the name of each job to its newest result. A result of an earlier state stays
	// until the job has a new one.
	Results map[string]Result
	// Elapsed is the time that computing Solution took.
	Elapsed time.Duration
	// Done marks the last update for a state. Err is the error that ended the work on the state, if
	// any.
	Done bool
	Err  error
}

// keepOldResults copies to u what u lacks and before, the update before u, has. It copies results
// of jobs if both updates have the same session or if u is unfinished. It copies curves, theory and
// path only if u is unfinished.
func (u *Update) keepOldResults(before *Update, unfinished bool) {
	if unfinished || u.Session == before.Session {
		u.Results = mergeResults(before.Results, u.Results)
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

// A Request asks the engine for the solution of State.
type Request struct {
	State State
	// AtStart replaces the parameters of State by the pair's own start parameters, changed by the
	// options in the Opening.
	AtStart bool
	Opening
	// Jobs are the jobs of the view that shows.
	Jobs []Job
}

// A ScoreView projects the rows of many features on a plane along the weights w of LAR. The line
// Score = 0 separates the predicted classes.
type ScoreView struct {
	// Score is wᵀx of each target row x. Across is the row's coordinate along the strongest component
	// of the target that is orthogonal to w.
	Score, Across []float64
	// SourceRows are the indices of some source rows, SourceScore and SourceAcross the coordinates
	// of these rows. SourceNone has the scores of these rows by no adaptation, or is nil if no
	// adaptation diverges.
	SourceRows                            []int
	SourceScore, SourceAcross, SourceNone []float64
	// Plane is a second projection, on two directions of the target. It is nil if a domain has fewer
	// than two directions, and for tasks that are not binary.
	Plane *Plane
}

const maxSourceRows = 1000

// NewScoreView returns the ScoreView of a solution's descent. It is nil for at most two features, for
// several outputs, and for a descent that diverges.
func NewScoreView(p *model.Problem, s *model.Solution) *ScoreView {
	if p.D <= 2 || p.C > 1 || s.Descent.Weights == nil {
		return nil
	}
	v := &ScoreView{
		Score:      mat.Col(nil, 0, p.TargetScores(s.Descent.Weights)),
		SourceRows: SampleSourceRows(p),
	}
	v.Across, v.SourceScore, v.SourceAcross = p.ScorePlane(s.Descent.Weights, v.SourceRows)
	if s.None.Weights != nil {
		v.SourceNone = p.SourceScores(s.None.Weights, v.SourceRows)
	}
	if p.Task == model.Binary {
		v.Plane = newPlane(p, s, v.SourceRows)
	}
	return v
}

// SampleSourceRows returns the indices of evenly spaced rows of the source, at most maxSourceRows.
func SampleSourceRows(p *model.Problem) []int {
	n := p.Source.Rows()
	rows := make([]int, min(n, maxSourceRows))
	for i := range rows {
		rows[i] = i * n / len(rows)
	}
	return rows
}
