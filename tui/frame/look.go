package frame

import (
	"slices"

	"larui/datasets/wording"
	"larui/tui/chart"
	"larui/tui/session"
	"larui/tui/stage"
)

// switchLook returns the action of a key that switches to the next look, for this run. setting is the
// name of the option.
func switchLook(h *Host, setting string, next func(*Scene) string) func(*Scene) stage.Intent {
	return func(sc *Scene) stage.Intent {
		value, on := next(sc), *sc
		h.triedLooks = append(h.triedLooks, setting)
		says := stage.Message("%s %s; {%s} goes on to %s", setting, value, setting, next(&on))
		if h.files.SaveLook != nil {
			says.Text += "; {palette} keep as default keeps it"
		}
		return says
	}
}

// whyNoLookToSave returns the reason why no look can be saved as the default, empty if one can.
func (h *Host) whyNoLookToSave(*stage.Stage) string {
	switch {
	case h.files.SaveLook == nil:
		return "this explorer has no file of settings to keep a look in"
	case len(h.triedLooks) == 0:
		return "nothing to keep: {theme}, {glyphs} and {all-panels} try other looks"
	}
	return ""
}

// saveLooks saves the looks that were tried as defaults. It reports what was saved, or the error.
func (h *Host) saveLooks(*stage.Stage) stage.Intent {
	now := map[string]string{"theme": h.Scene.Theme.String(), "glyphs": h.Scene.Glyphs.String(), "view": h.Scene.ViewName()}
	if h.Scene.Zoom {
		now["view"] = stage.FirstName
		if h.Scene.All {
			now["view"] = stage.AllName
		}
	}
	var says []string
	slices.Sort(h.triedLooks)
	for _, setting := range slices.Compact(h.triedLooks) {
		kept, err := h.files.SaveLook(setting, now[setting])
		switch {
		case err != nil:
			return stage.Message("nothing is kept: %s", session.PlainError(err))
		case kept:
			says = append(says, setting+" "+now[setting])
		default:
			says = append(says, setting+" as it is settled there already")
		}
	}
	h.triedLooks = nil
	return stage.Message("kept in config.toml for next time: %s", wording.JoinLast(says, "and"))
}

// nextTheme switches to the next theme and returns its name.
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
