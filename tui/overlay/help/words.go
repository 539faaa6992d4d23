package help

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"larui/tui/chart"
)

// A Word is a word of the screens with an explanation.
type Word struct {
	Name string
	// Signs are other spellings on the screens.
	Signs []string
	Text  string
}

// Words returns all words in the order of explanation: data and goal, the method, the views.
func Words() []Word {
	return []Word{
		{"source", nil, "the rows with known labels; methods learn from them"},
		{"target", []string{"targets"}, "the rows to predict; they come from elsewhere and look different; their labels, if there are any, only score"},
		{"validation", nil, "a few target rows with labels, set aside to choose settings by"},
		{"held out", []string{"correct on held-out source rows", "rows held out"}, "source rows that score a fit to all other source rows, a tenth at a time; fitted rows would promise too much; ± is the standard error"},
		{"label", []string{"labels"}, "the class of a row, or its number; methods predict it"},
		{"class", []string{"classes"}, "a kind of row; two classes are drawn as + and −, or with marks of their own"},
		{"n×d", []string{"samples × features"}, "n rows of d features; the d features include the bias, which is 1 everywhere"},
		{"LAR", nil, "label-alignment regularization: it learns weights on the source that also follow the widest directions of the target"},
		{"no adaptation", []string{"plain least squares"}, "plain least squares on the source, used on the target without a change; LAR has to beat it"},
		{"trained to the end", []string{"to the end"}, "LAR after endless training; a formula gives it, so it is also called the closed form"},
		{"correct on the target", []string{"target accuracy"}, "how many of 100 target rows get the right class"},
		{"accuracy", nil, "how many of 100 rows get the right class"},
		{"right", nil, "a row that gets the class of its label"},
		{"wrong", nil, "a target row that LAR gives the wrong class: × if its own class is ○, ╳ if it is ●"},
		{"mean squared error", []string{"error", "squared error"}, "for labels that are numbers: how far off predictions are, squared, on average; the lower the better"},
		{"▲ ▼", []string{"▲", "▼"}, "better, worse than no adaptation; of an error the lower is the better"},
		{"λ", nil, "how strongly the target pulls: 0 leaves it out"},
		{"k", nil, "how many leading components of the source the labels are fitted along; ▸ marks them"},
		{"k̃", nil, "how many leading components of the target the weights may use freely; along the others λ holds them small; ▸ marks them"},
		{"epochs", []string{"epoch"}, "how many steps training takes; stopping early is part of the method"},
		{"rate", nil, "how long each step of training is; where it is too long, training diverges"},
		{"direction", []string{"directions", "component", "components", "v1", "ṽ1"}, "a right singular vector of the data; the rows spread most along the first; its arrow is 2× their spread (root mean square)"},
		{"spectrum", nil, "how widely the rows spread along each component"},
		{"σ", []string{"σ̃"}, "singular value: how widely the source's (σ̃: the target's) rows spread along a component"},
		{"label projection", []string{"y^U", "ỹ^Ũ", "|y^U|", "|ỹ^Ũ|"}, "how much of the labels lies along a component; y^U is the source's, ỹ^Ũ the target's"},
		{"label alignment", nil, "the labels lie along the few widest components; LAR builds on this"},
		{"k(0.1)", []string{"head"}, "how many components hold most of the labels: head counts to more than 90 % of their norm, tail until less than 10 % is left"},
		{"rank", []string{"numerical rank"}, "how many components the data have; the data do not spread along the others"},
		{"convergence", nil, "the score after each epoch of training"},
		{"objective", []string{"J/n", "J"}, "training lowers it: the error on the source, without the part beyond k, plus λ times the target's part beyond k̃"},
		{"minimum", nil, "the least value of the objective; endless training leads there"},
		{"pin", []string{"pinned"}, "a setting that stays in the pictures, dashed, beside the present one (m; M compares all of them)"},
		{"map", nil, "the score for every k and k̃; ★ is the best by labels, ● where you are"},
		{"rivals", []string{"rival"}, "other methods for the same task, to compare with"},
		{"score", nil, "the accuracy on the target, or for numbers the mean squared error"},
		{"weights", nil, "a learned number for each feature; together they draw the boundary"},
		{"boundary", nil, "where a method changes from one class to the other"},
		{"theory", nil, "the paper's theorems, checked with these data"},
		{"premises", []string{"conclusions", "conclusion", "premise"}, "the assumptions of a theorem; its conclusions follow if they are true"},
		{"overlap", nil, "how far source and target spread in the same directions, from 0 to 1; near 0 the noise in the labels decides"},
		{"w*_T", []string{"w*"}, "the best weights for the target, if its labels were known (least squares on the target)"},
		{"residual", nil, "the distance from meeting a condition exactly; 0 if it is met"},
		{"condition", []string{"condition of A"}, "how much the formula can blow up small errors; near 1 not at all"},
		{"leak", nil, "the share of the labels that keeps training going forever; unless it is 0, training has no end"},
		{"tail", nil, "the components beyond k or k̃; the control tail weighs them by the target's singular values, or by the source's as the published code does"},
		{"implicit", []string{"keep implicit"}, "the part of plain least squares beyond k; the method removes it, keep implicit leaves it in"},
		{"L2", nil, "the weight of a ridge term, which keeps all weights small"},
		{"momentum", []string{"Nesterov"}, "ways for training to take longer steps if the last ones went the same way"},
		{"unknown", nil, "the target has no labels, or it is not computed yet"},
		{"changed", nil, "the share of target rows that LAR and no adaptation predict differently"},
		{"predicted", nil, "the share of target rows that LAR gives its rarest class, beside the share of source rows with that class"},
		{"JLA", []string{"without labels"}, "joint label alignment: how well labels and predictions lie along the directions that both domains share; it ranks settings without target labels, and is no accuracy"},
		{"TA", nil, "target alignment: the same for the target alone; compare it at the same k̃ only"},
		{"☆", nil, "the setting that JLA chooses; it leads no adaptation by more than 0.005, or there is no ☆"},
	}
}

// Explained returns the text, followed by the signs that are missing in name and text.
func (w Word) Explained() string {
	also := ""
	for _, sign := range w.Signs {
		if !strings.Contains(sign, w.Name) && !strings.Contains(w.Name, sign) && !strings.Contains(w.Text, sign) {
			also += ", " + sign
		}
	}
	if also == "" {
		return w.Text
	}
	return w.Text + " (also: " + also[2:] + ")"
}

// Entries returns words as entries of a page.
func Entries(words []Word) (entries []Entry) {
	for _, w := range words {
		entries = append(entries, Entry{w.Name, w.Explained()})
	}
	return entries
}

// On returns the words that occur in a text, which is spelled as gl does.
func On(text string, gl chart.Glyphs) (words []Word) {
	text = strings.Join(strings.Fields(text), " ")
	for _, w := range Words() {
		for _, sign := range append([]string{w.Name}, w.Signs...) {
			if standsIn(gl.Spell(sign), text) {
				words = append(words, w)
				break
			}
		}
	}
	return words
}

// standsIn reports whether text has word with no letter, digit, _, ^ or * beside it.
func standsIn(word, text string) bool {
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
