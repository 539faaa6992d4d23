package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"larui/datasets"
	"larui/datasets/modelfile"
	"larui/datasets/wording"
	"larui/model"
	"larui/model/labelling"
	"larui/tui/number"
	"larui/tui/rowlabels"
	"larui/tui/session"
	"larui/tui/store"
)

const labelHelp = `Let a few labels of the target decide whether LAR or no adaptation predicts the target better.
Only rows that the two predict differently matter, so label a random sample of these rows: if
LAR is right on the share p of them, and r is their share of all rows, LAR gains r(2p − 1) in
accuracy. In the explorer the key R asks for one row at a time.

Without flags, the command prints how many rows differ, and how wide the interval of the gain
will be. --export writes rows as CSV: row, ids, features, an empty label, when. In any program,
write a class into each label, or ? if you can't tell. --answers reads the file and prints
keep, drop, or how many more answers are needed at least. Both flags together add more rows to
the file and keep the answers. Answer the rows in their order, which is random by --seed; the
file does not show the predictions.

Two intervals of 90 % are given: one for a number of labels fixed beforehand, and one that
holds however often you look and decide to stop or to continue. They assume that labels are
right, and nothing about how the domains differ. For a regression the gain is in squared error,
rows with larger differences of the predictions tend to come first, and only the second interval
is given: it assumes that all labels lie within the range of the source's labels, extended by a
quarter of this range to either side.

Your own files open at no adaptation: unless --k, --ktilde or --lambda is given, the judge of
--choose chooses a setting, by default label-free. --validation reads the answers, too.`

const labelExamples = `  larui label mine.csv theirs.csv --rows 20
  larui label mine.csv theirs.csv --rows 20 --export rows.csv
  larui label mine.csv theirs.csv --answers rows.csv --format json
  larui label mine.csv theirs.csv --answers rows.csv --rows 40 --export rows.csv
  larui solve mine.csv theirs.csv --validation rows.csv --choose validation`

func newLabel(opener *opener) *cobra.Command {
	cmd := newCommand("label [PAIR | SOURCE TARGET]", "Label a few rows of the target to decide between LAR and no adaptation",
		labelHelp, labelExamples)
	call := newPairCall(cmd, isForLAR)
	var judge, export, from string
	rows := 20
	addChooseFlag(cmd, &judge)
	addFlag(cmd, &rows, "rows", "how many `ROWS` to label")
	addFlag(cmd, &export, "export", "write the rows to label to the CSV file `FILE`")
	addFlag(cmd, &from, "answers", "read the answers from `FILE`, which --export has written")
	out := addFormat(cmd)
	setRun(cmd, func(ctx context.Context, args []string) error {
		switch {
		case rows < 1:
			return wrongCallf("--rows %d: give at least one row to label", rows)
		case isSet(cmd, "export") && export == "":
			return wrongCallf("--export \"\": name a file for the rows, such as rows.csv")
		}
		searched := searchedOptions(judge)
		if err := checkNotCombined(cmd, "choose", judge, searched...); err != nil {
			return err
		}
		opened, params, err := call.open(ctx, args, opener)
		if err != nil {
			return err
		}
		if judge == string(session.Validation) && from != "" && isSameFile(opened.Spec.Validation, session.ExpandHome(from)) {
			return wrongCallf("--choose validation would use the answers twice, to choose a setting and to judge LAR: give --k, --ktilde and --lambda as for the export of the rows")
		}
		given := call.hasAny(searched...)
		if judge == "" && opened.Pair.Start.K == 0 && !given {
			judge = string(session.LabelFree)
		}
		if judge != "" {
			chosen, err := opened.Choose(ctx, params, session.JudgeName(judge), opener.showSolving)
			if err != nil {
				return err
			}
			opener.printNotes(chosen.Why)
			if chosen.Cell < 0 && !chosen.Doubtful {
				return errors.New("no adaptation was chosen, so that there is nothing to decide: give --k, --ktilde and --lambda of a setting to compare")
			}
			params = chosen.LeaderParams // labels decide on a doubtful setting, too
		}
		contest, err := newContest(ctx, opened, params, opener.progress)
		l := &labelResult{Contest: contest, rowsToLabel: rows}
		if export != "" {
			defer store.LockFolder(session.ExpandHome(export))()
		}
		var answers []datasets.Answer
		if err == nil && from != "" {
			answers, err = datasets.ReadAnswers(ctx, session.ExpandHome(from), opened.Pair)
		}
		if err == nil && export != "" {
			answers, err = l.export(ctx, session.ExpandHome(export), from, answers, opener.progress)
		}
		if err == nil && from != "" {
			err = l.judgeAnswers(from, answers)
		}
		return out.print(l, opener.warnings, err)
	})
	return cmd
}

type labelResult struct {
	*rowlabels.Contest
	rowsToLabel int
	// answered has the numbers of the user's answers; nil if there are no answers.
	answered *modelfile.AnswerSummary
	verdict  rowlabels.Verdict
}

func newContest(ctx context.Context, opened *session.Session, params model.Params, progress *progress) (*rowlabels.Contest, error) {
	lar, none := rowlabels.Candidate{Name: "LAR", Params: params}, rowlabels.Candidate{Name: "no adaptation", NoAdaptation: true, Params: params}
	contest, err := rowlabels.Compare(ctx, opened, lar, none, progress.showOpening)
	if errors.Is(err, rowlabels.ErrSamePredictions) {
		err = fmt.Errorf("%w: give --choose label-free to look for another setting, or --k, --ktilde and --lambda", err)
	}
	return contest, err
}

// export writes the rows to label, with the given answers, to the file called file, and returns
// these rows. answersFile is the file that the answers were read from. If the file exists and has
// an answer that the rows do not have, export returns an error and writes nothing.
func (l *labelResult) export(ctx context.Context, file, answersFile string, answers []datasets.Answer, progress *progress) ([]datasets.Answer, error) {
	there, err := answers, error(nil)
	if !isSameFile(file, session.ExpandHome(answersFile)) {
		there, err = datasets.ReadAnswers(ctx, file, l.Session.Pair)
		if errors.Is(err, datasets.ErrUnknownClass) || errors.Is(err, datasets.ErrNotNumber) {
			return nil, err
		}
		// If ReadAnswers returns another error, the file has no answers to keep, and is overwritten
		// below.
	}
	drawn := l.RowsToLabel(l.rowsToLabel, answers)
	l.NameSetting(drawn)
	for _, a := range there {
		kept := func(d datasets.Answer) bool { return d.Row == a.Row && d.Label == a.Label }
		if a.Label != "" && !slices.ContainsFunc(drawn, kept) {
			return nil, wrongCallf("--export %s: the answer for row %d in this file would be lost: read the file with --answers, or name another one", file, a.Row)
		}
	}
	return drawn, progress.writeFile(file, func() error {
		return store.ReplaceByFunc(file, 0o644, func(w io.Writer) error { return l.WriteRowsToLabel(ctx, drawn, w) })
	})
}

func isSameFile(a, b string) bool {
	first, errA := os.Stat(a)
	second, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(first, second)
}

func (l *labelResult) judgeAnswers(answersFile string, answers []datasets.Answer) error {
	told, verdict, err := l.Judge(answers)
	if err != nil {
		return fmt.Errorf("%s: %w", answersFile, err)
	}
	l.answered, l.verdict = &told, verdict
	return nil
}

func (l *labelResult) report() record {
	plan := mapSlice(l.Plans(l.rowsToLabel), func(p labelling.Plan) record {
		return newRecord("rows", p.Labels, "halfWidth", p.HalfWidth, "tellsFixed", intIfKnown(p.RightForFixed > 0, p.RightForFixed), "tellsAnytime", intIfKnown(p.RightForAnytime > 0, p.RightForAnytime))
	})
	return newRecord("pair", reportPair(l.Session.Pair), "params", reportParams(l.Solution.Params, l.Solution.Descent.Rate), "plan", plan, l.row())
}

func (l *labelResult) row() record {
	r := newRecord("differ", newRecord("rows", len(l.Differ), "of", l.Rows, "share", l.NewSample().Share))
	if l.answered == nil {
		return r
	}
	v, t := l.verdict, l.answered
	decision := func(d labelling.Decision) any {
		if d == labelling.Open {
			return nil
		}
		return string(d)
	}
	interval := func(i labelling.Interval) record {
		return newRecord("low", i.Low, "high", i.High, "decision", decision(i.Decision()))
	}
	score := "accuracy"
	if l.Session.Pair.Task == model.Regression {
		score = "mse"
	}
	first, second, neither := t.Sample.CountOutcomes()
	counted := l.Session.Pair.Task != model.Regression
	return newRecord(r, "answers", newRecord("asked", t.Asked, "answered", t.Answered, "unsure", t.Unsure, "blank", t.Blank, "behind", t.AfterBlank, "alike", t.SamePrediction,
		"right", intIfKnown(counted, first), "noneRight", intIfKnown(counted, second), "neither", intIfKnown(counted, neither)),
		"gain", newRecord("score", score, "estimate", v.Gain, "level", rowlabels.ConfidenceLevel, "fixed", interval(v.Fixed), "anytime", interval(v.Anytime)),
		"decision", decision(v.Decision),
		"more", intIfKnown(counted && t.Answered > 0, v.MoreLabels),
		"swapped", v.IsFirstSwapped)
}

func (l *labelResult) rows() *table { return newRecordTable(l.row()) }

func (l *labelResult) writeText(b *textBuilder) {
	writeTitle(b, l.Session.Pair)
	b.printf("  %s\n\n", session.FormatSetting(l.Solution.Params))
	writeParagraph(b, "", l.DescribeDifference())
	if l.answered == nil {
		l.writeLabelsToDecide(b)
		return
	}
	t, v := l.answered, l.verdict
	b.printf("\n%s answered, %d unsure (?), %d without an answer", wording.Plural(t.Answered, "row"), t.Unsure, t.Blank)
	if t.SamePrediction > 0 {
		b.printf("; %d not counted, because both models predict the same", t.SamePrediction)
	}
	b.line("")
	if t.AfterBlank > 0 {
		writeParagraph(b, "", fmt.Sprintf("Not counted yet: %s after a row without an answer. Answer the rows in order, and write ? if you are unsure.", wording.Plural(t.AfterBlank, "answered row")))
	}
	if t.Unsure > 0 {
		b.line("Rows with ? are assumed to be like the answered rows.")
	}
	if l.Session.Pair.Task == model.Regression {
		l.writeErrorDecrease(b, v)
	} else {
		l.writeAccuracyGain(b, v)
	}
	params, by := l.Solution.Params, l.First.Name
	switch v.Decision {
	case labelling.Keep:
	case labelling.Drop:
		params, by = params.WithoutAdaptation(), l.Second.Name
	default:
		return
	}
	command := insertSubcommand(l.Session.Command(session.State{Spec: l.Session.Spec, Params: params}), "solve")
	b.printf("\nThis verdict holds only for this setting. To predict with %s:\n  %s --save-predictions predicted.csv\n", by, command)
}

func (l *labelResult) writeLabelsToDecide(b *textBuilder) {
	b.line("")
	plans := l.Plans(l.rowsToLabel)
	if plans == nil {
		writeParagraph(b, "", strings.Join(l.DescribePlans(l.rowsToLabel), " "))
		return
	}
	t := newTable("rlrr", "labels", "interval of the gain, 90 %", "decide if fixed", "decide any time")
	from := func(count, of int) any {
		if count == 0 {
			return number.Unknown
		}
		return fmt.Sprintf("%d of %d", count, of)
	}
	for _, p := range plans {
		t.add(p.Labels, fmt.Sprintf("up to ± %s points", number.Digits(100*p.HalfWidth, 2)), from(p.RightForFixed, p.Labels), from(p.RightForAnytime, p.Labels))
	}
	t.write(b)
	b.line("")
	writeParagraph(b, "", "The labels decide if LAR or no adaptation is right on so many of these rows: \"if fixed\": you fix the number of labels beforehand; \"any time\": you may look after every answer.")
	writeParagraph(b, "", fmt.Sprintf("Next: --rows %d --export rows.csv writes rows to label, and --answers rows.csv reads your labels; in the explorer the key R asks for one row at a time.", min(l.rowsToLabel, len(l.Differ))))
}

func (l *labelResult) writeAccuracyGain(b *textBuilder, v rowlabels.Verdict) {
	if l.answered.Answered == 0 {
		writeParagraph(b, "", l.DescribeDecision(*l.answered, v))
		return
	}
	first, second, neither := l.answered.Sample.CountOutcomes()
	t := newTable("lrl", "LAR is right", first)
	t.add("no adaptation is right", second)
	if !l.answered.Sample.Binary {
		t.add("neither is right", neither)
	}
	t.add("gain of LAR in accuracy, points", l.FormatGain(v.Gain))
	t.add("  90 % interval, for a number of labels fixed beforehand", l.FormatInterval(v.Fixed))
	t.add("  90 % interval, valid however often you look", l.FormatInterval(v.Anytime))
	t.write(b)
	b.line("")
	writeParagraph(b, "", l.DescribeDecision(*l.answered, v))
}

func (l *labelResult) writeErrorDecrease(b *textBuilder, v rowlabels.Verdict) {
	if !math.IsNaN(v.Gain) {
		t := newTable("lrl", "decrease of the squared error by LAR", v.Gain)
		t.add("  90 % interval, valid however often you look", l.FormatInterval(v.Anytime))
		t.write(b)
		b.line("")
	}
	writeParagraph(b, "", l.DescribeDecision(*l.answered, v))
}
