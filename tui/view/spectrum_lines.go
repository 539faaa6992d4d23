package view

import (
	"fmt"

	"larui/model"
	"larui/tui/number"
)

// linesOfSpectrum is how many components the spectrum is said in.
const linesOfSpectrum = 12

// Lines says the leading components of both domains, and those around k.
func (view *spectrumView) Lines(sc *Scene) []string {
	p, params := sc.Update.Session.Problem, sc.State.Params
	var lines []string
	side := func(name string, s *model.Side, k int) {
		projections, _ := projectionNorms(s)
		lines = append(lines, fmt.Sprintf("%s: rank %d of %d, %d kept", name, s.Rank, p.D, k))
		if projections != nil {
			lines = append(lines, fmt.Sprintf("%s: components that hold more than 90 %% of the label %d, that leave less than 10 %% of it %d", name, s.HeadRank, s.TailRank))
		}
		for _, i := range window(linesOfSpectrum, k, len(s.Sigma)) {
			if i < 0 {
				continue
			}
			line := fmt.Sprintf("%s %d: sigma %s", name, i+1, number.Digits(s.Sigma[i], 4))
			if projections != nil {
				line += ", label " + number.Digits(projections[i], 4)
			}
			if i < k {
				line += ", kept"
			}
			lines = append(lines, line)
		}
	}
	side("source", &p.Src, params.K)
	side("target", &p.Tgt, params.KTilde)
	return lines
}
