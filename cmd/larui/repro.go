package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"larui/cmd/larui/paper"
	"larui/model/rivals"
	"larui/tui/session"
)

const reproHelp = `Run an experiment of the paper and print its results beside the paper's numbers,
with the difference, standard errors, seeds, the duration and the chosen settings.
Without NAME, list the experiments.

Finished units are kept in a journal, so that an interrupted run continues where it
stopped. The table shows which of the paper's numbers are not met; the exit status
is 0 even then.`

const reproExamples = `  larui repro
  larui repro figure1 --figure figure1.svg
  larui repro table2-linear --pairs 3,8 --columns M-U
  larui repro table1 --data ~/data --features AG-News=agnews.npz --format json`

func newRepro(opener *opener) *cobra.Command {
	cmd := newCommand("repro [NAME]", "Run the paper's experiments and compare the results with the paper's",
		reproHelp, reproExamples)
	acceptArgument(cmd, "NAME", func() []string {
		return mapSlice(paper.Experiments(), func(e paper.Experiment) string { return e.Name })
	})
	var (
		options        paper.Options
		settings       paper.Settings
		withoutJournal bool
		page           string
		flags          = cmd.Flags()
	)
	addFlag(cmd, &options.Seeds, "seeds", "how many `SEEDS` to run (default: as many as the paper, or as the experiment suggests)")
	flags.Func("pairs", "a `PAIR` of digits to run, such as 3,8; can be repeated (default: all 45 pairs for the paper's tables, five for other experiments)", func(text string) error {
		pair, err := parsePair(text)
		options.Pairs = append(options.Pairs, pair)
		return err
	})
	flags.Func("columns", "the `COLUMNS` of the tables on digits to run: "+strings.Join(columnFlagNames(), ", "), func(text string) error {
		columns, err := parseColumns(text)
		options.Columns = append(options.Columns, columns...)
		return err
	})
	addFlag(cmd, &options.Data, "data", "the folder `DIR` with mnist/, usps/ and bike/ (default: LARUI_DATA)")
	flags.Func("features", "features of a task of Table 1, as `TASK=FILE`; can be repeated", func(text string) error {
		task, file, _ := strings.Cut(text, "=")
		if task == "" || file == "" {
			return errors.New("not a TASK=FILE such as AG-News=agnews.npz")
		}
		if options.Features == nil {
			options.Features = map[string]string{}
		}
		options.Features[task] = file
		return nil
	})
	flags.IntSliceVar(&options.Hidden, "hidden", nil, "the hidden `WIDTHS` to choose from for networks (default: the paper's 128,256,512,1024; 128 alone is quick)")
	addFlag(cmd, &options.Loss, "loss", "the `LOSS` of networks: published (negative probability, the default), textbook (cross-entropy) or mixed (cross-entropy for classes, negative probability for domains, constant rate)", paper.PublishedLoss, paper.TextbookLoss, paper.MixedLoss)
	addFlag(cmd, &options.TargetPart, "target-part", "the `PART` of the target with the unlabelled and validation rows: train or test (default: train for networks, else test)", paper.TrainPart, paper.TestPart)
	flags.Func("rival", "a setting `KEY=VALUE` that replaces the methods' own; can be repeated", func(text string) error {
		err := session.ParseRivalSettings(&options.Rivals, text)
		if err != nil {
			err = fmt.Errorf("%q %w", text, err)
		}
		return err
	})
	addFlag(cmd, &options.Embeddings, "embeddings", "the folder `DIR` with sentence embeddings for Table 4, a file per language, such as xed_de.npz or bert_de_X.npy (default: xed/ in the data folder)")
	addFlag(cmd, &options.Targets, "targets", "the target `LANGUAGES` of Table 4 to run, such as cn,da")
	addFlag(cmd, &options.Methods, "methods", "the `METHODS` of Table 4 to run: "+strings.Join(paper.MethodNames(), ", "), paper.MethodNames()...)
	addFlag(cmd, &options.Standardize, "standardize", "standardize the features of Table 4 by a `FIT`: none, source or domain (each domain by itself)", paper.ScaleFitNames()...)
	cmd.Flags().Lookup("standardize").DefValue = paper.ScaleFitNames()[0]
	addFlag(cmd, &options.Scale, "scale", "divide the features of Table 4 by their largest magnitudes; `FIT` selects the rows, as for --standardize", paper.ScaleFitNames()...)
	addFlag(cmd, &options.Score, "score", "the `SCORE` on the validation rows that chooses settings in Table 4: accuracy or f1", paper.AccuracyScore, paper.F1Score)
	addFlag(cmd, &settings.Journal, "journal", "the folder `DIR` for the journals (default: larui/repro in the user's cache folder)")
	addFlag(cmd, &settings.Fresh, "fresh", "empty the journal first")
	figureFile := addFigureFile(cmd, "figure", "", "also draw the curves to `FILE`, whose name ends in .svg, .png or .pdf")
	addFlag(cmd, &page, "page", "print the page that compares the paper with the reports in `DIR`, which --format json has written")
	addFlag(cmd, &withoutJournal, "no-journal", "use no journal")
	completeFlag(cmd, "columns", columnFlagNames()...)
	out := addFormat(cmd)
	setRun(cmd, func(ctx context.Context, args []string) error {
		switch {
		case page != "" && (len(args) > 0 || flags.NFlag() > 1):
			return wrongCallf("--page DIR takes no other arguments or flags")
		case page != "":
			text, err := paperPage(ctx, page)
			if err == nil {
				_, err = io.WriteString(cmd.OutOrStdout(), text)
			}
			return err
		case len(args) == 0:
			return listExperiments(out)
		}
		experiment, err := paper.Find(args[0])
		if err != nil {
			return wrongCallf("%v", err)
		}
		if err := checkFlagsUsed(flags, experiment, options); err != nil {
			return err
		}
		switch {
		case withoutJournal:
			settings.Journal = ""
		case settings.Journal == "":
			settings.Journal = journalFolder()
		}
		draws := flags.Changed("figure")
		if draws {
			if err := figureFile.check(); err != nil {
				return err
			}
		}
		report, err := runExperiment(ctx, experiment, options, settings, opener.progress)
		if err != nil {
			return err
		}
		if draws {
			drawn := report.Figure()
			if !flags.Changed("size") { // the height is per row of panels
				figureFile.size.Height *= float64((len(drawn.Panels) + drawn.Columns - 1) / drawn.Columns)
			}
			err = figureFile.writeFigure(ctx, drawn)
		}
		return out.print(reproReport{report, reproCommand(experiment, options)}, nil, err)
	})
	return cmd
}

// reproCommand writes FILE in place of file names.
func reproCommand(e paper.Experiment, o paper.Options) string {
	command := "larui repro " + e.Name
	add := func(flag, value string) {
		if value != "" {
			command += " --" + flag + " " + value
		}
	}
	if o.Seeds > 0 {
		add("seeds", strconv.Itoa(o.Seeds))
	}
	for _, p := range o.Pairs {
		add("pairs", fmt.Sprintf("%d,%d", p[0], p[1]))
	}
	add("columns", strings.ReplaceAll(strings.Join(o.Columns, ","), "→", "-"))
	for _, task := range slices.Sorted(maps.Keys(o.Features)) {
		add("features", task+"=FILE")
	}
	add("hidden", strings.Join(mapSlice(o.Hidden, strconv.Itoa), ","))
	add("loss", o.Loss)
	add("target-part", o.TargetPart)
	add("targets", strings.Join(o.Targets, ","))
	add("methods", strings.Join(o.Methods, ","))
	add("standardize", o.Standardize)
	add("scale", o.Scale)
	add("score", o.Score)
	add("rival", session.FormatRivalSettings(o.Rivals))
	return command
}

func checkFlagsUsed(flags *pflag.FlagSet, e paper.Experiment, o paper.Options) error {
	for _, flag := range []string{"columns", "data", "embeddings", "features", "hidden", "loss", "methods", "pairs", "scale", "score", "seeds", "standardize", "target-part", "targets"} {
		if flags.Changed(flag) && !slices.Contains(e.Uses, flag) {
			return wrongCallf("--%s does nothing for %s", flag, e.Name)
		}
	}
	for _, s := range rivals.Hyperparameters() {
		if _, has := s.Value(o.Rivals); has && !slices.Contains(e.Settings, s.Name) {
			return wrongCallf("--rival %s does nothing for %s", s.Name, e.Name)
		}
	}
	switch {
	case flags.Changed("seeds") && o.Seeds < 1:
		return wrongCallf("--seeds %d: give at least one seed", o.Seeds)
	case flags.Changed("figure") && !e.HasCurves():
		return wrongCallf("--figure does nothing for %s, which has no curves", e.Name)
	case flags.Changed("size") && !flags.Changed("figure"):
		return wrongCallf("--size needs --figure FILE")
	}
	return nil
}

func journalFolder() string {
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(cache, "larui", "repro")
}

func runExperiment(ctx context.Context, e paper.Experiment, o paper.Options, s paper.Settings, progress *progress) (*paper.Report, error) {
	var last paper.Progress
	s.Progress = func(p paper.Progress) {
		last = p
		progress.show(progressText(e, p), int64(p.Done), int64(p.Total))
	}
	report, err := e.Run(ctx, o, s)
	switch {
	case errors.Is(err, paper.ErrOptions):
		return nil, wrongCallf("%v", err)
	case errors.Is(err, context.Canceled) && s.Journal != "" && last.Total > 0:
		progress.printNotes(fmt.Sprintf("%d of %d units of work are finished and kept: the same call continues from there", last.Done, last.Total))
	}
	return report, err
}

func progressText(e paper.Experiment, p paper.Progress) string {
	stage := fmt.Sprintf("%s, %d of %d: %s", e.Name, p.Done, p.Total, p.Unit)
	if p.Remaining > 0 {
		stage += ", " + formatDuration(p.Remaining) + " left"
	}
	return stage
}

func formatDuration(d time.Duration) string {
	switch {
	case d < time.Second:
		return "less than 1 s"
	case d < 90*time.Second:
		return fmt.Sprintf("%.0f s", d.Seconds())
	case d < 90*time.Minute:
		return fmt.Sprintf("%.0f min", d.Minutes())
	}
	return fmt.Sprintf("%.1f h", d.Hours())
}

// parsePair returns the lower digit first.
func parsePair(text string) ([2]int, error) {
	a, b, ok := strings.Cut(text, ",")
	low, errLow := strconv.Atoi(strings.TrimSpace(a))
	high, errHigh := strconv.Atoi(strings.TrimSpace(b))
	if !ok || errLow != nil || errHigh != nil {
		return [2]int{}, errors.New("not a pair of digits such as 3,8")
	}
	return [2]int{min(low, high), max(low, high)}, nil
}

// columnFlagNames returns the names of columns as --columns accepts them, such as M-U for M→U.
func columnFlagNames() []string {
	return mapSlice(paper.ColumnNames(), func(name string) string { return strings.ReplaceAll(name, "→", "-") })
}

func parseColumns(text string) ([]string, error) {
	columns := strings.Split(strings.ReplaceAll(text, "-", "→"), ",")
	for _, name := range columns {
		if !slices.Contains(paper.ColumnNames(), name) {
			return nil, fmt.Errorf("not one of %s", strings.Join(columnFlagNames(), ", "))
		}
	}
	return columns, nil
}

func listExperiments(out *output) error {
	t := newTable("lllrl", "experiment", "paper", "what", "about", "needs")
	reports := mapSlice(paper.Experiments(), func(e paper.Experiment) record {
		t.add(e.Name, e.Where, e.Title, formatDuration(e.Duration), cmp.Or(e.Needs, "nothing"))
		return newRecord("name", e.Name, "title", e.Title, "where", e.Where, "needs", e.Needs,
			"aboutSeconds", e.Duration.Seconds())
	})
	return out.printList(reports, t, "The times are for two cores. larui repro NAME runs an experiment.")
}
