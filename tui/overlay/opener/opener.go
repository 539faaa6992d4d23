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
	// Items are all pairs that can be opened. The list shows the items that have every word
	// of Filter; Selected is an index into the list.
	Items    []Item
	Filter   string
	Selected int
	// Form asks for the options of the chosen item; it is nil while the list shows. Review
	// shows the columns of files before they are opened; it is nil at other times.
	Form   *Form
	Review *Review
	// Cursor is the index of the rune in the filter or field before which typing goes.
	Cursor int
	// Err is the error of the last choice.
	Err error
	// Offers reports whether the key y fetches the missing files that Err names. Every other
	// key ends the offer.
	Offers bool
}

// matching returns the items that have every word of the filter. If the filter may be a path
// or a command line, items for it follow.
func (o *Opener) matching() []Item {
	words := strings.Fields(strings.ToLower(o.Filter))
	items := slices.DeleteFunc(slices.Clone(o.Items), func(item Item) bool {
		text := strings.ToLower(item.group + " " + item.Title + " " + item.About)
		return slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(text, word) })
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

// Show shows the overlay. After an opening that failed or was cancelled it looks as before.
// recent are command lines of pairs that were open before.
func (o *Opener) Show(recent []string) {
	if o.Err == nil && o.Form == nil {
		*o = Opener{}
	}
	o.Shown, o.Items = true, Items(recent)
}

// Refuse shows why a pair can't be opened: as a review of columns, or in the form at the
// faulty field. fetches reports whether missing files can be fetched, which Refuse then
// offers.
func (o *Opener) Refuse(err error, fetches bool) {
	o.Offers = fetches && errors.Is(err, datasets.ErrUnfetched)
	var refusal *datasets.Refusal
	switch {
	case errors.As(err, &refusal):
		if o.Form == nil {
			o.Form = newForm(Item{Title: "source and target …", Line: datasets.FilesName, About: filesAbout})
			o.Form.fill(refusal.Spec())
		}
		o.Review = &Review{refusal.Review, min(o.Form.reviewColumn, len(refusal.Columns))}
	case o.Form != nil:
		o.Review = nil
		o.Form.goToFault(err)
	}
	if errors.Is(err, datasets.ErrReviewRequested) {
		err = nil
	}
	o.fail(err)
}

// input returns the text that typing edits: the filter or the present field.
func (o *Opener) input() *string {
	if o.Form != nil {
		return &o.Form.field().text
	}
	return &o.Filter
}

// Text returns the typed text.
func (o *Opener) Text() string { return *o.input() }

// Type sets the typed text.
func (o *Opener) Type(text string) {
	if text == o.Text() {
		return
	}
	o.Offers = false
	*o.input() = text
	if o.Form != nil {
		o.Form.candidates = nil
	} else {
		o.Selected, o.Err = 0, nil
	}
}

// Move moves the selection by n items or columns and stops at the ends. In a form it moves by
// one field.
func (o *Opener) Move(n int) {
	switch {
	case o.Review != nil:
		o.Review.At = max(0, min(len(o.Review.Columns), o.Review.At+n))
		return
	case o.Form != nil:
		o.Form.move(max(-1, min(1, n)))
		return
	}
	o.Selected = max(0, min(len(o.matching())-1, o.Selected+n))
}

// Press handles a key, named as in Bubble Tea. It returns the pair to open once nothing is
// missing, and reports false for a key that edits the text.
func (o *Opener) Press(key string) (pair *session.Opening, known bool) {
	offered := o.Offers && key == "y"
	o.Offers = false
	if offered {
		key = "enter"
	}
	switch by := Moves(key, o.Text()); {
	case o.Review != nil:
		return o.pressReview(key)
	case key == "tab" && o.Form != nil && o.Form.Completes():
		o.Form.complete()
	case by != 0 && o.Form != nil:
		o.Move(by)
	case by != 0:
		o.Selected = Stepped(o.Selected, by, len(o.matching()))
	case key == "esc", key == "alt+esc":
		if o.Form == nil {
			*o = Opener{} // forget the typed filter
		}
		o.Form, o.Err = nil, nil
	case key == "enter":
		pair, err := o.enter()
		o.fail(err)
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

// pressReview handles a key during a review: Enter opens the files with the choices made, l
// reviews them again with the present column as the label, and Esc returns to the form and
// keeps the choices.
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
		label = o.Review.At
	case key != "enter" && key != "esc" && key != "alt+esc":
		return nil, false
	}
	spec, ok := o.Review.SpecWithLabel(max(0, label))
	if key == "l" && !ok {
		o.Err = errors.New("this column can't be the label")
		return nil, true
	}
	o.Form.fill(spec)
	if key == "esc" || key == "alt+esc" {
		o.Review = nil
		return nil, true
	}
	pair, err := o.Form.opening()
	o.fail(err)
	if err != nil {
		return nil, true
	}
	pair.Review, o.Form.reviewColumn = key == "l", o.Review.At
	return pair, true
}

// enter enters the form's field, or chooses the selected item, which may have a form. It
// returns the pair to open, or nil if something is missing.
func (o *Opener) enter() (*session.Opening, error) {
	items := o.matching()
	switch {
	case o.Form != nil:
		return o.Form.enter()
	case len(items) == 0:
		return nil, nil
	}
	item := items[max(0, min(len(items)-1, o.Selected))]
	if form := newForm(item); len(form.fields) > 0 {
		o.Form = form
		return nil, nil
	}
	pair, err := session.ParseOpening(item.Line)
	return &pair, err
}

func (o *Opener) fail(err error) {
	o.Err = err
	if err != nil && o.Form != nil {
		o.Err = o.Form.plainError(err)
	}
}
