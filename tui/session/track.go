package session

import (
	"context"
	"math"
	"slices"
	"time"

	"larui/model"
)

// A Track is the course of descent to a solution, for playback and for the view of convergence.
type Track struct {
	// Params is the setting, as in an Update.
	Params model.Params
	// Epochs lists the epochs of all frames in ascending order and ends with the solution's epoch.
	// Frames has the frames computed so far, in the same order.
	Epochs []int
	Frames []model.Frame
}

const (
	// TrackFrames is the largest number of frames of a track.
	TrackFrames = 88
	// Scores on the source are computed after all frames, for as many frames as sourceBudget
	// multiplications allow, but at least fewestSourceScores.
	sourceBudget       = 1.5e10
	fewestSourceScores = 9
)

// TrackJob returns a job that computes the Track of params.
func TrackJob(params model.Params) Job {
	return Job{Name: TrackName, Key: params, Soon: true, Run: func(ctx context.Context, s *Session, report func(any)) error {
		return follow(ctx, s, params, func(t *Track) { report(t) })
	}}
}

// TrackName is the name of the job of TrackJob. Its result is a *Track.
const TrackName = "track"

// follow computes the track of params and reports it as it grows.
func follow(ctx context.Context, s *Session, params model.Params, report func(*Track)) error {
	t := &Track{Params: params, Epochs: model.FrameEpochs(params.Epochs, TrackFrames)}
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
	err := model.NewSolver(s.Problem).VisitFrames(ctx, params, t.Epochs, func(_ int, f model.Frame) {
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
		if s.Pair.Target.Y == nil && f.None.Weights != nil { // no adaptation is judged on the source
			f.None.Source = s.Problem.ScoreSource(f.None.Weights)
		}
		growing()
	}
	hand()
	return nil
}

// sourceScores returns the number of frames to score on the source.
func sourceScores(p *model.Problem) int {
	work := float64(p.Src.N) * float64(p.D) * float64(p.C)
	return int(math.Max(fewestSourceScores, math.Min(TrackFrames, sourceBudget/work)))
}
