package frame

import (
	"cmp"
	"os"
	"regexp"
	"slices"
	"strings"

	"larui/datasets"
	"larui/datasets/wording"
	"larui/tui/chart"
	"larui/tui/overlay/help"
	"larui/tui/overlay/palette"
	"larui/tui/session"
	"larui/tui/stage"
)

// Palette is the overlay that lists all actions, and runs the selected or the typed action.
type Palette struct{ palette.Palette }

func (o *Palette) Key(h *Host) stage.Key {
	return stage.Key{Name: "palette", Keys: []string{":", "/"}, Hint: "palette", Help: "list all commands, or type a command", Do: showFunc(h, o.showActions)}
}

func (o *Palette) VisibleFlag() *bool                    { return &o.Shown }
func (o *Palette) Title(*Scene) string                   { return "palette" }
func (o *Palette) Draw(sc *Scene, g *chart.Grid)         { o.Palette.Draw(g, sc.Glyphs) }
func (o *Palette) TypedText() (text string, cursor *int) { return o.Text(), &o.Cursor }
func (o *Palette) Wheel(_ *Host, n int)                  { o.MoveSelection(n) }

func (o *Palette) Hints(*Scene) []help.Entry {
	return help.NewEntries("type", "to narrow, or λ 100", "↑ ↓", "select", "Tab", "complete", "Enter", "do it", "Esc", "leave")
}

// Click selects a row; a second click runs its action.
func (o *Palette) Click(h *Host, _, y int) {
	_, rows := zoomedViewSize(&h.Scene)
	if o.ClickAt(rows, y) {
		o.Press(h, "enter")
	}
}

func (o *Palette) showActions(h *Host) {
	closeOverlay(&h.Scene)
	var items []palette.Item
	for _, f := range actionsOf(h) {
		if !unlistedNames.MatchString(f.Name) {
			items = append(items, f.Item)
		}
	}
	o.Show(items)
}

// SetText lists the actions that match the text. If the text itself is a command, such as "λ 100",
// the command comes first.
func (o *Palette) SetText(h *Host, text string) {
	if f := typedAction(h, text); f != nil {
		o.Palette.SetText(text, f.Item)
	} else {
		o.Palette.SetText(text)
	}
}

func (o *Palette) Press(h *Host, key string) bool {
	text := o.Text()
	chosen, known := o.Palette.Press(key)
	if chosen == nil {
		return known
	}
	defer h.requestJobsIfViewChanged(h.ViewName())
	if f := typedAction(h, text); f != nil {
		f.do()
		return true
	}
	for _, f := range actionsOf(h) {
		if f.Name == chosen.Name {
			f.do()
		}
	}
	return true
}

type action struct {
	palette.Item
	do func()
}

// actionsOf returns the actions of the present view, of every screen, of controls and of other
// views, and then those that the palette lists only for a typed text. An action of another view
// first shows this view.
func actionsOf(h *Host) []action {
	sc := &h.Scene
	var all []action
	taken := map[string]bool{} // keys of earlier actions
	add := func(table []stage.Key, otherView string) {
		help := ""
		for _, k := range table {
			help = cmp.Or(k.Help, help)
			f := action{Item: palette.Item{Name: k.Name, Text: help, Refusal: sc.ReplaceKeys(k.WhyIdle(&sc.Stage))}, do: func() { h.runKey(k, firstKeyOrName(k)) }}
			for _, key := range k.Keys {
				if f.Key == "" && !taken[key] {
					f.Key = stage.KeySign(key)
				}
				taken[key] = true
			}
			if otherView != "" {
				f.NeedsText, f.Refusal, f.Key, f.do = true, "", "", func() {
					before := sc.ViewName()
					zoomView(sc, otherView)
					h.requestJobsIfViewChanged(before)
					h.runKey(k, firstKeyOrName(k))
				}
				if len(k.Keys) > 0 {
					f.Key = sc.FirstKey("view-"+otherView) + " " + stage.KeySign(k.Keys[0])
				}
			}
			all = append(all, f)
		}
	}
	add(slices.Concat(lessonKeys(sc), viewKeys(sc), sc.CommonKeys), "")
	for _, c := range sc.Controls() {
		item := palette.Item{Name: c.Name, Synonyms: c.Label, Key: turnKeySigns(sc, c), Text: c.Label + " = " + c.Get(sc.State) + ": " + c.Help, Refusal: stage.IdleWhileOpening(&sc.Stage)}
		all = append(all, action{Item: item, do: func() {
			sc.Focus = c.Name
			h.carryOut(describeControl(sc), "")
		}})
	}
	for _, v := range sc.Views {
		if name := v.Info().Name; !sc.Zoom || name != sc.Panel {
			add(withUserKeys(sc, v.Keys()), name)
		}
	}
	return append(all, typedActions(h)...)
}

// typedActions returns an action for each theme, pair and explained word. The palette lists these
// actions once the user types a text.
func typedActions(h *Host) (all []action) {
	add := func(name, also, text string, do func()) {
		all = append(all, action{Item: palette.Item{Name: name, Synonyms: also, NeedsText: true, Text: text}, do: do})
	}
	for _, theme := range chart.Themes() {
		add("theme "+theme.String(), "", "use the colors of "+theme.String()+" in this run", func() {
			h.Theme = theme
			h.triedLooks = append(h.triedLooks, "theme")
		})
	}
	for _, info := range datasets.ListPairs() {
		f := typedAction(h, "open "+info.Name)
		f.Text, f.NeedsText = info.Summary, true
		all = append(all, *f)
	}
	for _, word := range help.Terms() {
		add("word "+word.Name, strings.Join(word.Spellings, " "), word.Text, func() {
			h.Message = h.Spell(word.Name + ": " + word.Text)
		})
	}
	return all
}

// unlistedNames matches the names of actions that the palette does not list: to move a cursor or a
// selection, to scroll, to turn the focused control, and to show the palette.
var unlistedNames = regexp.MustCompile(`^(\w+\.)?(palette|turn|next|previous|step|page|first|last|up|down|left|right|top|bottom|leftmost|rightmost)(-|$)`)

func firstKeyOrName(k stage.Key) string {
	if len(k.Keys) == 0 {
		return k.Name
	}
	return k.Keys[0]
}

// typedAction returns the action of a typed command: set a control; open a file or a pair; pin the
// solution under a name. It is nil if the text is no command.
func typedAction(h *Host, text string) *action {
	name, args, _ := strings.Cut(strings.TrimSpace(text), " ")
	args = strings.TrimSpace(args)
	f := &action{Item: palette.Item{Name: strings.TrimSpace(text), Refusal: stage.IdleWhileOpening(&h.Stage)}}
	_, missing := os.Stat(session.ExpandHome(name))
	var err error
	switch c, next, fails := h.ParseAssignment(text); {
	case c.Name != "":
		f.Text, err = "set "+c.Label+": "+c.Help, fails
		f.do = func() {
			h.Focus = c.Name
			h.TurnTo(next)
		}
	case missing == nil && strings.ContainsAny(name, `./\`):
		f.Text, f.do = "open this file as the source of a pair", func() {
			o := OverlayOf[*Opener](&h.Scene)
			o.Form, o.Err = nil, nil
			showOpener(h)
			o.SetText(h, text)
		}
	case args == "":
		return nil
	case name == "open":
		var pair session.Opening
		pair, err = session.ParseOpening(args)
		f.Text, f.do = "open another pair", func() { h.OpenPair(pair) }
	case name == "pin":
		called := wording.DisplayName(args)
		f.Text, f.do = "pin this solution as "+called, func() { h.carryOut(pinUnderName(&h.Stage, called), "") }
	default:
		return nil
	}
	if err != nil && f.Refusal == "" {
		f.Refusal = session.WithoutFlags(session.PlainError(err))
	}
	return f
}
