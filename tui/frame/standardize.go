package frame

import (
	"fmt"

	"larui/datasets"
	"larui/tui/number"
	"larui/tui/session"
)

// standardizeFeatures opens the pair again with features standardized by the source. If they
// already are, each domain is standardized by its own means and scales.
func (h *Host) standardizeFeatures() {
	spec := h.State.Spec
	spec.Standardize++
	if spec.Standardize > datasets.FitDomain {
		spec.Standardize = datasets.FitSource
	}
	h.OpenPair(session.Opening{Spec: spec})
}

// whyNoStandardizing returns the reason why standardizing is useless; empty if it may help. For
// files it may help, because each domain may have its own scale.
func whyNoStandardizing(sc *Scene) string {
	if sc.State.Spec.Standardize == datasets.FitNone && !scalesDiffer(sc) && sc.State.Spec.Name != datasets.FilesName {
		return "the features differ little in scale: there is no need to standardize them"
	}
	return ""
}

// reportStandardization says how the features are standardized now. It says nothing if the previous
// pair, before, differs in other options. turned reports whether the user had changed controls, so
// that a choice may be lost. changed is the share of the predictions of no adaptation that
// standardizing has changed.
func reportStandardization(h *Host, before datasets.Spec, turned bool, changed float64) {
	was, is := before.Standardize, h.State.Spec.Standardize
	before.Standardize = is
	h.lastCause = ""
	text := "standardized by the source, as is usual%s; {standardize} again standardizes each domain by itself"
	switch {
	case is == was || !session.IsSamePair(before, h.State.Spec):
		h.choiceLost = false
		return
	case !is.IsRescaling():
		h.lastCause = unstandardized
		h.Message = "undone: the features are not standardized any more"
		return
	case is == datasets.FitDomain:
		text = "each domain is standardized by itself, which helps if devices or units differ%s; {standardize} again standardizes by the source"
	}
	h.lastCause = standardized
	effect := ""
	if changed > 0 {
		effect = fmt.Sprintf("; %s of the predictions of no adaptation change", number.Percent(changed, 0))
	}
	h.choiceLost = (h.choiceLost || turned) && h.State.Equal(h.Start)
	if h.choiceLost && whyNoChoice(&h.Scene) == "" && !h.NamesCommands {
		effect += "; the choice is lost: {choose} chooses again"
	}
	h.Message = h.ReplaceKeys(fmt.Sprintf(text, effect))
}
