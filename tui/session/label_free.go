package session

import (
	"context"
	"fmt"
	"math"
	"strings"

	"larui/model/labelfree"
)

// A LabelFreeRating rates a solution without the target's labels.
type LabelFreeRating struct {
	// Changed is the share of target rows for which LAR and no adaptation predict different classes.
	// It is NaN if LAR or no adaptation diverges.
	Changed float64
	labelfree.Rating
}

const comparedName = "compared"

// LabelFreeJob returns a job that computes the LabelFreeRating of each update in solved. The
// updates may belong to different sessions, but no session may be a regression.
func LabelFreeJob(solved []*Update) Job {
	var key strings.Builder
	for _, u := range solved {
		key.WriteString(stateKey(u.State))
	}
	return Job{Name: comparedName, Key: key.String(), Run: func(ctx context.Context, _ *Session, report func(any)) error {
		all := map[string]LabelFreeRating{}
		for _, u := range solved {
			rater, err := u.Session.LabelFreeRater(ctx)
			if err != nil {
				return err
			}
			rating := LabelFreeRating{math.NaN(), labelfree.UnknownRating()}
			if lar, none := u.Solution.Descent.Weights, u.Solution.None.Weights; lar != nil && none != nil {
				rating = LabelFreeRating{u.Session.Problem.ChangedShare(none, lar), rater.RateWeights(lar, u.Solution.KTilde)}
			}
			all[stateKey(u.State)] = rating
		}
		report(all)
		return nil
	}}
}

// LabelFreeRating returns the rating that LabelFreeJob computed for a state. The second result is
// false before the job has finished.
func (u Update) LabelFreeRating(at State) (LabelFreeRating, bool) {
	found, known := ResultOf[map[string]LabelFreeRating](u, comparedName)[stateKey(at)]
	return found, known
}

func stateKey(s State) string { return fmt.Sprintf("%#v", s) }
