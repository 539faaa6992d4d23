package tui

import (
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// A pacedProgram program spends at most half of its time on drawing, and waits at least shortest between
// frames. Of many keys at once only the last ones are seen. The waits are short, so that the
// engine's answer to a key can get into the same frame of the terminal. Ctrl+C overtakes keys and
// mouse reports that the program has not handled.
type pacedProgram struct {
	*Program
	// input are the keys and mouse reports that the program has not handled. arrived reports whether
	// one of them arrived after the last inputMsg.
	input   []tea.Msg
	arrived bool
	screen  *terminal
	// frameCount counts frames. The next frame may be drawn after the time nextDraw.
	frameCount int
	nextDraw   time.Time
	// drawPending reports whether a drawMsg is on its way.
	drawPending bool
}

// drawMsg asks for a frame that was delayed. inputMsg asks to handle the next input.
type (
	drawMsg  struct{}
	inputMsg struct{}
)

// maxInput is the number of waiting keys and mouse reports at which the program handles input
// though more arrives. It exceeds what a terminal's buffer contains.
const maxInput = 1 << 13

// frameRate is the number of frames per second on the terminal, minDrawInterval the least time between two
// drawings.
const (
	frameRate       = 120
	minDrawInterval = time.Second / (2 * frameRate)
)

// Update puts input in a queue, from which each inputMsg takes one message as soon as no more input
// arrives.
func (p *pacedProgram) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	key, isKey := msg.(tea.KeyMsg)
	_, isMouse := msg.(tea.MouseMsg)
	_, isTurn := msg.(inputMsg)
	switch {
	case isKey && key.Type == tea.KeyCtrlC:
		p.input = nil
	case isKey || isMouse:
		p.input, p.arrived = append(p.input, msg), true
		if len(p.input) > 1 {
			return p, nil // an inputMsg is on its way
		}
		return p, askForInput
	case isTurn && len(p.input) == 0:
		return p, nil
	case isTurn && p.arrived && len(p.input) < maxInput:
		p.arrived = false
		return p, askForInput
	case isTurn:
		_, cmd := p.update(p.input[0])
		p.input = p.input[1:]
		if len(p.input) > 0 {
			cmd = tea.Batch(cmd, askForInput)
		}
		return p, cmd
	}
	return p.update(msg)
}

// askForInput sends an inputMsg.
func askForInput() tea.Msg { return inputMsg{} }

// update updates the program. A frame that can't be drawn yet is scheduled for later.
func (p *pacedProgram) update(msg tea.Msg) (tea.Model, tea.Cmd) {
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

// View gives the program's frame to the terminal, unless it would be too soon. It returns a text
// that the terminal replaces by the frame.
func (p *pacedProgram) View() string {
	began := time.Now()
	if p.frame == nil && p.scene.Width > 0 && began.After(p.nextDraw) {
		p.screen.next.Store(p.draw())
		p.frameCount++
		p.nextDraw = began.Add(max(minDrawInterval, 2*time.Since(began)))
	}
	return fmt.Sprint(frameMark, p.frameCount)
}
