// Package labelling says what labels of a few rows of the target tell of two models: whether
// the first, LAR say, is better than the second, no adaptation.
//
// Only rows on which both predict otherwise tell anything. They are a known share r of the
// target's rows. With p1 and p2 the shares of them that the models get right, the first gains
//
//	g = r(p1 − p2)
//
// in accuracy over all rows; of two classes p2 = 1 − p1, and g = r(2·p1 − 1). Rows are drawn at
// random of those (Order) and labelled; a Sample has what these labels say. Nothing is assumed
// of how the domains differ, only that the rows were drawn so and are labelled right.
//
// Two intervals hold the gain, each in at least a given share of draws, its level:
//
//   - Sample.Fixed, where the number of labels was fixed before the first: by inverting the
//     hypergeometric tests of how many of all these rows each model gets right, at the worst
//     number that neither does; among very many rows of two classes that is the interval of
//     Clopper and Pearson (1934).
//   - Sample.Anytime, whenever one looks, also to decide whether to go on: a confidence
//     sequence by bets (Waudby-Smith and Ramdas 2024) that are mixed as likelihood ratios are
//     (Robbins 1970), for rows drawn without replacement.
//
// Of a regression g is the fall of the mean squared error (Falls). Rows are drawn with a chance in
// proportion to how far apart both predictions are, and Falls.Anytime is the same sequence: it
// assumes that all labels lie within bounds, which are known beforehand.
package labelling
