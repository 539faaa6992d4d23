package opener

import (
	"errors"
	"slices"
	"strings"

	"larui/datasets"
	"larui/datasets/wording"
	"larui/tui/session"
)

// An Opener is the overlay that opens another pair. The zero Opener is hidden.
type Opener struct {
	Shown bool
	// The list shows the Items that contain every word of Filter. Selected is an index into the
	// list.
	Items    []Item
	Filter   string
	Selected int
	// Form asks for the options of the chosen item; nil while the list is shown. Review shows the
	// columns of files before they are opened; nil at other times.
	Form   *Form
	Review *Review
	// Present is the open pair. If the user chooses it again, the Review of its columns shows.
	Present datasets.Spec
	// Cursor is the position of the text cursor, in runes from the start of the filter or field.
	Cursor int
	// Err is the error that the last choice has caused, nil for none.
	Err error
	// OffersFetch reports whether the key y fetches the missing files that Err names. Every other
	// key ends the offer.
	OffersFetch bool
}

// matchingItems returns the items that contain every word of the filter. If the filter may be a
// path or a command line, items follow that open the typed text.
func (o *Opener) matchingItems() []Item {
	items := slices.DeleteFunc(slices.Clone(o.Items), func(item Item) bool {
		return !containsWords(item.group+" "+item.Title+" "+item.About, o.Filter)
	})
	typed := strings.TrimSpace(o.Filter)
	if !strings.ContainsAny(typed, `./\`) {
		return items
	}
	if _, err := session.ParseOpening(typed); err == nil {
		items = append(items, Item{group: "typed above", Title: "this pair", About: wording.OneLine(typed), Line: typed})
	}
	return append(items, Item{group: "typed above", Title: "source and target …", About: "the source is " + wording.OneLine(typed),
		Line: datasets.FilesName, source: typed})
}

// Show shows the overlay, still with the form or the error of a failed or cancelled opening. recent
// has the command lines of pairs opened before, and present is the open pair.
func (o *Opener) Show(recent []string, present datasets.Spec) {
	if o.Err == nil && o.Form == nil {
		*o = Opener{}
	}
	o.Shown, o.Items, o.Present = true, ListItems(recent), present
}

// ShowError shows the error of an opening: in a Review if the user has to choose the uses of
// columns, else in the form, at the faulty field. If files are missing and canFetch is true,
// ShowError offers to fetch them.
func (o *Opener) ShowError(err error, canFetch bool) {
	o.OffersFetch = canFetch && errors.Is(err, datasets.ErrUnfetched)
	var refusal *datasets.Refusal
	switch {
	case errors.As(err, &refusal):
		if o.Form == nil {
			o.Form = newForm(Item{Title: "source and target …", Line: datasets.FilesName, About: filesAbout})
			o.Form.fillFields(refusal.Spec())
		}
		o.Review = &Review{refusal.Review, min(o.Form.reviewColumn, len(refusal.Columns))}
	case o.Form != nil:
		o.Review = nil
		o.Form.selectFaultyField(err)
	}
	if errors.Is(err, datasets.ErrReviewRequested) {
		err = nil
	}
	o.setError(err)
}

// editedText returns the address of the filter or of the selected field's text.
func (o *Opener) editedText() *string {
	if o.Form != nil {
		return &o.Form.selectedField().text
	}
	return &o.Filter
}

// Text returns the typed text.
func (o *Opener) Text() string { return *o.editedText() }

// SetText sets the typed text.
func (o *Opener) SetText(text string) {
	if text == o.Text() {
		return
	}
	o.OffersFetch = false
	*o.editedText() = text
	if o.Form != nil {
		o.Form.candidates = nil
	} else {
		o.Selected, o.Err = 0, nil
	}
}

// MoveSelection moves the selection by n items or columns, but not beyond the first or last one. In
// a form it moves by one field.
func (o *Opener) MoveSelection(n int) {
	switch {
	case o.Review != nil:
		o.Review.Selected = max(0, min(len(o.Review.Columns), o.Review.Selected+n))
		return
	case o.Form != nil:
		o.Form.moveSelection(max(-1, min(1, n)))
		return
	}
	o.Selected = max(0, min(len(o.matchingItems())-1, o.Selected+n))
}

// Press handles a key, named as in Bubble Tea. It returns the pair to open, nil if something is
// missing. known is false for a key that edits the text.
func (o *Opener) Press(key string) (pair *session.Opening, known bool) {
	offered := o.OffersFetch && key == "y"
	o.OffersFetch = false
	if offered {
		key = "enter"
	}
	switch by := SelectionStep(key, o.Text()); {
	case o.Review != nil:
		return o.pressReview(key)
	case key == "tab" && o.Form != nil && o.Form.CanComplete():
		o.Form.completeText()
	case by != 0 && o.Form != nil:
		o.MoveSelection(by)
	case by != 0:
		o.Selected = MoveSelection(o.Selected, by, len(o.matchingItems()))
	case key == "esc", key == "alt+esc":
		if o.Form == nil {
			*o = Opener{}
		}
		o.Form, o.Err = nil, nil
	case key == "enter":
		pair, err := o.chooseSelected()
		o.setError(err)
		if err != nil {
			return nil, true
		}
		if pair != nil {
			pair.Fetch = offered
		}
		return pair, true
	default:
		return nil, false
	}
	return nil, true
}

// pressReview handles a key while the Review is shown. Enter opens the files with the chosen uses
// of columns. l makes the selected column the label and shows the Review anew. Esc returns to the
// form and keeps the uses.
func (o *Opener) pressReview(key string) (pair *session.Opening, known bool) {
	label := o.Review.LabelColumn()
	switch says, known := o.Review.Press(key); {
	case known:
		o.Err = nil
		if says != "" {
			o.Err = errors.New(says)
		}
		return nil, true
	case key == "l":
		label = o.Review.Selected
	case key != "enter" && key != "esc" && key != "alt+esc":
		return nil, false
	}
	spec, ok := o.Review.SpecWithLabel(max(0, label))
	if key == "l" && !ok {
		o.Err = errors.New("this column can't be the label: press l on another column")
		return nil, true
	}
	o.Form.fillFields(spec)
	if key == "esc" || key == "alt+esc" {
		o.Review = nil
		return nil, true
	}
	pair, err := o.Form.buildOpening()
	o.setError(err)
	if err != nil {
		return nil, true
	}
	pair.Review, o.Form.reviewColumn = key == "l", o.Review.Selected
	return pair, true
}

// chooseSelected accepts the selected field of the form, or the selected item of the list, which
// may lead to a form. It returns the pair to open, or nil while fields are missing.
func (o *Opener) chooseSelected() (*session.Opening, error) {
	items := o.matchingItems()
	switch {
	case o.Form != nil:
		return o.Form.acceptField()
	case len(items) == 0:
		return nil, nil
	}
	item := items[max(0, min(len(items)-1, o.Selected))]
	if form := newForm(item); len(form.fields) > 0 {
		o.Form = form
		return nil, nil
	}
	pair, err := session.ParseOpening(item.Line)
	present, _ := session.PairCommand(o.Present)
	pair.Review = item.Line == present
	return &pair, err
}

func (o *Opener) setError(err error) {
	o.Err = err
	if err != nil && o.Form != nil {
		o.Err = o.Form.rewordError(err)
	}
}
