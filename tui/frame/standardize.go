package frame

import (
	"fmt"

	"larui/datasets"
	"larui/tui/number"
	"larui/tui/session"
)

// standardize opens the pair again with features scaled as in the source or, if they are already,
// with each domain scaled by itself.
func (h *Host) standardize() {
	spec := h.Explorer.State.Spec
	spec.Standardize++
	if spec.Standardize > datasets.FitDomain {
		spec.Standardize = datasets.FitSource
	}
	h.OpenPair(session.Opening{Spec: spec})
}

// whyNotStandardize returns the reason why standardizing is of no use, empty if it may help. It
// always may for files, since each domain may have its own scale.
func whyNotStandardize(sc *Scene) string {
	if sc.State.Spec.Standardize == datasets.FitNone && !scalesDiffer(sc) && sc.State.Spec.Name != datasets.FilesName {
		return "the features differ little in scale: there is no need to standardize them"
	}
	return ""
}

// reportStandardization says how the standardization changed since the pair that was left, if nothing else changed,
// and which share of the predictions of no adaptation that changes. It also says whether a choice was lost.
func reportStandardization(h *Host, left datasets.Spec, turned bool, changed float64) {
	was, is := left.Standardize, h.Explorer.State.Spec.Standardize
	left.Standardize = is
	h.Scene.lastCause = ""
	switch {
	case is == was || !session.SamePair(left, h.Explorer.State.Spec):
		h.choiceLost = false
	case is == datasets.FitNone:
		h.Scene.lastCause = unstandardized
		h.Scene.Message = "undone: the features are not standardized any more"
	default:
		h.Scene.lastCause = standardized
		h.Scene.Message = map[datasets.Fit]string{
			datasets.FitSource: "standardized by the source, as is usual%s; {standardize} again: each domain by itself",
			datasets.FitDomain: "standardized, each domain by itself, as where devices or units differ%s; {standardize} again: by the source",
		}[is]
		gone := ""
		h.choiceLost = (h.choiceLost || turned) && h.Explorer.State.Equal(h.Explorer.Start)
		if h.choiceLost && whyNoChoice(&h.Scene) == "" && !h.Scene.Spoken {
			gone = "; the choice is gone: {choose} chooses again"
		}
		if changed > 0 {
			gone = fmt.Sprintf("; %s of the predictions without LAR change", number.Percent(changed, 0)) + gone
		}
		h.Scene.Message = h.Scene.ReplaceKeys(fmt.Sprintf(h.Scene.Message, gone))
	}
}
