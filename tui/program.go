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
	host  *frame.Host
	scene *frame.Scene
	// input is the line editor for the value of a control or the text of an overlay.
	input   textinput.Model
	encoder *chart.Encoder
	theme   chart.Theme
	profile termenv.Profile
	// frame is the last drawn frame, nil if something has changed since.
	frame  *drawnFrame
	images imageDrawer
	output io.Writer
	// tick is tea.Tick, except in tests. ticking reports whether a tickMsg was sent and has not
	// arrived.
	tick    func(time.Duration, func(time.Time) tea.Msg) tea.Cmd
	ticking bool
}

func newProgram(look terminalLook, first session.Opening) *Program {
	p := &Program{
		theme: look.Theme, profile: look.profile,
		encoder: chart.NewEncoder(look.Theme, look.profile),
		output:  io.Discard,
		images:  look.images,
		tick:    tea.Tick,
		host:    frame.NewHost(first),
	}
	p.scene = &p.host.Scene
	p.scene.Look = look.Look
	p.input = textinput.New()
	p.input.Prompt = ""
	// In bubbles 1.0.0, DeleteWordForward panics before the last character.
	p.input.KeyMap.DeleteWordForward.SetEnabled(false)
	p.input.Focus()
	return p
}

// Init opens the first pair.
func (p *Program) Init() tea.Cmd {
	p.host.OpenFirst()
	return p.awaitMessage
}

func (p *Program) writeCommand(text string) tea.Cmd {
	if text == "" {
		return nil
	}
	return func() tea.Msg {
		_, _ = io.WriteString(p.output, text)
		return nil
	}
}

func (p *Program) awaitMessage() tea.Msg { return <-p.host.Messages }

// Update handles keys, mouse events, screen sizes and messages of the host.
func (p *Program) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if p.host.MustQuit {
		return p, tea.Quit // further keys do nothing
	}
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		p.scene.Width, p.scene.Height = min(msg.Width, maxSize), min(msg.Height, maxSize)
		if p.images.protocol != pixels.Cells { // the terminal may have moved the images
			return p, tea.Batch(p.finishUpdate(), tea.Sequence(p.writeCommand(p.images.sizeQuery()), tea.ClearScreen))
		}
	case pixels.Terminal:
		p.images.setTerminal(msg)
	case session.Update, session.TrainingUpdate, export.Report:
		p.host.HandleMessage(msg)
		return p, tea.Batch(p.finishUpdate(), p.awaitMessage)
	case tickMsg:
		p.ticking = false
		p.host.ShowNextEpoch()
	case tea.KeyMsg:
		p.handleKey(msg)
	case tea.MouseMsg:
		if !handleMouse(p.host, msg) {
			return p, nil
		}
	default:
		return p, nil
	}
	return p, p.finishUpdate()
}

// finishUpdate marks the frame as changed, and returns the command that the host asks for.
func (p *Program) finishUpdate() tea.Cmd {
	p.syncInput()
	p.frame = nil
	var cmd tea.Cmd
	switch {
	case p.host.MustQuit:
		return tea.Quit
	case p.host.MustSuspend:
		p.host.MustSuspend = false
		return func() tea.Msg { pauseShellJob(); return nil }
	case p.host.MustRedraw:
		p.host.MustRedraw, cmd = false, tea.ClearScreen
	case p.host.Clipboard != "":
		cmd = p.writeCommand(osc52.New(p.host.Clipboard).String())
		p.host.Clipboard = ""
	case p.scene.Session != nil && p.scene.Session.Pair.Shape.Rows > 0: // only pairs of pictures have images
		cmd = p.writeCommand(p.images.firstQuery())
	}
	return tea.Batch(p.nextTick(), cmd)
}

// handleKey handles a key, or several letters that arrived together. The letters are one text if
// the user types a text, and separate keys otherwise.
func (p *Program) handleKey(msg tea.KeyMsg) {
	covered, over := p.host.CloseMessage(), p.typingOverlay()
	letters := msg.Type == tea.KeyRunes && len(msg.Runes) > 1 && !msg.Paste
	switch {
	case covered && (msg.String() == "esc" || msg.String() == "alt+esc"): // Esc only closes the message
	case p.scene.Typing:
		p.handleValueKey(msg)
	case over != nil:
		p.handleOverlayKey(over, msg)
	case letters:
		first, others := msg, msg
		first.Runes, others.Runes = msg.Runes[:1], msg.Runes[1:]
		p.handleKey(first)
		p.syncInput()
		p.handleKey(others)
	default:
		p.host.Press(msg.String())
	}
}

const longestValue = 200

func (p *Program) handleValueKey(msg tea.KeyMsg) {
	switch key := msg.String(); key {
	case "ctrl+c":
		p.host.MustQuit = true
	case "esc", "alt+esc": // a terminal sends alt+esc for two quick Esc
		p.host.Scene.LeaveEntry()
	case "enter":
		p.host.TypeEntry(p.input.Value(), p.input.Position(), true)
	default:
		p.input.CharLimit = longestValue
		p.input, _ = p.input.Update(msg)
		p.host.TypeEntry(p.input.Value(), p.input.Position(), false)
	}
}

func (p *Program) typingOverlay() frame.Overlay {
	over := p.scene.TopOverlay()
	if over == nil {
		return nil
	}
	if _, cursor := over.TypedText(); cursor == nil {
		return nil
	}
	return over
}

func (p *Program) handleOverlayKey(over frame.Overlay, msg tea.KeyMsg) {
	switch key := msg.String(); {
	case key == "ctrl+c":
		p.host.MustQuit = true
	case !over.Press(p.host, key):
		p.input.CharLimit = longestPath
		p.input, _ = p.input.Update(msg)
		over.SetText(p.host, p.input.Value())
	}
}

// syncInput copies the text of the overlay, or the typed value of a control, into the line editor,
// and copies the editor's cursor into the overlay.
func (p *Program) syncInput() {
	text, cursor := p.scene.Entry, new(int)
	if over := p.typingOverlay(); over != nil {
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
	if shot := p.drawFrame(); shot != nil {
		return shot.encoder.Encode(shot.grid)
	}
	return ""
}

// drawFrame draws the frame only after a change. It returns nil before the size of the terminal is
// known.
func (p *Program) drawFrame() *drawnFrame {
	if p.scene.Theme != p.theme {
		p.theme = p.scene.Theme
		p.encoder = chart.NewEncoder(p.theme, p.profile)
		p.images.theme = p.theme
	}
	if p.frame == nil && p.scene.Width > 0 {
		p.scene.Images = p.images.protocol != pixels.Cells && p.profile != termenv.Ascii && p.theme != chart.Mono
		grid := p.scene.Draw()
		p.frame = &drawnFrame{grid, p.encoder, p.images.drawImages(grid.Images())}
	}
	return p.frame
}
