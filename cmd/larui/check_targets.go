package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"html"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"larui/cmd/larui/paper/figure"
	"larui/datasets"
	"larui/datasets/wording"
	"larui/model"
	"larui/model/shift"
	"larui/tui/number"
	"larui/tui/session"
)

// A survey is the check of a source with each of several targets.
type survey struct {
	source  string
	task    model.Task
	targets []targetRow
	// warnings has the warnings of all targets, each once.
	warnings []session.Warning
}

// A targetRow is the check of one of several targets, without the pair. After an error it has only
// the file and the error.
type targetRow struct {
	file string
	err  error

	// cells is the row in the text, report the JSON and page the HTML. line has the measures, nil
	// where unknown.
	cells, line []any
	report      record
	page        string
	doubtful    bool
}

// targets returns the target files of the call if there are several: --target is repeated, or names
// a folder.
func (c call) targets() ([]string, error) {
	paths := mapSlice(c["target"], func(set session.Set) string { return set.ApplyTo(session.State{}).Spec.Target })
	files, err := datasets.TargetFiles(c.set().ApplyTo(session.State{}).Spec.Source, paths)
	if err != nil || len(paths) < 2 && slices.Equal(files, paths) {
		return nil, err
	}
	return files, nil
}

// survey checks the source with each of the target files. A target with an error becomes a row with
// the error; if all targets fail, survey returns an error. The source is read once.
func (k *checker) survey(ctx context.Context, args, files []string) (*survey, error) {
	opening, err := k.call.opening(args)
	opening.Spec.Target = files[0]
	err = cmp.Or(err, opening.Check())
	switch {
	case err != nil:
		return nil, err
	case opening.Spec.Validation != "":
		return nil, wrongf("--validation has rows of one target: --validation-size sets aside rows of each")
	}
	s := &survey{source: filepath.Base(opening.Spec.Source)}
	var previous *session.Session
	var first error
	var unread []string
	for _, file := range files {
		r := targetRow{file: file}
		k.opener.about = r.name() + ": "
		spec := opening.Spec
		spec.Target, spec.Cache = file, ""
		opened, err := session.Open(ctx, spec, previous, k.opener.opening)
		var params model.Params
		if err == nil {
			opened.Spec.Cache, previous = opening.Spec.Cache, opened // commands in the report name the cache
			params, err = begin(opened, opening.Set)
		}
		var found *checked
		if err == nil {
			found, err = k.check(ctx, opened, params)
		}
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			unread, first = append(unread, filepath.Base(file)+": can't be looked at"), cmp.Or(first, err)
			r.fail(err)
		default:
			s.task = opened.Pair.Task
			s.warn(k.opener.about, found.warnings)
			r.keep(found)
		}
		s.targets = append(s.targets, r)
	}
	k.opener.about, k.opener.warnings = "", s.warnings
	if len(unread) == len(files) {
		return nil, refusal(ctx, opening.Spec, files, first)
	}
	if unread != nil {
		k.opener.note(fmt.Sprintf("%d of %s can't be looked at", len(unread), wording.Plural(len(files), "target")))
	}
	if k.failOn != nil {
		k.failed = append(k.failed, unread...)
	}
	return s, nil
}

// refusal returns the first error. If that error is a refusal of columns, refusal adds a review of
// the columns of all files, with the flags that would make them readable.
func refusal(ctx context.Context, spec datasets.Spec, targets []string, first error) error {
	var refused *datasets.Refusal
	if !errors.As(first, &refused) {
		return first
	}
	review, err := datasets.Inspect(ctx, spec, append([]string{spec.Source}, targets...), nil)
	// strange reports whether the source lacks the column; then no flag can name the column for all
	// targets.
	strange := func(c datasets.ReviewedColumn) bool { return c.Gaps[0] == nil }
	if err != nil || review.Flags == "" || slices.ContainsFunc(review.Columns, strange) {
		return first
	}
	return &datasets.Refusal{Err: refused.Err, Review: review}
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

// name returns the base name of the file.
func (r *targetRow) name() string { return wording.DisplayName(filepath.Base(r.file)) }

// measures are the names of the columns in CSV, behind file and error.
var measures = []any{"rows", "shifted", "p", "auc", "aucLow", "aucHigh", "feature", "featureShift", "changed", "noneScore", "score", "k", "ktilde", "lambda"}

// fail stores the error of a target.
func (r *targetRow) fail(err error) {
	r.err, r.line = err, make([]any, len(measures))
	r.report = record{{"file", r.file}, {"error", message(err)}}
	// with appends the flags that would avoid the error, if known.
	with := session.PlainError(err)
	var refused *datasets.Refusal
	if errors.As(err, &refused) && refused.Flags != "" {
		with += "; settled by " + refused.Flags
	}
	r.cells = []any{r.name(), "", "", "", "", "", "", "", "", oneLine(with)}
}

// keep stores the check of a target.
func (r *targetRow) keep(c *checked) {
	p := c.params
	target, _, _ := domainsOf(c.Pair)
	target.rows = c.Problem.Tgt.N
	none, lar := c.solution.None.Evaluation, c.solution.Descent.Evaluation
	r.report, r.page = append(record{{"file", r.file}}, c.report()...), c.page
	r.doubtful = c.choice != nil && c.choice.Doubtful
	changed := 0.0
	if c.contest != nil {
		changed = c.contest.Sample().Share
	}
	found, auc, most, change := "untested", number.Unknown, number.Unknown, ""
	shifted := make([]any, 7)
	if t := c.shift.Report; t != nil {
		found = "none found"
		if t.FindsShift() {
			found = "found"
		}
		area := t.Classifier
		auc = fmt.Sprintf("%.2f (%.2f to %.2f)", area.AUC, area.Low, area.High)
		shifted = []any{t.FindsShift(), t.P, area.AUC, area.Low, area.High, nil, nil}
		if len(t.Features) > 0 && t.Features[0].Adjusted < shift.SignificanceLevel {
			first := t.Features[0]
			most = c.Pair.FeatureName(first.Index) + " " + signed(first.MeanDifference)
			shifted[5], shifted[6] = c.Pair.FeatureName(first.Index), first.MeanDifference
		}
	}
	if c.adapts() {
		change = target.change(none, lar)
	}
	r.line = slices.Concat([]any{target.rows}, shifted, []any{changed, none.Target.Score, lar.Target.Score, p.K, p.KTilde, p.Lambda})
	r.cells = []any{r.name(), target.rows, found, auc, most, number.Percent(changed, 1), target.score(none), target.score(lar),
		change, chosenSetting(c.adapts(), p, r.doubtful)}
}

// value returns a measure, NaN where unknown.
func (r targetRow) value(measure string) float64 {
	if v, isNumber := r.line[slices.Index(measures, any(measure))].(float64); isNumber {
		return v
	}
	return math.NaN()
}

// report returns the report or the error of each target.
func (s *survey) report() record {
	return record{{"targets", mapSlice(s.targets, func(r targetRow) record { return r.report })}}
}

// rows returns a row for each target, for CSV.
func (s *survey) rows() *table {
	t := newTable("", append([]any{"file", "error"}, measures...)...)
	for _, r := range s.targets {
		var reason any
		if r.err != nil {
			reason = message(r.err)
		}
		t.add(append([]any{r.file, reason}, r.line...)...)
	}
	return t
}

// title returns the name of the source and the number of targets.
func (s *survey) title() string {
	return fmt.Sprintf("%s → %s", wording.DisplayName(s.source), wording.Plural(len(s.targets), "target"))
}

// text writes the table of the targets.
func (s *survey) text(b *prose) {
	b.line(s.title())
	s.table().write(b)
	b.WriteString(judgedAgainstNone)
	if slices.ContainsFunc(s.targets, func(r targetRow) bool { return r.doubtful }) {
		paragraph(b, "", "doubtful: what leads without labels does not pass the trial on the source, where labels are known.")
	}
	if slices.ContainsFunc(s.targets, func(r targetRow) bool { return r.err == nil && !known(r.value("score")) }) {
		paragraph(b, "", "A target without labels has no score (–).")
	}
}

// table returns a table with a row for each target. If no target is tested for a shift, the table
// has no columns on the shift.
func (s *survey) table() *table {
	t := newTable("lrlrlrrrll", "target", "rows", "shift", "AUC of domains, 95 %", "shifted most, in σ", "changed", "no adaptation", "LAR", "", "with")
	for _, r := range s.targets {
		t.add(r.cells...)
	}
	if slices.ContainsFunc(s.targets, func(r targetRow) bool { return known(r.value("auc")) }) {
		return t
	}
	const from, to = 2, 5
	t.align = t.align[:from] + t.align[to:]
	for i, row := range t.rows {
		t.rows[i] = slices.Concat(row[:from], row[to:])
	}
	return t
}

// document returns a page with the table and a figure of all targets, followed by the folded report
// of each, up to the size limit of the page.
func (s *survey) document() ([]byte, error) {
	var b prose
	section{title: "All targets", table: s.table()}.writeHTML(&b)
	svg, err := figure.Encode(s.figure(), "svg", figure.Size{Width: 24, Height: 9})
	if err != nil {
		return nil, err
	}
	writeFigure(&b, "Beside each other", svg, "The first target is on top.")
	const around = 32 << 10
	left := 0
	for _, r := range s.targets {
		switch {
		case r.err != nil:
		case len(checkHTML)+b.Len()+len(r.page)+around > mostOfPage:
			left++
		default:
			b.printf("<details><summary>%s</summary>\n%s</details>\n", html.EscapeString(r.name()), r.page)
		}
	}
	if left > 0 {
		b.printf("<p>There is no room for the reports of %s more: larui check --target prints each.</p>\n", wording.Plural(left, "target"))
	}
	return document(s.title(), "The report of each is folded below.", b.String())
}

// figure returns plots over the targets, the first on top: the AUC of a classifier of domains, the
// share of predictions that LAR changes, and the scores of no adaptation and LAR. It leaves out a
// plot without values.
func (s *survey) figure() figure.Figure {
	drawn := figure.Figure{Title: s.title()}
	var names []string
	for _, r := range slices.Backward(s.targets) {
		names = append(names, r.name())
	}
	points := func(name string, style figure.Style, mark figure.Mark, measure string, unit float64) figure.Points {
		p := figure.Points{Name: name, Style: style, Mark: mark}
		for i, r := range s.targets {
			if v := r.value(measure); !math.IsNaN(v) {
				p.X, p.Y = append(p.X, unit*v), append(p.Y, float64(len(s.targets)-1-i))
			}
		}
		return p
	}
	add := func(title, along string, all ...figure.Points) {
		if len(all[0].X) > 0 {
			drawn.Panels = append(drawn.Panels, figure.Panel{Title: title, X: figure.Axis{Label: along}, Y: figure.Axis{Ticks: names}, Points: all})
		}
	}
	interval, high := points("95 % interval", 0, figure.Ring, "aucLow", 1), points("", 0, 0, "aucHigh", 1)
	interval.X, interval.Y = append(interval.X, high.X...), append(interval.Y, high.Y...)
	add("Distinguished from the source", "AUC of the classifier of domains, 0.5 is chance", points("AUC", figure.Target, figure.Cross, "auc", 1), interval)
	score, unit := "score on the target, in %", 100.0
	if s.task == model.Regression {
		score, unit = "score on the target", 1
	} else {
		add("Changed by LAR", "share of the predictions, in %", points("changed", figure.LAR, 0, "changed", 100))
	}
	add("No adaptation and LAR", score, points("no adaptation", figure.NoAdaptation, figure.Ring, "noneScore", unit), points("LAR", figure.LAR, figure.Cross, "score", unit))
	if drawn.Panels == nil {
		drawn.Panels = []figure.Panel{{Title: "Targets", Empty: "too few rows to test for a shift, and no labels that score"}}
	}
	return drawn
}
