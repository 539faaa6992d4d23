package tui

import (
	"io"
	"time"

	"github.com/aymanbagabas/go-osc52/v2"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"larui/tui/chart"
	"larui/tui/frame"
	"larui/tui/overlay/export"
	"larui/tui/pixels"
	"larui/tui/session"
)

// maxSize bounds the sides of a frame.
const maxSize = 1000

// Program is the explorer as a Bubble Tea model.
type Program struct {
	host *frame.Host
	// scene is the host's.
	scene *frame.Scene
	// input is the line editor, of an exact value or of the opener's text.
	input textinput.Model
	// encoder writes frames, in theme, with as many colours as profile has.
	encoder *chart.Encoder
	theme   chart.Theme
	profile termenv.Profile
	// PlayedFrame is the last one drawn, valid until something changes.
	frame string
	// images draws its pictures.
	images images
	// Output is the terminal.
	output io.Writer
	// tick is tea.Tick; ticking tells that one is waited for.
	tick    func(time.Duration, func(time.Time) tea.Msg) tea.Cmd
	ticking bool
}

// newProgram returns the model; first is what it opens with once it runs.
func newProgram(look look, first session.Opening) *Program {
	p := &Program{
		theme: look.Theme, profile: look.profile,
		encoder: chart.NewEncoder(look.Theme, look.profile),
		output:  io.Discard,
		images:  images{asks: look.asks, protocol: look.protocol, theme: look.Theme, cell: pixels.UsualCell},
		tick:    tea.Tick,
		host:    frame.NewHost(first),
	}
	p.scene = &p.host.Scene
	p.scene.Look = look.Look
	p.input = textinput.New()
	p.input.Prompt = ""
	// It panics before the last character (bubbles 1.0.0), and a number has no
	// words.
	p.input.KeyMap.DeleteWordForward.SetEnabled(false)
	p.input.Focus()
	return p
}

// Init asks for the pair to be opened.
func (p *Program) Init() tea.Cmd {
	p.host.OpenFirst()
	return p.listen
}

// write returns what writes to the terminal beside frames, nil for nothing.
func (p *Program) write(text string) tea.Cmd {
	if text == "" {
		return nil
	}
	return func() tea.Msg {
		_, _ = io.WriteString(p.output, text)
		return nil
	}
}

// listen waits for what engine or trainer say next.
func (p *Program) listen() tea.Msg { return <-p.host.News }

// Update answers keys, sizes and the engine.
func (p *Program) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if p.host.Quitting {
		return p, tea.Quit // what was typed behind it does nothing
	}
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		p.scene.Width, p.scene.Height = min(msg.Width, maxSize), min(msg.Height, maxSize)
		if p.images.protocol != pixels.Cells { // images move with the text as each terminal likes
			return p, tea.Batch(p.follow(), tea.Sequence(p.write(p.images.measure()), tea.ClearScreen))
		}
	case pixels.Terminal:
		p.images.hear(msg)
	case session.Update, session.TrainingNews, export.News:
		p.host.Hear(msg)
		return p, tea.Batch(p.follow(), p.listen)
	case tickMsg:
		p.hearTick()
	case tea.KeyMsg:
		p.key(msg)
	case tea.MouseMsg:
		if !mouse(p.host, msg) {
			return p, nil
		}
	default:
		return p, nil
	}
	return p, p.follow()
}

// follow has what has changed drawn anew, and returns what else is to follow from it.
func (p *Program) follow() tea.Cmd {
	p.followText()
	p.frame = ""
	switch {
	case p.host.Quitting:
		return tea.Quit
	case p.host.Suspending:
		p.host.Suspending = false
		return func() tea.Msg { askToPause(); return nil }
	case p.host.Clipboard != "":
		sequence := osc52.New(p.host.Clipboard).String()
		p.host.Clipboard = ""
		return tea.Batch(p.nextTick(), p.write(sequence))
	}
	if s := p.scene.Update.Session; s != nil && s.Pair.Shape.Rows > 0 { // else there is nothing to ask for
		return tea.Batch(p.nextTick(), p.write(p.images.question()))
	}
	return p.nextTick()
}

// key answers a key, or letters that arrived together, as they do from a fast hand on a
// slow line: they are one text where something is typed, and else as many keys.
func (p *Program) key(msg tea.KeyMsg) {
	covered := p.host.CloseMessage()
	letters := msg.Type == tea.KeyRunes && len(msg.Runes) > 1 && !msg.Paste
	switch {
	case covered && (msg.String() == "esc" || msg.String() == "alt+esc"): // which has closed the message
	case p.scene.Typing:
		p.typeKey(msg)
	case p.typed() != nil:
		p.overlayKey(msg)
	case letters:
		first, others := msg, msg
		first.Runes, others.Runes = msg.Runes[:1], msg.Runes[1:]
		p.key(first)
		p.followText()
		p.key(others)
	default:
		p.host.Press(msg.String())
	}
}

// longestValue is the longest text that is taken for an exact value.
const longestValue = 200

// typeKey edits the exact value that is being typed.
func (p *Program) typeKey(msg tea.KeyMsg) {
	switch key := msg.String(); key {
	case "ctrl+c":
		p.host.Quitting = true
	case "esc", "alt+esc": // two at once, from an impatient finger
		p.host.Scene.LeaveEntry()
	case "enter":
		p.host.TypeEntry(p.input.Value(), p.input.Position(), true)
	default:
		p.input.CharLimit = longestValue
		p.input, _ = p.input.Update(msg)
		p.host.TypeEntry(p.input.Value(), p.input.Position(), false)
	}
}

// typed is the overlay in which a text is being typed, nil for none.
func (p *Program) typed() frame.Overlay {
	over := p.scene.Over()
	if over == nil {
		return nil
	}
	if _, cursor := over.Typed(); cursor == nil {
		return nil
	}
	return over
}

// overlayKey answers a key while a text is typed in an overlay.
func (p *Program) overlayKey(msg tea.KeyMsg) {
	over := p.typed()
	switch key := msg.String(); {
	case key == "ctrl+c":
		p.host.Quitting = true
	case !over.Press(p.host, key):
		p.input.CharLimit = longestPath
		p.input, _ = p.input.Update(msg)
		over.Type(p.host, p.input.Value())
	}
}

// followText hands the text that is typed into to the line editor, where it is another
// one.
func (p *Program) followText() {
	text, cursor := p.scene.Entry, new(int)
	if over := p.typed(); over != nil {
		text, cursor = over.Typed()
	}
	if text != p.input.Value() {
		p.input.SetValue(text)
		p.input.CursorEnd()
	}
	*cursor = p.input.Position()
}

// View draws the frame, once for every change.
func (p *Program) View() string {
	if p.scene.Theme != p.theme {
		p.theme = p.scene.Theme
		p.encoder = chart.NewEncoder(p.theme, p.profile)
		p.images.theme = p.theme
	}
	if p.frame == "" && p.scene.Width > 0 {
		p.scene.Images = p.images.protocol != pixels.Cells && p.profile != termenv.Ascii && p.theme != chart.Mono
		grid := p.scene.Frame(p.scene.Width, p.scene.Height)
		shown := grid.Images()
		p.frame = p.images.on(p.encoder.Encode(grid), shown)
	}
	return p.frame
}
