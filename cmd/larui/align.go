package main

import (
	"context"
	"math"

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
		Args:    atMostOnePair,
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
		text, err := encode(*format, aligned.report, aligned.rows, aligned.text)
		if err != nil {
			return err
		}
		cmd.Print(text)
		return nil
	}
	return cmd
}

// An aligner holds what `larui align` was asked for.
type aligner struct {
	opener           *opener
	both, doubleRank bool
	components       int
}

// An aligned is the label alignment of a pair.
type aligned struct {
	pair   *datasets.Pair
	report alignReport
}

func (a aligner) align(ctx context.Context, spec datasets.Spec) (*aligned, error) {
	pair, source, target, err := a.sides(ctx, spec)
	if err != nil {
		return nil, err
	}
	r := alignReport{Pair: reportPair(pair)}
	if r.Source, err = a.alignment(ctx, pair, pair.Source, *source); err != nil {
		return nil, err
	}
	if target != nil {
		t, err := a.alignment(ctx, pair, pair.Target, *target)
		if err != nil {
			return nil, err
		}
		r.Target = &t
	}
	return &aligned{pair, r}, nil
}

// sides opens the pair; target is nil where the source alone was asked for.
func (a aligner) sides(ctx context.Context, spec datasets.Spec) (pair *datasets.Pair, source, target *model.Side, err error) {
	if !spec.SourceOnly {
		session, err := a.opener.open(ctx, spec)
		if err != nil {
			return nil, nil, nil, err
		}
		return session.Pair, &session.Problem.Src, &session.Problem.Tgt, nil
	}
	session, err := a.opener.openPair(ctx, spec)
	if err != nil {
		return nil, nil, nil, err
	}
	a.opener.progress.opening(datasets.Progress{Stage: "moments and spectra"})
	side, err := model.Align(ctx, session.Pair.Reporting(a.opener.progress.opening).Data)
	return session.Pair, &side, nil, err
}

// alignment reports one domain.
func (a aligner) alignment(ctx context.Context, pair *datasets.Pair, domain model.Domain, side model.Side) (alignmentReport, error) {
	basics := reportSide(side)
	d := len(side.Sigma)
	r := alignmentReport{
		N: side.N, D: side.D, Rank: side.Rank,
		HeadRank: basics.HeadRank, TailRank: basics.TailRank, Sigma1: basics.Sigma1,
		Components: components(side, min(a.components, d)),
	}
	if err := ctx.Err(); err != nil {
		return r, err
	}
	// Only all rows can be decomposed, not a sample of them.
	if domain.Blocks == nil && (a.doubleRank || side.N*d <= doubleRankEntries) {
		a.opener.progress.opening(datasets.Progress{Stage: "rank at double precision"})
		if err := a.decompose(pair, domain, &r); err != nil {
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

// decompose adds what takes a decomposition of the features themselves.
func (a aligner) decompose(pair *datasets.Pair, domain model.Domain, r *alignmentReport) error {
	data := pair.Data
	data.Source = domain
	if pair.Bias {
		data.Source.X = biasFirst(domain.X)
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

// biasFirst returns x with its last column moved to the front, [1 Φ]: the
// arbitrary vectors of zero singular values depend on the order of the columns,
// and this is the customary one.
func biasFirst(x *mat.Dense) *mat.Dense {
	n, d := x.Dims()
	out := mat.NewDense(n, d, nil)
	for i := range n {
		from, to := x.RawRowView(i), out.RawRowView(i)
		to[0] = from[d-1]
		copy(to[1:], from[:d-1])
	}
	return out
}

// components lists the leading count components of a side.
func components(side model.Side, count int) []componentReport {
	list := []componentReport{}
	total, sum := math.NaN(), 0.0
	if side.Projection != nil {
		total = mat.Norm(side.Projection, 2)
	}
	for i := range count {
		c := componentReport{I: i + 1, Sigma: number(side.Sigma[i]), Projection: number(math.NaN()), Share: number(math.NaN())}
		if side.Projection != nil {
			row := side.Projection.RowView(i)
			norm := mat.Norm(row, 2)
			c.Projection = number(norm)
			if row.Len() == 1 {
				c.Projection = number(row.AtVec(0))
			}
			sum += norm * norm
			c.Share = number(math.Sqrt(sum) / total)
		}
		list = append(list, c)
	}
	return list
}
