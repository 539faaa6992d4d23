package tui

import "fmt"

// A spokenView is a view as a command of its own.
type spokenView struct{ name, help string }

// spokenViews returns the views in the order of their keys.
func spokenViews() []spokenView {
	return []spokenView{
		{dashboardName, "say the scores"},
		{"spectrum", "say the singular values and how much of the label each holds"},
		{"target", "say how much of each class of the target is right"},
		{"convergence", "say the score after some epochs"},
		{"lambda", "say where lambda stands and the score for every step of it"},
		{"map", "say the score over k and ktilde: the best cells, and those of the present k"},
		{"rivals", "say the other methods, how to train them, and their scores; of one, its settings"},
		{"theory", "say what the theorems assume and state"},
		{"data", "say what is known of the data"},
	}
}

// sayOnce says a view; the one that is said after every turn stays another.
func (t *talker) sayOnce(name, of string) error {
	if of != "" {
		r, _, ok := t.rivalNamed(of)
		if !ok {
			return noRival(of)
		}
		for _, line := range t.scene.rivalInWords(r) {
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
