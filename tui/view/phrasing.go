package view

import "larui/tui/session"

// How what is to be done is said: in keys on the screen, in commands to those who
// listen.

// toSet says how to give the control of that name a value that lies n steps or so up
// (down where n < 0).
func (sc *Scene) toSet(name, value string, n int) string {
	if sc.Spoken {
		return "type " + name + " " + value
	}
	c, _ := session.OptionByName(name)
	key, sign := c.Up, 1
	if n < 0 {
		key, sign = c.Down, -1
	}
	switch {
	case (c.Values != nil) && key != "":
		return "press " + key
	case key == "" || !c.StepsOn(sc.State, sc.Limits, value, sign):
		return "select " + c.Label + " with Tab, press = and type " + value
	}
	return "press " + key + " until " + c.Label + " = " + value
}
