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

// A survey is the result of checking a source with each of several targets.
type survey struct {
	source  string
	task    model.Task
	targets []targetRow
	// warnings has the warnings of all targets without repetitions.
	warnings []session.Warning
}

// A targetRow has the result for one of several targets, or the error err.
type targetRow struct {
	file string
	err  error

	// cells has the row for the format text, report the row for the format json, and page the
	// target's report as HTML. values has the values of the CSV columns measureNames; an unknown
	// value is nil.
	cells, values []any
	report        record
	page          string
	doubtful      bool
}

// targets returns the target files if --target is repeated or names a folder; nil for one target.
func (c call) targets() ([]string, error) {
	paths := mapSlice(c["target"], func(set session.OptionSet) string { return set.ApplyTo(session.State{}).Spec.Target })
	files, err := datasets.TargetFiles(c.options().ApplyTo(session.State{}).Spec.Source, paths)
	if err != nil || len(paths) < 2 && slices.Equal(files, paths) {
		return nil, err
	}
	return files, nil
}

// checkTargets reads the source only once. A target with an error becomes a row with this error,
// unless all targets have errors.
func (k *checkCommand) checkTargets(ctx context.Context, args, files []string) (*survey, error) {
	opening, err := k.call.opening(args)
	opening.Spec.Target = files[0]
	err = cmp.Or(err, opening.CheckFiles())
	switch {
	case err != nil:
		return nil, err
	case opening.Spec.Validation != "":
		return nil, wrongCallf("--validation FILE has rows of one target: give --validation-size, which sets aside rows of each target")
	}
	s := &survey{source: filepath.Base(opening.Spec.Source)}
	var previous *session.Session
	var first error
	var unread []string
	for _, file := range files {
		r := targetRow{file: file}
		k.opener.prefix = r.name() + ": "
		spec := opening.Spec
		spec.Target, spec.Cache = file, ""
		opened, err := session.Open(ctx, spec, previous, k.opener.showOpening)
		var params model.Params
		if err == nil {
			opened.Spec.Cache, previous = opening.Spec.Cache, opened // commands in the report name the cache
			params, err = initialParams(opened, opening.Set)
		}
		var found *checkResult
		if err == nil {
			found, err = k.check(ctx, opened, params)
		}
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			unread, first = append(unread, filepath.Base(file)+": can't be checked"), cmp.Or(first, err)
			r.setError(err)
		default:
			s.task = opened.Pair.Task
			s.addWarnings(k.opener.prefix, found.warnings)
			r.setResult(found)
		}
		s.targets = append(s.targets, r)
	}
	k.opener.prefix, k.opener.warnings = "", s.warnings
	if len(unread) == len(files) {
		return nil, addReviewToError(ctx, opening.Spec, files, first)
	}
	if unread != nil {
		k.opener.printNotes(fmt.Sprintf("%d of %s can't be checked", len(unread), wording.Plural(len(files), "target")))
	}
	if k.failOn != nil {
		k.failed = append(k.failed, unread...)
	}
	return s, nil
}

// addReviewToError returns openErr, the error of opening a target. If openErr says that columns
// can't be used, and the same flags make the columns of all files usable, addReviewToError adds
// these flags and a description of the columns to openErr.
func addReviewToError(ctx context.Context, spec datasets.Spec, targets []string, openErr error) error {
	var refused *datasets.Refusal
	if !errors.As(openErr, &refused) {
		return openErr
	}
	review, err := datasets.Inspect(ctx, spec, append([]string{spec.Source}, targets...), nil)
	// If a column is missing in the source, no flags make it usable.
	isLacking := func(c datasets.ReviewedColumn) bool { return c.Gaps[0] == nil }
	if err != nil || review.Flags == "" || slices.ContainsFunc(review.Columns, isLacking) {
		return openErr
	}
	return &datasets.Refusal{Err: refused.Err, Review: review}
}

// addWarnings adds the warnings of a target with prefix before each text. It leaves out a warning
// that another target already has.
func (s *survey) addWarnings(prefix string, warnings []session.Warning) {
	for _, w := range warnings {
		if slices.ContainsFunc(s.warnings, func(before session.Warning) bool { return strings.HasSuffix(before.Text, w.Text) }) {
			continue
		}
		if !strings.HasPrefix(w.Text, prefix) {
			w.Text = prefix + w.Text
		}
		s.warnings = append(s.warnings, w)
	}
}

func (r *targetRow) name() string { return wording.DisplayName(filepath.Base(r.file)) }

// measureNames are the CSV columns after file and error.
var measureNames = []any{"rows", "shifted", "p", "auc", "aucLow", "aucHigh", "feature", "featureShift", "changed", "noneScore", "score", "k", "ktilde", "lambda"}

func (r *targetRow) setError(err error) {
	r.err, r.values = err, make([]any, len(measureNames))
	r.report = newRecord("file", r.file, "error", errorMessage(err))
	with := session.PlainError(err)
	var refused *datasets.Refusal
	if errors.As(err, &refused) && refused.Flags != "" {
		with += "; add the flags " + refused.Flags
	}
	r.cells = []any{r.name(), "", "", "", "", "", "", "", "", joinLines(with)}
}

func (r *targetRow) setResult(c *checkResult) {
	p := c.params
	target, _, _ := scoredDomains(c.Pair)
	target.rows = c.Problem.Tgt.N
	none, lar := c.solution.None.Evaluation, c.solution.Descent.Evaluation
	r.report, r.page = newRecord("file", r.file, c.report()), c.page
	r.doubtful = c.choice != nil && c.choice.Doubtful
	changed := 0.0
	if c.contest != nil {
		changed = c.contest.NewSample().Share
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
			most = c.Pair.FeatureName(first.Index) + " " + formatSigned(first.MeanDifference)
			shifted[5], shifted[6] = c.Pair.FeatureName(first.Index), first.MeanDifference
		}
	}
	if c.adapts() {
		change = target.formatChange(none, lar)
	}
	r.values = slices.Concat([]any{target.rows}, shifted, []any{changed, none.Target.Score, lar.Target.Score, p.K, p.KTilde, p.Lambda})
	r.cells = []any{r.name(), target.rows, found, auc, most, number.Percent(changed, 1), target.formatScore(none), target.formatScore(lar),
		change, formatSetting(c.adapts(), p, r.doubtful)}
}

// value returns the value of the CSV column called measure; NaN if it is unknown or not a float64.
func (r targetRow) value(measure string) float64 {
	if v, isNumber := r.values[slices.Index(measureNames, any(measure))].(float64); isNumber {
		return v
	}
	return math.NaN()
}

func (s *survey) report() record {
	return newRecord("targets", mapSlice(s.targets, func(r targetRow) record { return r.report }))
}

func (s *survey) rows() *table {
	t := newTable("", append([]any{"file", "error"}, measureNames...)...)
	for _, r := range s.targets {
		var reason any
		if r.err != nil {
			reason = errorMessage(r.err)
		}
		t.add(append([]any{r.file, reason}, r.values...)...)
	}
	return t
}

func (s *survey) title() string {
	return fmt.Sprintf("%s → %s", wording.DisplayName(s.source), wording.Plural(len(s.targets), "target"))
}

func (s *survey) writeText(b *textBuilder) {
	b.line(s.title())
	s.table().write(b)
	b.WriteString(changeLegend)
	if slices.ContainsFunc(s.targets, func(r targetRow) bool { return r.doubtful }) {
		writeParagraph(b, "", "doubtful: the setting rated best without labels leads by too little, or keeps too little accuracy on held-out rows of the source.")
	}
	if slices.ContainsFunc(s.targets, func(r targetRow) bool { return r.err == nil && !isKnown(r.value("score")) }) {
		writeParagraph(b, "", "A target without labels has no score (–).")
	}
}

// table leaves out the columns on the shift if no target was tested for a shift.
func (s *survey) table() *table {
	t := newTable("lrlrlrrrll", "target", "rows", "shift", "AUC of domains, 95 %", "shifted most, in σ", "changed", "no adaptation", "LAR", "", "with")
	for _, r := range s.targets {
		t.add(r.cells...)
	}
	if slices.ContainsFunc(s.targets, func(r targetRow) bool { return isKnown(r.value("auc")) }) {
		return t
	}
	const from, to = 2, 5
	t.align = t.align[:from] + t.align[to:]
	for i, row := range t.rows {
		t.rows[i] = slices.Concat(row[:from], row[to:])
	}
	return t
}

// renderPage returns an HTML page with the table and a figure of all targets, and with the folded
// reports of as many targets as the size limit allows.
func (s *survey) renderPage() ([]byte, error) {
	var b textBuilder
	section{title: "All targets", table: s.table()}.writeHTML(&b)
	svg, err := figure.Encode(s.figure(), "svg", figure.Size{Width: 24, Height: 9})
	if err != nil {
		return nil, err
	}
	writeFigureSection(&b, "Beside each other", svg, "The first target is on top.")
	const around = 32 << 10
	left := 0
	for _, r := range s.targets {
		switch {
		case r.err != nil:
		case len(checkHTML)+b.Len()+len(r.page)+around > maxPageBytes:
			left++
		default:
			b.printf("<details><summary>%s</summary>\n%s</details>\n", html.EscapeString(r.name()), r.page)
		}
	}
	if left > 0 {
		b.printf("<p>The page has no room for the reports of %s: larui check --target FILE prints each.</p>\n", wording.Plural(left, "target"))
	}
	return fillTemplate(s.title(), "The report of each target is folded below.", b.String())
}

// figure puts the first target on top and leaves out plots without values.
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
		drawn.Panels = []figure.Panel{{Title: "Targets", Empty: "There are too few rows to test for a shift, and no labels for a score."}}
	}
	return drawn
}
