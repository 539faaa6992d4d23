package lesson

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"html"
	"slices"
	"strings"

	"larui/tui/session"
)

// A Painter draws a view of a state as SVG, and describes the picture in words.
type Painter func(ctx context.Context, s *session.Session, state session.State, view string) (svg []byte, words string, err error)

// HTML returns the lesson as an HTML page to print, with the answers at the end. If the data of a
// step are missing, an error message replaces the step's text and picture. paint draws the
// pictures.
func (l *Lesson) HTML(ctx context.Context, words ScreenNames, paint Painter) (string, error) {
	var steps, answers strings.Builder
	known := trainedRivals{}
	for i := range l.Steps {
		if err := l.printStep(ctx, i, words, paint, known, &steps, &answers); err != nil {
			return "", fmt.Errorf("step %d: %w", i+1, err)
		}
	}
	return fmt.Sprintf(page, html.EscapeString(l.Title), style, html.EscapeString(l.Title), html.EscapeString(l.About),
		l.Minutes, html.EscapeString(session.ShellQuote(l.flagValue())), steps.String(), answers.String()), nil
}

func (l *Lesson) printStep(ctx context.Context, i int, words ScreenNames, paint Painter, known trainedRivals, steps, answers *strings.Builder) error {
	s := &l.Steps[i]
	fmt.Fprintf(steps, "<section>\n<h2><span>%d</span> %s</h2>\n", i+1, html.EscapeString(s.Title))
	command := fmt.Sprintf("larui --lesson %s --step %d", session.ShellQuote(l.flagValue()), i+1)
	start, err := s.playActs(ctx, nil, nil, known)
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		fmt.Fprintf(steps, "<p class=missing>%s</p>\n<pre>%s</pre>\n</section>\n", html.EscapeString(session.PlainError(err)), html.EscapeString(command))
		return nil
	}
	solved := start
	if s.done != nil {
		solved, err = s.playActs(ctx, s.Solution, start, known)
		if err != nil {
			return err
		}
	}
	write := func(st *Situation, t text) string {
		return t.format(st.factsFor(s), words.Key, func(piece string, computed bool) string {
			piece = html.EscapeString(piece)
			if computed {
				return "<b>" + piece + "</b>"
			}
			return emphasis().ReplaceAllString(code().ReplaceAllString(piece, "<code>$1</code>"), "<em>$1</em>")
		})
	}
	fmt.Fprintf(steps, "<p>%s</p>\n", write(start, s.text))
	if err := addPicture(ctx, steps, start, s.Panel, paint); err != nil {
		return err
	}
	if s.do != nil {
		fmt.Fprintf(steps, "<p class=do>%s</p>\n", write(start, s.do))
	}
	if s.ask != nil {
		fmt.Fprintf(steps, "<p class=ask>%s</p>\n", write(solved, s.ask))
	}
	free := start.Session.Command(start.State)
	if view := cmp.Or(s.View, s.Panel); view != "" && slices.Contains(words.Views, view) {
		free += " --view=" + view
	}
	fmt.Fprintf(steps, "<pre># this step, in the lesson\n%s\n# the same state, without the lesson\n%s</pre>\n</section>\n",
		html.EscapeString(command), html.EscapeString(free))
	if s.done == nil && s.ask == nil {
		return nil
	}
	fmt.Fprintf(answers, "<section>\n<h3><span>%d</span> %s</h3>\n", i+1, html.EscapeString(s.Title))
	if s.done != nil {
		fmt.Fprintf(answers, "<p>For example: %s.</p>\n", html.EscapeString(s.solutionText(words)))
		if !solved.State.Equal(start.State) || solved.View != start.View {
			if err := addPicture(ctx, answers, solved, s.Panel, paint); err != nil {
				return err
			}
		}
	}
	if s.ask != nil {
		fmt.Fprintf(answers, "<p class=ask>%s</p>\n<p>%s</p>\n", write(solved, s.ask), write(solved, s.answer))
	}
	answers.WriteString("</section>\n")
	return nil
}

// solutionText returns the acts of the solution in words, each with its keys.
func (s *Step) solutionText(words ScreenNames) string {
	var done []string
	for _, act := range s.Solution {
		name, value, _ := strings.Cut(act, "=")
		said, keys := "", []string{name + ".down", name + ".up"}
		switch option, known := session.OptionByName(name); {
		case known:
			said = cmp.Or(option.Label, option.Name) + " " + optionValue(option, value).String()
		case name == viewFact:
			said, keys = "the view "+value, []string{"view-" + value}
		case name == trainAct:
			title, _ := splitRivalFact("rivals." + value + ".")
			said, keys = "train "+title, []string{"rivals.train"}
		default:
			said, keys = "play descent", []string{"play"}
		}
		var signs []string
		for _, key := range keys {
			if sign, there := words.Key(key); there && sign != "" {
				signs = append(signs, sign)
			}
		}
		if len(signs) > 0 {
			said += " (" + strings.Join(signs, " ") + ")"
		}
		done = append(done, said)
	}
	return strings.Join(done, ", ")
}

// addPicture adds the picture of a situation to the page: the view that fills the screen or,
// without one, the named panel.
func addPicture(ctx context.Context, b *strings.Builder, st *Situation, panel string, paint Painter) error {
	picture, words, err := paint(ctx, st.Session, st.State, cmp.Or(st.View, panel))
	if err == nil && picture != nil {
		fmt.Fprintf(b, "<figure role=img aria-label=\"%s\">\n%s</figure>\n",
			html.EscapeString(words), picture[bytes.Index(picture, []byte("<svg")):])
	}
	return err
}

// The arguments of the format page are title, style, title, about, minutes, reference, steps,
// answers.
const page = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>%s</title>
<style>%s</style>
</head>
<body>
<h1>%s</h1>
<p class=about>%s. About %d minutes: <code>larui --lesson %s</code></p>
<p class=about>LAR, label-alignment regularization, learns a linear model where labels are known, on the source,
to predict where they are not, on the target. It relies on labels that vary along the leading directions of the features:
it fits <b>k</b> directions of the source and leaves <b>k̃</b> directions of the target free, and <b>λ</b> sets how
strongly it holds the weights small along the target's other directions.</p>
%s<h2 class=answers>Answers</h2>
<p class=about>A solution of each step, with its keys in brackets, and the answer to its question.</p>
%s</body>
</html>
`

const style = `
body { font: 11pt/1.45 Georgia, "Times New Roman", serif; max-width: 42em; margin: 2em auto; padding: 0 1em; color: #111; background: #fff }
h1, h2, h3 { font-family: Helvetica, Arial, sans-serif; line-height: 1.2 }
h2 span, h3 span { color: #777; margin-right: .4em }
section { break-inside: avoid; margin: 1.6em 0 }
figure { margin: .6em 0 }
svg { width: 100%; max-width: 16cm; height: auto; display: block; margin: auto }
pre, code { font: 9pt/1.4 Menlo, Consolas, monospace }
pre { border-left: 3px solid #ccc; padding: .2em .8em; white-space: pre-wrap; overflow-wrap: anywhere }
.about { color: #444 }
.do::before { content: "› "; color: #00796b; font-weight: bold }
.ask { font-style: italic }
.missing { color: #a00 }
.answers { break-before: page }
`
