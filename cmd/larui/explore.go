package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"

	"larui/datasets"
	"larui/tui"
	"larui/tui/frame"
	"larui/tui/plain"
	"larui/tui/session"
	"larui/tui/stage"
	"larui/tui/store"
)

const exploreHelp = `larui shows what label-alignment regularization (LAR) does to a pair of domains.
Without a command it is the explorer of PAIR or of two files: ? lists the keys,
q quits. The commands print the same numbers as text, JSON or CSV.
%s
Flags have the defaults of %s, the first pair.`

const exploreExamples = `  larui
  larui rotated-gaussian --angle 60 --lambda 1000
  larui mnist-usps --data ~/data --classes 3,5
  larui mine.csv theirs.csv --label y
  larui --snapshot 120x36 --colour never
  larui --plain glyphs
  larui --session run.json
  larui --resume`

// A subcommand is a command below the explorer: what it is for, its name and its constructor.
type subcommand struct {
	task, name string
	make       func(*opener) *cobra.Command
}

func subcommands() []subcommand {
	return []subcommand{
		{"look", "align", newAlign},
		{"look", "plot", newPlot},
		{"look", "pairs", newPairs},
		{"look", "inspect", newInspect},
		{"look", "lessons", newLessons},
		{"decide", "check", newCheck},
		{"decide", "sweep", newSweep},
		{"decide", "solve", newSolve},
		{"decide", "label", newLabel},
		{"use", "predict", newPredict},
		{"the paper", "repro", newRepro},
		{"the paper", "get", newGet},
		{"rows elsewhere", "moments", newMoments},
		{"rows elsewhere", "score", newScore},
		{"larui", "sample", newSample},
		{"larui", "config", newConfig},
		{"larui", "man", newMan},
		{"larui", "version", newVersion},
	}
}

// newRoot returns the command line for args: the explorer, the help topics and only the subcommands
// that args name, because making the flags of all commands is slow. addCommands adds other
// subcommands.
func newRoot(opener *opener, args []string) *cobra.Command {
	root := newExplore(opener)
	completes := len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd)
	opener.addCommands(root, func(name string) bool { return completes || slices.Contains(args, name) })
	root.AddCommand(newTopics()...)
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		return cmp.Or(oneTarget(cmd), spareInputs(cmd.Flags()), opener.settle(cmd.Flags()))
	}
	if slices.ContainsFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "--version") }) {
		root.Version = buildLine() // a template for it would bring in text/template
	}
	root.Flags().Bool("version", false, "print the version, as larui version does")
	root.SetHelpCommand(newHelp(opener))
	root.SetHelpFunc(help(opener))
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return flagError(cmd.CommandPath(), err) })
	return root
}

// addCommands adds to root the wanted subcommands that root lacks.
func (o *opener) addCommands(root *cobra.Command, wanted func(name string) bool) {
	for _, c := range subcommands() {
		there := func(made *cobra.Command) bool { return made.Name() == c.name }
		if wanted(c.name) && !slices.ContainsFunc(root.Commands(), there) {
			root.AddCommand(c.make(o))
		}
	}
}

// allCommands accepts every command name.
func allCommands(string) bool { return true }

// newExplore returns the explorer's command.
func newExplore(opener *opener) *cobra.Command {
	cmd := newCommand("larui [PAIR | SOURCE TARGET]", "Explore label-alignment regularization in the terminal",
		fmt.Sprintf(exploreHelp, ansi.Wordwrap("PAIR is one of: "+strings.Join(pairNames(), ", ")+".", 80, ""), defaultPair), exploreExamples)
	call := newPairCall(cmd, func(session.Option) bool { return true })
	cmd.SilenceErrors, cmd.SilenceUsage, cmd.Args = true, true, opener.commandOrPair
	var opts tui.Options
	var snapshot string
	var asText bool
	var kept keptSession
	taught := taughtLesson{step: 1}
	flags := cmd.Flags()
	addFlag(cmd, &snapshot, "snapshot", "print one frame of `WxH` cells, as 120x36, and exit")
	addFlag(cmd, &opts.Present, "present", "one picture, bold, with one control: for the last row of a room")
	addFlag(cmd, &asText, "plain", "no screen, but lines of text: commands on standard input, answers on standard output, for screen readers and pipes")
	addFlag(cmd, &kept.file, "session", "go on from the session in `FILE`: its pair, options, view, pin and trained rivals; "+
		"on quitting it is saved there, in a new file if necessary")
	taught.addTo(cmd)
	addFlag(cmd, &kept.resume, "resume", "go on where the explorer was last quit")
	addLooks(cmd)
	setWork(cmd, func(ctx context.Context, args []string) error {
		framed := flags.Changed("snapshot")
		if asText && framed {
			return wrongf("--plain and --snapshot don't go together: the one prints text, the other a frame")
		}
		settled := opener.settled
		opts.Theme, opts.Glyphs, opts.Colour = settled["theme"], settled["glyphs"], settled["colour"]
		opts.View, opts.Mouse, opts.Pictures = settled["view"], settled["mouse"], settled["pictures"]
		var err error
		if opener.config.Binds() { // listing all actions is slow
			opts.Keys, err = bindings(opener.config, allActions())
		}
		if err != nil {
			return err
		}
		others := len(args)+len(call) > 0
		keeping, err := kept.keeping(others, framed, opener.progress)
		if err == nil {
			opts.Lesson, opts.Step, err = taught.lesson(others || keeping.SavedSession != nil || flags.Changed("view"), asText)
		}
		switch {
		case err != nil:
		case opts.Lesson != nil:
			opts.Opening, opts.View = opts.Lesson.Steps[opts.Step].Opening, stage.FirstName
		case keeping.SavedSession == nil:
			opts.Opening, err = call.opening(args)
			err = cmp.Or(err, opts.Opening.Check())
		case !flags.Changed("view"):
			opts.View = "" // the session has its own view
		}
		if err != nil {
			return err
		}
		keeping.ExportKinds, keeping.SaveLook = exports(), opener.like
		opts.UserFiles = keeping
		switch {
		case asText:
			opener.talk.In, opener.talk.UserFiles = cmd.InOrStdin(), keeping
			err = plain.Talk(ctx, opts.Opening, opts.View, opener.talk)
		case framed:
			err = printSnapshot(cmd, opts, snapshot, opener)
		default:
			opts.UserFiles.Fetch, opts.Settle = fetching(""), true
			err = tui.Run(ctx, opts)
			if errors.Is(err, datasets.ErrUnfetched) && keeping.SavedSession == nil {
				err = opener.offer(ctx, cmd.InOrStdin(), opts.Opening.Spec, err)
				if err == nil {
					err = tui.Run(ctx, opts)
				}
			}
			err = cmp.Or(err, ctx.Err())
		}
		switch {
		case errors.Is(err, tui.ErrNoTerminal):
			err = fmt.Errorf("%w: the explorer needs one; larui --plain goes without, larui --snapshot 120x36 prints a frame of it, larui solve the numbers", err)
		case errors.Is(err, frame.ErrSavedSession):
			err = fmt.Errorf("%s: %w", kept.file, err)
		}
		return err
	})
	return cmd
}

// A keptSession names the session file, which the explorer reads at the start and writes on
// quitting. With resume, the file is the user's session file, which every explorer writes on
// quitting.
type keptSession struct {
	file   string
	resume bool
}

// keeping returns the session to resume and the function that saves the session on quitting; a
// snapshot saves nothing. The arguments others and framed report whether the call also names a pair
// or options, and whether it prints a snapshot. It is an error to resume with others, or to print a
// snapshot of a missing session.
func (k *keptSession) keeping(others, framed bool, progress *progress) (frame.UserFiles, error) {
	users := store.UserFile("session.json")
	named, flag := k.file, "--session"
	switch {
	case k.resume && k.file != "":
		return frame.UserFiles{}, wrongf("--resume and --session exclude each other: the one goes on from the last session, the other from FILE")
	case k.resume:
		k.file, flag = users, "--resume"
	}
	last, err := readSession(k.file)
	switch {
	case err != nil:
		return frame.UserFiles{}, err
	case last != nil && others:
		return frame.UserFiles{}, wrongf("%s goes on from a session that is kept: it excludes a pair and options", flag)
	case last == nil && k.resume:
		return frame.UserFiles{}, errors.New("no session is kept: larui keeps the last one on quitting, but not with --no-cache")
	case last == nil && k.file != "" && framed:
		return frame.UserFiles{}, fmt.Errorf("--session %s: there is no such file for --snapshot to show", k.file)
	case framed:
		return frame.UserFiles{SavedSession: last}, nil
	}
	before := func() []byte {
		text, _ := readSession(users) // an unreadable file counts as empty
		return text
	}
	return frame.UserFiles{SavedSession: last, EarlierSession: before, SaveSession: func(kept []byte, at session.State) error {
		// Errors here are ignored, as for the list of recent pairs.
		if users != "" && at.Spec.Cache != "" && os.MkdirAll(filepath.Dir(users), 0o700) == nil {
			_ = store.Replace(users, kept, 0o600)
		}
		if named == "" {
			return nil
		}
		return progress.write(named, func() error { return store.Replace(named, kept, 0o600) })
	}}, nil
}

// readSession reads a session file. It returns nil without a name or file, and an error if the
// folder of the file is missing, so that the call fails before the session starts.
func readSession(name string) ([]byte, error) {
	const most = 16 << 20
	info, err := os.Stat(name)
	switch folder := filepath.Dir(name); {
	case name == "", err != nil && name == store.UserFile("session.json"):
		return nil, nil
	case errors.Is(err, fs.ErrNotExist):
		if _, err := os.Stat(folder); err != nil {
			return nil, fmt.Errorf("--session %s: there is no folder %s", name, folder)
		}
		return nil, nil
	case err == nil && (!info.Mode().IsRegular() || info.Size() > most):
		return nil, fmt.Errorf("%s: %w: it was not saved by larui", name, frame.ErrSavedSession)
	case err != nil:
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	return os.ReadFile(name)
}

// commandOrPair accepts no argument, the name of a pair or two files. Any other argument is a wrong
// call, with the nearest command or pair in the message.
func (o *opener) commandOrPair(cmd *cobra.Command, args []string) error {
	if len(args) == 0 || slices.Contains(pairNames(), args[0]) {
		return atMost(1, "PAIR")(cmd, args)
	}
	if session.LooksLikeFile(args[0]) {
		if len(args) == 2 {
			return nil
		}
		return wrongf("a pair of files is two files, a source and a target: larui %s TARGET", oneLine(args[0]))
	}
	o.addCommands(cmd, allCommands)
	if near := nearest(cmd, args[0]); len(near) > 0 {
		if name := near[0]; soughtAs[name] != nil {
			near[0] = "help " + name
		}
		return wrongf("unknown command or pair %q: did you mean larui %s?", args[0], near[0])
	}
	return datasets.UnknownPair(args[0]) // names the nearest pairs
}

// printSnapshot prints one frame of the given size.
func printSnapshot(cmd *cobra.Command, opts tui.Options, size string, opener *opener) error {
	w, h, err := parseSize(size)
	if err != nil {
		return err
	}
	if w < stage.MinWidth || h < stage.MinHeight {
		return fmt.Errorf("--snapshot %s: a frame needs at least %dx%d cells", size, stage.MinWidth, stage.MinHeight)
	}
	opts.Progress = opener.show
	frame, session, err := tui.Snapshot(cmd.Context(), opts, w, h)
	if err != nil {
		return err
	}
	opener.opened = append(opener.opened, session)
	_, err = cmd.OutOrStdout().Write([]byte(frame))
	return err
}

// parseSize parses a size in cells, WxH, with sides from 1 to 1000.
func parseSize(text string) (w, h int, err error) {
	const largest = 1000
	wide, high, _ := strings.Cut(strings.ToLower(text), "x")
	w, errW := strconv.Atoi(wide)
	h, errH := strconv.Atoi(high)
	if errors.Join(errW, errH) != nil || min(w, h) < 1 || max(w, h) > largest {
		return 0, 0, wrongf("--snapshot %s: not a size in cells such as 120x36, of at most %dx%d", quoteEmpty(text), largest, largest)
	}
	return w, h, nil
}
