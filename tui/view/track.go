package view

import "larui/tui/session"

// track returns the track of the curves that are shown, nil where there is none.
// Small panels at rest do without, so that they look as they did before playing.
func (sc *Scene) track() *session.Track {
	t, curves := session.ResultOf[*session.Track](sc.Update, session.TrackName), sc.Update.Curves
	if t == nil || curves == nil || t.Params != curves.Params || !sc.Zoom && sc.frame() == nil {
		return nil
	}
	return t
}
