package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model"
	"larui/tui/session"
)

const alignHelp = `Show the singular spectrum of the source and how its labels line up with it: the
paper's Table 1.

The rank is the number of singular values above σ₁·max(n, d)·ε at single
precision, and at double precision from a decomposition of the features
themselves. k(0.1) has two readings: head, the smallest k whose components hold
more than 0.9 of the label's norm (the numbers of Table 1), and tail, the smallest
k beyond which less than 0.1 of it is left (the paper's equation). They are taken
over the components up to the rank at single precision. The tail is sensitive to
where one stops, so it is also given up to the rank at double precision, and over
all left singular vectors as a program gets that does not stop at the rank: there
the vectors of zero singular values, which are arbitrary, count too.`

const alignExamples = `  larui align
  larui align mnist-usps --classes 0,1 --raw
  larui align --source hour.csv --label cnt --drop instant,dteday,casual,registered --task regression --scale-label
  larui align --source mine.csv --target theirs.csv --label y`

// doubleRankEntries is the size n·d up to which the rank at double precision is
// computed without being asked for.
const doubleRankEntries = 20_000_000

// newAlign returns `larui align`.
func newAlign(opener *opener) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "align [PAIR]",
		Short:   "Show the spectrum and label alignment, both readings of k(ε), and the rank",
		Long:    alignHelp,
		Example: alignExamples,
		Args:    atMost(1, "PAIR"),
	}
	call := newCall(cmd, func(o session.Option) bool { return o.Changes != session.Method })
	a := aligner{opener: opener}
	flags := cmd.Flags()
	flags.BoolVar(&a.both, "both", false, "show the target too, as --target does")
	flags.BoolVar(&a.doubleRank, "double-rank", false, "the rank at double precision also where it takes long (over 2e7 entries)")
	flags.IntVar(&a.components, "components", 10, "how many leading `COMPONENTS` to list")
	format := addFormat(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if a.components < 0 {
			return wrongf("--components %d: not a whole number ≥ 0", a.components)
		}
		opening, err := call.opening(args)
		if err != nil {
			return err
		}
		opening.Spec.SourceOnly = !a.both && opening.Spec.Target == ""
		if err := opening.Check(); err != nil {
			return err
		}
		aligned, err := a.align(cmd.Context(), opening.Spec)
		if err != nil {
			return err
		}
		return emit(cmd, *format, aligned.report(), aligned.rows(), aligned.text)
	}
	return cmd
}

// An aligner holds what `larui align` was asked for.
type aligner struct {
	opener           *opener
	both, doubleRank bool
	components       int
}

// An aligned is the label alignment of a pair: of its source, and of the target where
// that was asked for.
type aligned struct {
	pair  *datasets.Pair
	sides []alignmentReport
}

func (a aligner) align(ctx context.Context, spec datasets.Spec) (*aligned, error) {
	opened, err := a.opener.open(ctx, spec)
	if err != nil {
		return nil, err
	}
	result := &aligned{pair: opened.Pair}
	var sides []model.Side
	if spec.SourceOnly {
		a.opener.progress.opening(datasets.Progress{Stage: "moments and spectra"})
		source, err := model.Align(ctx, opened.Pair.Reporting(a.opener.progress.opening).Data)
		if err != nil {
			return nil, err
		}
		sides = []model.Side{source}
	} else {
		sides = []model.Side{opened.Problem.Src, opened.Problem.Tgt}
	}
	for i, domain := range []model.Domain{opened.Pair.Source, opened.Pair.Target}[:len(sides)] {
		r, err := a.alignment(ctx, opened.Pair, domain, sides[i])
		if err != nil {
			return nil, err
		}
		result.sides = append(result.sides, r)
	}
	return result, nil
}

// alignment reports one domain.
func (a aligner) alignment(ctx context.Context, pair *datasets.Pair, domain model.Domain, side model.Side) (alignmentReport, error) {
	basics := reportSide(side)
	d := len(side.Sigma)
	r := alignmentReport{
		N: side.N, D: side.D, Rank: side.Rank,
		HeadRank: basics.HeadRank, TailRank: basics.TailRank, Sigma1: basics.Sigma1, Components: []componentReport{},
	}
	for i, c := range side.Leading(a.components) {
		r.Components = append(r.Components, componentReport{i + 1, orNull(c.Sigma), orNull(c.Projection), orNull(c.Share)})
	}
	if err := ctx.Err(); err != nil {
		return r, err
	}
	// Only all rows can be decomposed, not a sample of them.
	if domain.Blocks == nil && (a.doubleRank || side.N*d <= doubleRankEntries) {
		a.opener.progress.opening(datasets.Progress{Stage: "rank at double precision"})
		if err := r.decompose(pair, domain); err != nil {
			return r, err
		}
	}
	if pair.Task == model.MultiClass && side.Projection != nil {
		for j, class := range pair.ClassNames {
			one := mat.NewDense(d, 1, mat.Col(nil, j, side.Projection))
			r.Classes = append(r.Classes, classReport{class, model.HeadRank(one, model.Epsilon), model.TailRank(one, model.Epsilon)})
		}
	}
	return r, nil
}

// decompose adds what takes a decomposition of the features themselves. The
// arbitrary vectors of zero singular values depend on the order of the columns; the
// customary one is [1 Φ].
func (r *alignmentReport) decompose(pair *datasets.Pair, domain model.Domain) error {
	data := pair.Data
	data.Source = domain
	if n, d := domain.X.Dims(); pair.Bias {
		data.Source.X = mat.NewDense(n, d, nil)
		data.Source.X.Augment(domain.X.Slice(0, n, d-1, d), domain.X.Slice(0, n, 0, d-1))
	}
	dec, err := model.Decompose(data)
	if err != nil {
		return err
	}
	rank := dec.Rank(model.DoublePrecision)
	r.RankDouble = &rank
	if dec.Projection != nil {
		upToRank := dec.TailRank(rank, model.Epsilon)
		all := dec.TailRank(len(dec.Sigma), model.Epsilon)
		r.TailRankDouble, r.TailRankAll = &upToRank, &all
	}
	return nil
}

func (a *aligned) report() alignReport {
	r := alignReport{Pair: reportPair(a.pair), Source: a.sides[0]}
	if len(a.sides) > 1 {
		r.Target = &a.sides[1]
	}
	return r
}

// rows are a line for each component of each domain.
func (a *aligned) rows() []alignRow {
	var rows []alignRow
	for i, side := range a.sides {
		for _, c := range side.Components {
			rows = append(rows, alignRow{sideNames[i], c})
		}
	}
	return rows
}

var sideNames = [...]string{"source", "target"}

// text writes the report for people to read.
func (a *aligned) text(b *strings.Builder) {
	writeTitle(b, a.pair)
	ranks, tails := table{align: "lrrrrrrrl"}, table{align: "lrrr"}
	ranks.add("", "n", "d", "rank (single)", "rank (double)", "head k(0.1)", "tail k(0.1)", "σ₁")
	tails.add("tail k(0.1) up to", "rank (single)", "rank (double)", "all of U")
	for i, r := range a.sides {
		ranks.add(sideNames[i], r.N, r.D, r.Rank, r.RankDouble, r.HeadRank, r.TailRank, r.Sigma1, []string{a.pair.SourceName, a.pair.TargetName}[i])
		if r.TailRankAll != nil {
			tails.add(sideNames[i], r.TailRank, r.TailRankDouble, r.TailRankAll)
		}
	}
	ranks.write(b)
	if len(tails.rows) > 1 {
		b.WriteByte('\n')
		tails.write(b)
	}
	for i, r := range a.sides {
		a.writeComponents(b, sideNames[i], r)
	}
	writeNotes(b, a.remarks(), a.pair.Notes)
}

// writeComponents writes the leading components of a domain, and the ranks of
// each class.
func (a *aligned) writeComponents(b *strings.Builder, name string, r alignmentReport) {
	if len(r.Components) > 0 {
		projection := "y^U_i"
		if a.pair.Task == model.MultiClass {
			projection = "‖y^U_i‖"
		}
		b.WriteString("\n" + name + "\n")
		t := table{align: "rrrr"}
		t.add("i", "σ_i", projection, "‖y^U_1..i‖/‖y^U‖")
		for _, c := range r.Components {
			t.add(c.I, c.Sigma, c.Projection, fixed(c.Share, 4))
		}
		t.write(b)
	}
	if len(r.Classes) > 0 {
		b.WriteString("\n" + name + ", each class against all others\n")
		t := table{align: "lrr"}
		t.add("class", "head k(0.1)", "tail k(0.1)")
		for _, c := range r.Classes {
			t.add(oneLine(c.Class), c.HeadRank, c.TailRank)
		}
		t.write(b)
	}
}

func (a *aligned) remarks() []string {
	var remarks []string
	both := len(a.sides) > 1
	if both && a.pair.Target.Y == nil {
		remarks = append(remarks, "The target has no labels, so their alignment can't be known (–).")
	}
	sampled := a.pair.Source.Blocks != nil
	if sampled || both && a.pair.Target.Blocks != nil {
		remarks = append(remarks, "The rank at double precision needs all rows in memory, so it can't be known here (–).")
	}
	if a.sides[0].RankDouble == nil && !sampled {
		remarks = append(remarks, "The rank at double precision takes long here (–): --double-rank computes it.")
	}
	return remarks
}
