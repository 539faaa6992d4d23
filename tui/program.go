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

// maxSize is the largest width and height of a frame, in cells.
const maxSize = 1000

// Program is the explorer as a Bubble Tea model.
type Program struct {
	host *frame.Host
	// scene is the scene of the host.
	scene *frame.Scene
	// input is the line editor for an exact value or for the text of an overlay.
	input textinput.Model
	// encoder writes frames in theme, with the colours of profile.
	encoder *chart.Encoder
	theme   chart.Theme
	profile termenv.Profile
	// frame is the last frame drawn, nil after a change.
	frame *shot
	// images draws the pictures of frames.
	images images
	// output is the terminal.
	output io.Writer
	// tick is tea.Tick. ticking reports whether a tick is on its way.
	tick    func(time.Duration, func(time.Time) tea.Msg) tea.Cmd
	ticking bool
}

// newProgram returns a program that opens first once it runs.
func newProgram(look look, first session.Opening) *Program {
	p := &Program{
		theme: look.Theme, profile: look.profile,
		encoder: chart.NewEncoder(look.Theme, look.profile),
		output:  io.Discard,
		images:  images{asks: look.asks, protocol: look.protocol, theme: look.Theme, cell: pixels.DefaultCell},
		tick:    tea.Tick,
		host:    frame.NewHost(first),
	}
	p.scene = &p.host.Scene
	p.scene.Look = look.Look
	p.input = textinput.New()
	p.input.Prompt = ""
	// DeleteWordForward panics before the last character (bubbles 1.0.0), and a number has no
	// words.
	p.input.KeyMap.DeleteWordForward.SetEnabled(false)
	p.input.Focus()
	return p
}

// Init opens the first pair.
func (p *Program) Init() tea.Cmd {
	p.host.OpenFirst()
	return p.listen
}

// write returns the command that writes text to the terminal outside of frames, nil for an empty
// text.
func (p *Program) write(text string) tea.Cmd {
	if text == "" {
		return nil
	}
	return func() tea.Msg {
		_, _ = io.WriteString(p.output, text)
		return nil
	}
}

// listen waits for the next message of the host.
func (p *Program) listen() tea.Msg { return <-p.host.Messages }

// Update handles keys, mouse, sizes and messages of the host.
func (p *Program) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if p.host.MustQuit {
		return p, tea.Quit // further keys do nothing
	}
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		p.scene.Width, p.scene.Height = min(msg.Width, maxSize), min(msg.Height, maxSize)
		if p.images.protocol != pixels.Cells { // images may have moved with the text
			return p, tea.Batch(p.follow(), tea.Sequence(p.write(p.images.measure()), tea.ClearScreen))
		}
	case pixels.Terminal:
		p.images.hear(msg)
	case session.Update, session.TrainingUpdate, export.News:
		p.host.HandleMessage(msg)
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

// follow marks the frame as changed, and returns the command that the last message leads to.
func (p *Program) follow() tea.Cmd {
	p.followText()
	p.frame = nil
	switch {
	case p.host.MustQuit:
		return tea.Quit
	case p.host.MustSuspend:
		p.host.MustSuspend = false
		return func() tea.Msg { askToPause(); return nil }
	case p.host.MustRedraw:
		p.host.MustRedraw = false
		return tea.Batch(p.nextTick(), tea.ClearScreen)
	case p.host.Clipboard != "":
		sequence := osc52.New(p.host.Clipboard).String()
		p.host.Clipboard = ""
		return tea.Batch(p.nextTick(), p.write(sequence))
	}
	if s := p.scene.Session; s != nil && s.Pair.Shape.Rows > 0 { // only these pairs have images
		return tea.Batch(p.nextTick(), p.write(p.images.question()))
	}
	return p.nextTick()
}

// key handles a key, or several letters that arrived together, as on a slow line. The letters are
// one text while a text is typed, else separate keys.
func (p *Program) key(msg tea.KeyMsg) {
	covered := p.host.CloseMessage()
	letters := msg.Type == tea.KeyRunes && len(msg.Runes) > 1 && !msg.Paste
	switch {
	case covered && (msg.String() == "esc" || msg.String() == "alt+esc"): // the key has only closed the message
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

// longestValue is the longest text of an exact value, in characters.
const longestValue = 200

// typeKey edits the exact value that is being typed.
func (p *Program) typeKey(msg tea.KeyMsg) {
	switch key := msg.String(); key {
	case "ctrl+c":
		p.host.MustQuit = true
	case "esc", "alt+esc": // Esc twice at once
		p.host.Scene.LeaveEntry()
	case "enter":
		p.host.TypeEntry(p.input.Value(), p.input.Position(), true)
	default:
		p.input.CharLimit = longestValue
		p.input, _ = p.input.Update(msg)
		p.host.TypeEntry(p.input.Value(), p.input.Position(), false)
	}
}

// typed returns the overlay whose text is being typed, nil for none.
func (p *Program) typed() frame.Overlay {
	over := p.scene.TopOverlay()
	if over == nil {
		return nil
	}
	if _, cursor := over.TypedText(); cursor == nil {
		return nil
	}
	return over
}

// overlayKey handles a key while a text is typed in an overlay.
func (p *Program) overlayKey(msg tea.KeyMsg) {
	over := p.typed()
	switch key := msg.String(); {
	case key == "ctrl+c":
		p.host.MustQuit = true
	case !over.Press(p.host, key):
		p.input.CharLimit = longestPath
		p.input, _ = p.input.Update(msg)
		over.SetText(p.host, p.input.Value())
	}
}

// followText copies a changed text into the line editor, and the editor's cursor into the overlay.
func (p *Program) followText() {
	text, cursor := p.scene.Entry, new(int)
	if over := p.typed(); over != nil {
		text, cursor = over.TypedText()
	}
	if text != p.input.Value() {
		p.input.SetValue(text)
		p.input.CursorEnd()
	}
	*cursor = p.input.Position()
}

// View returns the frame as text.
func (p *Program) View() string {
	if shot := p.draw(); shot != nil {
		return shot.encoder.Encode(shot.grid)
	}
	return ""
}

// draw returns the frame, nil before the size is known. It is drawn once after each change.
func (p *Program) draw() *shot {
	if p.scene.Theme != p.theme {
		p.theme = p.scene.Theme
		p.encoder = chart.NewEncoder(p.theme, p.profile)
		p.images.theme = p.theme
	}
	if p.frame == nil && p.scene.Width > 0 {
		p.scene.Images = p.images.protocol != pixels.Cells && p.profile != termenv.Ascii && p.theme != chart.Mono
		grid := p.scene.Draw()
		p.frame = &shot{grid, p.encoder, p.images.text(grid.Images())}
	}
	return p.frame
}
