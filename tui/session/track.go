package session

import (
	"context"
	"math"
	"slices"
	"time"

	"larui/model"
)

// A Trajectory is the course of descent to a solution, for playback and for the view of convergence.
type Trajectory struct {
	// Params is the setting, as in an Update.
	Params model.Params
	// Epochs lists the epochs of all frames in ascending order and ends with the solution's epoch.
	// Frames has the frames computed so far, in the same order.
	Epochs []int
	Frames []model.Frame
}

const (
	// TrackFrames is the largest number of frames of a track.
	TrajectoryFrames = 88
	// Scores on the source are computed after all frames, for as many frames as sourceBudget
	// multiplications allow, but at least fewestSourceScores.
	sourceBudget       = 1.5e10
	fewestSourceScores = 9
)

// TrajectoryJob returns a job that computes the Track of params.
func TrajectoryJob(params model.Params) Job {
	return Job{Name: TrajectoryName, Key: params, BeforeTheory: true, Run: func(ctx context.Context, s *Session, report func(any)) error {
		return computeTrajectory(ctx, s, params, func(t *Trajectory) { report(t) })
	}}
}

// TrajectoryName is the name of the job of TrackJob. Its result is a *Track.
const TrajectoryName = "track"

// computeTrajectory computes the track of params and reports it as it grows.
func computeTrajectory(ctx context.Context, s *Session, params model.Params, report func(*Trajectory)) error {
	t := &Trajectory{Params: params, Epochs: model.FrameEpochs(params.Epochs, TrajectoryFrames)}
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
	for _, i := range model.CurveEpochs(len(t.Frames), countSourceScores(s.Problem)) {
		if err := ctx.Err(); err != nil {
			return err
		}
		f := &t.Frames[i-1]
		if f.Descent.Weights != nil {
			f.Descent.Source = s.Problem.ScoreSource(f.Descent.Weights)
		}
		if s.Pair.Target.Y == nil && f.None.Weights != nil { // no adaptation is judged on the source
			f.None.Source = s.Problem.ScoreSource(f.None.Weights)
		}
		growing()
	}
	hand()
	return nil
}

// countSourceScores returns the number of frames to score on the source.
func countSourceScores(p *model.Problem) int {
	work := float64(p.Src.N) * float64(p.D) * float64(p.C)
	return int(math.Max(fewestSourceScores, math.Min(TrajectoryFrames, sourceBudget/work)))
}
