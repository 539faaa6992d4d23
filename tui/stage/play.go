package stage

import (
	"larui/tui/session"
)

// A Playback is the state of playing the epochs of descent. While nothing plays, it is zero except
// for Over.
type Playback struct {
	// On reports whether the screen shows a frame instead of the last epoch, Running whether frames
	// advance automatically, and Over whether the last frame has been reached.
	On, Running, Over bool
	// At is the index of the frame in the trajectory.
	At int
}

// Memory returns the frame, but not Running: a resumed program does not start to play.
func (p *Playback) Memory() Memory {
	return Memory{"on": &p.On, "at": BoundedJSON(&p.At, session.TrajectoryFrames)}
}
