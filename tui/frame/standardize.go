package frame

import (
	"fmt"

	"larui/datasets"
	"larui/tui/number"
	"larui/tui/session"
)

// standardize opens the pair anew, each feature of the scale that the source has or, where
// that is so, each domain of a scale of its own.
func (h *Host) standardize() {
	spec := h.Explorer.State.Spec
	spec.Standardize++
	if spec.Standardize > datasets.FitDomain {
		spec.Standardize = datasets.FitSource
	}
	h.OpenPair(session.Opening{Spec: spec})
}

// whyNotStandardize says why there is no use in it, empty where there is: also of files where all features
// are of one scale, since each domain may have its own.
func whyNotStandardize(sc *Scene) string {
	if sc.State.Spec.Standardize == datasets.FitNone && !warned(sc) && sc.State.Spec.Name != datasets.FilesName {
		return "the features differ little in scale: there is no need to standardize them"
	}
	return ""
}

// sayStandardized says where the pair that was left differs from the present one in
// nothing else, which share of the predictions of no adaptation that changes, and whether what was turned
// there is gone.
func sayStandardized(h *Host, left datasets.Spec, turned bool, changed float64) {
	was, is := left.Standardize, h.Explorer.State.Spec.Standardize
	left.Standardize = is
	h.Scene.did = ""
	switch {
	case is == was || !session.SamePair(left, h.Explorer.State.Spec):
		h.gone = false
	case is == datasets.FitNone:
		h.Scene.did = unstandardized
		h.Scene.Message = "undone: the features are not standardized any more"
	default:
		h.Scene.did = standardized
		h.Scene.Message = map[datasets.Fit]string{
			datasets.FitSource: "standardized by the source, as is usual%s; {standardize} again: each domain by itself",
			datasets.FitDomain: "standardized, each domain by itself, as where devices or units differ%s; {standardize} again: by the source",
		}[is]
		gone := ""
		h.gone = (h.gone || turned) && h.Explorer.State.Equal(h.Explorer.Start)
		if h.gone && whyNoChoice(&h.Scene) == "" && !h.Scene.Spoken {
			gone = "; the choice is gone: {choose} chooses again"
		}
		if changed > 0 {
			gone = fmt.Sprintf("; %s of the predictions without LAR turn", number.Percent(changed, 0)) + gone
		}
		h.Scene.Message = h.Scene.Keyed(fmt.Sprintf(h.Scene.Message, gone))
	}
}
