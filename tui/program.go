package tui

import (
	"io"
	"time"

	"github.com/aymanbagabas/go-osc52/v2"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"larui/tui/chart"
	"larui/tui/session"
	"larui/tui/view"
)

// Program is the explorer as a Bubble Tea model.
type Program struct {
	host *view.Host
	// scene is the host's.
	scene *view.Scene
	input textinput.Model
	// look is what the options gave, theme the one in use.
	look    look
	theme   chart.Theme
	encoder *chart.Encoder
	// dragTurned tells whether the slider that is held has turned its control yet.
	dragTurned bool
	// frame is the last one drawn, valid until something changes.
	frame      string
	suspending bool
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

// newProgram returns the model; first is what it opens with once it runs.
func newProgram(look look, first session.Opening) *Program {
	p := &Program{
		look: look, theme: look.theme,
		encoder: chart.NewEncoder(look.theme, look.profile),
		output:  io.Discard,
		deliver: func(tea.Msg) {},
		tick:    tea.Tick,
	}
	p.host = view.NewHost(first, func(msg any) { p.deliver(msg) })
	p.scene = &p.host.Scene
	p.scene.Glyphs = look.glyphs
	p.scene.Common = p.keys()
	p.input = textinput.New()
	p.input.Prompt = ""
	// It panics before the last character (bubbles 1.0.0), and a number has no
	// words.
	p.input.KeyMap.DeleteWordForward.SetEnabled(false)
	return p
}

// Init asks for the pair to be opened.
func (p *Program) Init() tea.Cmd {
	p.host.OpenFirst()
	return nil
}

// Update answers keys, sizes and the engine.
func (p *Program) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		p.scene.Width, p.scene.Height = msg.Width, msg.Height
	case session.Update, session.TrainingNews:
		p.host.Hear(msg)
	case tickMsg:
		p.hearTick()
	case tea.KeyMsg:
		for _, key := range separate(msg) {
			p.scene.Message = ""
			switch {
			case p.scene.Typing:
				p.typeKey(key)
			case p.scene.Opener.Shown:
				p.openerKey(key)
			default:
				p.host.Press(key.String())
			}
		}
	case tea.MouseMsg:
		view := p.scene.ViewName()
		p.mouse(msg)
		p.host.AskAnew(view)
	default:
		return p, nil
	}
	p.scene.Views.Rivals.TrainAtOnce(p.scene)
	p.followText()
	p.frame = ""
	switch {
	case p.host.Quitting:
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
	if p.frame == "" && p.scene.Width > 0 {
		p.frame = p.encoder.Encode(p.scene.Frame(p.scene.Width, p.scene.Height))
	}
	return p.frame
}

// copyCommand shows the command line of this screen and puts it on the
// clipboard, where the terminal lets it.
func (p *Program) copyCommand() view.Intent {
	command := p.scene.Command()
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
	return view.Tell("copied, where the terminal allows it: %s", command)
}

func (p *Program) nextTheme() view.Intent {
	p.theme = nextTheme(p.theme)
	p.encoder = chart.NewEncoder(p.theme, p.look.profile)
	return view.Tell("theme %s", p.theme)
}

func (p *Program) nextGlyphs() view.Intent {
	p.scene.Glyphs = nextGlyphs(p.scene.Glyphs)
	return view.Tell("glyphs %s", p.scene.Glyphs)
}
