package scores

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
	"larui/tui/stage"
)

const ratingsJobName = "ratings"

// ratingJobs returns the job that rates every step of λ at the present k and k̃.
func ratingJobs(st *stage.Stage) []session.Job {
	params, grid := withZeroLambda(st.State.Params), presentGrid(st)
	grid.Lambda, grid.Base, grid.DescentOnly = session.PathLambdas(), params, true
	return []session.Job{session.NewJob(ratingsJobName, params, func(ctx context.Context, s *session.Session) (*lambdaRatings, error) {
		sweep, err := s.Sweep(ctx, grid, nil)
		if err != nil {
			return nil, err
		}
		searched := s.SearchGrid(params, session.LabelFree)
		searched.K, searched.KTilde = grid.K, grid.KTilde
		choice, err := sweep.Intersect(searched).Choose(ctx, session.LabelFree, 0)
		return &lambdaRatings{sweep, choice}, err
	})}
}

// lambdaRatings have the ratings of every step of λ. choice is the setting that a search chooses by
// the ratings.
type lambdaRatings struct {
	*session.Sweep
	choice session.Choice
}

// currentRatings returns nil until the ratings are computed.
func currentRatings(st *stage.Stage) *lambdaRatings {
	return session.ResultAt[*lambdaRatings](st.Update, ratingsJobName, withZeroLambda(st.Update.State.Params))
}

// bestRatedLambdaMarker returns a list of one marker, at the λ with the best ratings, or nil if no
// rating is sufficiently better than the rating of no adaptation.
func bestRatedLambdaMarker(st *stage.Stage) []chart.Marker {
	c := currentRatings(st).choice
	if c.Cell < 0 && !c.Doubtful {
		return nil
	}
	_, _, mark := st.Glyphs.HeatMarks()
	return []chart.Marker{{X: c.LeaderParams.Lambda, Style: chart.Good, Label: string(mark)}}
}

// ratingCurves returns joint label alignment and target alignment over λ, each for LAR and for no
// adaptation. The curves of LAR have gaps where the ratings rule λ out.
func ratingCurves(st *stage.Stage) []lambdaCurve {
	sweep := currentRatings(st)
	rows := []lambdaCurve{
		{chart.Curve{Style: chart.LAR}, "──", "LAR, joint label alignment", "JLA", "λ", math.NaN()},
		{chart.Curve{Style: chart.NoAdaptation, Dash: chart.Dashed}, "┄┄", stage.NoAdaptation, stage.NoAdaptation, "", math.NaN()},
		{chart.Curve{Style: chart.Target, Dash: chart.Doubled}, "══", "LAR, target alignment", "TA", "λ", math.NaN()},
		{chart.Curve{Style: chart.Dim, Dash: chart.Dotted}, "··", stage.NoAdaptation, stage.NoAdaptation, "", math.NaN()},
	}
	for i, lambda := range sweep.Grid.Lambda {
		r, none, _ := sweep.Rating(i, 0)
		if r.Vetoed {
			r.JLA, r.TargetAlignment = math.NaN(), math.NaN()
		}
		for at, value := range []float64{r.JLA, none.JLA, r.TargetAlignment, none.TargetAlignment} {
			rows[at].X, rows[at].Y = append(rows[at].X, lambda), append(rows[at].Y, value)
			if lambda == st.State.Params.Lambda {
				rows[at].present = value
			}
		}
	}
	return rows
}

func ratingLines(st *stage.Stage) (lines []string) {
	sweep := currentRatings(st)
	if sweep == nil {
		return []string{"the ratings of λ are not computed yet"}
	}
	for i, lambda := range sweep.Grid.Lambda {
		r, none, _ := sweep.Rating(i, 0)
		lines = append(lines, "lambda "+number.AllDigits(lambda)+": "+chart.JoinGroups(describeSettingRatings(r, none)))
	}
	c := sweep.choice
	return append(lines, append([]string{c.Why}, c.Limits...)...)
}

// ratingNotes explains the chosen λ, or how two rules for a choice disagree, in a number of lines
// of w columns.
func ratingNotes(st *stage.Stage, w, lines int) []string {
	c := currentRatings(st).choice
	text := cmp.Or(c.Disagreement, c.Why)
	if c.Disagreement == "" && c.Cell >= 0 {
		_, _, mark := st.Glyphs.HeatMarks()
		text = fmt.Sprintf("%c: the λ that a search chooses by joint label alignment (JLA), which can't see swapped classes", mark)
	}
	return chart.Wrap(st.Spell(text), w, lines)
}
