package lesson

import (
	"context"
	"encoding/base64"
	"fmt"
	"html"
	"strings"

	"larui/tui/session"
)

// A Painter draws what a view shows of a state, as SVG.
type Painter func(ctx context.Context, s *session.Session, state session.State, view string) ([]byte, error)

// Print writes the lesson as one page of HTML, for paper: each step with its picture, the
// command that shows it again, and what to do; behind them the answers. Where the data of a
// step are not there it says so.
func (l *Lesson) Print(ctx context.Context, words Words, paint Painter) (string, error) {
	var steps, answers strings.Builder
	known := trainings{}
	for i := range l.Steps {
		if err := l.printStep(ctx, i, words, paint, known, &steps, &answers); err != nil {
			return "", fmt.Errorf("step %d: %w", i+1, err)
		}
	}
	return fmt.Sprintf(page, html.EscapeString(l.Title), style, html.EscapeString(l.Title), html.EscapeString(l.About),
		l.Minutes, html.EscapeString(session.Quote(l.call())), steps.String(), answers.String()), nil
}

// call is what --lesson calls it.
func (l *Lesson) call() string {
	if l.File != "" {
		return l.File
	}
	return l.Name
}

func (l *Lesson) printStep(ctx context.Context, i int, words Words, paint Painter, known trainings, steps, answers *strings.Builder) error {
	s := &l.Steps[i]
	fmt.Fprintf(steps, "<section>\n<h2><span>%d</span> %s</h2>\n", i+1, html.EscapeString(s.Title))
	command := fmt.Sprintf("larui --lesson %s --step %d", session.Quote(l.call()), i+1)
	start, err := s.stage(ctx, nil, nil, known)
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		fmt.Fprintf(steps, "<p class=missing>%s</p>\n<pre>%s</pre>\n</section>\n", html.EscapeString(session.PlainError(err)), html.EscapeString(command))
		return nil
	}
	write := func(st *Stage, t text) string {
		return t.write(st.of(s), words.Key, func(piece string, computed bool) string {
			piece = html.EscapeString(piece)
			if computed {
				return "<b>" + piece + "</b>"
			}
			return emphasis.ReplaceAllString(code.ReplaceAllString(piece, "<code>$1</code>"), "<em>$1</em>")
		})
	}
	fmt.Fprintf(steps, "<p>%s</p>\n", write(start, s.text))
	if err := paintInto(ctx, steps, start, s.Title, paint); err != nil {
		return err
	}
	if s.do != nil {
		fmt.Fprintf(steps, "<p class=do>%s</p>\n", write(start, s.do))
	}
	if s.ask != nil {
		fmt.Fprintf(steps, "<p class=ask>%s</p>\n", write(start, s.ask))
	}
	fmt.Fprintf(steps, "<pre>%s\n%s</pre>\n</section>\n", html.EscapeString(command), html.EscapeString(start.Session.Command(start.State)))
	if s.done == nil && s.ask == nil {
		return nil
	}
	fmt.Fprintf(answers, "<section>\n<h3><span>%d</span> %s</h3>\n", i+1, html.EscapeString(s.Title))
	solved := start
	if s.done != nil {
		if solved, err = s.stage(ctx, s.Solution, start, known); err != nil {
			return err
		}
		fmt.Fprintf(answers, "<p>Done, for example, by <code>%s</code>.</p>\n", html.EscapeString(strings.Join(s.Solution, " ")))
		if !solved.State.Equal(start.State) || solved.View != start.View {
			if err := paintInto(ctx, answers, solved, s.Title+", done", paint); err != nil {
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

// paintInto puts a picture of what is shown into the page, with what it is of in words.
func paintInto(ctx context.Context, b *strings.Builder, st *Stage, alt string, paint Painter) error {
	picture, err := paint(ctx, st.Session, st.State, st.View)
	if err == nil && picture != nil {
		fmt.Fprintf(b, "<img alt=\"%s\" src=\"data:image/svg+xml;base64,%s\">\n", html.EscapeString(alt), base64.StdEncoding.EncodeToString(picture))
	}
	return err
}

// page takes title, style, title, about, minutes, name, steps and answers.
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
%s<h2 class=answers>Answers</h2>
%s</body>
</html>
`

const style = `
body { font: 11pt/1.45 Georgia, "Times New Roman", serif; max-width: 42em; margin: 2em auto; padding: 0 1em; color: #111; background: #fff }
h1, h2, h3 { font-family: Helvetica, Arial, sans-serif; line-height: 1.2 }
h2 span, h3 span { color: #777; margin-right: .4em }
section { break-inside: avoid; margin: 1.6em 0 }
img { width: 100%; max-width: 16cm; display: block; margin: .6em auto }
pre, code { font: 9pt/1.4 Menlo, Consolas, monospace }
pre { border-left: 3px solid #ccc; padding: .2em .8em; white-space: pre-wrap; overflow-wrap: anywhere }
.about { color: #444 }
.do::before { content: "› "; color: #00796b; font-weight: bold }
.ask { font-style: italic }
.missing { color: #a00 }
.answers { break-before: page }
`
