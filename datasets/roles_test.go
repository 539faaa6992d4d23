package datasets

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// Rows in two roles, a target of one label, and columns that number the rows are said; pairs without them are not.
func TestRolesAndPlaceholders(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 3))
	counts := map[string]int{}
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
			target[i] = strings.Replace(target[i], fmt.Sprint(start+i)+",", fmt.Sprint(start+i)+",", 1)
		}
		folder := t.TempDir()
		spec := targetSpec(t, folder, name+",a,b,y\n"+strings.Join(source, ""), name+",a,b,y\n"+strings.Join(target, ""))
		pair, err := Open(context.Background(), spec, nil)
		if err != nil {
			t.Fatal(err)
		}
		said := strings.Join(pair.Guesses, "\n")
		for what, want := range map[string]bool{
			"placeholder": placeholder != "",
			fmt.Sprintf("of 12 rows of the target, %d are rows of the source too", shared): shared > 0,
			"its rows": true,
		} {
			switch {
			case strings.Contains(said, what) != want, placeholder != "" && pair.Target.Labelled():
				counts["wrong"]++
				t.Errorf("%q, %v: %s", what, want, said)
			case want:
				counts["said"]++
			default:
				counts["right"]++
			}
		}
	}
	t.Log(counts)
}
