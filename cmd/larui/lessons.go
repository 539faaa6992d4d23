package main

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"larui/cmd/larui/paper/figure"
	"larui/datasets/wording"
	"larui/tui/frame"
	"larui/tui/lesson"
	"larui/tui/session"
	"larui/tui/stage"
)

const lessonsHelp = `List the lessons. A lesson has steps in the explorer: each step sets a state, says a few
sentences, sets a task, and notices when the task is done. Begin a lesson by larui --lesson
NAME, or by the key L in the explorer.

A lesson is a file of Markdown that anyone can write; larui help teaching explains how.
--check plays a lesson and checks that each task can be done, is not done already when the
step opens, and that all claims are true. --print writes a lesson as an HTML page for paper,
with pictures, the commands that show each step, and the answers at the end.`

const lessonsExamples = `  larui lessons
  larui --lesson turn
  larui --lesson 3 --step 4
  larui lessons --print turn > turn.html
  larui lessons --check mine.md`

func newLessons(opener *opener) *cobra.Command {
	cmd := newCommand("lessons", "List the lessons; print a lesson for paper, or check a lesson",
		lessonsHelp, lessonsExamples)
	var check, print string
	addFlag(cmd, &check, "check", "play the lesson `NAME` (or a number or file) and check each step")
	addFlag(cmd, &print, "print", "print the lesson `NAME` (or a number or file) as a page of HTML")
	addDataFlag(cmd) // for steps with digits
	cmd.MarkFlagsMutuallyExclusive("check", "print")
	out := addFormat(cmd)
	cmd.Args = cobra.ArbitraryArgs
	setRun(cmd, func(_ context.Context, args []string) error {
		switch {
		case len(args) > 0 && isSet(cmd, "check"):
			return wrongCallf("lessons --check takes one file, not also %s", wording.ShellQuote(args[0]))
		case len(args) > 0:
			if _, err := lesson.Load(args[0], frame.LessonWords()); err != nil {
				return wrongCallf("%s is no lesson: the lessons are %s; larui a.csv b.csv opens two tables", wording.ShellQuote(args[0]), strings.Join(lesson.Names(), ", "))
			}
			return wrongCallf("lessons takes no arguments: larui --lesson %s begins a lesson, larui lessons --print %[1]s prints it", wording.ShellQuote(args[0]))
		case isSet(cmd, "check"):
			return checkLesson(cmd, check)
		case isSet(cmd, "print"):
			return printLesson(cmd, print, opener.progress)
		}
		return listLessons(out)
	})
	return cmd
}

func listLessons(out *output) error {
	all, err := lesson.LoadAll(frame.LessonWords())
	if err != nil {
		return err
	}
	t := newTable("llrrl", "", "lesson", "minutes", "steps", "what it is about")
	place := 0
	rows := mapSlice(all, func(l *lesson.Lesson) record {
		place++
		t.add(strconv.Itoa(place), l.Name, l.Minutes, len(l.Steps), l.About)
		return newRecord("number", place, "name", l.Name, "title", l.Title, "about", l.About, "minutes", l.Minutes, "steps", len(l.Steps))
	})
	return out.printList(rows, t, "larui --lesson NAME begins a lesson; larui help teaching explains how to use and how to write lessons.")
}

func checkLesson(cmd *cobra.Command, name string) error {
	l, err := lesson.Load(name, frame.LessonWords())
	if err != nil {
		return err
	}
	t, claims, seeds := table{align: "rll"}, 0, 1
	err = l.Check(cmd.Context(), func(step int, c lesson.CheckResult) {
		said := "done by its solution"
		switch s := &l.Steps[step]; {
		case c.Skipped != "":
			said = "skipped: " + c.Skipped
		case !s.HasTask():
			said = "nothing to do"
		}
		t.add(step+1, l.Steps[step].Title, said)
		claims, seeds = claims+c.Claims, max(seeds, c.Seeds)
	})
	if err != nil {
		return err
	}
	cmd.Printf("%s\n%s is sound: %d steps, %d claims at %d seeds.\n", t.String(), l.Title, len(l.Steps), claims, seeds)
	return nil
}

func printLesson(cmd *cobra.Command, name string, progress *progress) error {
	words := frame.LessonWords()
	l, err := lesson.Load(name, words)
	if err != nil {
		return err
	}
	page, err := l.HTML(cmd.Context(), words, func(ctx context.Context, s *session.Session, state session.State, name string) ([]byte, string, error) {
		return drawView(ctx, &plotter{s, state.Params, progress.showSolving}, name)
	})
	if err == nil {
		cmd.Print(page)
	}
	return err
}

// drawView returns the named view as SVG, with a caption. For the views rivals and source it
// returns nothing. For any other view that larui plot can't draw, it draws the view target.
func drawView(ctx context.Context, p *plotter, name string) (svg []byte, words string, err error) {
	if name == stage.RivalsName || name == stage.SourceName {
		return nil, "", nil
	}
	at := slices.Index(plotViewNames(), name)
	if at < 0 {
		at = slices.Index(plotViewNames(), stage.TargetName)
	}
	drawn, _, err := p.draw(ctx, plotViews()[at])
	if err != nil {
		return nil, "", err
	}
	svg, err = figure.Encode(drawn, "svg", figure.Size{Width: 16, Height: 9})
	return svg, drawn.Title + "; " + drawn.Note, err
}

type lessonFlags struct {
	name string
	step int
}

func (t *lessonFlags) addTo(cmd *cobra.Command) {
	addFlag(cmd, &t.name, "lesson", "begin the lesson `NAME` (or a number in larui lessons, or a file)", lesson.Names()...)
	addFlag(cmd, &t.step, "step", "the `NUMBER` of the lesson's step to begin at")
}

// load returns the lesson and the index of the step to begin at; without --lesson the lesson is
// nil. hasPair says that the call also gives a pair, options, a view or a session. asText says that
// the call also gives --plain. If one of them is true and there is a lesson, load returns an error.
func (t *lessonFlags) load(hasPair, asText bool) (*lesson.Lesson, int, error) {
	switch {
	case t.name == "" && t.step != 1:
		return nil, 0, wrongCallf("--step needs a lesson: larui --lesson NAME --step %d", t.step)
	case t.name == "":
		return nil, 0, nil
	case hasPair:
		return nil, 0, wrongCallf("--lesson opens the pairs of its steps: leave out pair, options, --view and sessions")
	case asText:
		return nil, 0, wrongCallf("--lesson and --plain exclude each other: a lesson shows pictures")
	}
	l, err := lesson.Load(t.name, frame.LessonWords())
	if err == nil && (t.step < 1 || t.step > len(l.Steps)) {
		err = wrongCallf("--step %d: the lesson has steps 1 to %d", t.step, len(l.Steps))
	}
	return l, t.step - 1, err
}
