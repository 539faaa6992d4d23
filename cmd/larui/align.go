package main

import (
	"context"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/datasets/wording"
	"larui/model"
	"larui/tui/session"
)

const alignHelp = `Show the singular values of the source and how its labels align with the left singular
vectors: the numbers of the paper's Table 1.

The rank is the number of singular values above σ₁·max(n, d)·ε. The rank at double
precision comes from a decomposition of the features themselves. k(0.1) has two readings:
head is the smallest k whose components hold more than 0.9 of the label's norm (as the
numbers in Table 1), and tail is the smallest k beyond which less than 0.1 of the norm is
left (as the paper's equation). Both are computed from the components up to the rank at
single precision. The tail depends on the last component, so it is also given up to the
rank at double precision, and for all left singular vectors, which include the arbitrary
vectors of zero singular values.`

const alignExamples = `  larui align
  larui align mnist-usps --classes 0,1 --raw
  larui align --source hour.csv --label cnt --drop instant,dteday,casual,registered --task regression --scale-label
  larui align mine.csv theirs.csv --label y`

// Beyond doubleRankEntries feature values (rows times features), `larui align` computes the rank at
// double precision only with --double-rank.
const doubleRankEntries = 20_000_000

func newAlign(opener *opener) *cobra.Command {
	cmd := newCommand("align [PAIR | SOURCE TARGET]", "Show singular values, the rank, and k(ε): how many components carry the label",
		alignHelp, alignExamples)
	call := newPairCall(cmd, func(o session.Option) bool { return o.Changes != session.MethodPart })
	a := alignFlags{opener: opener, components: 10}
	addFlag(cmd, &a.both, "both", "show the target, too; --target FILE implies --both")
	addFlag(cmd, &a.doubleRank, "double-rank", "compute the rank at double precision even if that takes long (over 2e7 entries)")
	addFlag(cmd, &a.components, "components", "how many leading `COMPONENTS` to list")
	out := addFormat(cmd)
	setRun(cmd, func(ctx context.Context, args []string) error {
		if a.components < 0 {
			return wrongCallf("--components %d: not a whole number ≥ 0", a.components)
		}
		opening, err := call.opening(args)
		if err != nil {
			return err
		}
		opening.Spec.SourceOnly = !a.both && opening.Spec.Target == ""
		if err := opening.CheckFiles(); err != nil {
			return err
		}
		aligned, err := a.align(ctx, opening.Spec)
		return out.print(aligned, opener.warnings, err)
	})
	return cmd
}

type alignFlags struct {
	opener           *opener
	both, doubleRank bool
	components       int
}

type alignment struct {
	pair  *datasets.Pair
	sides []domainAlignment
}

type domainAlignment struct {
	name string
	model.Domain
	model.Side
	components []model.Component
	// rankDouble is the rank of the features at double precision. tailDouble and tailAll are the
	// smallest k with ‖y^U_{k+1…}‖ < 0.1·‖y^U‖, for the label's projections y^U = Uᵀy: tailDouble
	// uses the first rankDouble columns of U, tailAll all columns. All three are nil if not
	// computed.
	rankDouble, tailDouble, tailAll any
	// classes has the label alignment of each class against all others; nil for two classes and for
	// regressions.
	classes []classAlignment
}

type classAlignment struct {
	name       string
	head, tail int
}

func (a alignFlags) align(ctx context.Context, spec datasets.Spec) (*alignment, error) {
	progress := a.opener.showOpening
	opened, err := a.opener.open(ctx, spec)
	if err != nil {
		return nil, err
	}
	pair := opened.Pair
	sides := []domainAlignment{{name: "source", Domain: pair.Source}, {name: "target", Domain: pair.Target}}
	if spec.SourceOnly {
		sides = sides[:1]
		progress(datasets.Progress{Stage: "moments and spectra"})
		sides[0].Side, err = model.ComputeAlignment(ctx, pair.WithProgress(progress).Data)
		if err != nil {
			return nil, err
		}
		a.opener.warnings = session.Warnings(pair, &sides[0].Side)
	} else {
		sides[0].Side, sides[1].Side = opened.Problem.Src, opened.Problem.Tgt
	}
	for i := range sides {
		s := &sides[i]
		s.components = s.LeadingComponents(a.components)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		// computeRanks needs all rows in memory, not a sample.
		if !s.IsSampled() && (a.doubleRank || s.Side.N*len(s.Sigma) <= doubleRankEntries) {
			progress(datasets.Progress{Stage: "rank at double precision"})
			if err := s.computeRanks(pair); err != nil {
				return nil, err
			}
		}
		if pair.Task == model.MultiClass && s.Projection != nil {
			for j, class := range pair.ClassNames {
				one := mat.NewDense(len(s.Sigma), 1, mat.Col(nil, j, s.Projection))
				s.classes = append(s.classes, classAlignment{class, model.HeadRank(one, model.Epsilon), model.TailRank(one, model.Epsilon)})
			}
		}
	}
	return &alignment{pair, sides}, nil
}

// computeRanks sets rankDouble, tailDouble and tailAll. tailAll depends on the order of the columns,
// so computeRanks puts the constant feature first, as is usual.
func (s *domainAlignment) computeRanks(pair *datasets.Pair) error {
	data := pair.Data
	data.Source = s.Domain
	n, d := s.X.Dims()
	if pair.Bias {
		data.Source.X = mat.NewDense(n, d, nil)
		data.Source.X.Augment(s.X.Slice(0, n, d-1, d), s.X.Slice(0, n, 0, d-1))
	}
	dec, err := model.Decompose(data)
	if err != nil {
		return err
	}
	rank := dec.Rank(model.DoublePrecision)
	s.rankDouble = rank
	if dec.Projection != nil {
		s.tailDouble, s.tailAll = model.TailRank(dec.LeadingProjection(rank), model.Epsilon), model.TailRank(dec.Projection, model.Epsilon)
	}
	return nil
}

func (a *alignment) report() record {
	r := newRecord("pair", reportPair(a.pair))
	for _, s := range a.sides {
		head, tail := labelRanks(s.Side)
		side := newRecord(
			"n", s.Side.N, "d", s.D, "rank", s.Rank, "rankDouble", s.rankDouble,
			"headRank", head, "tailRank", tail, "tailRankDouble", s.tailDouble, "tailRankAll", s.tailAll,
			"sigma1", s.Sigma[0],
			"components", numberedRecords(s.components, session.ComponentFacts),
		)
		if s.classes != nil {
			side = newRecord(side, "classes", mapSlice(s.classes, func(c classAlignment) record {
				return newRecord("class", c.name, "headRank", c.head, "tailRank", c.tail)
			}))
		}
		r = newRecord(r, s.name, side)
	}
	return r
}

func (a *alignment) rows() *table {
	t := newTable("", "domain", "i", "sigma", "projection", "share")
	for _, s := range a.sides {
		for i, c := range s.components {
			t.add(s.name, i+1, c.Sigma, c.Projection, c.Share)
		}
	}
	return t
}

func (a *alignment) writeText(b *textBuilder) {
	writeTitle(b, a.pair)
	ranks, tails := table{align: "lrrrrrrrl"}, table{align: "lrrr"}
	ranks.add("", "n", "d", "rank (single)", "rank (double)", "head k(0.1)", "tail k(0.1)", "σ₁")
	tails.add("tail k(0.1) up to", "rank (single)", "rank (double)", "all of U")
	for i, s := range a.sides {
		head, tail := labelRanks(s.Side)
		ranks.add(s.name, s.Side.N, s.D, s.Rank, s.rankDouble, head, tail, s.Sigma[0], []string{a.pair.SourceName, a.pair.TargetName}[i])
		if s.tailAll != nil {
			tails.add(s.name, s.TailRank, s.tailDouble, s.tailAll)
		}
	}
	ranks.write(b)
	if len(tails.rows) > 1 {
		b.line("")
		tails.write(b)
	}
	for _, s := range a.sides {
		s.writeComponents(b, a.pair.Task)
	}
	writeNotes(b, a.remarks(), a.pair.Notes)
}

// writeComponents writes a table of the leading components and, for several classes, a table with
// the head and tail k(0.1) of each class (see labelRanks).
func (s domainAlignment) writeComponents(b *textBuilder, task model.Task) {
	if len(s.components) > 0 {
		projection := "y^U_i"
		if task == model.MultiClass {
			projection = "‖y^U_i‖"
		}
		b.line("\n" + s.name)
		t := newTable("rrrr", "i", "σ_i", projection, "‖y^U_1..i‖/‖y^U‖")
		for i, c := range s.components {
			t.add(i+1, c.Sigma, c.Projection, formatFixed(c.Share, 4))
		}
		t.write(b)
	}
	if len(s.classes) > 0 {
		b.WriteString("\n" + s.name + ", each class against all others\n")
		t := newTable("lrr", "class", "head k(0.1)", "tail k(0.1)")
		for _, c := range s.classes {
			t.add(wording.DisplayName(c.name), c.head, c.tail)
		}
		t.write(b)
	}
}

func (a *alignment) remarks() []string {
	var remarks sentences
	both := len(a.sides) > 1
	if both && !a.pair.Target.IsLabelled() {
		remarks.addf("The target has %s, so the alignment of its labels is unknown (–).", labelCountText(a.pair.Target))
	}
	sampled := a.pair.Source.IsSampled()
	if sampled || both && a.pair.Target.IsSampled() {
		remarks.addf("The rank at double precision is unknown (–), because computing it needs all rows in memory.")
	}
	if a.sides[0].rankDouble == nil && !sampled {
		remarks.addf("The rank at double precision is left out (–), because computing it takes long: give --double-rank.")
	}
	return remarks
}
