package stage

import (
	"larui/tui/session"
)

// A Playback is the state of playing the epochs of descent. While nothing plays, it is zero except
// for Over.
type Playback struct {
	// On reports whether a frame, an epoch of descent, is shown in place of the last epoch, Running
	// whether frames advance automatically, and Over whether playing has reached the last frame.
	On, Running, Over bool
	// At is the index in the session.Trajectory of the frame that is shown.
	At int
}

// Memory returns the frame, but not Running: a resumed program does not start to play.
func (p *Playback) Memory() Memory {
	return Memory{"on": &p.On, "at": BoundedJSON(&p.At, session.TrajectoryFrames)}
}
