package stage

import (
	"larui/tui/session"
)

// A Playback is the state of playing, which shows the solution after each epoch of descent in turn.
// If nothing plays, all fields but Over are zero.
type Playback struct {
	// On reports whether an earlier epoch is shown in place of the last one, Running whether epochs
	// advance by themselves, and Over whether playing has reached the last epoch.
	On, Running, Over bool
	// At is the index of the shown epoch in the session.Trajectory.
	At int
}

// Memory keeps the shown epoch, but not Running: a resumed program does not start to play.
func (p *Playback) Memory() Memory {
	return Memory{"on": &p.On, "at": BoundedJSON(&p.At, session.TrajectoryFrames)}
}
