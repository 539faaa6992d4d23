package datasets

import (
	"cmp"
	"encoding/csv"
	"slices"
	"strings"

	"larui/datasets/recipe"
	"larui/datasets/table"
	"larui/datasets/wording"
)

// A ColumnUse says how a column is used, for example as a feature or as the label.
type ColumnUse string

const (
	UseLabel   ColumnUse = "label"
	UseFeature ColumnUse = "feature" // the numbers are one feature
	UseEncode  ColumnUse = "encode"  // each distinct word is a feature (one-hot)
	UseDates   ColumnUse = "dates"   // features computed from dates, or from another recipe.Kind
	UseID      ColumnUse = "id"      // not a feature, but copied to predictions
	UseDrop    ColumnUse = "drop"    // left out
)

func (u ColumnUse) chooseFillMethod(method string) string {
	switch u {
	case UseFeature, UseDates:
		return method
	case UseEncode:
		return recipe.Frequent
	}
	return ""
}

// A Choice is a possible use of a column. Fill is the method that fills gaps, one of recipe.FillMethods;
// empty if there are no gaps to fill.
type Choice struct {
	Use  ColumnUse `json:"use"`
	Fill string    `json:"fill"`
}

// UseText describes the use of the column in words.
func (c ReviewedColumn) UseText() string {
	text := map[ColumnUse]string{UseLabel: "label", UseFeature: "feature", UseEncode: "one-hot", UseDates: cmp.Or(strings.Join(c.readableAs.PartNames(), ", "), string(UseDates)), UseID: "id", UseDrop: "left out"}[c.Use]
	if c.Fill != "" {
		text += ", gaps: " + c.Fill
	}
	return text
}

const maxEncodedWords = 1000

func (c *columnReview) listPossibleChoices() (all []Choice) {
	add := func(use ColumnUse, ways ...string) {
		if c.gaps == nil {
			ways = []string{""}
		}
		for _, way := range ways {
			all = append(all, Choice{use, way})
		}
	}
	if c.odd == "" {
		add(UseFeature, recipe.Median, recipe.Mean, recipe.Frequent)
	}
	if c.isReadable && !c.isNotation {
		add(UseDates, recipe.Median, recipe.Mean, recipe.Frequent)
	}
	if c.distinctInSource <= recipe.MostLevels || c.odd != "" && c.distinctInSource <= maxEncodedWords {
		add(UseEncode, recipe.Frequent)
	}
	return append(all, Choice{Use: UseID}, Choice{Use: UseDrop})
}

// ChangeChoice moves the choice for column i forward by the given number of places in the column's list,
// cyclically. If i is the number of columns, it changes Standardize. It returns false if the column has no
// other choice.
func (v *Review) ChangeChoice(i, by int) bool {
	if i == len(v.Columns) {
		const fits = FitKept // FitSource, FitDomain, FitKept
		v.Standardize = ((v.Standardize+ScaleFit(by)-1)%fits+fits)%fits + 1
		return true
	}
	c := &v.Columns[i]
	n, at := len(c.choices), slices.Index(c.choices, c.Choice)
	if n == 0 || n == 1 && at == 0 {
		return false
	}
	if at < 0 && by > 0 {
		at = n - 1
	}
	c.Choice = c.choices[((at+by)%n+n)%n]
	return true
}

// Spec returns the reviewed Spec with the current choices as options.
func (v *Review) Spec() Spec {
	spec := v.spec
	spec.Columns = "given"
	spec.Encode = v.updateColumnOption(spec.Encode, UseEncode)
	spec.Dates = v.updateColumnOption(spec.Dates, UseDates)
	spec.ID = v.updateColumnOption(spec.ID, UseID)
	spec.Drop = v.updateColumnOption(spec.Drop, UseDrop)
	spec.Impute = v.listImputeItems()
	spec.Standardize = v.Standardize
	for _, c := range v.Columns {
		switch {
		case c.Use == UseLabel:
			spec.Missing, _ = v.proposeMissingOption(c)
			spec.Features = slices.DeleteFunc(slices.Clone(spec.Features), func(ref string) bool { return c.table.IsNamed([]string{ref}, c.index) })
		case c.Use == UseDates && c.readableAs != recipe.Date && c.readableAs != "":
			spec.DateOrder = string(c.readableAs)
		case c.isDroppedWithoutOption && len(spec.Features) > 0 && c.Use != UseDrop && !c.table.IsNamed(v.spec.Features, c.index):
			spec.Features = append(slices.Clip(spec.Features), c.nameInOptions())
		}
	}
	return spec
}

// SpecWithLabel returns the Spec with column i as the label. It returns false if column i is not in the
// source, or if the labels are not in a column.
func (v *Review) SpecWithLabel(i int) (Spec, bool) {
	was := v.LabelColumn()
	if was < 0 || i == len(v.Columns) || v.Columns[i].table != v.Columns[was].table {
		return v.Spec(), false
	}
	other := *v
	other.Columns = slices.Clone(v.Columns)
	if i != was {
		other.Columns[was].Use = UseFeature
		other.Columns[i].Choice = Choice{Use: UseLabel}
	}
	spec := other.Spec()
	if i != was || v.guessed {
		spec.Label = other.Columns[i].nameInOptions()
	}
	return spec, true
}

// CountFeatures returns the number of columns that become features, and the number of their features.
// features is 0, which means unknown, if Spec.Rare joins rare words.
func (v *Review) CountFeatures() (columns, features int) {
	for _, c := range v.Columns {
		made := recipe.Column{}
		switch c.Use {
		case UseDates:
			made.ReadKind = cmp.Or(c.readableAs, recipe.Date)
		case UseEncode:
			made.Levels = make([]string, c.distinctInSource)
		case UseFeature:
		default:
			continue
		}
		made.Flag = v.spec.KeepGapsFlag && len(c.Gaps) > 0 && c.Gaps[0] != nil && *c.Gaps[0] > 0
		columns, features = columns+1, features+made.Width()
	}
	if v.spec.Rare > 0 {
		features = 0
	}
	return columns, features
}

// LabelColumn returns the index of the label column, or −1 if the labels are not in a column.
func (v *Review) LabelColumn() int {
	return slices.IndexFunc(v.Columns, func(c ReviewedColumn) bool { return c.Use == UseLabel })
}

// nameInOptions returns the name of the column, or the position if several columns have that name.
func (c ReviewedColumn) nameInOptions() string {
	name := c.table.PlainName(c.index)
	if at, ok := c.table.FindColumn(name); !ok || at != c.index {
		return c.table.PositionText(c.index)
	}
	return name
}

// newColumnFinder returns a function that finds the columns named by ref, a name or a position in an
// option. The function returns their indices in Columns.
func (v *Review) newColumnFinder() func(ref string) []int {
	at := map[*table.Table]map[int]int{}
	for i, c := range v.Columns {
		if at[c.table] == nil {
			at[c.table] = map[int]int{}
		}
		at[c.table][c.index] = i
	}
	return func(ref string) (found []int) {
		for t, columns := range at {
			if i, ok := t.FindColumn(ref); ok {
				if i, reviewed := columns[i]; reviewed {
					found = append(found, i)
				}
			}
		}
		return found
	}
}

// updateColumnOption returns the new value of the option that lists the columns with the given use. names
// is the present value. Columns that were not reviewed stay in the list.
func (v *Review) updateColumnOption(names []string, use ColumnUse) []string {
	find, named := v.newColumnFinder(), map[int]bool{}
	var list []string
	add := func(ref string, columns []int) {
		list = append(list, ref)
		for _, i := range columns {
			named[i] = true
		}
	}
	for _, ref := range names {
		columns := find(ref)
		if len(columns) == 0 || slices.ContainsFunc(columns, func(i int) bool { return v.Columns[i].Use == use }) {
			add(ref, columns)
		}
	}
	for i, c := range v.Columns {
		if c.Use == use && !named[i] && !(use == UseDrop && c.isDroppedWithoutOption) {
			add(c.nameInOptions(), find(c.nameInOptions()))
		}
	}
	return list
}

// listImputeItems returns the items of --impute: first the method that most columns have, then
// column=method for each column with another method.
func (v *Review) listImputeItems() []string {
	counts := map[string]int{}
	filled := false
	for _, c := range v.Columns {
		filled = filled || c.Fill != ""
		if c.Use != UseEncode {
			counts[c.Fill]++
		}
	}
	ways := slices.Clone(v.spec.Impute)
	if !filled {
		return ways
	}
	ways = slices.DeleteFunc(ways, func(item string) bool {
		cut := strings.LastIndexByte(item, '=')
		return cut >= 0 && slices.ContainsFunc(v.Columns, func(c ReviewedColumn) bool {
			return c.table.IsNamed([]string{item[:cut]}, c.index) && c.Use != UseEncode && c.Fill != item[cut+1:]
		})
	})
	usual := slices.IndexFunc(ways, func(item string) bool { return !strings.Contains(item, "=") })
	if usual < 0 {
		most := recipe.Median
		for _, way := range recipe.FillMethods() {
			if counts[way] > counts[most] {
				most = way
			}
		}
		usual, ways = len(ways), append(ways, most)
	}
	for _, c := range v.Columns {
		item := c.nameInOptions() + "=" + c.Fill
		if c.Use != UseEncode && c.Fill != "" && c.Fill != ways[usual] && !slices.Contains(ways, item) {
			ways = append(ways, item)
		}
	}
	return ways
}

func formatChangedFlags(before, after Spec) string {
	var flags []string
	add := func(name string, before, after []string) {
		known := func(item string) bool { return slices.Contains(before, item) }
		if more := slices.DeleteFunc(slices.Clone(after), known); len(more) > 0 {
			var b strings.Builder
			w := csv.NewWriter(&b)
			_ = w.Write(more) // a Builder returns no error
			w.Flush()
			flags = append(flags, "--"+name+" "+wording.ShellQuote(strings.TrimSuffix(b.String(), "\n")))
		}
	}
	add("encode", before.Encode, after.Encode)
	add("impute", before.Impute, after.Impute)
	if before.DateOrder != after.DateOrder {
		flags = append(flags, "--date-order "+after.DateOrder)
	}
	add("id", before.ID, after.ID)
	add("drop", before.Drop, after.Drop)
	if before.Decimal != after.Decimal {
		flags = append([]string{"--decimal " + after.Decimal}, flags...)
	}
	if before.Missing != after.Missing {
		flags = append(flags, "--missing "+after.Missing)
	}
	if before.Standardize != after.Standardize {
		flags = append(flags, "--standardize "+[]string{"auto", "source", "domain", "none"}[after.Standardize])
	}
	return strings.Join(flags, " ")
}
