package main

import (
	"fmt"
	"strconv"
	"strings"

	"larui/model"
)

// writeCells writes a table with no adaptation and every cell, a row for each
// number of epochs: accuracies, or squared errors for regression, with the
// change on the target against no adaptation.
func (s *swept) writeCells(b *strings.Builder) {
	t := table{align: "rrrrrlrrrl"}
	t.add("k", "k̃", "λ", "epochs", "target", "", "source", s.validationHeader(), "closed form, target", "")
	for _, run := range s.report.None {
		t.add("none", "", "", strconv.Itoa(run.Epochs), s.target(run.scores), runMark(run),
			s.source(run.scores), s.validation(run.scores))
	}
	for _, c := range s.report.Cells {
		for i, run := range c.Descent {
			mark := runMark(run)
			if mark == "" {
				mark = s.change(s.report.None[i].scores, run.scores)
			}
			closedMark := ""
			if c.Closed.UnboundedBelow {
				closedMark = "unbounded"
			}
			t.add(strconv.Itoa(c.K), strconv.Itoa(c.KTilde), short(c.Lambda), strconv.Itoa(run.Epochs),
				s.target(run.scores), mark, s.source(run.scores), s.validation(run.scores),
				s.target(c.Closed.scores), closedMark)
		}
	}
	t.write(b)
	if s.session.Pair.Target.Y != nil {
		b.WriteString("  " + judgedAgainstNone + "\n")
	}
}

// runMark says that a descent diverges.
func runMark(run runReport) string {
	if run.Diverges {
		return "diverges"
	}
	return ""
}

func (s *swept) source(of scores) string {
	return s.cell(sourceScore, of, s.session.Pair.Source.Rows())
}

func (s *swept) target(of scores) string {
	return s.cell(targetScore, of, s.session.Pair.Target.Rows())
}

// validation is empty, and so its column left out, where there are no validation
// rows.
func (s *swept) validation(of scores) string {
	rows := s.session.Pair.Validation.Rows()
	if rows == 0 {
		return ""
	}
	return s.cell(validationScore, of, rows)
}

func (s *swept) validationHeader() string {
	if s.session.Pair.Validation.Rows() == 0 {
		return ""
	}
	return "validation"
}

// cell writes a score of a domain with so many rows.
func (s *swept) cell(pick score, of scores, rows int) string {
	accuracy, mse := pick(of)
	if s.session.Pair.Task == model.Regression {
		return measured(float64(mse))
	}
	return percent(float64(accuracy), rows)
}

// change writes how a run's score on the target differs from that of no
// adaptation.
func (s *swept) change(none, run scores) string {
	if s.session.Pair.Task == model.Regression {
		return relative(float64(none.TargetMSE), float64(run.TargetMSE))
	}
	return points(float64(none.TargetAccuracy), float64(run.TargetAccuracy), s.session.Pair.Target.Rows())
}

// writeBest names the best descents.
func (s *swept) writeBest(b *strings.Builder) {
	t := table{align: "lrrrrrr"}
	header := func() { t.add("best by", "k", "k̃", "λ", "epochs", "target", s.validationHeader()) }
	row := func(by string, best *bestReport) {
		if best == nil {
			return
		}
		if len(t.rows) == 0 {
			header()
		}
		of := scores{
			TargetAccuracy: best.TargetAccuracy, TargetMSE: best.TargetMSE,
			ValidationAccuracy: best.ValidationAccuracy, ValidationMSE: best.ValidationMSE,
		}
		t.add(by, strconv.Itoa(best.K), strconv.Itoa(best.KTilde), short(best.Lambda), strconv.Itoa(best.Epochs),
			s.target(of), s.validation(of))
	}
	row("validation", s.report.Best.ByValidation)
	row("target", s.report.Best.ByTarget)
	if len(t.rows) == 0 {
		b.WriteString("The best can't be known: neither the target nor a validation set has labels,\nor every descent diverges.\n")
		return
	}
	t.write(b)
}

// remarks say in words what the table alone does not.
func (s *swept) remarks() []string {
	var remarks []string
	if s.session.Pair.Target.Y == nil {
		remarks = append(remarks, "The target has no labels, so its scores can't be known (-).")
	}
	diverging, all, unbounded := 0, 0, 0
	for _, c := range s.report.Cells {
		for _, run := range c.Descent {
			all++
			if run.Diverges {
				diverging++
			}
		}
		if c.Closed.UnboundedBelow {
			unbounded++
		}
	}
	if diverging > 0 {
		remarks = append(remarks, fmt.Sprintf("%d of %d descents diverge: their rate is above the largest stable one. --rate auto never is.", diverging, all))
	}
	if unbounded > 0 {
		remarks = append(remarks, fmt.Sprintf("In %d of %d cells the objective is unbounded below (unbounded): early stopping matters there, and the closed form is the pseudo-inverse solution.", unbounded, len(s.report.Cells)))
	}
	return remarks
}
