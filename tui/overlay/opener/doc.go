// Package opener is the overlay that opens another pair of domains. An [Opener] first shows a list of
// pairs, which typing narrows. For a pair with options it then shows a [Form], and for a pair of
// files a [Review] of the columns.
//
// Package frame passes keys to [Opener.Press], text to [Opener.SetText] and clicks to
// [Opener.ClickAt]. Press returns a session.Opening when the pair can be opened, and
// [Opener.ShowError] shows the error of an opening. [RecentPairs] saves the pairs that were opened last.
// SelectionStep, MoveSelection, VisibleRows and DrawInput also serve the lists of other overlays.
//
// The fields of a Form are options of package session, the items of the list are pairs of package
// datasets: new options and pairs appear without a change to this package.
package opener
