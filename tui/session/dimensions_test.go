package session

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"larui/model/testutil"
)

// The line from columns to rank says what numbers of another program would: each column of words takes a
// direction, and so does a column that repeats another.
func TestDimensions(t *testing.T) {
	var plain, both strings.Builder
	plain.WriteString("a,b,y\n")
	both.WriteString("a,b,twice,site,kind,y\n")
	for i := range 90 {
		a, b := math.Sin(float64(7*i)), math.Cos(float64(i*i))
		fmt.Fprintf(&plain, "%v,%v,%d\n", a, b, i%2)
		fmt.Fprintf(&both, "%v,%v,%v,%s,%s,%d\n", a, b, 2*a, []string{"n", "s", "w"}[i%3], []string{"p", "q"}[i/3%2], i%2)
	}
	for _, c := range []struct{ content, options, want string }{
		{plain.String(), "", ""},
		{both.String(), "encode=site,kind drop=twice", "4 columns → 7 features (site: 3, kind: 2) + bias = 8; rank 6: the levels of site and kind add up to a constant"},
		{both.String(), "encode=site,kind", "5 columns → 8 features (site: 3, kind: 2) + bias = 9; rank 6: the levels of site and kind add up to a constant; in 1 direction more the source does not vary"},
		{both.String(), "encode=site,kind drop=twice bias=false", "4 columns → 7 features (site: 3, kind: 2); rank 6: the levels of site and kind add up to a constant"},
		{both.String(), "encode=site drop=twice,kind bias=false", "3 columns → 5 features (site: 3)"},
		{both.String(), "encode=site drop=twice,kind bias=false standardize=source", "3 columns → 5 features (site: 3); rank 4: the levels of site add up to a constant"},
		{both.String(), "drop=site,kind", "3 columns → 3 features + bias = 4; rank 3: in 1 direction more the source does not vary"},
	} {
		path := testutil.WriteFile(t, "table.csv", c.content)
		opening := testutil.Must(ParseOpening(ShellQuote(path) + " " + ShellQuote(path) + " label=y " + c.options))
		opening.Spec.Cache = ""
		testutil.Equal(t, mustOpen(t, opening.Spec, nil).DescribeDimensions(), c.want, c.options)
	}
}
