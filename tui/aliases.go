package tui

import "larui/tui/session"

type (
	State     = session.State
	Limits    = session.Limits
	Session   = session.Session
	Update    = session.Update
	Engine    = session.Engine
	Request   = session.Request
	Track     = session.Track
	ScoreView = session.ScoreView
	Control   = session.Option
	Extra     = session.Job
	opening   = session.Opening
)
