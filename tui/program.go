package tui

import (
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/aymanbagabas/go-osc52/v2"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"larui/tui/chart"
)

// Program is the explorer as a Bubble Tea model. It owns the scene; the engine
// owns the sessions.
type Program struct {
	scene   Scene
	engine  *Engine
	trainer *trainer
	history history
	// start is the state in which the pair opened, for reset.
	start State
	// opening is the first request; asked is the generation of the newest one.
	opening Request
	asked   uint64
	input   textinput.Model

	width, height int
	// look is what the options gave, theme the one in use.
	look    look
	theme   chart.Theme
	encoder *chart.Encoder
	// recents remember the pairs of files that are opened.
	recents recents
	// arrival is what becomes of the pair that is being opened once it is there.
	arrival arrival
	// dragged is the control whose slider the button holds; dragTurned tells
	// whether that has turned it yet.
	dragged    string
	dragTurned bool
	// frame is the last one drawn, valid until something changes.
	frame                string
	quitting, suspending bool
	// clipboard is a sequence to send to the terminal with the next command.
	clipboard string
	// output is the terminal.
	output io.Writer
	// tick is tea.Tick; ticking tells that one is waited for.
	tick    func(time.Duration, func(time.Time) tea.Msg) tea.Cmd
	ticking bool
	// deliver hands messages to the running Bubble Tea program.
	deliver func(tea.Msg)
}

// updateMsg carries what the engine says.
type updateMsg Update

// rivalMsg carries what the trainer says.
type rivalMsg trainingNews

// newProgram returns the model; request is what it opens with once it runs.
func newProgram(look look, request Request) *Program {
	p := &Program{
		look: look, theme: look.theme,
		encoder: chart.NewEncoder(look.theme, look.profile),
		opening: request,
		output:  io.Discard,
		deliver: func(tea.Msg) {},
		tick:    tea.Tick,
	}
	p.scene.Glyphs = look.glyphs
	p.scene.State = request.State
	p.scene.Panel = panelTarget
	p.input = textinput.New()
	p.input.Prompt = ""
	// It panics before the last character (bubbles 1.0.0), and a number has no
	// words.
	p.input.KeyMap.DeleteWordForward.SetEnabled(false)
	p.engine = NewEngine(func(u Update) { p.deliver(updateMsg(u)) })
	p.trainer = newTrainer(func(news trainingNews) { p.deliver(rivalMsg(news)) })
	p.focus("lambda")
	return p
}

// close stops engine and trainer and waits for them.
func (p *Program) close() {
	p.trainer.Close()
	p.engine.Close()
}

// openAt chooses the view to open in. An unknown one is an error.
func (p *Program) openAt(view string) error {
	if view != "" && !p.scene.showView(view) {
		return fmt.Errorf("%w: there is no view %q: there are %s", ErrValue, view, strings.Join(ViewNames(), ", "))
	}
	p.opening.Extras = p.scene.extrasOf
	return nil
}

// Init asks for the pair to be opened.
func (p *Program) Init() tea.Cmd {
	p.scene.Solving = true
	p.asked = p.engine.Submit(p.opening)
	return nil
}

// Update answers keys, sizes and the engine.
func (p *Program) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		p.width, p.height = msg.Width, msg.Height
	case updateMsg:
		p.hear(Update(msg))
	case tickMsg:
		p.hearTick()
	case rivalMsg:
		p.hearTraining(trainingNews(msg))
	case tea.KeyMsg:
		for _, key := range separate(msg) {
			p.scene.Message = ""
			switch {
			case p.scene.Typing:
				p.typeKey(key)
			case p.scene.Opener.Shown:
				p.openerKey(key)
			default:
				p.press(key.String())
			}
		}
	case tea.MouseMsg:
		view := p.scene.viewName()
		p.mouse(msg)
		p.askAnew(view)
	default:
		return p, nil
	}
	p.trainAtOnce()
	p.frame = ""
	switch {
	case p.quitting:
		return p, tea.Quit
	case p.suspending:
		p.suspending = false
		return p, tea.Suspend
	case p.clipboard != "":
		sequence := p.clipboard
		p.clipboard = ""
		return p, tea.Batch(p.nextTick(), func() tea.Msg {
			_, _ = io.WriteString(p.output, sequence)
			return nil
		})
	}
	return p, p.nextTick()
}

// separate takes apart letters that arrived together, as they do from a fast hand
// on a slow line.
func separate(msg tea.KeyMsg) []tea.KeyMsg {
	if msg.Type != tea.KeyRunes || len(msg.Runes) < 2 || msg.Paste {
		return []tea.KeyMsg{msg}
	}
	keys := make([]tea.KeyMsg, len(msg.Runes))
	for i, r := range msg.Runes {
		keys[i] = tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}, Alt: msg.Alt}
	}
	return keys
}

// View draws the frame, once for every change.
func (p *Program) View() string {
	if p.frame == "" && p.width > 0 {
		p.scene.Hints = p.hints()
		p.frame = p.encoder.Encode(p.scene.Frame(p.width, p.height))
	}
	return p.frame
}

// hear takes in what the engine says. What answers an older request than the
// newest still brings its picture, as long as it is for the same pair; the
// solution on the screen stays where a state can't be solved.
func (p *Program) hear(u Update) {
	sc := &p.scene
	newest := u.Generation == p.asked
	if p.heardOpening(u) {
		return
	}
	samePair := sc.Update.Session != nil && u.Session != nil && !anotherPair(sc.Update.Session.Spec, u.Session.Spec)
	if !newest && (u.Err != nil || u.Solution == nil || !samePair) {
		return
	}
	if newest {
		sc.Solving = !u.Done
	}
	if u.Solution == nil {
		// Opening, or failed: keep the picture.
		sc.Update.Progress, sc.Update.Err = u.Progress, u.Err
		// A pair that never opened leaves nothing to explore: the error is said on
		// the terminal that is given back.
		p.quitting = p.quitting || (u.Err != nil && sc.solution() == nil)
		return
	}
	if !samePair {
		p.start, sc.State, sc.Before = p.arrival.startOf(u.State), u.State, nil
		p.stopPlaying()
		sc.Update = Update{}
		p.recents.add(u.Session.Spec)
	}
	sc.completePin(u)
	sc.keepPin(u.Session)
	if sc.Update.Solution != nil && !sameState(sc.Update.State, u.State) {
		sc.Before, sc.BeforeState = sc.Update.Solution, sc.Update.State
	}
	if !u.Done || !newest {
		// Until the new ones are there, the old curves, theory and path stand.
		if u.Curves == nil {
			u.Curves = sc.Update.Curves
		}
		if u.Theory == nil {
			u.Theory = sc.Update.Theory
		}
		if len(u.Path) < len(sc.Update.Path) {
			u.Path = sc.Update.Path
		}
		if u.Facts == nil {
			u.Facts = sc.Update.Facts
		}
		if u.Directions == nil {
			u.Directions = sc.Update.Directions
		}
		if u.Track == nil {
			u.Track = sc.Update.Track
		}
	}
	u.keepViews(&sc.Update)
	sc.Update = u
	sc.Limits = u.Session.Limits()
	if !samePair && p.arrival.view != "" {
		view := p.arrival.view
		p.arrival = arrival{}
		p.askAnew(view)
	}
}

func sameState(a, b State) bool { return reflect.DeepEqual(a, b) }

// press does what a key stands for: an action, or a turn by a direct key.
func (p *Program) press(key string) {
	if p.scene.Help {
		p.pressInHelp(key)
		return
	}
	before := p.scene.viewName()
	defer func() { p.askAnew(before) }()
	for _, a := range p.actions() {
		if slices.Contains(a.keys, key) {
			p.act(a, key)
			return
		}
	}
	for i, c := range p.scene.controls() {
		if key != c.Down && key != c.Up {
			continue
		}
		if p.scene.solution() == nil || p.scene.Opening != "" {
			p.scene.Message = nothingSolved
			return
		}
		p.scene.Focus = i
		if key == c.Up {
			p.turn(c, 1)
		} else {
			p.turn(c, -1)
		}
		return
	}
	p.sayUnbound(key)
}

// turn turns a control by n steps, or says that it is at its end.
func (p *Program) turn(c Control, n int) {
	next := c.turned(p.scene.State, p.scene.Limits, n)
	if sameState(next, p.scene.State) && n != 0 {
		p.scene.Message = c.endText(next, p.scene.Limits, n)
	}
	p.become(next)
}

// become makes next the state, remembers the present one and asks for the
// solution.
func (p *Program) become(next State) {
	if sameState(next, p.scene.State) || p.scene.Opening != "" {
		return
	}
	p.history.push(p.now())
	p.show(next)
}

// show makes next the state without remembering the present one.
func (p *Program) show(next State) {
	if p.scene.Opening != "" {
		return
	}
	p.scene.State = next
	p.stopPlaying()
	p.ask()
}

// ask asks for what the screen needs of the present state.
func (p *Program) ask() {
	if p.scene.Opening != "" {
		return
	}
	p.scene.Solving = true
	// The view may ask for a state that it does not show yet.
	sc := p.scene
	p.asked = p.engine.Submit(Request{State: sc.State, Extras: sc.extrasOf})
}

// askAnew asks for what the screen needs where the view is another one than before.
func (p *Program) askAnew(before string) {
	if p.scene.viewName() != before && p.scene.solution() != nil {
		p.ask()
	}
}

func (p *Program) undo() { p.walk(backward) }

func (p *Program) redo() { p.walk(forward) }

// walk takes a step through the history. Where that leads to another pair, this is
// opened, and the step taken once it is there.
func (p *Program) walk(d direction) {
	to, ok := p.history.next(d)
	switch {
	case !ok || p.scene.Opening != "":
	case anotherPair(to.state.Spec, p.scene.State.Spec):
		p.openAgain(to, d)
	default:
		p.history.step(d, p.now())
		p.start = to.start
		p.show(to.state)
	}
}

// now is the moment that a turn leaves.
func (p *Program) now() moment { return moment{p.scene.State, p.start} }

func (p *Program) reset() { p.become(p.start) }

// focus selects the control of that name.
func (p *Program) focus(name string) {
	for i, c := range p.scene.controls() {
		if c.Name == name {
			p.scene.Focus = i
		}
	}
}

func (p *Program) moveFocus(by int) {
	n := len(p.scene.controls())
	p.scene.Focus = ((p.scene.Focus+by)%n + n) % n
}

func (p *Program) movePanel(by int) {
	ps := slices.DeleteFunc(panels(), func(panel panel) bool { return panel.viewOnly && !p.scene.Zoom })
	for i, panel := range ps {
		if panel.id == p.scene.Panel {
			p.scene.Panel = ps[((i+by)%len(ps)+len(ps))%len(ps)].id
			return
		}
	}
}

func (p *Program) zoomOn(id panelID) {
	p.scene.Panel, p.scene.Zoom, p.scene.Help = id, true, false
}

// showAll shows the dashboard as at first: the theory in its place, and not the map.
func (p *Program) showAll() {
	p.scene.leaveView()
	if p.scene.Panel == panelMap {
		p.scene.Panel = panelTarget
	}
}

func (p *Program) canGoBack() bool {
	return p.scene.Help || p.scene.Zoom || p.scene.Views.play.on || p.scene.Update.Progress != nil || p.scene.Opening != ""
}

// back goes one layer back.
func (p *Program) back() {
	switch sc := &p.scene; {
	case sc.Help:
		sc.Help, sc.HelpTop = false, 0
	case sc.Views.play.on:
		p.stopPlaying()
	case sc.Opening != "":
		p.cancelOpening()
	case sc.Update.Progress != nil:
		p.engine.Cancel()
		sc.Message = "cancelling …"
	default:
		sc.leaveView()
		if sc.Panel == panelMap && p.width >= fullWidth && p.height >= fullHeight {
			sc.Message = "the map stands in the place of the theory: w or 1 brings that back"
		}
	}
}

// startEntry begins to type an exact value for the focused control.
func (p *Program) startEntry() {
	sc := &p.scene
	sc.Typing, sc.Entry, sc.Cursor, sc.EntryErr = true, "", 0, nil
	p.input.SetValue("")
	p.input.Focus()
}

// typeKey edits the value; it is checked as it is typed.
func (p *Program) typeKey(msg tea.KeyMsg) {
	sc := &p.scene
	leave := func() { sc.Typing, sc.Entry, sc.EntryErr = false, "", nil }
	switch msg.String() {
	case "ctrl+c":
		p.quitting = true
		return
	case "esc", "alt+esc": // two at once, from an impatient finger
		leave()
		return
	}
	if msg.String() != "enter" {
		p.input, _ = p.input.Update(msg)
	}
	sc.Entry, sc.Cursor, sc.EntryErr = p.input.Value(), p.input.Position(), nil
	if sc.Entry == "" {
		if msg.String() == "enter" {
			leave()
		}
		return
	}
	next, err := sc.focused().Parse(sc.State, strings.TrimSpace(sc.Entry))
	if err == nil {
		err = next.Params.Check(sc.Limits.D)
	}
	sc.EntryErr = err
	if err == nil && msg.String() == "enter" {
		leave()
		p.become(next)
	}
}

// copyCommand shows the command line of this screen and puts it on the
// clipboard, where the terminal lets it.
func (p *Program) copyCommand() {
	command := Command(p.scene.State, p.scene.Update.Session)
	if view := p.scene.viewName(); view != dashboardName {
		command += " --view=" + view
	}
	if p.theme != p.look.usual {
		command += " --theme=" + p.theme.String()
	}
	if p.scene.Glyphs != chart.Braille {
		command += " --glyphs=" + p.scene.Glyphs.String()
	}
	if p.look.colour != "" {
		command += " --colour=" + p.look.colour
	}
	p.scene.Message = "copied, where the terminal allows it: " + command
	p.clipboard = osc52.New(command).String()
}

func (p *Program) nextTheme() {
	p.theme = nextTheme(p.theme)
	p.encoder = chart.NewEncoder(p.theme, p.look.profile)
	p.scene.Message = "theme " + p.theme.String()
}

func (p *Program) nextGlyphs() {
	p.scene.Glyphs = nextGlyphs(p.scene.Glyphs)
	p.scene.Message = "glyphs " + p.scene.Glyphs.String()
}
