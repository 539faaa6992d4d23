package session

import (
	"context"
	"fmt"
	"math"
	"strings"

	"larui/model"
	"larui/model/labelfree"
)

// LabelFreeRating rates a solution without the target's labels.
type LabelFreeRating struct {
	// Changed is the share of the target's rows for which LAR and no adaptation differ in
	// prediction. It is NaN if either diverges.
	Changed float64
	labelfree.Rating
}

const comparedName = "compared"

// LabelFreeJob returns a job that computes a LabelFreeRating for each update, possibly from different
// sessions. Regression is an error.
func LabelFreeJob(solved []*Update) Job {
	var key strings.Builder
	for _, u := range solved {
		key.WriteString(stateKey(u.State))
	}
	return Job{Name: comparedName, Key: key.String(), Run: func(ctx context.Context, _ *Session, report func(any)) error {
		all := map[string]LabelFreeRating{}
		for _, u := range solved {
			judge, err := u.Session.LabelFreeJudge(ctx)
			if err != nil {
				return err
			}
			all[stateKey(u.State)] = rateSolution(judge, u.Solution)
		}
		report(all)
		return nil
	}}
}

// LabelFreeRating returns the result of LabelFreeJob for a state; the second result is false if the job
// has not finished.
func (u Update) LabelFreeRating(at State) (LabelFreeRating, bool) {
	found, known := ResultOf[map[string]LabelFreeRating](u, comparedName)[stateKey(at)]
	return found, known
}

// stateKey returns a text that is unique to the state.
func stateKey(s State) string { return fmt.Sprintf("%#v", s) }

// rateSolution rates a solution and counts the predictions that differ from no adaptation.
func rateSolution(judge *labelfree.Judge, s *model.Solution) LabelFreeRating {
	if s.Descent.Weights == nil || s.None.Weights == nil {
		return LabelFreeRating{math.NaN(), labelfree.Unrated()}
	}
	lar, none := judge.Predict(s.Descent.Weights), judge.Predict(s.None.Weights)
	return LabelFreeRating{ShareDiffering(lar, none), judge.RatePredictions(lar, s.KTilde)}
}
