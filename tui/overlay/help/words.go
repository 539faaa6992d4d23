package help

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"larui/tui/chart"
)

// A Term is a word or a phrase of the screens, with its explanation.
type Term struct {
	Name string
	// Spellings are other forms of the term on the screens.
	Spellings []string
	Text      string
}

// Terms returns all terms in the order in which the help explains them: data and aim, the method,
// the views.
func Terms() []Term {
	return []Term{
		{"source", nil, "the rows with known labels; methods learn from them"},
		{"target", []string{"targets"}, "the rows to predict, which differ from the source; labels of the target only measure how good predictions are"},
		{"validation", nil, "a few target rows with labels, which only serve to choose settings"},
		{"held out", []string{"correct on held-out source rows", "rows held out"}, "source rows that a fit has not used: each tenth of the rows scores a fit to the other nine; ± is the standard error"},
		{"label", []string{"labels"}, "the class of a row, or a number for regression; methods predict labels"},
		{"class", []string{"classes"}, "a kind of row; two classes are drawn as + and −, or with marks of their own"},
		{"n×d", []string{"samples × features"}, "n rows of d features; the d features include the bias, which is 1 everywhere"},
		{"LAR", nil, "label-alignment regularization: it learns weights on the source that also follow the widest directions of the target"},
		{"no adaptation", []string{"plain least squares"}, "least squares on the source, by as many epochs of descent as LAR, used on the target without a change; LAR has to predict better"},
		{"trained to the end", []string{"to the end"}, "LAR after endless training, computed by a formula and therefore also called the closed form"},
		{"correct on the target", []string{"target accuracy"}, "how many of 100 target rows get the right class"},
		{"accuracy", nil, "how many of 100 rows get the right class"},
		{"right", nil, "a row that gets the class of its label"},
		{"wrong", nil, "a target row that LAR gives the wrong class, drawn as ×"},
		{"mean squared error", []string{"error", "squared error"}, "for labels that are numbers: the average square of the difference between prediction and label; lower is better"},
		{"▲ ▼", []string{"▲", "▼"}, "▲ is better than no adaptation, ▼ is worse; a lower error is better"},
		{"λ", nil, "the weight of the target in the objective; 0 leaves the target out"},
		{"k", nil, "the number of leading components of the source along which LAR fits the labels; ▸ marks them"},
		{"k̃", nil, "the number of leading components of the target along which the weights are free; along all other components λ keeps the weights small; ▸ marks them"},
		{"epochs", []string{"epoch"}, "the number of training steps; stopping early is part of the method"},
		{"rate", nil, "the size of a training step; training diverges if the rate is too large"},
		{"direction", []string{"directions", "component", "components", "v1", "ṽ1"}, "a right singular vector of the data; the rows spread most along the first; its arrow is 2× the spread along it (root mean square)"},
		{"spectrum", nil, "how widely the rows spread along each component"},
		{"σ", []string{"σ̃"}, "singular value: how widely the source's (σ̃: the target's) rows spread along a component"},
		{"label projection", []string{"y^U", "ỹ^Ũ", "|y^U|", "|ỹ^Ũ|"}, "how much of the labels lies along a component; y^U is the source's, ỹ^Ũ the target's"},
		{"label alignment", nil, "the labels lie along the few widest components; LAR builds on this"},
		{"k(0.1)", []string{"head"}, "the number of components with most of the labels: head is where they exceed 90 % of the norm of the labels, tail where less than 10 % is left"},
		{"rank", []string{"numerical rank"}, "the number of components along which the data spread"},
		{"convergence", nil, "the score after each epoch of training"},
		{"objective", []string{"J/n", "J"}, "what training minimizes: the error on the source, without the part beyond k, plus λ times the target's part beyond k̃"},
		{"minimum", nil, "the least value of the objective; endless training leads there"},
		{"pin", []string{"pinned"}, "a setting that stays in the pictures, dashed, beside the present one (m; M compares all of them)"},
		{"map", nil, "the score for every k and k̃; ★ is the best score by labels, ● the present setting"},
		{"rivals", []string{"rival"}, "other methods for the same task, to compare with LAR"},
		{"score", nil, "the accuracy on the target, or for numbers the mean squared error"},
		{"weights", nil, "a learned number for each feature; together they draw the boundary"},
		{"boundary", nil, "where a method changes from one class to the other"},
		{"theory", nil, "the paper's theorems, checked with these data"},
		{"premises", []string{"conclusions", "conclusion", "premise"}, "the assumptions of a theorem; if they are true, the conclusions follow"},
		{"overlap", nil, "how far source and target spread in the same directions, from 0 to 1; near 0 the noise in the labels decides"},
		{"w*_T", []string{"w*"}, "the best weights for the target, if its labels were known (least squares on the target)"},
		{"residual", nil, "how far a condition is from holding exactly; 0 means that it holds"},
		{"condition", []string{"condition of A"}, "the condition number: how much the formula may amplify small errors; 1 is the best value"},
		{"leak", nil, "the share of the label that lies where descent never settles; training converges only if the leak is 0"},
		{"tail", nil, "the components beyond k or k̃; the control tail weighs them by the target's singular values, or by the source's as the published code does"},
		{"implicit", []string{"keep implicit"}, "the part of plain least squares beyond k; LAR removes this part unless keep implicit is true"},
		{"L2", nil, "the weight of a ridge term, which keeps all weights small"},
		{"momentum", []string{"Nesterov"}, "variants of training that take longer steps while the steps keep their direction"},
		{"unknown", nil, "a value that needs missing target labels, or is not computed yet"},
		{"changed", nil, "the share of target rows that LAR and no adaptation predict differently"},
		{"predicted", nil, "the share of target rows that LAR gives its rarest class, beside the share of source rows with that class"},
		{"JLA", []string{"without labels"}, "joint label alignment: how well labels and predictions lie along the directions that both domains share; it ranks settings without target labels, but it is no accuracy"},
		{"TA", nil, "target alignment: how well predictions lie along the directions of the target alone; only values at the same k̃ can be compared"},
		{"☆", nil, "the setting with the best joint label alignment (JLA); ☆ shows only if its JLA is more than 0.005 above the JLA of no adaptation"},
	}
}

// Explain returns the explanation. In brackets follow the spellings that occur neither in the name
// nor in the explanation.
func (w Term) Explain() string {
	also := ""
	for _, sign := range w.Spellings {
		if !strings.Contains(sign, w.Name) && !strings.Contains(w.Name, sign) && !strings.Contains(w.Text, sign) {
			also += ", " + sign
		}
	}
	if also == "" {
		return w.Text
	}
	return w.Text + " (also: " + also[2:] + ")"
}

// TermEntries returns terms as entries of a help page.
func TermEntries(words []Term) (entries []Entry) {
	for _, w := range words {
		entries = append(entries, Entry{w.Name, w.Explain()})
	}
	return entries
}

// FindTerms returns the terms that occur in a text. gl is the glyph set in which the text is
// spelled.
func FindTerms(text string, gl chart.Glyphs) (words []Term) {
	text = strings.Join(strings.Fields(text), " ")
	for _, w := range Terms() {
		for _, sign := range append([]string{w.Name}, w.Spellings...) {
			if containsWord(gl.Spell(sign), text) {
				words = append(words, w)
				break
			}
		}
	}
	return words
}

// containsWord reports whether the text contains the word with no letter, mark, digit, _, ^ or * on
// either side.
func containsWord(word, text string) bool {
	within := func(r rune) bool {
		return unicode.In(r, unicode.Letter, unicode.Mark, unicode.Number) || strings.ContainsRune("_^*", r)
	}
	for {
		before, after, found := strings.Cut(text, word)
		if !found {
			return false
		}
		left, _ := utf8.DecodeLastRuneInString(before)
		right, _ := utf8.DecodeRuneInString(after)
		if !within(left) && !within(right) {
			return true
		}
		text = text[len(before)+1:] // the next sign may overlap this one
	}
}
