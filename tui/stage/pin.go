package stage

import (
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/session"
)

// A Pin is a solution that stays on the screen, beside the present one, while the
// controls are turned: of an update its state and, as soon as these are solved, session,
// solution and path. It is not changed once it is made.
type Pin struct {
	// Name is a letter, with which pictures tell it from others, called what the user calls
	// it, empty for nothing.
	Name   rune
	Called string
	*session.Update
}

// pinLooks is how pins are drawn, by their letters.
var pinLooks = [MostPins]PinLook{
	{chart.Pinned, chart.LongDashed}, {chart.PinnedB, chart.DashDotted}, {chart.PinnedC, chart.LongShort}, {chart.PinnedD, chart.SparseDashed},
}

// A PinLook is what tells the pictures of a pin from those of others.
type PinLook struct {
	Style chart.Style
	Dash  chart.Dash
}

// Look is how the pin is drawn.
func (p Pin) Look() PinLook { return pinLooks[p.Name-FirstPin] }

// Title is the letter, and what the user calls it.
func (p Pin) Title() string { return strings.TrimSpace(string(p.Name) + " " + p.Called) }

// MostPins is how many there are at most, from FirstPin on: the next one takes the place
// of the oldest.
const MostPins, FirstPin = 4, 'a'

// Job is the name of the Job that solves what is pinned.
func (p Pin) Job() string { return "pin " + string(p.Name) }

// HasPath tells whether the path over λ of an update is solved.
func HasPath(u *session.Update) bool { return len(u.Path) == len(session.PathLambdas()) }

// Until returns the part of a curve up to an epoch.
func Until(curve []model.CurvePoint, epoch int) []model.CurvePoint {
	n, _ := slices.BinarySearchFunc(curve, epoch+1, func(c model.CurvePoint, epoch int) int { return c.Epoch - epoch })
	return curve[:n:n]
}

// Weights are those of a pin (d×c).
func (p Pin) Weights() *mat.Dense { return p.Solution.Descent.Weights }
