package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"larui/datasets"
	"larui/datasets/phrase"
	"larui/model"
	"larui/tui/number"
	"larui/tui/session"
)

// A finding is the result of a command for one pair.
type finding interface {
	// report returns the complete result for JSON, rows the rows for CSV, and text writes the
	// result as text.
	report() record
	rows() *table
	text(*strings.Builder)
	// targetRow returns the row of the target in the text table of several targets, and targetLines
	// the rows of the target in their CSV.
	targetRow() session.TargetRow
	targetLines() []record
}

// A survey is the result of a command for one pair (the field one), or for the source with each of
// several targets. For several targets it keeps only the output, not the pairs.
type survey struct {
	one      finding
	warnings []session.Warning

	source  string
	task    model.Task
	targets []surveyed
}

// A surveyed is the result for one of several targets.
type surveyed struct {
	row    session.TargetRow
	report record
	lines  []record
}

// survey calls find for the pair of the call, or for the source with each of its targets. A target
// with an error becomes a row with the error; if all targets fail, survey returns an error.
func (c *call) survey(cmd *cobra.Command, args []string, opener *opener, find func(*session.Session, model.Params) (finding, error)) (*survey, error) {
	s := &survey{}
	opening, err := c.opening(args)
	if err != nil {
		return nil, err
	}
	c.several = len(opening.Spec.Targets) > 0
	if !c.several {
		opened, params, err := c.open(cmd.Context(), args, opener)
		if err != nil {
			return nil, err
		}
		s.one, err = find(opened, params)
		s.warnings = opener.warnings
		return s, err
	}
	err = opening.Check()
	if err != nil {
		return nil, err
	}
	s.source = filepath.Base(opening.Spec.Source)
	var first error
	visit := func(target string, opened *session.Session, err error) error {
		at := surveyed{row: session.TargetRow{Target: target, Err: err}}
		opener.progress.about, opener.warnings = at.row.Name()+": ", nil
		if err == nil {
			err = at.look(opened, opening.Set, opener, find)
		}
		if cmd.Context().Err() != nil {
			return cmd.Context().Err()
		}
		if err != nil {
			at.row = session.TargetRow{Target: target, Err: err}
			first = cmp.Or(first, err)
		} else {
			s.task = opened.Pair.Task
			s.warn(opener.progress.about, opener.warnings)
		}
		s.targets = append(s.targets, at)
		return nil
	}
	err = session.EachTarget(cmd.Context(), opening.Spec, nil, opener.progress.opening, visit)
	opener.progress.about = ""
	if failed := s.unread(); err == nil && failed > 0 {
		if failed == len(s.targets) {
			return nil, s.refusal(cmd.Context(), opening.Spec, first)
		}
		opener.progress.note(fmt.Sprintf("%d of %s can't be looked at", failed, phrase.Plural(len(s.targets), "target")))
	}
	opener.warnings = s.warnings
	return s, err
}

// refusal returns the first error. If that error is a refusal of columns, refusal adds a review of
// the columns of all files, with the flags that would make them readable.
func (s *survey) refusal(ctx context.Context, spec datasets.Spec, first error) error {
	var refused *datasets.Refusal
	if !errors.As(first, &refused) {
		return first
	}
	files := append([]string{spec.Source}, each(s.targets, func(at surveyed) string { return at.row.Target })...)
	review, err := datasets.Inspect(ctx, spec, files, nil)
	// strange reports whether the source lacks the column; then no flag can name the column for all
	// targets.
	strange := func(c datasets.ReviewedColumn) bool { return c.Gaps[0] == nil }
	if err != nil || review.Flags == "" || slices.ContainsFunc(review.Columns, strange) {
		return first
	}
	return &datasets.Refusal{Err: refused.Err, Review: review}
}

// look calls find for a target and stores the result.
func (at *surveyed) look(opened *session.Session, set session.Set, opener *opener, find func(*session.Session, model.Params) (finding, error)) error {
	opener.warnings = opened.Warnings()
	state, err := begin(opened, set)
	if err != nil {
		return err
	}
	found, err := find(opened, state.Params)
	if err == nil {
		at.row, at.lines, at.report = found.targetRow(), found.targetLines(), withWarnings(opener.warnings, found.report())
	}
	return err
}

// warn adds the warnings of the target named about; it omits warnings that an earlier target has,
// too.
func (s *survey) warn(about string, warnings []session.Warning) {
	for _, w := range warnings {
		if slices.ContainsFunc(s.warnings, func(before session.Warning) bool { return strings.HasSuffix(before.Text, w.Text) }) {
			continue
		}
		if !strings.HasPrefix(w.Text, about) {
			w.Text = about + w.Text
		}
		s.warnings = append(s.warnings, w)
	}
}

// unread counts the targets with an error.
func (s *survey) unread() (count int) {
	for _, at := range s.targets {
		if at.row.Err != nil {
			count++
		}
	}
	return count
}

// emit prints the survey in the given format.
func (s *survey) emit(cmd *cobra.Command, format string) error {
	if s.one != nil {
		return emit(cmd, format, withWarnings(s.warnings, s.one.report()), s.one.rows(), s.one.text)
	}
	return emit(cmd, format, s.report(), s.rows(), s.text)
}

// report returns an object for each target with the file name, and the report of the target or its
// error.
func (s *survey) report() record {
	return record{{"targets", each(s.targets, func(at surveyed) record {
		name := record{{"file", at.row.Target}}
		if at.row.Err != nil {
			return append(name, field{"error", message(at.row.Err)})
		}
		return append(name, at.report...)
	})}}
}

// rows returns the rows of each target, with the file name in front; a target without rows has one
// row with its error.
func (s *survey) rows() *table {
	var rows []record
	for _, at := range s.targets {
		for _, line := range at.lines {
			rows = append(rows, append(record{{"file", at.row.Target}, {"error", nil}}, line...))
		}
		if at.row.Err != nil {
			rows = append(rows, record{{"file", at.row.Target}, {"error", message(at.row.Err)}})
		}
	}
	return filled(rows)
}

// filled returns a sheet of rows with equal columns: it appends empty fields to shorter rows.
func filled(rows []record) *table {
	var longest record
	for _, r := range rows {
		if len(r) > len(longest) {
			longest = r
		}
	}
	for i, r := range rows {
		for _, f := range longest[len(r):] {
			r = append(r, emptied(f))
		}
		rows[i] = r
	}
	return sheet(rows...)
}

// emptied returns a field without its value, or with emptied values if the value is a record.
func emptied(f field) field {
	inner, ok := f.value.(record)
	if !ok {
		return field{f.name, nil}
	}
	return field{f.name, record(each(inner, emptied))}
}

// title returns the name of the source and the number of targets.
func (s *survey) title() string {
	return fmt.Sprintf("%s → %s", phrase.Shown(s.source), phrase.Plural(len(s.targets), "target"))
}

// text writes the table of the targets.
func (s *survey) text(b *strings.Builder) {
	b.WriteString(s.title() + "\n")
	s.table().write(b)
	b.WriteString(judgedAgainstNone)
	if slices.ContainsFunc(s.targets, func(at surveyed) bool { return at.row.Doubtful }) {
		paragraph(b, "", "doubtful: what leads without labels does not pass the trial on the source, where labels are known.")
	}
	if slices.ContainsFunc(s.targets, func(at surveyed) bool { return at.row.Err == nil && !known(at.row.LAR.Target.Score) }) {
		paragraph(b, "", "A target without labels has no score (–).")
	}
}

// table returns a table with a row for each target, without the columns unknown for all targets.
func (s *survey) table() *table {
	tested, changed := false, false
	for _, at := range s.targets {
		tested, changed = tested || at.row.Shift.Report != nil, changed || at.row.Err == nil && known(at.row.Changed)
	}
	t := &table{}
	column := func(align, title string, wanted bool, cell func(session.TargetRow) string) {
		if !wanted {
			return
		}
		t.align += align
		if t.rows == nil {
			t.rows = make([][]any, 1+len(s.targets))
		}
		t.rows[0] = append(t.rows[0], title)
		for i, at := range s.targets {
			text := ""
			if at.row.Err == nil || title == "target" || title == "with" {
				text = cell(at.row)
			}
			t.rows[1+i] = append(t.rows[1+i], text)
		}
	}
	column("l", "target", true, session.TargetRow.Name)
	column("r", "rows", true, func(r session.TargetRow) string { return fmt.Sprint(r.Rows) })
	column("l", "shift", tested, func(r session.TargetRow) string {
		switch {
		case r.Shift.Report == nil:
			return "untested"
		case r.Shift.Found():
			return "found"
		}
		return "none found"
	})
	column("r", "AUC of domains, 95 %", tested, func(r session.TargetRow) string {
		if r.Shift.Report == nil {
			return number.Unknown
		}
		c := r.Shift.Classifier
		return fmt.Sprintf("%.2f (%.2f to %.2f)", c.AUC, c.Low, c.High)
	})
	column("l", "shifted most, in σ", tested, func(r session.TargetRow) string {
		if r.Feature == "" {
			return number.Unknown
		}
		return r.Feature + " " + signed(r.FeatureShift)
	})
	column("r", "changed", changed, func(r session.TargetRow) string { return percentOrUnknown(r.Changed) })
	target := func(r session.TargetRow) domain {
		return domain{"target", r.Rows, func(e model.Evaluation) model.Metrics { return e.Target }}
	}
	column("r", "no adaptation", true, func(r session.TargetRow) string { return target(r).score(s.task, r.None) })
	column("r", "LAR", true, func(r session.TargetRow) string { return target(r).score(s.task, r.LAR) })
	column("l", "", true, func(r session.TargetRow) string {
		if !r.Adapts() {
			return ""
		}
		return target(r).change(s.task, r.None, r.LAR)
	})
	column("l", "with", true, func(r session.TargetRow) string {
		if r.Err != nil {
			return reason(r.Err)
		}
		return chosenSetting(r.Adapts(), r.Params, r.Doubtful)
	})
	return t
}

// reason returns in one line the error of a target and the flags that would avoid the error, if
// known.
func reason(err error) string {
	text := session.PlainError(err)
	var refusal *datasets.Refusal
	if errors.As(err, &refusal) && refusal.Flags != "" {
		text += "; settled by " + refusal.Flags
	}
	return oneLine(text)
}
