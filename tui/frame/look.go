package frame

import (
	"slices"

	"larui/datasets/wording"
	"larui/tui/chart"
	"larui/tui/session"
	"larui/tui/stage"
)

// lookSwitcher returns a function that switches to the next theme or glyphs. setting is the name of
// the option and of the action.
func lookSwitcher(h *Host, setting string, next func(*Scene) string) func(*Scene) stage.Intent {
	return func(sc *Scene) stage.Intent {
		value, on := next(sc), *sc
		h.triedLooks = append(h.triedLooks, setting)
		message := stage.NewMessage("%s %s; {%s} switches to %s", setting, value, setting, next(&on))
		if h.files.SaveLook != nil {
			message.Text += "; type {palette}keep as default to make this the default"
		}
		return message
	}
}

func (h *Host) whyNoLookToSave(*stage.Stage) string {
	switch {
	case h.files.SaveLook == nil:
		return "this explorer has no settings file, so it can save no default"
	case len(h.triedLooks) == 0:
		return "no other theme, glyphs or screen was tried: {theme}, {glyphs} and {all-panels} change them"
	}
	return ""
}

// saveLooks saves the theme, the glyphs and the screen as defaults, but each of these only if the
// user switched it in this run. The message lists what was saved, or has the error.
func (h *Host) saveLooks(*stage.Stage) stage.Intent {
	dashboard := h.Scene
	dashboard.Zoom = false
	now := map[string]string{"theme": dashboard.Theme.String(), "glyphs": dashboard.Glyphs.String(), "view": dashboard.ViewName()}
	var says []string
	slices.Sort(h.triedLooks)
	for _, setting := range slices.Compact(h.triedLooks) {
		saved, err := h.files.SaveLook(setting, now[setting])
		switch {
		case err != nil:
			return stage.NewMessage("no default was saved: %s", session.PlainError(err))
		case saved:
			says = append(says, setting+" "+now[setting])
		default:
			says = append(says, "the "+setting+" that the file already sets")
		}
	}
	h.triedLooks = nil
	return stage.NewMessage("defaults in config.toml: %s", wording.JoinWithWord(says, "and"))
}

func nextTheme(sc *Scene) string {
	themes := chart.Themes()
	sc.Theme = themes[(slices.Index(themes, sc.Theme)+1)%len(themes)]
	return sc.Theme.String()
}

// nextGlyphs switches to the next set of glyphs, from the finest to the plainest, and returns its
// name.
func nextGlyphs(sc *Scene) string {
	sc.Glyphs = (sc.Glyphs + 1) % (chart.ASCII + 1)
	return sc.Glyphs.String()
}
