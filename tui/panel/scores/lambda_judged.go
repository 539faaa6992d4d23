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

// ratingsName is that of the job that rates them.
const ratingsName = "ratings"

// ratingJobs ask for the present k and k̃ at each of PathLambdas.
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
			report(&ratedSteps{sweep, choice})
		}
		return err
	}
	return []session.Job{{Name: ratingsName, Key: params, Run: run}}
}

// ratedSteps are the steps of λ as judged without labels, and the choice of those that a
// search looks at.
type ratedSteps struct {
	*session.Sweep
	choice session.Choice
}

// ratingsOf are those of the state on the screen, nil before there are some.
func ratingsOf(st *stage.Stage) *ratedSteps {
	rated := session.ResultOf[*ratedSteps](st.Update, ratingsName)
	if rated == nil || rated.Session != st.Update.Session || rated.Grid.Base != sweepParams(st.Update.State.Params) {
		return nil
	}
	return rated
}

// leadingLambda marks the λ that leads, if one does.
func leadingLambda(st *stage.Stage) []chart.Marker {
	c := ratingsOf(st).choice
	if c.Cell < 0 && !c.Doubtful {
		return nil
	}
	_, _, mark := st.Glyphs.HeatMarks()
	return []chart.Marker{{X: c.Leads.Lambda, Style: chart.Good, Label: string(mark)}}
}

// judgedCurves are joint label alignment and target alignment over λ. They have gaps
// where a setting is vetoed.
func judgedCurves(st *stage.Stage) []lambdaCurve {
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

// judgedLines say how every step of λ is judged.
func judgedLines(st *stage.Stage) (lines []string) {
	sweep := ratingsOf(st)
	if sweep == nil {
		return []string{"λ is not judged yet"}
	}
	for i, lambda := range sweep.Grid.Lambda {
		r, none, _ := sweep.Rating(i, 0)
		lines = append(lines, "lambda "+number.Short(lambda)+": "+chart.InWords(ratingGroups(r, none)))
	}
	c := sweep.choice
	return append(lines, append([]string{c.Why}, c.Limits...)...)
}

// judgedNote says what judging λ comes to, in words of up to w columns and so many lines.
func judgedNote(st *stage.Stage, w, lines int) []string {
	c := ratingsOf(st).choice
	text := cmp.Or(c.Disagreement, c.Why)
	if c.Disagreement == "" && c.Cell >= 0 {
		_, _, mark := st.Glyphs.HeatMarks()
		text = fmt.Sprintf("%c the best λ by JLA of those that a search tries; no judge without labels sees swapped classes", mark)
	}
	return chart.Wrap(st.Spell(text), w, lines)
}
