package view

import (
	"larui/model"
	"larui/tui/session"
)

// turnControl turns by a control, which is selected, to parameters that are set anew.
func (sc *Stage) turnControl(name string, set func(*model.Params)) Intent {
	next := sc.State
	set(&next.Params)
	in := Intent{Kind: Turn, State: next, Select: name}
	if next.Equal(sc.State) {
		c, _ := session.OptionByName(name)
		in.Kind, in.Text = Say, c.Label+" is "+c.Get(next)+" already"
	}
	return in
}
