package stage

import (
	"larui/tui/session"
)

// A Playback is the state of playing the epochs of descent. At rest it is zero, except for Over.
type Playback struct {
	// On means that the frame at At is shown instead of the last epoch, Running that the next frame
	// follows by itself, Over that the last frame was reached.
	On, Running, Over bool
	// At is the index of the frame in the track.
	At int
}

// Memory returns the frame. Playing is not resumed by itself.
func (p *Playback) Memory() Memory {
	return Memory{"on": &p.On, "at": BoundedJSON(&p.At, session.TrajectoryFrames)}
}
