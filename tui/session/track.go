package session

import (
	"context"
	"math"
	"slices"
	"time"

	"larui/model"
)

// A Track is descent on its way to a solution: what playing shows, and what the
// view of convergence knows beyond the curves.
type Track struct {
	// Session and Params say of what: both as in an Update.
	Session *Session
	Params  model.Params
	// Epochs are those of the frames to come, ascending, the last one that of the
	// solution; Frames are those found so far, in the same order.
	Epochs []int
	Frames []model.Frame
}

const (
	// TrackFrames is how many frames a descent is followed over.
	TrackFrames = 88
	// Their source scores follow once all frames are there: those of as many as
	// take sourceBudget multiplications, but of fewestSourceScores.
	sourceBudget       = 1.5e10
	fewestSourceScores = 9
)

// TrackJob asks for the track of params, the Result of that name, a *Track.
func TrackJob(params model.Params) Job {
	return Job{Name: TrackName, Key: params, Soon: true, Run: func(ctx context.Context, s *Session, report func(any)) error {
		return follow(ctx, s, params, func(t *Track) { report(t) })
	}}
}

// TrackName is the name of TrackJob.
const TrackName = "track"

// follow hands over the track of params as it grows.
func follow(ctx context.Context, s *Session, params model.Params, report func(*Track)) error {
	t := &Track{Session: s, Params: params, Epochs: model.FrameEpochs(params.Epochs, TrackFrames)}
	hand := func() {
		so := *t
		so.Frames = slices.Clone(t.Frames)
		report(&so)
	}
	var reported time.Time
	growing := func() {
		if time.Since(reported) > ReportInterval {
			reported = time.Now()
			hand()
		}
	}
	err := model.NewSolver(s.Problem).Frames(ctx, params, t.Epochs, func(_ int, f model.Frame) {
		t.Frames = append(t.Frames, f)
		growing()
	})
	if err != nil {
		return err
	}
	hand()
	for _, i := range model.CurveEpochs(len(t.Frames), sourceScores(s.Problem)) {
		if err := ctx.Err(); err != nil {
			return err
		}
		f := &t.Frames[i-1]
		if f.Descent.Weights != nil {
			f.Descent.Source = s.Problem.ScoreSource(f.Descent.Weights)
		}
		if s.Pair.Target.Y == nil && f.None.Weights != nil { // it is judged on the source
			f.None.Source = s.Problem.ScoreSource(f.None.Weights)
		}
		growing()
	}
	hand()
	return nil
}

// sourceScores returns how many frames to score on the source.
func sourceScores(p *model.Problem) int {
	work := float64(p.Src.N) * float64(p.D) * float64(p.C)
	return int(math.Max(fewestSourceScores, math.Min(TrackFrames, sourceBudget/work)))
}
