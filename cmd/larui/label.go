package main

import (
	"cmp"
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
	"larui/datasets/fitted"
	"larui/datasets/phrase"
	"larui/model"
	"larui/model/labelling"
	"larui/tui/number"
	"larui/tui/session"
	"larui/tui/store"
)

const labelHelp = `Let a few labels of the target decide whether LAR or no adaptation predicts better there.
Only rows on which both predict otherwise tell anything, so random ones of these are to
be labelled: with p the share that LAR gets right, and r the share of all rows on which
they differ, it gains r(2p − 1) in accuracy.

Without more, it says on how many rows they differ, and how wide the interval of the
gain will be. --export writes the rows as CSV: row, ids, features, an empty label, when.
Write a class beside each, or ? where you can't tell, in any program; --answers reads it
and says what it tells: keep LAR, drop it, or how many more would probably tell. Both
together go on with more rows, and keep the answers. Rows come in a random order by
--seed, in which they are to be answered, and don't say what was predicted.

Two intervals of 90 % are given: for a number of labels fixed beforehand, and one that
holds whenever one looks, to stop or to go on. They assume nothing of how the domains
differ, but that labels are right. Of a regression the gain is in squared error, and the
interval is Student's, which assumes it.

Your own files open at no adaptation: where no --k, --ktilde or --lambda is given, a
setting is chosen by --choose, without which label-free. --validation reads the answers too.`

const labelExamples = `  larui label --source mine.csv --target theirs.csv --rows 20
  larui label --source mine.csv --target theirs.csv --rows 20 --export rows.csv
  larui label --source mine.csv --target theirs.csv --answers rows.csv --format json
  larui label --source mine.csv --target theirs.csv --answers rows.csv --rows 40 --export rows.csv
  larui solve --source mine.csv --target theirs.csv --validation rows.csv --choose validation`

// labelLevel is that of the intervals.
const labelLevel = 0.9

// newLabel returns `larui label`.
func newLabel(opener *opener) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "label [PAIR]",
		Short:   "Label a few rows of the target to decide between LAR and no adaptation",
		Long:    labelHelp,
		Example: labelExamples,
		Args:    atMost(1, "PAIR"),
	}
	call := newCall(cmd, func(session.Option) bool { return true })
	var judge, export, from string
	rows := 0
	addChoice(cmd, &judge, "choose", "search k, k̃ and λ first, judged by this",
		each(session.Judges(), func(by session.Judge) string { return string(by) })...)
	cmd.Flags().IntVar(&rows, "rows", 20, "how many `ROWS` to label")
	cmd.Flags().StringVar(&export, "export", "", "write the rows to label as a `FILE` of CSV")
	cmd.Flags().StringVar(&from, "answers", "", "read the answers from a `FILE` that --export wrote")
	format := addFormat(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		switch {
		case rows < 1:
			return wrongf("--rows %d: at least one row is to be labelled", rows)
		case cmd.Flags().Changed("export") && export == "":
			return wrongf("--export \"\": the rows need a name, such as rows.csv")
		}
		searched := []string{"k", "lambda", "ktilde"}
		if session.Judge(judge).AtKTilde() {
			searched = searched[:2]
		}
		if err := excludes(cmd, "choose", judge, searched...); err != nil {
			return err
		}
		opened, params, err := call.open(cmd.Context(), args, opener)
		if err != nil {
			return err
		}
		if judge == string(session.Validation) && from != "" && sameFile(opened.Spec.Validation, session.ExpandHome(from)) {
			return wrongf("--choose validation would choose by the answers that --answers judges the choice by: name the setting that they were drawn for")
		}
		given := slices.ContainsFunc(searched, func(name string) bool { return call.values[name] != nil })
		if judge == "" && opened.Pair.Start.K == 0 && !given {
			judge = string(session.LabelFree)
		}
		l := &labelled{Session: opened, planned: rows}
		if judge != "" {
			chosen, err := opened.Choose(cmd.Context(), params, session.Judge(judge), opener.progress.solving)
			if err != nil {
				return err
			}
			opener.progress.note(chosen.Why)
			if chosen.Cell < 0 {
				return errors.New("no adaptation was chosen, so that there is nothing to decide: --k, --ktilde and --lambda name a setting to compare with")
			}
			params = chosen.Params
		}
		l.solution, err = model.NewSolver(opened.Problem).Endpoints(cmd.Context(), params)
		if err == nil {
			err = l.compare(cmd.Context(), opener.progress)
		}
		var answers []datasets.Answer
		if err == nil && from != "" {
			answers, err = datasets.ReadAnswers(cmd.Context(), session.ExpandHome(from), opened.Pair)
		}
		if err == nil && export != "" {
			answers, err = l.export(cmd.Context(), session.ExpandHome(export), from, answers, opener.progress)
		}
		if err == nil && from != "" {
			err = l.tell(from, answers)
		}
		if err != nil {
			return err
		}
		return emit(cmd, *format, withWarnings(opener.warnings, l.report()), sheet(l.row()), l.text)
	}
	return cmd
}

// A labelled is a comparison of LAR with no adaptation, and what answers tell of it.
type labelled struct {
	*session.Session
	solution *model.Solution
	*fitted.Comparison
	// planned is how many rows are to be labelled.
	planned int
	// told is nil where there are no answers.
	told *fitted.Told
}

// compare compares LAR with no adaptation, by descent.
func (l *labelled) compare(ctx context.Context, progress *progress) error {
	lar, err := fitted.New(l.Spec, l.Pair, l.solution, "descent", version())
	if err != nil {
		return err
	}
	none, err := fitted.New(l.Spec, l.Pair, l.solution, "none", version())
	if err != nil {
		return err
	}
	l.Comparison, err = fitted.Compare(ctx, l.Spec, l.Pair, lar, none, progress.opening)
	if err == nil && len(l.Differ) == 0 {
		return errors.New("LAR and no adaptation predict the same for every row, so that there is nothing to decide: " +
			"--choose label-free looks for another setting, --k, --ktilde and --lambda name one")
	}
	return err
}

// export writes the rows to label, keeps what answers, read from a file, have of them, and returns
// both. No answer is lost: neither those of a file that were not read, nor one about another row.
func (l *labelled) export(ctx context.Context, name, from string, answers []datasets.Answer, progress *progress) ([]datasets.Answer, error) {
	there, err := answers, error(nil)
	if !sameFile(name, session.ExpandHome(from)) {
		there, err = datasets.ReadAnswers(ctx, name, l.Pair)
		if errors.Is(err, datasets.ErrUnknownClass) || errors.Is(err, datasets.ErrNotNumber) {
			return nil, err
		}
		// What is no file of answers is replaced as any other.
	}
	drawn := l.Drawn(l.planned, answers)
	for _, a := range there {
		kept := func(d datasets.Answer) bool { return d.Row == a.Row && d.Label == a.Label }
		if a.Label != "" && !slices.ContainsFunc(drawn, kept) {
			return nil, wrongf("--export %s: its answer on row %d would be lost: read it with --answers, or name another file", name, a.Row)
		}
	}
	return drawn, progress.write(name, func() error {
		return store.ReplaceBy(name, 0o644, func(w io.Writer) error { return l.Export(ctx, drawn, w) })
	})
}

// sameFile tells whether there are files at both paths, which are one.
func sameFile(a, b string) bool {
	first, errA := os.Stat(a)
	second, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(first, second)
}

// tell takes what answers of a file tell.
func (l *labelled) tell(from string, answers []datasets.Answer) error {
	told, err := l.Tell(answers)
	if err == nil && told.Asked == 0 {
		err = errors.New("on none of its rows do LAR and no adaptation differ")
	}
	if err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	l.told = &told
	return nil
}

// A verdict is what the answers come to.
type verdict struct {
	gain           float64
	fixed, anytime labelling.Interval
	// decision is that of anytime and, of a regression, of fixed; more says how many further
	// labels would probably tell where it is open.
	decision labelling.Decision
	more     int
	// agree counts the answers that are as LAR predicts, of those that are as either, and sign is
	// how likely a coin falls so.
	agree, of int
	sign      float64
}

// verdict judges the answers; of a regression there is no sequence that holds at any time.
func (l *labelled) verdict() (v verdict) {
	nan := math.NaN()
	v = verdict{gain: nan, fixed: labelling.Interval{Low: nan, High: nan}, anytime: labelling.Interval{Low: nan, High: nan}, sign: nan}
	switch {
	case l.told.Answered == 0:
	case l.Pair.Task == model.Regression:
		v.gain, v.fixed = l.Draw.Gain(l.told.Falls, labelLevel)
		v.decision = v.fixed.Decision()
	default:
		s := l.told.Sample
		first, second, _ := s.Count()
		v.gain, v.fixed, v.anytime = s.Gain(), s.Fixed(labelLevel), s.Anytime(labelLevel)
		v.decision, v.more = v.anytime.Decision(), s.More(labelLevel)
		v.agree, v.of, v.sign = first, first+second, s.SignTest()
	}
	return v
}

// turned tells that the answers are so often otherwise than LAR predicts that its classes seem
// to be swapped there.
func (v verdict) turned() bool {
	const seldom = 0.05
	return 2*v.agree < v.of && v.sign < seldom
}

// plans are those of some numbers of labels.
func (l *labelled) plans() (plans []labelling.Plan) {
	if l.Pair.Task == model.Regression {
		return nil
	}
	numbers := []int{5, 10, 20, 30, l.planned}
	slices.Sort(numbers)
	for _, n := range slices.Compact(numbers) {
		if n <= len(l.Differ) {
			plans = append(plans, l.Sample().Plan(n, labelLevel))
		}
	}
	return plans
}

// report says what is compared, what labels will tell and what answers do.
func (l *labelled) report() record {
	plan := each(l.plans(), func(p labelling.Plan) record {
		return record{{"rows", p.Labels}, {"halfWidth", p.Half}, {"tellsFixed", knownIf(p.Fixed > 0, p.Fixed)}, {"tellsAnytime", knownIf(p.Anytime > 0, p.Anytime)}}
	})
	return append(record{{"pair", reportPair(l.Pair)}, {"params", reportParams(l.solution.Params, l.solution.Descent.Rate)}, {"plan", plan}}, l.row()...)
}

// row is what fits into a line.
func (l *labelled) row() record {
	r := record{{"differ", record{{"rows", len(l.Differ)}, {"of", l.Rows}, {"share", l.Sample().Share}}}}
	if l.told == nil {
		return r
	}
	v, t := l.verdict(), l.told
	decision := func(d labelling.Decision) any {
		if d == labelling.Open {
			return nil
		}
		return string(d)
	}
	interval := func(i labelling.Interval) record {
		return record{{"low", i.Low}, {"high", i.High}, {"decision", decision(i.Decision())}}
	}
	score := "accuracy"
	if l.Pair.Task == model.Regression {
		score = "mse"
	}
	first, second, neither := t.Sample.Count()
	counted := l.Pair.Task != model.Regression
	return append(r,
		field{"answers", record{{"asked", t.Asked}, {"answered", t.Answered}, {"unsure", t.Unsure}, {"blank", t.Blank}, {"behind", t.Behind}, {"alike", t.Alike},
			{"right", knownIf(counted, first)}, {"noneRight", knownIf(counted, second)}, {"neither", knownIf(counted, neither)}}},
		field{"gain", record{{"score", score}, {"estimate", v.gain}, {"level", labelLevel}, {"fixed", interval(v.fixed)}, {"anytime", interval(v.anytime)}}},
		field{"decision", decision(v.decision)},
		field{"more", knownIf(counted && t.Answered > 0, v.more)},
		field{"signTest", record{{"agree", knownIf(counted, v.agree)}, {"of", knownIf(counted, v.of)}, {"p", v.sign}, {"turned", v.turned()}}})
}

// text writes the same for people.
func (l *labelled) text(b *strings.Builder) {
	writeTitle(b, l.Pair)
	fmt.Fprintf(b, "  %s\n\n", session.Setting(l.solution.Params))
	paragraph(b, "", fmt.Sprintf("LAR and no adaptation differ in %d of the target's %d rows, %s.", len(l.Differ), l.Rows, number.Percent(l.Sample().Share, 1)))
	if l.told == nil {
		l.writePlan(b)
		return
	}
	t, v := l.told, l.verdict()
	fmt.Fprintf(b, "\n%s answered, %d unsure (?), %d without an answer", phrase.Plural(t.Answered, "row"), t.Unsure, t.Blank)
	if t.Alike > 0 {
		fmt.Fprintf(b, "; %d not counted, on which both predict the same", t.Alike)
	}
	b.WriteByte('\n')
	if t.Behind > 0 {
		paragraph(b, "", fmt.Sprintf("%s behind one without an answer don't count yet: answer in order, and ? where you can't tell.", phrase.Plural(t.Behind, "answered row")))
	}
	if t.Unsure > 0 {
		b.WriteString("Rows of which you are unsure are taken to be like the others that differ.\n")
	}
	if l.Pair.Task == model.Regression {
		l.writeFall(b, v)
	} else {
		l.writeGain(b, v)
	}
}

// writePlan writes how wide the interval will be.
func (l *labelled) writePlan(b *strings.Builder) {
	b.WriteByte('\n')
	plans := l.plans()
	if plans == nil {
		paragraph(b, "", fmt.Sprintf("At most %d can be labelled; how wide the interval of the gain in squared error will be depends on the labels. It takes "+
			"8 at least, two in each of four strata of how far apart both predictions are.", len(l.Differ)))
		return
	}
	t := table{align: "rlrr"}
	t.add("labels", "interval of the gain, 90 %", "tell from", "at any time from")
	from := func(count, of int) any {
		if count == 0 {
			return number.Unknown
		}
		return fmt.Sprintf("%d of %d", count, of)
	}
	for _, p := range plans {
		t.add(p.Labels, fmt.Sprintf("up to ± %s points", number.Digits(100*p.Half, 2)), from(p.Fixed, p.Labels), from(p.Anytime, p.Labels))
	}
	t.write(b)
	b.WriteByte('\n')
	paragraph(b, "", "They tell once one of both is right on so many of them: where the number of labels was fixed beforehand, and whenever one looks.")
	paragraph(b, "", fmt.Sprintf("Next: --rows %d --export rows.csv writes rows to label.", min(l.planned, len(l.Differ))))
}

// writeGain writes what answers tell of a classification.
func (l *labelled) writeGain(b *strings.Builder, v verdict) {
	if l.told.Answered == 0 {
		b.WriteString("Nothing is told yet.\n")
		return
	}
	first, second, neither := l.told.Sample.Count()
	t := table{align: "lrl"}
	t.add("LAR is right", first)
	t.add("no adaptation is right", second)
	if !l.told.Sample.Binary {
		t.add("neither is", neither)
	}
	signed := func(share float64) string { return strings.ReplaceAll(fmt.Sprintf("%+.1f", 100*share), "-", "−") }
	span := func(i labelling.Interval) string { return signed(i.Low) + " to " + signed(i.High) }
	t.add("gain of LAR in accuracy, points", signed(v.gain))
	t.add("  90 % interval, number of labels fixed beforehand", span(v.fixed))
	t.add("  90 % interval, whenever one looks", span(v.anytime))
	t.write(b)
	b.WriteByte('\n')
	switch {
	case v.decision == labelling.Keep:
		paragraph(b, "", "keep: LAR predicts better than no adaptation, whenever one looks.")
	case v.decision == labelling.Drop:
		paragraph(b, "", "drop: no adaptation predicts better than LAR, whenever one looks.")
	default:
		also := ""
		if d := v.fixed.Decision(); d != labelling.Open && l.told.Blank == 0 {
			also = fmt.Sprintf(" If exactly these %d were fixed beforehand, they say %s.", l.told.Answered, d)
		}
		more := fmt.Sprintf("%d more would probably tell", v.more)
		if v.more == 0 {
			more = "no row is left to label"
		}
		paragraph(b, "", fmt.Sprintf("open: %s.%s", more, also))
	}
	if v.turned() {
		paragraph(b, "", fmt.Sprintf("%d of %d agree with LAR: the labels are turned there (sign test, p = %s).", v.agree, v.of, number.Digits(v.sign, 2)))
	}
}

// writeFall writes what answers tell of a regression.
func (l *labelled) writeFall(b *strings.Builder, v verdict) {
	if math.IsNaN(v.gain) {
		paragraph(b, "", "Nothing is told yet: it takes two answers in each stratum, the first eight rows.")
		return
	}
	t := table{align: "lrl"}
	t.add("fall of the squared error by LAR", v.gain)
	t.add("  90 % interval, number of labels fixed beforehand", number.Even(v.fixed.Low, 4)+" to "+number.Even(v.fixed.High, 4))
	t.write(b)
	b.WriteByte('\n')
	paragraph(b, "", cmp.Or(string(v.decision), "open")+": the interval is Student's over strata, and assumes it; looking again after more answers is not covered.")
}
