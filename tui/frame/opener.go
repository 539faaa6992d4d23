package frame

import (
	"errors"

	"larui/datasets"
	"larui/tui/chart"
	"larui/tui/overlay/help"
	"larui/tui/overlay/opener"
	"larui/tui/stage"
)

// Opener is the overlay that opens another pair of a source and a target.
type Opener struct{ opener.Opener }

func (o *Opener) Key(h *Host) stage.Key {
	return stage.Key{Name: "open", Keys: []string{"o"}, Hint: "open", Help: "open another pair or your files (CSV, …)", IdleReason: stage.IdleWhileOpening, Do: showFunc(h, showOpener)}
}

func (o *Opener) VisibleFlag() *bool            { return &o.Shown }
func (o *Opener) Title(sc *Scene) string        { return sc.Spell(o.Opener.Title()) }
func (o *Opener) Draw(sc *Scene, g *chart.Grid) { o.Opener.Draw(g, sc.Glyphs) }
func (o *Opener) SetText(_ *Host, text string)  { o.Opener.SetText(text) }
func (o *Opener) Wheel(_ *Host, n int)          { o.MoveSelection(n) }

// TypedText returns the text of the list's filter or of a field of the form, with its cursor. While
// a table shows the columns of files, keys type no text, and the cursor is nil.
func (o *Opener) TypedText() (text string, cursor *int) {
	if o.Review != nil {
		return "", nil
	}
	return o.Text(), &o.Cursor
}

func (o *Opener) Hints(*Scene) (hs []help.Entry) {
	switch {
	case o.Review != nil:
		return help.NewEntries("↑ ↓", "column", "← →", "change", "l", "label", "Enter", "open", "Esc", "back")
	case o.OffersFetch:
		return help.NewEntries("y", "fetch", "any other key", "leave it")
	case o.Form == nil:
		return help.NewEntries("↑ ↓", "select", "type", "to narrow", "Enter", "open", "Esc", "leave")
	case o.Form.CanComplete():
		hs = help.NewEntries("Tab", "complete")
	}
	enter := "open"
	switch {
	case o.Form.HasMissingField():
		enter = "next"
	case o.Form.IsForFiles():
		enter = "columns"
	}
	return append(hs, help.NewEntries("Enter", enter, "↑ ↓", "other field", "Esc", "back")...)
}

// Press opens the pair once the user has entered everything that the pair needs.
func (o *Opener) Press(h *Host, key string) bool {
	pair, known := o.Opener.Press(key)
	switch {
	case pair != nil:
		if first := h.first; h.Solution == nil { // the first pair keeps the options of the command line
			pair.Set = first.Set.Merge(pair.Set)
			pair.Spec.Cache, pair.Spec.Seed = first.Spec.Cache, first.Spec.Seed
		}
		h.OpenPair(*pair)
	case !o.Shown && errors.Is(h.Update.Err, datasets.ErrReviewRequested): // no pair is open
		h.MustQuit = true
	case o.Review != nil && !known:
		h.leaveOrRefuse(key, "does nothing in the table of columns: Enter opens the files, Esc leads back")
	}
	return known || o.Review != nil
}

// Click selects a row; a second click opens it.
func (o *Opener) Click(h *Host, _, y int) {
	w, rows := zoomedViewSize(&h.Scene)
	if o.ClickAt(w, rows, y, h.Glyphs) {
		o.Press(h, "enter")
	}
}

func (o *Opener) showRefusal(h *Host, err error) {
	showOpener(h)
	o.ShowError(err, h.files.Fetch != nil)
}

// showOpener keeps the texts of the form after a failed or cancelled opening.
func showOpener(h *Host) {
	closeOverlay(&h.Scene)
	OverlayOf[*Opener](&h.Scene).Show(h.Recents.List(), h.State.Spec)
}
