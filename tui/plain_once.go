package tui

import "fmt"

// sayOnce says a view; the one that is said after every turn stays another.
func (t *talker) sayOnce(name, of string) error {
	if of != "" {
		r, _, ok := t.rivalNamed(of)
		if !ok {
			return noRival(of)
		}
		for _, line := range t.scene.Views.rivals.rivalInWords(&t.scene, r) {
			t.say(line)
		}
		return nil
	}
	if c, ok := t.controlNamed(name); ok {
		t.sayControl(c)
	}
	panel, zoom := t.scene.Panel, t.scene.Zoom
	defer func() { t.scene.Panel, t.scene.Zoom = panel, zoom }()
	if !t.scene.showView(name) {
		return fmt.Errorf("there is no view %q", name)
	}
	t.scene.Ask()
	if err := t.settle(); err != nil {
		return err
	}
	t.sayView()
	return t.scene.Update.Err
}
