// Package man writes the manual page of a program from its commands and flags. The page is roff
// with the macros of man(7). [Page] returns the page; a further [Section] is an argument of Page.
// The package builds on cobra and pflag, and on no package of larui.
package man

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A Section is an additional section of the manual page: a title, a paragraph, then terms with
// their explanations.
type Section struct {
	Title string
	Text  string
	Terms [][2]string
}

// Page returns the manual page of a program: the flags of root, each available command with the
// flags that root lacks, the help topics, the sections more, and the examples of root.
func Page(root *cobra.Command, version string, more ...Section) string {
	p := &page{}
	name := root.Name()
	p.writeLine(".TH %s 1 \"\" \"%s\" \"User Commands\"", strings.ToUpper(name), escapeRoff(name+" "+version))
	p.writeLine(".SH NAME")
	p.writeLine("%s \\- %s", escapeRoff(name), escapeRoff(lowerFirst(root.Short)))
	p.writeLine(".SH SYNOPSIS")
	synopsis := []string{root.Use + " [FLAGS]"}
	var commands, topics []*cobra.Command
	for _, c := range root.Commands() {
		switch {
		case c.IsAdditionalHelpTopicCommand():
			topics = append(topics, c)
		case c.IsAvailableCommand():
			commands = append(commands, c)
			synopsis = append(synopsis, name+" "+c.Use+" [FLAGS]")
		}
	}
	for i, use := range synopsis {
		if i > 0 {
			p.writeLine(".br")
		}
		word, rest, _ := strings.Cut(use, " ")
		p.writeLine("\\fB%s\\fR %s", escapeRoff(word), escapeRoff(rest))
	}
	p.writeLine(".SH DESCRIPTION")
	p.writeText(root.Long)
	p.writeLine(".SH OPTIONS")
	p.writeFlags(root.LocalFlags(), nil)
	p.writeLine(".SH COMMANDS")
	p.writeLine("Flags with the same meaning as above are not repeated.")
	for _, c := range commands {
		p.writeLine(".SS \"%s\"", escapeRoff(name+" "+c.Use))
		p.writeText(cmp.Or(c.Long, c.Short+"."))
		p.writeFlags(c.LocalFlags(), root.LocalFlags())
	}
	p.writeLine(".SH TOPICS")
	p.writeLine("Read a topic with \\fB%s help\\fR \\fITOPIC\\fR.", escapeRoff(name))
	for _, c := range topics {
		p.writeTerm("\\fB"+escapeRoff(c.Name())+"\\fR", c.Short)
	}
	for _, s := range more {
		p.writeLine(".SH \"%s\"", escapeRoff(strings.ToUpper(s.Title)))
		p.writeText(s.Text)
		for _, term := range s.Terms {
			p.writeTerm("\\fB"+escapeRoff(term[0])+"\\fR", term[1])
		}
	}
	p.writeLine(".SH EXAMPLES")
	p.writeText(root.Example)
	return p.String()
}

type page struct{ strings.Builder }

func (p *page) writeLine(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

// writeTerm writes a term, which is already roff, and its explanation, which is plain text.
func (p *page) writeTerm(term, text string) {
	p.writeLine(".TP")
	p.writeLine("%s", term)
	p.writeLine("%s", escapeRoff(text))
}

// writeFlags leaves out hidden flags, and flags that the set others has with the same usage text.
func (p *page) writeFlags(flags, others *pflag.FlagSet) {
	flags.VisitAll(func(f *pflag.Flag) {
		var other *pflag.Flag
		if others != nil {
			other = others.Lookup(f.Name)
		}
		if f.Hidden || f.Name == "help" || other != nil && other.Usage == f.Usage {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		term := "\\fB" + escapeRoff("--"+f.Name) + "\\fR"
		if f.Shorthand != "" {
			term = "\\fB" + escapeRoff("-"+f.Shorthand) + "\\fR, " + term
		}
		if value != "" {
			term += " \\fI" + escapeRoff(value) + "\\fR"
		}
		switch f.DefValue {
		case "", "0", "false", "[]":
		default:
			usage += " (default " + f.DefValue + ")"
		}
		p.writeTerm(term, usage)
	})
}

// writeText writes paragraphs, which empty lines separate. Indented lines keep their line breaks.
func (p *page) writeText(text string) {
	literal, begun := false, false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n ")
		indented := strings.HasPrefix(line, "  ")
		if line != "" && indented != literal {
			literal = indented
			p.writeLine("%s", map[bool]string{true: ".nf", false: ".fi"}[literal])
		}
		switch {
		case line != "":
			p.writeLine("%s", escapeRoff(line))
			begun = true
		case begun:
			p.writeLine(".PP")
			begun = false
			if literal {
				p.writeLine(".nf")
			}
		}
	}
	if literal {
		p.writeLine(".fi")
	}
}

var roffEscapes = strings.NewReplacer(`\`, `\e`, "-", `\-`, `"`, `\(dq`, "^", `\(ha`, "~", `\(ti`, "`", `\(ga`, "'", `\(aq`)

// escapeRoff returns roff in ASCII that prints the text literally.
func escapeRoff(text string) string {
	var b strings.Builder
	if strings.HasPrefix(text, ".") {
		b.WriteString(`\&`)
	}
	for _, r := range roffEscapes.Replace(text) {
		if r > unicode.MaxASCII {
			fmt.Fprintf(&b, `\[u%04X]`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func lowerFirst(s string) string { return strings.ToLower(s[:1]) + s[1:] }
