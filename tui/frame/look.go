package frame

import (
	"slices"

	"larui/tui/chart"
	"larui/tui/session"
	"larui/tui/stage"
)

// likes is what a key does that chooses the next look of a kind, and names it: it is kept
// for explorers to come.
func likes(h *Host, setting string, next func(*Scene) string) func(*Scene) stage.Intent {
	return func(sc *Scene) stage.Intent {
		value, on := next(sc), *sc
		return stage.Tell("%s %s%s; {%s} goes on to %s", setting, value, keepLike(h, setting, value), setting, next(&on))
	}
}

// switchesAll is what a key does that chooses between the first screen and all panels.
func switchesAll(h *Host, sc *Scene) stage.Intent {
	in, to := switchAll(sc), "the first screen"
	if sc.All {
		to = "all panels"
	}
	if says := keepLike(h, "view", sc.ViewName()); says != "" {
		in = stage.Tell("%s%s", to, says)
	}
	return in
}

// keepLike has a look kept, and says that it is, or what fails.
func keepLike(h *Host, setting, value string) (says string) {
	if h.store.Like == nil {
		return ""
	}
	kept, err := h.store.Like(setting, value)
	switch {
	case err != nil:
		h.store.Like = nil
		return ", until larui is quit: " + session.PlainError(err)
	case kept:
		return ", kept in config.toml for next time"
	}
	return ""
}

// nextTheme cycles through the themes, and names the next one.
func nextTheme(sc *Scene) string {
	themes := []chart.Theme{chart.Dark, chart.Light, chart.Mono, chart.ColourBlind, chart.ColourBlindLight}
	sc.Theme = themes[(slices.Index(themes, sc.Theme)+1)%len(themes)]
	return sc.Theme.String()
}

// nextGlyphs cycles through the sets of glyphs, from the finest to the plainest.
func nextGlyphs(sc *Scene) string {
	sc.Glyphs = (sc.Glyphs + 1) % (chart.ASCII + 1)
	return sc.Glyphs.String()
}
