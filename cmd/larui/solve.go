package main

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"larui/model"
	"larui/tui/session"
)

const solveHelp = `Solve one configuration of label-alignment regularization: by gradient descent
from w = 0, as the paper does, and in closed form, beside no adaptation (least
squares on the source by the same descent) and the numbers of the paper's theory.

Every pair opens at its own k, k̃, λ, epochs and rate. The defaults below are those
of rotated-gaussian.`

const solveExamples = `  larui solve --lambda 1000
  larui solve mnist-usps --data ~/data --classes 3,5 --k 64 --ktilde 32
  larui solve --source mine.csv --target theirs.csv --label y --format json`

// newSolve returns `larui solve`.
func newSolve(opener *opener) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "solve [PAIR]",
		Short:   "Solve one configuration: descent, closed form, no adaptation, theory",
		Long:    solveHelp,
		Example: solveExamples,
		Args:    atMostOnePair,
	}
	call := newCall(cmd, func(session.Option) bool { return true })
	format := addFormat(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		session, params, err := call.open(cmd.Context(), args, opener)
		if err != nil {
			return err
		}
		s, err := solve(cmd.Context(), session, params)
		if err != nil {
			return err
		}
		text, err := encode(*format, s.report(), s.rows, s.text)
		if err != nil {
			return err
		}
		cmd.Print(text)
		return nil
	}
	return cmd
}

// open opens the pair of the call and returns it with the parameters to solve
// at.
func (c *call) open(ctx context.Context, args []string, opener *opener) (*session.Session, model.Params, error) {
	opening, err := c.opening(args)
	if err == nil {
		err = opening.Check()
	}
	if err != nil {
		return nil, model.Params{}, err
	}
	session, err := opener.open(ctx, opening.Spec)
	if err != nil {
		return nil, model.Params{}, err
	}
	state, err := begin(session, c.set())
	if err != nil {
		return nil, model.Params{}, err
	}
	return session, state.Params, nil
}

// A solved is one configuration of a session with its solution.
type solved struct {
	session  *session.Session
	solution *model.Solution
	theory   model.Theory
	elapsed  time.Duration
}

func solve(ctx context.Context, session *session.Session, params model.Params) (*solved, error) {
	began := time.Now()
	solver := model.NewSolver(session.Problem)
	s := &solved{session: session}
	var err error
	if s.solution, err = solver.Solve(ctx, params); err != nil {
		return nil, err
	}
	if s.theory, err = solver.Theory(ctx, params); err != nil {
		return nil, err
	}
	s.elapsed = time.Since(began)
	return s, nil
}

func (s *solved) report() solveReport {
	return solveReport{
		Pair:    reportPair(s.session.Pair),
		Params:  reportParams(s.solution.Params, s.solution.Descent.Rate),
		Source:  reportSide(s.session.Problem.Src),
		Target:  reportSide(s.session.Problem.Tgt),
		None:    reportNone(s.solution.None),
		Closed:  reportClosed(s.solution.Closed),
		Descent: reportDescent(s.solution.Descent),
		Theory:  reportTheory(s.theory),
		Timing:  reportTiming(s.session, s.elapsed),
	}
}

// A solveRow is a line of the CSV of `larui solve`.
type solveRow struct {
	Method string `json:"method"`
	paramsReport
	Diverges bool `json:"diverges"`
	scores
}

// rows are no adaptation, descent and the closed form.
func (s *solved) rows() []solveRow {
	none, descent := s.solution.None, s.solution.Descent
	return []solveRow{
		{"none", reportParams(s.solution.Params.None(), none.Rate), none.Diverges, reportScores(none.Evaluation)},
		{"descent", reportParams(s.solution.Params, descent.Rate), descent.Diverges, reportScores(descent.Evaluation)},
		{"closed", reportParams(s.solution.Params, descent.Rate), false, reportScores(s.solution.Closed.Evaluation)},
	}
}

// text writes the report for people to read.
func (s *solved) text(b *strings.Builder) {
	writePair(b, s.session)
	b.WriteByte('\n')
	s.writeParams(b)
	b.WriteByte('\n')
	s.writeScores(b)
	b.WriteByte('\n')
	s.writeTheory(b)
	writeNotes(b, s.remarks(), s.session.Pair.Notes)
	writeTiming(b, reportTiming(s.session, s.elapsed))
}
