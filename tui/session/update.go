package session

import (
	"cmp"
	"maps"
	"time"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model"
)

// An Update is what the engine reports while it works on a state. Fields that
// have not been computed yet are nil; those that have been are repeated in the
// updates that follow for the same state.
type Update struct {
	// Generation is that of the Submit that the update answers. It never falls.
	Generation uint64
	State      State
	// Session is the opened pair, nil until the first one is open.
	Session *Session
	// Whole tells that Session is that of a first look made whole, in which the state is to be asked
	// for again; where that failed Err says why.
	Whole bool
	// Progress tells how far opening has come, while it runs.
	Progress *datasets.Progress
	Solution *model.Solution
	// Curves is the solution with the curves of its descents.
	Curves *model.Solution
	// View is the target as the solution sees it, nil where there is none.
	View   *ScoreView
	Theory *model.Theory
	// Path holds LAR over PathLambdas, as far as it is solved.
	Path []model.PathPoint
	// Results are those of the jobs that views asked for, by name. Each says itself
	// what it is of: until a new one is there the old one stays.
	Results map[string]any
	// Elapsed is the time that the solution took.
	Elapsed time.Duration
	// Done marks the last update for a state; Err then says what failed, if
	// anything did.
	Done bool
	Err  error
}

// carryOver takes over what was there before: until all is done, what was refined, and
// results of jobs; those of the same session stay.
func (u *Update) carryOver(before *Update, unfinished bool) {
	if unfinished || u.Session == before.Session {
		results := map[string]any{}
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

// PathLambdas are the λ of an Update's Path.
func PathLambdas() []float64 { return lambdaLadder }

// A Request is what Submit asks for. Set holds the options given for a pair
// that is opened for the first time; afterwards State says everything.
type Request struct {
	State State
	// Begin asks to open the pair in its own starting state, with the options in
	// Set changed, instead of in State.Params.
	Begin bool
	Set   Set
	// Fetch asks for the files of the pair to be fetched before.
	Fetch bool
	// Review asks for a look at the columns instead, as Opening has it.
	Review bool
	// Jobs are what the screen wants of the state, beyond what every screen shows.
	Jobs []Job
}

// A ScoreView is a plane in which a target of many dimensions can be looked at:
// what is seen to lie on the wrong side of Score = 0 is what is misclassified.
type ScoreView struct {
	// Score is wᵀx per target row, Across its coordinate along the strongest
	// target component orthogonal to w.
	Score, Across []float64
	// SourceRows are some of the source, of which the others are the same coordinates, and
	// the scores of no adaptation, nil where that diverges.
	SourceRows                            []int
	SourceScore, SourceAcross, SourceNone []float64
	// Plane is another one, of the target's directions; nil where there are too few.
	Plane *Plane
}

// sourceShown is of how many source rows a ScoreView has coordinates at most.
const sourceShown = 1000

// NewScoreView returns the view of the descent's weights; nil where two features
// are all there is, where there are several weight vectors, and where descent
// diverges.
func NewScoreView(p *model.Problem, s *model.Solution) *ScoreView {
	if p.D <= 2 || p.C > 1 || s.Descent.Weights == nil {
		return nil
	}
	v := &ScoreView{
		Score:      mat.Col(nil, 0, p.TargetScores(s.Descent.Weights)),
		SourceRows: SourceRows(p),
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

// SourceRows are evenly spread rows of the source, as many as a picture needs.
func SourceRows(p *model.Problem) []int {
	n := p.Source.Rows()
	rows := make([]int, min(n, sourceShown))
	for i := range rows {
		rows[i] = i * n / len(rows)
	}
	return rows
}
