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

const labelHelp = `Let a few labels of the target decide whether LAR or no adaptation predicts better there.
Only rows on which both predict otherwise tell anything, so random ones of these are to
be labelled: with p the share that LAR gets right, and r the share of all rows on which
they differ, it gains r(2p − 1) in accuracy. The explorer asks for them one by one: R.

Without more, it says on how many rows they differ, and how wide the interval of the
gain will be. --export writes the rows as CSV: row, ids, features, an empty label, when.
Write a class beside each, or ? where you can't tell, in any program; --answers reads it
and prints keep, drop, or about how many more answers decide. Both together go on with
more rows, and keep the answers. Rows come in a random order by --seed, in which they
are to be answered, and don't say what was predicted.

Two intervals of 90 % are given: for a number of labels fixed beforehand, and one that
holds however often you look, to stop or to go on. They assume nothing of how the domains
differ, but that labels are right. Of a regression the gain is in squared error, rows
come the sooner the further apart both predictions are, and there is the second interval
alone: it takes all labels to lie within the range of the source's and a quarter of that
to either side.

Your own files open at no adaptation: where no --k, --ktilde or --lambda is given, a
setting is chosen by --choose, without which label-free. --validation reads the answers too.`

const labelExamples = `  larui label --source mine.csv --target theirs.csv --rows 20
  larui label --source mine.csv --target theirs.csv --rows 20 --export rows.csv
  larui label --source mine.csv --target theirs.csv --answers rows.csv --format json
  larui label --source mine.csv --target theirs.csv --answers rows.csv --rows 40 --export rows.csv
  larui solve --source mine.csv --target theirs.csv --validation rows.csv --choose validation`

// newLabel returns `larui label`.
func newLabel(opener *opener) *cobra.Command {
	cmd := newCommand("label [PAIR]", "Label a few rows of the target to decide between LAR and no adaptation",
		labelHelp, labelExamples)
	call := newPairCall(cmd, ofLAR)
	var judge, export, from string
	rows := 20
	addJudge(cmd, &judge)
	addFlag(cmd, &rows, "rows", "how many `ROWS` to label")
	addFlag(cmd, &export, "export", "write the rows to label as a `FILE` of CSV")
	addFlag(cmd, &from, "answers", "read the answers from a `FILE` that --export wrote")
	out := addFormat(cmd)
	setWork(cmd, func(ctx context.Context, args []string) error {
		switch {
		case rows < 1:
			return wrongf("--rows %d: at least one row is to be labelled", rows)
		case isSet(cmd, "export") && export == "":
			return wrongf("--export \"\": the rows need a name, such as rows.csv")
		}
		searched := searchedBy(judge)
		if err := excludes(cmd, "choose", judge, searched...); err != nil {
			return err
		}
		opened, params, err := call.open(ctx, args, opener)
		if err != nil {
			return err
		}
		if judge == string(session.Validation) && from != "" && sameFile(opened.Spec.Validation, session.ExpandHome(from)) {
			return wrongf("--choose validation would both choose and judge by the answers: name the setting whose rows were drawn, by --k, --ktilde and --lambda")
		}
		given := call.gives(searched...)
		if judge == "" && opened.Pair.Start.K == 0 && !given {
			judge = string(session.LabelFree)
		}
		if judge != "" {
			chosen, err := opened.Choose(ctx, params, session.Judge(judge), opener.solving)
			if err != nil {
				return err
			}
			opener.note(chosen.Why)
			if chosen.Cell < 0 {
				return errors.New("no adaptation was chosen, so that there is nothing to decide: --k, --ktilde and --lambda name a setting to compare with")
			}
			params = chosen.Params
		}
		contest, err := decide(ctx, opened, params, opener.progress)
		l := &labelled{Contest: contest, planned: rows}
		if export != "" {
			defer store.Lock(session.ExpandHome(export))()
		}
		var answers []datasets.Answer
		if err == nil && from != "" {
			answers, err = datasets.ReadAnswers(ctx, session.ExpandHome(from), opened.Pair)
		}
		if err == nil && export != "" {
			answers, err = l.export(ctx, session.ExpandHome(export), from, answers, opener.progress)
		}
		if err == nil && from != "" {
			err = l.tell(from, answers)
		}
		if err != nil {
			return err
		}
		return out.print(l, opener.warnings)
	})
	return cmd
}

// A labelled is a contest between LAR and no adaptation, with the answers of the user.
type labelled struct {
	*rowlabels.Contest
	// planned is the number of rows to label.
	planned int
	// told summarizes the answers; nil without answers.
	told    *modelfile.Told
	verdict rowlabels.Verdict
}

// decide compares the descent solution of LAR with no adaptation.
func decide(ctx context.Context, opened *session.Session, params model.Params, progress *progress) (*rowlabels.Contest, error) {
	lar, none := rowlabels.Candidate{Name: "LAR", Params: params}, rowlabels.Candidate{Name: "no adaptation", None: true, Params: params}
	contest, err := rowlabels.Compare(ctx, opened, lar, none, progress.opening)
	if errors.Is(err, rowlabels.ErrAlike) {
		err = fmt.Errorf("%w: --choose label-free looks for another setting, --k, --ktilde and --lambda name one", err)
	}
	return contest, err
}

// export writes the rows to label with their answers to the file name, and returns these rows. The
// answers come from the file from. It is an error to overwrite an answer in the file name that is
// not among the answers written.
func (l *labelled) export(ctx context.Context, name, from string, answers []datasets.Answer, progress *progress) ([]datasets.Answer, error) {
	there, err := answers, error(nil)
	if !sameFile(name, session.ExpandHome(from)) {
		there, err = datasets.ReadAnswers(ctx, name, l.Session.Pair)
		if errors.Is(err, datasets.ErrUnknownClass) || errors.Is(err, datasets.ErrNotNumber) {
			return nil, err
		}
		// Any other unreadable file is overwritten.
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

// sameFile reports whether both paths exist and name the same file.
func sameFile(a, b string) bool {
	first, errA := os.Stat(a)
	second, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(first, second)
}

// tell evaluates the answers and stores the verdict; an error names the file from.
func (l *labelled) tell(from string, answers []datasets.Answer) error {
	told, verdict, err := l.Judge(answers)
	if err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	l.told, l.verdict = &told, verdict
	return nil
}

// report returns the pair, the parameters, the plan of labelling and the fields of row.
func (l *labelled) report() record {
	plan := mapSlice(l.Plans(l.planned), func(p labelling.Plan) record {
		return record{{"rows", p.Labels}, {"halfWidth", p.HalfWidth}, {"tellsFixed", knownIf(p.RightForFixed > 0, p.RightForFixed)}, {"tellsAnytime", knownIf(p.RightForAnytime > 0, p.RightForAnytime)}}
	})
	return append(record{{"pair", reportPair(l.Session.Pair)}, {"params", reportParams(l.Solution.Params, l.Solution.Descent.Rate)}, {"plan", plan}}, l.row()...)
}

// row returns the share of differing rows and the results of the answers, as one row of CSV.
func (l *labelled) row() record {
	r := record{{"differ", record{{"rows", len(l.Differ)}, {"of", l.Rows}, {"share", l.Sample().Share}}}}
	if l.told == nil {
		return r
	}
	v, t := l.verdict, l.told
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
	if l.Session.Pair.Task == model.Regression {
		score = "mse"
	}
	first, second, neither := t.Sample.Count()
	counted := l.Session.Pair.Task != model.Regression
	return append(r,
		field{"answers", record{{"asked", t.Asked}, {"answered", t.Answered}, {"unsure", t.Unsure}, {"blank", t.Blank}, {"behind", t.Behind}, {"alike", t.Alike},
			{"right", knownIf(counted, first)}, {"noneRight", knownIf(counted, second)}, {"neither", knownIf(counted, neither)}}},
		field{"gain", record{{"score", score}, {"estimate", v.Gain}, {"level", rowlabels.Level}, {"fixed", interval(v.Fixed)}, {"anytime", interval(v.Anytime)}}},
		field{"decision", decision(v.Decision)},
		field{"more", knownIf(counted && t.Answered > 0, v.More)},
		field{"signTest", record{{"agree", knownIf(counted, v.Agree)}, {"of", knownIf(counted, v.Of)}, {"p", v.Sign}, {"turned", v.SwapsClasses()}}})
}

func (l *labelled) rows() *table { return sheet(l.row()) }

// text writes the report as text.
func (l *labelled) text(b *prose) {
	writeTitle(b, l.Session.Pair)
	b.printf("  %s\n\n", session.Setting(l.Solution.Params))
	paragraph(b, "", l.Differing())
	if l.told == nil {
		l.writePlan(b)
		return
	}
	t, v := l.told, l.verdict
	b.printf("\n%s answered, %d unsure (?), %d without an answer", wording.Plural(t.Answered, "row"), t.Unsure, t.Blank)
	if t.Alike > 0 {
		b.printf("; %d not counted, as both predict the same", t.Alike)
	}
	b.line("")
	if t.Behind > 0 {
		paragraph(b, "", fmt.Sprintf("%s after a row without an answer don't count yet: answer in order, and write ? where you are unsure.", wording.Plural(t.Behind, "answered row")))
	}
	if t.Unsure > 0 {
		b.line("Rows that you leave open count like the other rows that differ.")
	}
	if l.Session.Pair.Task == model.Regression {
		l.writeFall(b, v)
	} else {
		l.writeGain(b, v)
	}
	params, by := l.Solution.Params, l.First.Name
	switch v.Decision {
	case labelling.Keep:
	case labelling.Drop:
		params, by = params.WithoutAdaptation(), l.Second.Name
	default:
		return
	}
	command := withVerb(l.Session.Command(session.State{Spec: l.Session.Spec, Params: params}), "solve")
	b.printf("\nThis holds for this setting alone. To predict by %s:\n  %s --save-predictions predicted.csv\n", by, command)
}

// writePlan writes the expected width of the interval for several numbers of labels.
func (l *labelled) writePlan(b *prose) {
	b.line("")
	plans := l.Plans(l.planned)
	if plans == nil {
		paragraph(b, "", strings.Join(l.Planned(l.planned), " "))
		return
	}
	t := newTable("rlrr", "labels", "interval of the gain, 90 %", "tell from", "at any time from")
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
	paragraph(b, "", "They decide once one of both is right on so many of them: if the number of labels was fixed beforehand, and however often you look.")
	paragraph(b, "", fmt.Sprintf("Next: --rows %d --export rows.csv writes rows to label, and --answers rows.csv reads them; in the explorer R asks for them one by one.", min(l.planned, len(l.Differ))))
}

// writeGain writes the results of the answers for a classification.
func (l *labelled) writeGain(b *prose, v rowlabels.Verdict) {
	if l.told.Answered == 0 {
		paragraph(b, "", l.Decided(*l.told, v))
		return
	}
	first, second, neither := l.told.Sample.Count()
	t := newTable("lrl", "LAR is right", first)
	t.add("no adaptation is right", second)
	if !l.told.Sample.Binary {
		t.add("neither is", neither)
	}
	t.add("gain of LAR in accuracy, points", l.FormatGain(v.Gain))
	t.add("  90 % interval, number of labels fixed beforehand", l.FormatInterval(v.Fixed))
	t.add("  90 % interval, however often you look", l.FormatInterval(v.Anytime))
	t.write(b)
	b.line("")
	paragraph(b, "", l.Decided(*l.told, v))
	if swapped := l.SwappedClassesWarning(v); swapped != "" {
		paragraph(b, "", swapped)
	}
}

// writeFall writes the results of the answers for a regression.
func (l *labelled) writeFall(b *prose, v rowlabels.Verdict) {
	if !math.IsNaN(v.Gain) {
		t := newTable("lrl", "fall of the squared error by LAR", v.Gain)
		t.add("  90 % interval, however often you look", l.FormatInterval(v.Anytime))
		t.write(b)
		b.line("")
	}
	paragraph(b, "", l.Decided(*l.told, v))
}
