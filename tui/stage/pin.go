package stage

import (
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/session"
)

// A Pin is a solution that the user keeps on the screen, to compare other solutions with it. Update
// has only the state at first; an Update with session, solution and path over λ replaces it.
type Pin struct {
	// Letter stands for the pin in pictures. UserName is the name that the user gave, or empty.
	Letter   rune
	UserName string
	*session.Update
}

var pinStyles = [MaxPins]PinStyle{
	{chart.Pinned, chart.LongDashed}, {chart.PinnedB, chart.DashDotted}, {chart.PinnedC, chart.LongShort}, {chart.PinnedD, chart.SparseDashed},
}

// A PinStyle is the colour and the dashes of a pin's lines.
type PinStyle struct {
	Style chart.Style
	Dash  chart.Dash
}

// LineStyle returns the line style of the pin.
func (p Pin) LineStyle() PinStyle { return pinStyles[p.Letter-FirstPin] }

// Title returns the letter of the pin and the name that the user gave.
func (p Pin) Title() string { return strings.TrimSpace(string(p.Letter) + " " + p.UserName) }

// MaxPins is the largest number of pins; a further pin replaces the oldest. FirstPin is the letter of
// the first pin.
const MaxPins, FirstPin = 4, 'a'

// JobName returns the name of the job that solves the pin.
func (p Pin) JobName() string { return "pin " + string(p.Letter) }

// HasPath reports whether the path over λ of an update is complete.
func HasPath(u *session.Update) bool { return len(u.Path) == len(session.PathLambdas()) }

// TruncateCurve returns the points of a curve up to an epoch.
func TruncateCurve(curve []model.CurvePoint, epoch int) []model.CurvePoint {
	n, _ := slices.BinarySearchFunc(curve, epoch+1, func(c model.CurvePoint, epoch int) int { return c.Epoch - epoch })
	return curve[:n:n]
}

// Weights returns LAR's weights (d×c) by gradient descent, or nil if unknown.
func (p Pin) Weights() *mat.Dense { return p.Solution.Descent.Weights }
