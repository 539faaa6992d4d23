package tui

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/aymanbagabas/go-osc52/v2"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"larui/tui/chart"
	"larui/tui/session"
)

// Program is the explorer as a Bubble Tea model. It owns the scene; the engine
// owns the sessions.
type Program struct {
	scene  Scene
	engine *Engine
	// opening is the first request.
	opening opening
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

// newProgram returns the model; first is what it opens with once it runs.
func newProgram(look look, first opening) *Program {
	p := &Program{
		look: look, theme: look.theme,
		encoder: chart.NewEncoder(look.theme, look.profile),
		opening: first,
		output:  io.Discard,
		deliver: func(tea.Msg) {},
		tick:    tea.Tick,
	}
	p.scene.Glyphs = look.glyphs
	p.scene.Panel = targetName
	p.input = textinput.New()
	p.input.Prompt = ""
	// It panics before the last character (bubbles 1.0.0), and a number has no
	// words.
	p.input.KeyMap.DeleteWordForward.SetEnabled(false)
	p.engine = session.NewEngine(func(u Update) { p.deliver(updateMsg(u)) })
	p.scene.Explorer = session.NewExplorer(p.engine)
	p.scene.Wanted = p.scene.wanted
	p.scene.Trainer = newTrainer(func(news trainingNews) { p.deliver(rivalMsg(news)) })
	p.scene.Common = p.keys()
	p.scene.focus("lambda")
	return p
}

// close stops engine and trainer and waits for them.
func (p *Program) close() {
	p.scene.Trainer.Close()
	p.engine.Close()
}

// openAt chooses the view to open in. An unknown one is an error.
func (p *Program) openAt(view string) error {
	if view != "" && !p.scene.showView(view) {
		return fmt.Errorf("%w: there is no view %q: there are %s", session.ErrValue, view, strings.Join(ViewNames(), ", "))
	}
	return nil
}

// Init asks for the pair to be opened.
func (p *Program) Init() tea.Cmd {
	p.scene.Begin(p.opening)
	return nil
}

// Update answers keys, sizes and the engine.
func (p *Program) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		p.width, p.height = msg.Width, msg.Height
		p.scene.Width, p.scene.Height = msg.Width, msg.Height
	case updateMsg:
		p.hear(Update(msg))
	case tickMsg:
		p.hearTick()
	case rivalMsg:
		p.scene.Views.rivals.hearTraining(&p.scene, trainingNews(msg))
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
	p.scene.Views.rivals.trainAtOnce(&p.scene)
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

// copyCommand shows the command line of this screen and puts it on the
// clipboard, where the terminal lets it.
func (p *Program) copyCommand() Intent {
	command := p.scene.command()
	if p.theme != p.look.usual {
		command += " --theme=" + p.theme.String()
	}
	if p.scene.Glyphs != chart.Braille {
		command += " --glyphs=" + p.scene.Glyphs.String()
	}
	if p.look.colour != "" {
		command += " --colour=" + p.look.colour
	}
	p.clipboard = osc52.New(command).String()
	return say("copied, where the terminal allows it: %s", command)
}

func (p *Program) nextTheme() Intent {
	p.theme = nextTheme(p.theme)
	p.encoder = chart.NewEncoder(p.theme, p.look.profile)
	return say("theme %s", p.theme)
}

func (p *Program) nextGlyphs() Intent {
	p.scene.Glyphs = nextGlyphs(p.scene.Glyphs)
	return say("glyphs %s", p.scene.Glyphs)
}
