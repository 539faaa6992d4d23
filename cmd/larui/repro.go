package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"larui/model/paper"
)

const reproHelp = `Run an experiment of the paper and print each of its results beside the paper's
figure, with the difference, standard errors, seeds, the time taken and what was
chosen. Without NAME, list the experiments.

Finished pieces are kept in a journal, so that a run which was interrupted goes on
where it was. A figure that is not met is said to be so in the table; the exit
status is 0 all the same.`

const reproExamples = `  larui repro
  larui repro figure1 --figure figure1.svg
  larui repro table2-linear --pairs 3,8 --columns M-U
  larui repro table1 --data ~/data --features AG-News=agnews.npz --format json`

// newRepro returns `larui repro`.
func newRepro(progress *progress) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "repro [NAME]",
		Short:   "Run the paper's experiments and compare with its figures",
		Long:    reproHelp,
		Example: reproExamples,
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return experimentNames(), cobra.ShellCompDirectiveNoFileComp
		},
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return wrongf("one NAME at most, not %d: %s", len(args), strings.Join(args, " "))
			}
			return nil
		},
	}
	var (
		options           paper.Options
		settings          paper.Settings
		pairs, features   []string
		columns           []string
		withoutJournal    bool
		flags             = cmd.Flags()
		experimentOptions = map[string]string{"seeds": "Seeds", "pairs": "Pairs", "columns": "Columns", "data": "Data", "features": "Features", "hidden": "Widths", "textbook": "Textbook", "embeddings": "Embeddings"}
	)
	flags.SortFlags = false
	flags.IntVar(&options.Seeds, "seeds", 0, "how many `SEEDS` to run; the paper's number or the experiment's own when not given")
	flags.StringArrayVar(&pairs, "pairs", nil, "the `PAIR` of digits to run, as 3,8; may be given again; all 45 when not given")
	flags.StringSliceVar(&columns, "columns", nil, "the `COLUMNS` of the tables on digits to run: "+strings.Join(columnFlags(), ", "))
	flags.StringVar(&options.Data, "data", "", "`DIR` that holds mnist/, usps/ and bike/ (or set LARUI_DATA)")
	flags.StringArrayVar(&features, "features", nil, "features of a task of Table 1, as `TASK=FILE`; may be given again")
	flags.IntSliceVar(&options.Widths, "hidden", nil, "hidden `WIDTHS` that networks are chosen among; 128 when not given, the paper: 128,256,512,1024")
	flags.BoolVar(&options.Textbook, "textbook", false, "train networks on the textbook's loss instead of the published code's")
	flags.StringVar(&options.Embeddings, "embeddings", "", "`DIR` of the sentence embeddings of Table 4, bert_en_X.npy and so on")
	flags.StringVar(&settings.Journal, "journal", "", "`DIR` of the journals (larui/repro in the user's cache folder when not given)")
	flags.BoolVar(&settings.Fresh, "fresh", false, "start the journal anew")
	figures := addFigure(cmd)
	flags.BoolVar(&withoutJournal, "no-journal", false, "neither read nor keep a journal")
	complete(cmd, "columns", columnFlags()...)
	format := addFormat(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return listExperiments(cmd, *format)
		}
		experiment, err := paper.Find(args[0])
		if err != nil {
			return wrongf("%v", err)
		}
		for flag, field := range experimentOptions {
			if flags.Changed(flag) && !uses(experiment, field) {
				return wrongf("--%s does nothing for %s", flag, experiment.Name)
			}
		}
		if flags.Changed("seeds") && options.Seeds < 1 {
			return wrongf("--seeds %d: not a whole number of 1 or more", options.Seeds)
		}
		if options.Pairs, err = parsePairs(pairs); err != nil {
			return err
		}
		if options.Columns, err = parseColumns(columns); err != nil {
			return err
		}
		if options.Features, err = parseFeatures(features); err != nil {
			return err
		}
		if settings.Journal == "" && !withoutJournal {
			settings.Journal = journalFolder()
		}
		if withoutJournal {
			settings.Journal = ""
		}
		if err := figures.check(experiment); err != nil {
			return err
		}
		report, err := reproduce(cmd.Context(), experiment, options, settings, progress)
		if err != nil {
			return err
		}
		if err := figures.export(cmd.Context(), report); err != nil {
			return err
		}
		r := reportRepro(report)
		text, err := encode(*format, r, r.csv, r.text)
		if err != nil {
			return err
		}
		cmd.Print(text)
		return nil
	}
	return cmd
}

// journalFolder is where journals are kept, empty where the user has no cache
// folder.
func journalFolder() string {
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(cache, "larui", "repro")
}

// reproduce runs an experiment and shows how far it has come.
func reproduce(ctx context.Context, e paper.Experiment, o paper.Options, s paper.Settings, progress *progress) (*paper.Report, error) {
	var last paper.Progress
	s.Progress = func(p paper.Progress) {
		last = p
		progress.show(reproStage(e, p), int64(p.Done), int64(p.Total))
	}
	report, err := e.Run(ctx, o, s)
	switch {
	case errors.Is(err, paper.ErrOptions):
		return nil, wrongf("%v", err)
	case errors.Is(err, context.Canceled) && s.Journal != "" && last.Total > 0:
		progress.note(fmt.Sprintf("%d of %d units are finished and kept: the same call goes on from there", last.Done, last.Total))
	}
	return report, err
}

// reproStage says in a line how far a run has come.
func reproStage(e paper.Experiment, p paper.Progress) string {
	stage := fmt.Sprintf("%s, %d of %d: %s", e.Name, p.Done, p.Total, p.Unit)
	if p.Remaining > 0 {
		stage += ", " + roughly(p.Remaining) + " left"
	}
	return stage
}

// roughly writes a duration as people say it.
func roughly(d time.Duration) string {
	switch {
	case d < time.Second:
		return "less than 1 s"
	case d < 90*time.Second:
		return fmt.Sprintf("%d s", int(d.Seconds()+0.5))
	case d < 90*time.Minute:
		return fmt.Sprintf("%d min", int(d.Minutes()+0.5))
	}
	return fmt.Sprintf("%.1f h", d.Hours())
}

func uses(e paper.Experiment, field string) bool {
	for _, used := range e.Uses {
		if used == field {
			return true
		}
	}
	return false
}

// parsePairs reads pairs of digits, each as a,b.
func parsePairs(texts []string) ([][2]int, error) {
	var pairs [][2]int
	for _, text := range texts {
		a, b, ok := strings.Cut(text, ",")
		low, errLow := strconv.Atoi(strings.TrimSpace(a))
		high, errHigh := strconv.Atoi(strings.TrimSpace(b))
		if !ok || errLow != nil || errHigh != nil {
			return nil, wrongf("--pairs %s: not a pair of digits such as 3,8", quoteEmpty(text))
		}
		pairs = append(pairs, [2]int{min(low, high), max(low, high)})
	}
	return pairs, nil
}

// columnFlags are the names of columns as they are typed: M-U for M→U.
func columnFlags() []string {
	var names []string
	for _, name := range paper.ColumnNames() {
		names = append(names, strings.ReplaceAll(name, "→", "-"))
	}
	return names
}

func parseColumns(texts []string) ([]string, error) {
	var columns []string
	for _, text := range texts {
		name := ""
		for i, typed := range columnFlags() {
			if text == typed || text == paper.ColumnNames()[i] {
				name = paper.ColumnNames()[i]
			}
		}
		if name == "" {
			return nil, wrongf("--columns %s: not one of %s", quoteEmpty(text), strings.Join(columnFlags(), ", "))
		}
		columns = append(columns, name)
	}
	return columns, nil
}

func parseFeatures(texts []string) (map[string]string, error) {
	if texts == nil {
		return nil, nil
	}
	files := map[string]string{}
	for _, text := range texts {
		task, file, ok := strings.Cut(text, "=")
		if !ok || task == "" || file == "" {
			return nil, wrongf("--features %s: not a TASK=FILE such as AG-News=agnews.npz", quoteEmpty(text))
		}
		files[task] = file
	}
	return files, nil
}

func experimentNames() []string {
	var names []string
	for _, e := range paper.Experiments() {
		names = append(names, e.Name)
	}
	return names
}
