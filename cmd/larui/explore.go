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
Without a command it explores PAIR or two files on the terminal: ? lists the keys,
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

// In a subcommand, task is the heading in the help below which the subcommand is listed.
type subcommand struct {
	task, name string
	construct  func(*opener) *cobra.Command
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

// newRoot makes only the subcommands that args name, because making the flags of all subcommands is
// slow.
func newRoot(opener *opener, args []string) *cobra.Command {
	root := newExplore(opener)
	completes := len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd)
	opener.addCommands(root, func(name string) bool { return completes || slices.Contains(args, name) })
	root.AddCommand(newTopics()...)
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		return cmp.Or(checkOneTarget(cmd), checkNoInputOverwritten(cmd.Flags()), opener.readSettings(cmd.Flags()))
	}
	if slices.ContainsFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "--version") }) {
		root.Version = versionText() // a template for it would bring in text/template
	}
	root.Flags().Bool("version", false, "print the version, as larui version does")
	root.SetHelpCommand(newHelp(opener))
	root.SetHelpFunc(newHelpFunc(opener))
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return rewordFlagError(cmd, err) })
	return root
}

// addCommands adds the subcommands whose names wanted accepts, or all if wanted is nil. It leaves
// out subcommands that root already has.
func (o *opener) addCommands(root *cobra.Command, wanted func(name string) bool) {
	for _, c := range subcommands() {
		there := func(made *cobra.Command) bool { return made.Name() == c.name }
		if (wanted == nil || wanted(c.name)) && !slices.ContainsFunc(root.Commands(), there) {
			root.AddCommand(c.construct(o))
		}
	}
}

func newExplore(opener *opener) *cobra.Command {
	cmd := newCommand("larui [PAIR | SOURCE TARGET]", "Explore label-alignment regularization in the terminal",
		fmt.Sprintf(exploreHelp, ansi.Wordwrap("PAIR is one of: "+strings.Join(pairNames(), ", ")+".", 80, ""), defaultPair), exploreExamples)
	call := newPairCall(cmd, func(session.Option) bool { return true })
	cmd.SilenceErrors, cmd.SilenceUsage, cmd.Args = true, true, opener.checkArgs
	var opts tui.Options
	var snapshot string
	var asText bool
	var kept sessionFlags
	taught := lessonFlags{step: 1}
	flags := cmd.Flags()
	addFlag(cmd, &snapshot, "snapshot", "print one frame of `WxH` cells, such as 120x36, and exit")
	addFlag(cmd, &opts.Present, "present", "show one large picture with one control, legible from the last row of a room")
	addFlag(cmd, &asText, "plain", "read commands from standard input and print answers as lines of text, for screen readers and pipes")
	addFlag(cmd, &kept.file, "session", "continue the session in `FILE` with its pair, options, view, pinned solution and trained rivals; "+
		"on quitting, save the session to FILE, which need not exist before")
	taught.addTo(cmd)
	addFlag(cmd, &kept.resume, "resume", "continue the last session of the explorer")
	addSettingFlags(cmd)
	setRun(cmd, func(ctx context.Context, args []string) error {
		framed := flags.Changed("snapshot")
		if asText && framed {
			return wrongCallf("--plain and --snapshot exclude each other: --plain prints text, --snapshot a frame")
		}
		settled := opener.settings
		opts.Theme, opts.Glyphs, opts.Colour = settled["theme"], settled["glyphs"], settled["colour"]
		opts.View, opts.Mouse, opts.Pictures = settled["view"], settled["mouse"], settled["pictures"]
		var err error
		if opener.config.HasBindings() { // listing all actions is slow
			opts.Keys, err = readBindings(opener.config, allKeys())
		}
		if err != nil {
			return err
		}
		others := len(args)+len(call) > 0
		keeping, err := kept.openUserFiles(others, framed, opener.progress)
		if err == nil {
			opts.Lesson, opts.Step, err = taught.load(others || keeping.SavedSession != nil || flags.Changed("view"), asText)
		}
		switch {
		case err != nil:
		case opts.Lesson != nil:
			opts.Opening, opts.View = opts.Lesson.Steps[opts.Step].Opening, stage.FirstScreenName
		case keeping.SavedSession == nil:
			opts.Opening, err = call.opening(args)
			err = cmp.Or(err, opts.Opening.CheckFiles())
		case !flags.Changed("view"):
			opts.View = "" // the session has its own view
		}
		if err != nil {
			return err
		}
		keeping.ExportKinds, keeping.SaveLook = exportableKinds(), opener.saveSetting
		opts.UserFiles = keeping
		switch {
		case asText:
			opener.conversation.In, opener.conversation.UserFiles = cmd.InOrStdin(), keeping
			err = plain.Talk(ctx, opts.Opening, opts.View, opener.conversation)
		case framed:
			err = printSnapshot(cmd, opts, snapshot, opener)
		default:
			opts.UserFiles.Fetch, opts.ReviewIfNeeded = newFetch(""), true
			err = cmp.Or(tui.Run(ctx, opts), ctx.Err())
		}
		switch {
		case errors.Is(err, tui.ErrNoTerminal):
			err = fmt.Errorf("%w: the explorer needs a terminal; larui --plain works without one, larui --snapshot 120x36 prints a frame, larui solve prints the numbers", err)
		case errors.Is(err, frame.ErrSavedSession):
			err = fmt.Errorf("%s: %w", kept.file, err)
		}
		return err
	})
	return cmd
}

// sessionFlags are --session and --resume. The explorer reads the file of --session at the start
// and writes this file on quitting. With --resume it reads the session that the last explorer has
// saved on quitting.
type sessionFlags struct {
	file   string
	resume bool
}

// openUserFiles returns the session to continue, if any, and a function that saves the session on
// quitting. hasPair says that the call names a pair or options; then a session to continue is an
// error. snapshot says that the call prints a snapshot; then there is no function, and a missing
// file of --session is an error.
func (k *sessionFlags) openUserFiles(hasPair, snapshot bool, progress *progress) (frame.UserFiles, error) {
	users := store.UserFilePath("session.json")
	named, flag := k.file, "--session"
	switch {
	case k.resume && k.file != "":
		return frame.UserFiles{}, wrongCallf("--resume and --session exclude each other: --resume continues the last session, --session the session in FILE")
	case k.resume:
		k.file, flag = users, "--resume"
	}
	last, err := readSession(k.file)
	switch {
	case err != nil:
		return frame.UserFiles{}, err
	case last != nil && hasPair:
		return frame.UserFiles{}, wrongCallf("%s continues a saved session: leave out the pair and options", flag)
	case last == nil && k.resume:
		return frame.UserFiles{}, errors.New("there is no last session: larui saves the session on quitting, but not with --no-cache")
	case last == nil && k.file != "" && snapshot:
		return frame.UserFiles{}, fmt.Errorf("--session %s: --snapshot needs an existing session file", k.file)
	case snapshot:
		return frame.UserFiles{SavedSession: last}, nil
	}
	before := func() []byte {
		text, _ := readSession(users) // an unreadable file counts as empty
		return text
	}
	return frame.UserFiles{SavedSession: last, EarlierSession: before, SaveSession: func(kept []byte, at session.State) error {
		// An error in saving the user's session is ignored, like an error in saving the list of
		// recent pairs.
		if users != "" && at.Spec.Cache != "" && os.MkdirAll(filepath.Dir(users), 0o700) == nil {
			_ = store.Replace(users, kept, 0o600)
		}
		if named == "" {
			return nil
		}
		return progress.writeFile(named, func() error { return store.Replace(named, kept, 0o600) })
	}}, nil
}

// readSession returns the content of a session file; nil if the name is empty or the file is
// missing. A missing folder is an error, because quitting could not save the session there.
func readSession(name string) ([]byte, error) {
	const most = 16 << 20
	info, err := os.Stat(name)
	switch folder := filepath.Dir(name); {
	case name == "", err != nil && name == store.UserFilePath("session.json"):
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

// checkArgs accepts no argument, the name of a pair, or two files. The error for other arguments
// suggests the nearest command or pair.
func (o *opener) checkArgs(cmd *cobra.Command, args []string) error {
	isPair := len(args) > 0 && slices.Contains(pairNames(), args[0])
	switch {
	case len(args) == 0, len(args) == 1 && isPair:
		return nil
	case len(args) > 1 && (isPair || isFileArgument(args[0])):
		return checkPair(cmd, args)
	case isFileArgument(args[0]):
		return wrongCallf("the target is missing: larui %s TARGET", quoteIfBlank(joinLines(args[0])))
	}
	o.addCommands(cmd, nil)
	if near := similarName(cmd, args[0]); near != "" {
		if topicSynonyms[near] != nil {
			near = "help " + near
		}
		return wrongCallf("unknown command or pair %q: did you mean larui %s?", args[0], near)
	}
	return datasets.UnknownPair(args[0]) // names the nearest pairs
}

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

func parseSize(text string) (w, h int, err error) {
	const largest = 1000
	wide, high, _ := strings.Cut(strings.ToLower(text), "x")
	w, errW := strconv.Atoi(wide)
	h, errH := strconv.Atoi(high)
	if errors.Join(errW, errH) != nil || min(w, h) < 1 || max(w, h) > largest {
		return 0, 0, wrongCallf("--snapshot %s: not a size in cells such as 120x36, of at most %dx%d", quoteIfBlank(text), largest, largest)
	}
	return w, h, nil
}
