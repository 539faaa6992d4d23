package stage

import (
	"larui/tui/session"
)

// A Play is where playing stands; at rest it is zero, but for over.
type Play struct {
	// On tells that a frame is shown instead of the end, running that the next one
	// follows by itself, over that the last one was come to.
	On, Running, Over bool
	// At is the index of the frame among the epochs of the track.
	At int
}

// Memory is at which frame it stands: it goes on when it is told to.
func (p *Play) Memory() Memory {
	return Memory{"on": &p.On, "at": Below(&p.At, session.TrackFrames)}
}
