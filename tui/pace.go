package tui

import (
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// A pacedProgram is a Program that draws at most half of the time, and waits at least
// minDrawInterval between two frames. It handles keys that arrive together before it draws a frame.
// Ctrl+C is handled at once and deletes the keys and mouse events in the queue.
type pacedProgram struct {
	*Program
	// input is the queue of keys and mouse events that the program has not handled. hasGrown
	// reports whether the queue has grown since the last inputMsg.
	input      []tea.Msg
	hasGrown   bool
	screen     *terminal
	frameCount int
	// The program draws no frame before nextDraw.
	nextDraw time.Time
	// drawPending reports whether a drawMsg was sent and has not arrived.
	drawPending bool
}

// A drawMsg asks the program to draw a delayed frame. An inputMsg asks the program to handle the
// next key or mouse event of the queue.
type (
	drawMsg  struct{}
	inputMsg struct{}
)

// maxInput is the length at which the program handles the queue even if more keys or mouse events
// arrive. A terminal's buffer holds fewer.
const maxInput = 1 << 13

// frameRate is the number of frames per second that Bubble Tea writes. minDrawInterval is the least
// time between two drawn frames: half of the time between two written frames, so that the engine's
// answer to a key can be in the next written frame.
const (
	frameRate       = 120
	minDrawInterval = time.Second / (2 * frameRate)
)

// Update puts keys and mouse events into the queue, and sends an inputMsg. An inputMsg takes an
// event from the queue if the queue has not grown since the last inputMsg.
func (p *pacedProgram) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	key, isKey := msg.(tea.KeyMsg)
	_, isMouse := msg.(tea.MouseMsg)
	_, isTurn := msg.(inputMsg)
	switch {
	case isKey && key.Type == tea.KeyCtrlC:
		p.input = nil
	case isKey || isMouse:
		p.input, p.hasGrown = append(p.input, msg), true
		if len(p.input) > 1 {
			return p, nil // an inputMsg was sent already
		}
		return p, askForInput
	case isTurn && len(p.input) == 0:
		return p, nil
	case isTurn && p.hasGrown && len(p.input) < maxInput:
		p.hasGrown = false
		return p, askForInput
	case isTurn:
		_, cmd := p.updateProgram(p.input[0])
		p.input = p.input[1:]
		if len(p.input) > 0 {
			cmd = tea.Batch(cmd, askForInput)
		}
		return p, cmd
	}
	return p.updateProgram(msg)
}

func askForInput() tea.Msg { return inputMsg{} }

// updateProgram sends a drawMsg for later if the next frame can't be drawn yet.
func (p *pacedProgram) updateProgram(msg tea.Msg) (tea.Model, tea.Cmd) {
	_, cmd := p.Program.Update(msg)
	if _, due := msg.(drawMsg); due {
		p.drawPending = false
	}
	if _, resized := msg.(tea.WindowSizeMsg); resized {
		p.screen.next.Store(nil) // the last frame may be larger than the screen
	}
	if wait := time.Until(p.nextDraw); wait > 0 && p.frame == nil && !p.drawPending {
		p.drawPending = true
		cmd = tea.Batch(cmd, tea.Tick(wait, func(time.Time) tea.Msg { return drawMsg{} }))
	}
	return p, cmd
}

// View passes the program's frame to the terminal, unless the last frame is too recent. The
// returned text is only a mark, which terminal.Write replaces by the frame.
func (p *pacedProgram) View() string {
	began := time.Now()
	if p.frame == nil && p.scene.Width > 0 && began.After(p.nextDraw) {
		p.screen.next.Store(p.drawFrame())
		p.frameCount++
		p.nextDraw = began.Add(max(minDrawInterval, 2*time.Since(began)))
	}
	return fmt.Sprint(frameMark, p.frameCount)
}
