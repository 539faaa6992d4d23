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

const checkHelp = `Check whether a model learned on the source will work on the target. The report says what
in the files doesn't fit, how well the label is learned on held-out rows, whether and where the
target is shifted, whether the shift affects the model, how many predictions LAR changes, what
is known without labels, what to do next, and which twenty rows to label. It never gives an
accuracy on the target, which needs labels of the target.

A shift is found by a classifier of domains, tested on held-out rows, and by Kolmogorov-Smirnov
distances of all features and of the source's leading directions (with Holm's correction). In
one of a hundred pairs without a shift, a shift is found by chance. --out writes the report as
a page that needs no network. With --fail-on the exit status is 1 if a condition is met:

  shift          a shift is found
  unlearnable    held-out rows do not show that the label can be learned
  changed=5%     LAR changes more than this share of the predictions

For several targets, repeat --target or name a folder: each target has a row.

--model compares with a linear model made elsewhere, instead of no adaptation. Ten lines of
scikit-learn write such a model; its features must have the names of the pair's features:

` + importLines + `

A model in CSV has a line for each feature, with its name and a coefficient for each class, and
a line called intercept; its header is feature and the classes. A model in NPZ has the arrays of
the JSON, with classes as numbers. larui predict reads these models, too.`

// importLines is Python code that fits a scikit-learn model and saves it as JSON for --model.
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

const checkExamples = `  larui check mine.csv theirs.csv
  larui check mine.csv theirs.csv --standardize source --out report.html
  larui check mine.csv theirs.csv --fail-on shift,changed=5% --format json
  larui check mine.csv theirs.csv --model m.json
  larui check 2023.csv months --out report.html`

func newCheck(opener *opener) *cobra.Command {
	cmd := newCommand("check [PAIR | SOURCE TARGET]", "Check for a shift, whether the label can be learned, and what LAR changes",
		checkHelp, checkExamples)
	k := checkCommand{opener: opener}
	k.call = newPairCall(cmd, isForLAR)
	addFlag(cmd, &k.modelFile, "model", "compare with the linear model in `FILE` (JSON, NPZ or CSV) instead of no adaptation")
	cmd.Flags().StringVarP(&k.pageFile, "out", "o", "", "write the report as a page to `FILE`, whose name ends in .html")
	addFlag(cmd, &k.failOn, "fail-on", "exit with status 1 if a condition of `LIST` is met: shift, unlearnable, changed=5%")
	k.out = addFormat(cmd)
	cmd.RunE = k.run
	return cmd
}

type checkCommand struct {
	call   call
	opener *opener
	// modelFile, pageFile and failOn are the values of --model, --out and --fail-on.
	modelFile, pageFile string
	failOn              []string
	out                 *output

	limits   failConditions
	imported *modelfile.Model
	several  bool
	// failed has the conditions of --fail-on that are met.
	failed []string
}

func (k *checkCommand) run(cmd *cobra.Command, args []string) (err error) {
	k.limits, err = parseFailConditions(k.failOn)
	if err != nil {
		return err
	}
	if isSet(cmd, "out") && !strings.EqualFold(filepath.Ext(k.pageFile), ".html") {
		return wrongCallf("--out %s: the name of the page must end in .html", quoteIfBlank(k.pageFile))
	}
	if k.modelFile != "" {
		k.imported, err = modelfile.Read(cmd.Context(), k.modelFile)
		if err != nil {
			return err
		}
	}
	var found interface {
		result
		renderPage() ([]byte, error)
	}
	targets, err := k.call.targets()
	k.several = targets != nil
	if k.several && err == nil {
		found, err = k.checkTargets(cmd.Context(), args, targets)
	} else if err == nil {
		opened, params, failed := k.call.open(cmd.Context(), args, k.opener)
		err = failed
		if err == nil {
			found, err = k.check(cmd.Context(), opened, params)
		}
	}
	var page []byte
	if err == nil && k.pageFile != "" {
		page, err = found.renderPage()
		if err == nil {
			err = k.opener.replaceFile(k.pageFile, page)
		}
	}
	err = k.out.print(found, nil, err)
	if err == nil && len(k.failed) > 0 {
		k.opener.printNotes("failed on " + wording.JoinWithWord(k.failed, "and"))
		return errReported
	}
	return err
}

// check appends the conditions of --fail-on that are met to k.failed.
func (k *checkCommand) check(ctx context.Context, opened *session.Session, params model.Params) (*checkResult, error) {
	c := &checkResult{Session: opened, params: params, imported: k.imported, name: filepath.Base(k.modelFile)}
	err := c.compute(ctx, k.call.hasAny(searchedOptions("")...) || opened.Pair.Start.K != 0, k.opener.progress)
	if err != nil {
		return nil, err
	}
	c.warnings = slices.Concat(c.unlearnable, opened.Warnings())
	k.opener.warnings = c.warnings
	c.failed = k.limits.metConditions(c)
	k.failed = append(k.failed, mapSlice(c.failed, func(what string) string { return k.opener.prefix + what })...)
	if !k.several && (k.pageFile != "" || k.out.format == "text") {
		err = c.compareScales(ctx, k.call.options(), k.opener.progress)
	}
	if err == nil && k.pageFile != "" {
		c.page, err = c.renderHTML(ctx)
	}
	return c, err
}

// failConditions are the conditions of --fail-on. changed is the largest allowed share of
// predictions that LAR changes; +Inf for no limit.
type failConditions struct {
	shift, unlearnable bool
	changed            float64
}

func parseFailConditions(list []string) (f failConditions, err error) {
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
			return f, wrongCallf("--fail-on %s: the conditions are shift, unlearnable and changed=5%%", quoteIfBlank(word))
		}
	}
	return f, nil
}

func (f failConditions) metConditions(c *checkResult) (found []string) {
	if f.shift && c.shift.Report != nil && c.shift.FindsShift() {
		found = append(found, "shift")
	}
	if f.unlearnable && c.unlearnable != nil {
		found = append(found, "unlearnable")
	}
	if c.contest != nil && c.contest.NewSample().Share > f.changed {
		found = append(found, "changed="+number.Percent(f.changed, 1))
	}
	return found
}

type checkResult struct {
	*session.Session
	params model.Params
	// imported is the model in the file of --model, nil without --model. name is the base name of
	// the file.
	imported *modelfile.Model
	name     string

	heldOut     *model.HeldOut
	unlearnable []session.Warning
	shift       session.Shift
	// choice is the setting chosen without labels; nil if the call gives a setting, or if choosing
	// fails. unchosen is the reason why choosing fails.
	choice      *session.Choice
	unchosen    string
	solution    *model.Solution
	modelShifts []modelShift
	// contest compares the predictions of two models; nil if they predict the same. The first model
	// is LAR, or no adaptation if params does not adapt. The second is the imported model, or no
	// adaptation without --model.
	contest *rowlabels.Contest
	// pulls[j] says how much column j contributes to the difference between the two models' scores:
	// the mean magnitude of this contribution, over pulledRows rows that the models predict
	// differently.
	pulls      []float64
	pulledRows int
	// scales has the setting chosen under each standardization; nil if compareScales did not
	// compute them.
	scales []scaleChoice
	failed []string
	// page has the sections of the HTML report; empty without --out.
	page     string
	warnings []session.Warning
}

// A modelShift says how far the means of source and target differ along the weights of a model.
// alongWeights has an entry for each output of the model.
type modelShift struct {
	name         string
	alongWeights []shift.MeanShift
}

// maxPulledRows is the largest number of rows over which compareModels computes the mean
// contributions of the columns.
const maxPulledRows = 1000

// compute sets all results except scales and page. It chooses a setting without labels unless
// hasSetting is true.
func (c *checkResult) compute(ctx context.Context, hasSetting bool, progress *progress) (err error) {
	err = c.RequireRows()
	if err == nil {
		c.heldOut, err = c.ScoreHeldOut(ctx)
	}
	if err == nil {
		c.unlearnable, err = c.UnlearnableWarnings(ctx)
	}
	if err == nil {
		c.shift, err = c.TestForShift(ctx, progress.showOpening)
	}
	if err != nil {
		return err
	}
	if !hasSetting {
		chosen, err := c.Choose(ctx, c.params, session.LabelFree, progress.showSolving)
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
		err = c.compareModels(ctx, progress)
	}
	if err == nil {
		err = c.computeModelShifts(ctx)
	}
	return err
}

func (c *checkResult) adapts() bool { return c.params.Adapts(c.Problem.D) }

// compareModels sets contest, pulls and pulledRows.
func (c *checkResult) compareModels(ctx context.Context, progress *progress) (err error) {
	first := rowlabels.Candidate{Name: "LAR", Params: c.params}
	second := rowlabels.Candidate{Name: "no adaptation", NoAdaptation: true, Params: c.params}
	if !c.adapts() {
		first = second
	}
	if c.imported != nil {
		second = rowlabels.Candidate{Name: c.name, Imported: c.imported}
	}
	if first == second {
		return nil
	}
	contest, err := rowlabels.Compare(ctx, c.Session, first, second, progress.showOpening)
	if err == nil {
		c.contest, err = contest, contest.ReadRows(ctx, maxPulledRows)
	}
	if errors.Is(err, rowlabels.ErrSamePredictions) {
		return nil
	}
	if err != nil {
		return err
	}
	c.pulledRows, c.pulls = len(contest.Lines), make([]float64, len(contest.Columns))
	for i, line := range contest.Lines {
		for j, pull := range contest.FeatureContributions(contest.Differ[i], line.X, len(contest.Columns)) {
			c.pulls[j] += math.Abs(pull) / float64(c.pulledRows)
		}
	}
	return nil
}

func (c *checkResult) computeModelShifts(ctx context.Context) error {
	var err error
	add := func(name string, weights *mat.Dense) {
		if weights == nil || err != nil {
			return
		}
		var along []shift.MeanShift
		along, err = shift.MeanShifts(ctx, c.Pair.Source.X, c.Pair.Target.X, weights)
		c.modelShifts = append(c.modelShifts, modelShift{name, along})
	}
	add("no adaptation", c.solution.None.Weights)
	if c.adapts() {
		add("LAR", c.solution.Descent.Weights)
	}
	if c.contest != nil && c.imported != nil {
		add(c.name, c.contest.SecondWeights())
	}
	return err
}

// learnability returns true if held-out rows of the source show that the label can be learned, and
// false if these rows do not show it. It returns nil if the rows are too few, or if other warnings
// may explain the result.
func (c *checkResult) learnability() any {
	if c.unlearnable != nil {
		return false
	}
	if learnable, known := c.heldOut.IsLearnable(); !known || !learnable {
		return nil
	}
	return true
}

// nextSteps returns recommendations, each with a command.
func (c *checkResult) nextSteps() (next [][2]string) {
	command := func(params model.Params, standardize datasets.ScaleFit) string {
		spec := c.Spec
		if standardize != datasets.FitNone {
			spec.Standardize = standardize
		}
		return c.Command(session.State{Spec: spec, Params: params})
	}
	opens, set := command(c.StartState().Params, datasets.FitNone), command(c.params, datasets.FitNone)
	add := func(what, verb, command, more string) {
		next = append(next, [2]string{what, insertSubcommand(command, verb) + more})
	}
	files := c.Spec.Name == datasets.FilesName
	if _, unequal := c.ScaleWarning(); unequal && files {
		add("The features differ much in scale: standardize them first.", "check", command(c.StartState().Params, datasets.FitSource), "")
	}
	switch {
	case c.unlearnable != nil:
		add("The label may not be learnable: check which column is the label.", "", opens, "")
	case c.contest != nil && c.imported == nil:
		add("Label rows that the two models predict differently: the key R asks for one row at a time.", "", set, "")
		add("Or label these rows in any program.", "label", set, fmt.Sprintf(" --rows %d --export rows.csv", len(c.rowsToLabel())))
		add("Predict with LAR, if the labelled rows decide \"keep LAR\".", "solve", set, " --save-predictions predicted.csv")
	case c.contest != nil:
		add("Predict with "+c.contest.First.Name+", and label the rows listed above.", "solve", set, " --save-predictions predicted.csv")
	default:
		add("Look at both domains.", "", opens, "")
		if c.shift.Report != nil && c.shift.FindsShift() && files && c.Spec.Standardize != datasets.FitDomain && c.mayAdapt(datasets.FitDomain) {
			add("The target is shifted, but no setting of LAR is chosen. Standardizing each domain by itself may remove the shift.", "check", command(c.StartState().Params, datasets.FitDomain), "")
		}
	}
	return next
}
