package datasets

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// Rows in two roles, a target of one label, and columns that number the rows are said; pairs without them are not.
func TestRolesAndPlaceholders(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 3))
	text := func(first int, placeholder string) (all []string) {
		for i := range 12 {
			y := placeholder
			if y == "" {
				y = fmt.Sprint(i % 2)
			}
			all = append(all, fmt.Sprintf("%d,%v,%v,%s\n", first+i, r.NormFloat64(), r.NormFloat64(), y))
		}
		return all
	}
	for trial := range 60 {
		start, placeholder, shared := 1000*r.IntN(2), []string{"", "0", "1"}[trial%3], r.IntN(4)
		name := []string{"row_id", "X", "n"}[r.IntN(3)]
		source, target := text(start, ""), text(start+500, placeholder)
		copy(target[:shared], source)
		for i := range shared {
			target[i] = source[i][:strings.LastIndex(source[i], ",")] + target[11][strings.LastIndex(target[11], ","):]
		}
		folder := t.TempDir()
		spec := targetSpec(t, folder, name+",a,b,y\n"+strings.Join(source, ""), name+",a,b,y\n"+strings.Join(target, ""))
		pair := mustOpen(t, spec)
		said := strings.Join(pair.Guesses, "\n")
		for what, want := range map[string]bool{
			"placeholder": placeholder != "",
			fmt.Sprintf("%d of the 12 rows of the target are also rows of the source", shared): shared > 0,
			"its rows": true,
		} {
			if strings.Contains(said, what) != want || placeholder != "" && pair.Target.IsLabelled() {
				t.Errorf("%q, %v: %s", what, want, said)
			}
		}
	}
}

// A validation set of the target's own rows, by the same path or another, is said;
// so is one whose labels are one value.
func TestValidationOfTheTarget(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 5))
	table := func(label string) (text string) {
		text = "a,b,y\n"
		for i := range 12 {
			text += fmt.Sprintf("%v,%v,%s\n", r.NormFloat64(), r.NormFloat64(), cmp.Or(label, fmt.Sprint(i%2)))
		}
		return text
	}
	target := table("")
	spec := targetSpec(t, t.TempDir(), table(""), target)
	for path, says := range map[string]string{
		spec.Target: "12 of the 12 rows of the validation set are also rows of the target",
		write(t, t.TempDir(), "same.csv", target):     "12 of the 12 rows of the validation set are also rows of the target",
		write(t, t.TempDir(), "one.csv", table("1")):  "every label is \"1\", so scores on this validation set show nothing about other labels",
		write(t, t.TempDir(), "sound.csv", table("")): "",
	} {
		spec.Validation = path
		pair := mustOpen(t, spec)
		if said := strings.Join(pair.Guesses, "\n"); !strings.Contains(said, says) || says == "" && strings.Contains(said, "validation set") {
			t.Errorf("%s: %s", path, said)
		}
	}
}
