package session

import (
	"context"
	"fmt"
	"math"
	"strings"

	"larui/model"
	"larui/model/labelfree"
)

// Compared is what is said of a solution without the target's labels.
type Compared struct {
	// Changed is the share of the target's rows that are predicted otherwise than without
	// adaptation, NaN where one of both predicts nothing.
	Changed float64
	labelfree.Rating
}

// comparedName is that of the job.
const comparedName = "compared"

// ComparedJob asks for what is said of solutions of one or of several sessions; of a regression
// that is an error.
func ComparedJob(solved []*Update) Job {
	var key strings.Builder
	for _, u := range solved {
		key.WriteString(stateKey(u.State))
	}
	return Job{Name: comparedName, Key: key.String(), Run: func(ctx context.Context, _ *Session, report func(any)) error {
		all := map[string]Compared{}
		for _, u := range solved {
			judge, err := u.Session.Judge(ctx)
			if err != nil {
				return err
			}
			all[stateKey(u.State)] = compare(judge, u.Solution)
		}
		report(all)
		return nil
	}}
}

// Compared is what such a job has found of a state, false before it has.
func (u Update) Compared(at State) (Compared, bool) {
	found, known := ResultOf[map[string]Compared](u, comparedName)[stateKey(at)]
	return found, known
}

// stateKey tells states apart.
func stateKey(s State) string { return fmt.Sprintf("%#v", s) }

// compare judges a solution beside no adaptation.
func compare(judge *labelfree.Judge, s *model.Solution) Compared {
	if s.Descent.Weights == nil || s.None.Weights == nil {
		return Compared{math.NaN(), labelfree.Unrated()}
	}
	lar, none := judge.Predict(s.Descent.Weights), judge.Predict(s.None.Weights)
	changed := 0
	for i := range lar {
		if lar[i] != none[i] {
			changed++
		}
	}
	return Compared{float64(changed) / float64(len(lar)), judge.RatePredictions(lar, s.KTilde)}
}
