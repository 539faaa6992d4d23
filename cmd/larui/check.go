package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/datasets/modelfile"
	"larui/datasets/wording"
	"larui/model"
	"larui/model/shift"
	"larui/tui/number"
	"larui/tui/rowlabels"
	"larui/tui/session"
)

const checkHelp = `Say of two files whether what is learned on one will hold on the other: what doesn't fit
in them, how well the label is learned on rows held out, whether the target is shifted and
where, whether that touches what the model uses, how many predictions LAR changes, what can be
said without labels, what to do next, and twenty rows to label. It never says an accuracy on
the target, which can't be known without labels there.

A shift is found by a classifier of both domains on rows that it was not fitted to, and by
Kolmogorov and Smirnov's distances of all features and of the source's leading directions
(Holm); by chance it is in one of a hundred pairs without one. --out writes the report as a page
that needs no network. With --fail-on the exit status is 1 where something named is so:

  shift          a shift is found
  unlearnable    it is not shown that the label can be learned from these features
  changed=5%     LAR changes more than so many of the predictions

For several targets, repeat --target or name a folder: each target has a row.

--model compares with a linear model made elsewhere, in place of no adaptation. Ten lines of
scikit-learn write one; the features have the names of the pair's:

` + importLines + `

CSV takes a line for each feature, its name and a coefficient for each class, and one called
intercept; its header is feature and the classes. NPZ has the same arrays, classes as numbers.
larui predict takes such models as well.`

// importLines is Python code that saves a scikit-learn model as JSON.
const importLines = `  import json, pandas
  from sklearn.linear_model import LogisticRegression
  from sklearn.preprocessing import StandardScaler
  table = pandas.read_csv("mine.csv")
  X, y = table.drop(columns="label"), table["label"]
  scaler = StandardScaler().fit(X)
  m = LogisticRegression().fit(scaler.transform(X), y)
  saved = {"features": list(X.columns), "classes": m.classes_.tolist(), "coef": m.coef_.tolist(),
      "intercept": m.intercept_.tolist(), "mean": scaler.mean_.tolist(), "scale": scaler.scale_.tolist()}
  json.dump(saved, open("m.json", "w"))`

const checkExamples = `  larui check --source mine.csv --target theirs.csv
  larui check --source mine.csv --target theirs.csv --standardize source --out report.html
  larui check --source mine.csv --target theirs.csv --fail-on shift,changed=5% --format json
  larui check --source mine.csv --target theirs.csv --model m.json
  larui check --source 2023.csv --target months --out report.html`

// newCheck returns `larui check`.
func newCheck(opener *opener) *cobra.Command {
	cmd := newCommand("check [PAIR]", "Say whether the target is shifted, learnable, and worth adapting to, with a status for scripts",
		checkHelp, checkExamples)
	k := checker{opener: opener}
	k.call = newPairCall(cmd, ofLAR)
	addFlag(cmd, &k.from, "model", "compare with the linear model in this `FILE` of JSON, NPZ or CSV")
	cmd.Flags().StringVarP(&k.page, "out", "o", "", "write the report as a page to this `FILE`, ending in .html")
	addFlag(cmd, &k.failOn, "fail-on", "exit with status 1 on any of this `LIST`: shift, unlearnable, changed=5%")
	k.out = addFormat(cmd)
	cmd.RunE = k.run
	return cmd
}

// A checker is a call of larui check.
type checker struct {
	call   call
	opener *opener
	// from, page and failOn are the values of --model, --out and --fail-on.
	from, page string
	failOn     []string
	out        *output

	limits   failures
	imported *modelfile.Model
	// several reports whether the call has several targets.
	several bool
	// failed has the conditions of --fail-on that are met.
	failed []string
}

// run checks the pair of the call, or its source with each of several targets.
func (k *checker) run(cmd *cobra.Command, args []string) (err error) {
	k.limits, err = parseFailures(k.failOn)
	if err != nil {
		return err
	}
	if isSet(cmd, "out") && !strings.EqualFold(filepath.Ext(k.page), ".html") {
		return wrongf("--out %s: the name of a page ends in .html", quoteEmpty(k.page))
	}
	if k.from != "" {
		k.imported, err = modelfile.Read(cmd.Context(), k.from)
		if err != nil {
			return err
		}
	}
	var found interface {
		result
		document() ([]byte, error)
	}
	targets, err := k.call.targets()
	k.several = targets != nil
	if k.several && err == nil {
		found, err = k.survey(cmd.Context(), args, targets)
	} else if err == nil {
		opened, params, failed := k.call.open(cmd.Context(), args, k.opener)
		err = failed
		if err == nil {
			found, err = k.check(cmd.Context(), opened, params)
		}
	}
	var page []byte
	if err == nil && k.page != "" {
		page, err = found.document()
		if err == nil {
			err = k.opener.replace(k.page, page)
		}
	}
	if err == nil {
		err = k.out.print(found, nil)
	}
	if err == nil && len(k.failed) > 0 {
		k.opener.note("failed on " + wording.JoinLast(k.failed, "and"))
		return errReported
	}
	return err
}

// check checks an opened pair at params, and adds the conditions of --fail-on that the pair meets
// to failed.
func (k *checker) check(ctx context.Context, opened *session.Session, params model.Params) (*checked, error) {
	c := &checked{Session: opened, params: params, imported: k.imported, name: filepath.Base(k.from)}
	err := c.compute(ctx, k.call.gives(searchedBy("")...) || opened.Pair.Start.K != 0, k.opener.progress)
	if err != nil {
		return nil, err
	}
	c.warnings = slices.Concat(c.unlearnable, opened.Warnings())
	k.opener.warnings = c.warnings
	c.failed = k.limits.failed(c)
	k.failed = append(k.failed, mapSlice(c.failed, func(what string) string { return k.opener.about + what })...)
	if !k.several && (k.page != "" || k.out.format == "text") {
		err = c.compareScales(ctx, k.call.set(), k.opener.progress)
	}
	if err == nil && k.page != "" {
		c.page, err = c.draw(ctx)
	}
	return c, err
}

// failures are the conditions of --fail-on. The field changed is the largest allowed share of
// changed predictions, +Inf without a limit.
type failures struct {
	shift, unlearnable bool
	changed            float64
}

// parseFailures parses the values of --fail-on.
func parseFailures(list []string) (f failures, err error) {
	f.changed = math.Inf(1)
	for _, word := range list {
		name, value, valued := strings.Cut(strings.TrimSpace(word), "=")
		share, percent := strings.CutSuffix(value, "%")
		number, unparsed := strconv.ParseFloat(strings.TrimSpace(share), 64)
		if percent {
			number /= 100
		}
		switch {
		case name == "shift" && !valued:
			f.shift = true
		case name == "unlearnable" && !valued:
			f.unlearnable = true
		case name == "changed" && unparsed == nil && number >= 0 && number <= 1:
			f.changed = number
		default:
			return f, wrongf("--fail-on %s: it takes shift, unlearnable or changed=5%%", quoteEmpty(word))
		}
	}
	return f, nil
}

// failed returns the names of the conditions that the check meets.
func (f failures) failed(c *checked) (found []string) {
	if f.shift && c.shift.Report != nil && c.shift.FindsShift() {
		found = append(found, "shift")
	}
	if f.unlearnable && c.unlearnable != nil {
		found = append(found, "unlearnable")
	}
	if c.contest != nil && c.contest.Sample().Share > f.changed {
		found = append(found, "changed="+number.Percent(f.changed, 1))
	}
	return found
}

// A checked holds the results of a check of a pair.
type checked struct {
	*session.Session
	params model.Params
	// imported is the model of --model and name its file name; imported is nil without --model.
	imported *modelfile.Model
	name     string

	held        *model.HeldOut
	unlearnable []session.Warning
	shift       session.Shift
	// choice is the setting chosen without labels. It is nil if the call gives a setting, or if no
	// setting can be chosen for the reason in unchosen.
	choice   *session.Choice
	unchosen string
	solution *model.Solution
	// uses has the models whose weights are compared with the shift.
	uses []used
	// contest compares LAR, or no adaptation if no setting adapts, with another model; nil where
	// both predict the same.
	contest *rowlabels.Contest
	// pulls has for each column the mean absolute pull between the two models over the changed rows
	// read; pulled is the number of these rows.
	pulls  []float64
	pulled int
	// scales has the choices under other standardizations; empty unless weigh computed them.
	scales []scaled
	failed []string
	// page is the report as HTML; empty without --out.
	page     string
	warnings []session.Warning
}

// A used is a model with the shift of the means along its weights, one entry per output.
type used struct {
	name  string
	along []shift.MeanShift
}

// mostPulled is the largest number of random changed rows over which pulls are averaged.
const mostPulled = 1000

// compute computes all results of the check. It chooses a setting only if given is false.
func (c *checked) compute(ctx context.Context, given bool, progress *progress) (err error) {
	err = c.NeedRows()
	if err == nil {
		c.held, err = c.HeldOut(ctx)
	}
	if err == nil {
		c.unlearnable, err = c.Unlearnable(ctx)
	}
	if err == nil {
		c.shift, err = c.Shift(ctx, progress.opening)
	}
	if err != nil {
		return err
	}
	if !given {
		chosen, err := c.Choose(ctx, c.params, session.LabelFree, progress.solving)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			c.unchosen = session.PlainError(err)
		default:
			c.choice, c.params = &chosen, chosen.Params
		}
	}
	c.solution, err = model.NewSolver(c.Problem).Endpoints(ctx, c.params)
	if err == nil {
		err = c.compare(ctx, progress)
	}
	if err == nil {
		err = c.measure(ctx)
	}
	return err
}

// adapts reports whether the setting of LAR differs from no adaptation.
func (c *checked) adapts() bool { return c.params.Adapts(c.Problem.D) }

// compare compares LAR with no adaptation, or one of the two with the imported model.
func (c *checked) compare(ctx context.Context, progress *progress) (err error) {
	first := rowlabels.Candidate{Name: "LAR", Params: c.params}
	second := rowlabels.Candidate{Name: "no adaptation", None: true, Params: c.params}
	if !c.adapts() {
		first = second
	}
	if c.imported != nil {
		second = rowlabels.Candidate{Name: c.name, Imported: c.imported}
	}
	if first == second {
		return nil
	}
	contest, err := rowlabels.Compare(ctx, c.Session, first, second, progress.opening)
	if err == nil {
		c.contest, err = contest, contest.Read(ctx, mostPulled)
	}
	if errors.Is(err, rowlabels.ErrAlike) {
		return nil
	}
	if err != nil {
		return err
	}
	c.pulled, c.pulls = len(contest.Lines), make([]float64, len(contest.Columns))
	for i, line := range contest.Lines {
		for j, pull := range contest.Pulls(contest.Differ[i], line.X, len(contest.Columns)) {
			c.pulls[j] += math.Abs(pull) / float64(c.pulled)
		}
	}
	return nil
}

// measure computes the shift of the means along the weights of each model.
func (c *checked) measure(ctx context.Context) error {
	var err error
	add := func(name string, weights *mat.Dense) {
		if weights == nil || err != nil {
			return
		}
		var along []shift.MeanShift
		along, err = shift.MeanShifts(ctx, c.Pair.Source.X, c.Pair.Target.X, weights)
		c.uses = append(c.uses, used{name, along})
	}
	add("no adaptation", c.solution.None.Weights)
	if c.adapts() {
		add("LAR", c.solution.Descent.Weights)
	}
	if c.contest != nil && c.imported != nil {
		add(c.name, c.contest.Other())
	}
	return err
}

// learnable returns true, false, or nil where the held-out rows are too few to decide.
func (c *checked) learnable() any {
	if c.unlearnable != nil {
		return false
	}
	if learnable, known := c.held.IsLearnable(); !known || !learnable {
		return nil
	}
	return true
}

// next returns pairs of a recommendation and the command for it.
func (c *checked) next() (next [][2]string) {
	command := func(params model.Params, standardize datasets.Fit) string {
		spec := c.Spec
		if standardize != datasets.FitNone {
			spec.Standardize = standardize
		}
		return c.Command(session.State{Spec: spec, Params: params})
	}
	opens, set := command(c.Start().Params, datasets.FitNone), command(c.params, datasets.FitNone)
	add := func(what, verb, command, more string) {
		next = append(next, [2]string{what, withVerb(command, verb) + more})
	}
	files := c.Spec.Name == datasets.FilesName
	if _, unequal := c.Scales(); unequal && files {
		add("Features differ much in scale: standardize first.", "check", command(c.Start().Params, datasets.FitSource), "")
	}
	switch {
	case c.unlearnable != nil:
		add("It is not shown that the label can be learned: look at which column is taken as the label.", "", opens, "")
	case c.contest != nil && c.imported == nil:
		add("Label rows on which both differ: R asks for them one by one.", "", set, "")
		add("Or label them in any program.", "label", set, fmt.Sprintf(" --rows %d --export rows.csv", len(c.toLabel())))
		add("Predict by LAR, once labels say keep.", "solve", set, " --save-predictions predicted.csv")
	case c.contest != nil:
		add("Predict by "+c.contest.First.Name+", and label rows where both differ, above.", "solve", set, " --save-predictions predicted.csv")
	default:
		add("Look at both domains.", "", opens, "")
		if c.shift.Report != nil && c.shift.FindsShift() && files && c.Spec.Standardize != datasets.FitDomain && c.mayAdapt(datasets.FitDomain) {
			add("The target is shifted, and nothing is chosen against it: by each domain's own scale it may be.", "check", command(c.Start().Params, datasets.FitDomain), "")
		}
	}
	return next
}
