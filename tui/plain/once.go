package plain

import "fmt"

// sayOnce says a view; the one that is said after every turn stays another.
func (t *talker) sayOnce(name, of string) error {
	if of != "" {
		r, _, ok := t.rivalNamed(of)
		if !ok {
			return noRival(of)
		}
		for _, line := range t.host.RivalInWords(r) {
			t.say(line)
		}
		return nil
	}
	if c, ok := t.controlNamed(name); ok {
		t.sayControl(c)
	}
	panel, zoom := t.host.Panel, t.host.Zoom
	defer func() { t.host.Panel, t.host.Zoom = panel, zoom }()
	if !t.host.ShowView(name) {
		return fmt.Errorf("there is no view %q", name)
	}
	t.host.Ask()
	if err := t.settle(); err != nil {
		return err
	}
	t.sayView()
	return t.host.Update.Err
}
