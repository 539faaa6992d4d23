package scores

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
	"larui/tui/stage"
)

const ratingsName = "ratings"

// ratingJobs returns the job that rates each of PathLambdas at the present k and k̃ without labels.
func ratingJobs(st *stage.Stage) []session.Job {
	params := sweepParams(st.State.Params)
	run := func(ctx context.Context, s *session.Session, report func(any)) error {
		grid := model.Grid{
			K: []int{params.K}, KTilde: []int{params.KTilde}, Lambda: session.PathLambdas(),
			Epochs: []int{params.Epochs}, Base: params, DescentOnly: true,
		}
		sweep, err := s.Sweep(ctx, grid, nil)
		if err != nil {
			return err
		}
		searched := s.Searched(params, session.LabelFree)
		searched.K, searched.KTilde = grid.K, grid.KTilde
		choice, err := sweep.Among(searched).Choose(ctx, session.LabelFree, 0)
		if err == nil {
			report(&lambdaRatings{sweep, choice})
		}
		return err
	}
	return []session.Job{{Name: ratingsName, Key: params, Run: run}}
}

// lambdaRatings are the ratings of every step of λ, and the choice among the steps that a search
// tries.
type lambdaRatings struct {
	*session.Sweep
	choice session.Choice
}

// ratingsOf returns the ratings of the state on the screen, nil if not ready.
func ratingsOf(st *stage.Stage) *lambdaRatings {
	return session.ResultAt[*lambdaRatings](st.Update, ratingsName, sweepParams(st.Update.State.Params))
}

// leadingLambda returns a marker at the λ that leads, if one does.
func leadingLambda(st *stage.Stage) []chart.Marker {
	c := ratingsOf(st).choice
	if c.Cell < 0 && !c.Doubtful {
		return nil
	}
	_, _, mark := st.Glyphs.HeatMarks()
	return []chart.Marker{{X: c.Leads.Lambda, Style: chart.Good, Label: string(mark)}}
}

// ratingCurves returns joint label alignment and target alignment over λ, for LAR and no
// adaptation. LAR's curves have gaps at vetoed settings.
func ratingCurves(st *stage.Stage) []lambdaCurve {
	sweep := ratingsOf(st)
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
				rows[at].now = value
			}
		}
	}
	return rows
}

// ratingLines returns the rating of every step of λ and the choice, one a line.
func ratingLines(st *stage.Stage) (lines []string) {
	sweep := ratingsOf(st)
	if sweep == nil {
		return []string{"λ is not judged yet"}
	}
	for i, lambda := range sweep.Grid.Lambda {
		r, none, _ := sweep.Rating(i, 0)
		lines = append(lines, "lambda "+number.AllDigits(lambda)+": "+chart.JoinGroups(ratingGroups(r, none)))
	}
	c := sweep.choice
	return append(lines, append([]string{c.Why}, c.Limits...)...)
}

// ratingNote returns the choice, or the disagreement of the judges, in at most lines lines of w
// columns.
func ratingNote(st *stage.Stage, w, lines int) []string {
	c := ratingsOf(st).choice
	text := cmp.Or(c.Disagreement, c.Why)
	if c.Disagreement == "" && c.Cell >= 0 {
		_, _, mark := st.Glyphs.HeatMarks()
		text = fmt.Sprintf("%c the best λ by JLA that a search tries; no judge without labels sees swapped classes", mark)
	}
	return chart.Wrap(st.Spell(text), w, lines)
}
