package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"larui/datasets"
	"larui/datasets/modelfile"
	"larui/datasets/wording"
	"larui/tui/number"
	"larui/tui/session"
)

const scoreHelp = `Score a model on the labelled rows of each FILE of any size (- for standard input). For each file
a line of JSON is printed, with the confusion matrix of the classes or the squared error, and how
often --none, the model of no adaptation, predicts the same. Lines of scores add up, like the
lines of larui moments: --merge prints the total score. Columns are found as in larui predict.`

const scoreExamples = `  larui solve mine.csv theirs.csv --save-model m.json
  larui score --model m.json part-*.csv > scores
  larui score --merge scores`

func newScore(opener *opener) *cobra.Command {
	cmd := newCommand("score FILE...", "Score a model on the rows of files: a line of scores per file; --merge adds them up",
		scoreHelp, scoreExamples)
	var model, none string
	var merge bool
	addFlag(cmd, &model, "model", "the model, a `FILE` that larui solve --save-model wrote")
	addFlag(cmd, &none, "none", "a second model to compare with, a `FILE` of solve --save-model --which none")
	addFlag(cmd, &merge, "merge", "add up the lines of files and print the total score")
	out := addFormat(cmd)
	call := newFileCall(cmd, "drop", "index", "decimal", "thousands")
	cmd.Args, cmd.ValidArgsFunction = nil, nil // any files, which are completed
	setRun(cmd, func(ctx context.Context, args []string) error {
		switch {
		case len(args) == 0:
			return wrongCallf("score needs a file, - for standard input: larui score FILE...")
		case merge && model+none != "":
			return wrongCallf("--merge adds up scores and needs no model: leave out --model and --none")
		case merge:
			return mergeScores(out, args)
		case model == "":
			return wrongCallf("score needs a model: --model FILE")
		case isSet(cmd, "format"):
			return wrongCallf("--format needs --merge: without --merge, scores are lines of JSON")
		}
		m, err := modelfile.Read(ctx, model)
		var other *modelfile.Model
		if err == nil && none != "" {
			other, err = modelfile.Read(ctx, none)
		}
		if err != nil {
			return err
		}
		return scoreFiles(ctx, cmd.OutOrStdout(), opener.progress, m, other, call.options(), args)
	})
	return cmd
}

func scoreFiles(ctx context.Context, w io.Writer, progress *progress, m, none *modelfile.Model, given session.OptionSet, files []string) error {
	for _, file := range files {
		s, notes, err := m.ScoreFile(ctx, inputSpec(m, session.ExpandHome(file), given), none, progress.showOpening)
		var line []byte
		if err == nil {
			line, err = s.EncodeLine()
		}
		if err == nil {
			_, err = w.Write(line)
		}
		if err != nil {
			return err
		}
		progress.printNotes(notes...)
	}
	return nil
}

func mergeScores(out *output, files []string) error {
	var all *modelfile.Score
	for _, name := range files {
		at := 0
		err := readFile(name, func(in io.Reader) error {
			lines := bufio.NewScanner(in)
			const longest = 64 << 20 // a score of a thousand classes takes about 10 MB
			lines.Buffer(nil, longest)
			for lines.Scan() {
				at++
				if strings.TrimSpace(lines.Text()) == "" {
					continue
				}
				s, err := modelfile.ParseScore(lines.Bytes())
				switch {
				case err != nil:
				case all == nil:
					all = s
				default:
					err = all.Merge(s)
				}
				if err != nil {
					return err
				}
			}
			at = 0
			return lines.Err()
		})
		if err != nil {
			return &datasets.FormatError{File: name, Line: at, Err: err}
		}
	}
	if all == nil {
		return &datasets.FormatError{File: files[0], Err: errors.New("has no line of larui score")}
	}
	report, rows := reportScore(all)
	return out.printAs(report, newRecordTable(report), rows.write)
}

func reportScore(s *modelfile.Score) (report record, text *table) {
	share := func(part, all int) float64 { return float64(part) / float64(all) }
	right, balanced, present := 0, 0.0, 0
	hits, all := s.CountRightByClass()
	for i, count := range all {
		right += hits[i]
		if count > 0 {
			balanced += share(hits[i], count)
			present++
		}
	}
	accuracy, balanced, agreed, mse := share(right, s.CountLabelled()), balanced/float64(present), share(s.Agreed, s.N), math.NaN()
	if s.Task == "regression" {
		accuracy, agreed, mse = math.NaN(), math.NaN(), s.Squares/float64(s.CountLabelled())
	}
	if s.None == "" {
		agreed = math.NaN()
	}
	report = newRecord("task", s.Task, "n", s.N, "labelled", s.CountLabelled(), "shards", len(s.Shards),
		"accuracy", accuracy, "balancedAccuracy", balanced, "mse", mse, "agreesWithNone", agreed)
	text = newTable("lrr", "rows", s.N)
	text.add("with a label", s.CountLabelled())
	text.addIfKnown("accuracy", accuracy)
	text.addIfKnown("balanced accuracy", balanced)
	text.addIfKnown("mean squared error", mse)
	text.addIfKnown("predicted as by no adaptation", agreed)
	for i, class := range s.Classes {
		text.add("right of class "+wording.DisplayName(class), hits[i], number.Percent(share(hits[i], all[i]), 1))
	}
	return report, text
}
