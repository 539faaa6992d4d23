package session

import (
	"context"
	"math"
	"slices"
	"time"

	"larui/model"
)

// A Trajectory is the course of gradient descent to a solution, as a list of frames. The screen plays
// it, and the view of convergence draws it.
type Trajectory struct {
	// Params are the parameters of the solution.
	Params model.Params
	// Epochs lists the epochs of all frames in ascending order, up to the epoch of the solution.
	// Frames has the frames computed so far, in the same order.
	Epochs []int
	Frames []model.DescentFrame
}

const (
	// TrajectoryFrames is the largest number of frames in a Trajectory.
	TrajectoryFrames = 88
	// Scores on the source are computed after all frames: for as many frames as sourceBudget
	// multiplications allow, but for at least fewestSourceScores.
	sourceBudget       = 1.5e10
	fewestSourceScores = 9
)

// TrajectoryJob returns a job that computes the Trajectory at params.
func TrajectoryJob(params model.Params) Job {
	return Job{Name: TrajectoryName, Key: params, BeforeTheory: true, Run: func(ctx context.Context, s *Session, report func(any)) error {
		return computeTrajectory(ctx, s, params, report)
	}}
}

// TrajectoryName is the name of the job that TrajectoryJob returns. The result of the job is a
// *Trajectory.
const TrajectoryName = "track"

func computeTrajectory(ctx context.Context, s *Session, params model.Params, report func(any)) error {
	t := &Trajectory{Params: params, Epochs: model.FrameEpochs(params.Epochs, TrajectoryFrames)}
	reportCopy := func() {
		now := *t
		now.Frames = slices.Clone(t.Frames)
		report(&now)
	}
	var reported time.Time
	reportSometimes := func() {
		if time.Since(reported) > ReportInterval {
			reported = time.Now()
			reportCopy()
		}
	}
	err := model.NewSolver(s.Problem).VisitFrames(ctx, params, t.Epochs, func(_ int, f model.DescentFrame) {
		t.Frames = append(t.Frames, f)
		reportSometimes()
	})
	if err != nil {
		return err
	}
	reportCopy()
	for _, i := range model.CurveEpochs(len(t.Frames), countScoredFrames(s.Problem)) {
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
		reportSometimes()
	}
	reportCopy()
	return nil
}

func countScoredFrames(p *model.Problem) int {
	work := float64(p.Src.N) * float64(p.D) * float64(p.C)
	return int(math.Max(fewestSourceScores, math.Min(TrajectoryFrames, sourceBudget/work)))
}
