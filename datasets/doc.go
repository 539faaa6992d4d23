// Package datasets opens the pairs of domains that label-alignment regularization adapts between. [Open]
// generates or reads the [Pair] that a [Spec] describes: a built-in pair, the MNIST and USPS digits, or
// files of the user. A Pair contains the model.Data that package model works on, and the [Layout] of each
// file, which records the columns and their recipe, so that [VisitRows] reads other files in the same way.
// [SumRows] sums the rows of a file for package moments, and [Inspect] reviews the columns of files and
// proposes a use for each.
//
// # How files become a pair
//
// Package table opens each file and finds its columns and labels (files.go). Then pickColumns decides which
// columns are the label and the features (columns.go, source.go, match.go), and prepareRecipe fits the
// recipe, which turns words, dates and gaps into numbers (prepare.go). A domainReader reads the rows of
// each domain (domain_reader.go): rows.go keeps all rows, or a sample if they are too many, labels.go
// determines the task and the classes, and sums.go reads files of sums. At last rescale.go rescales the
// features, and seeds.go sets rows aside for validation. cache.go stores opened pairs in files.
//
// # Additions
//
// For another built-in pair, write a function that returns its pairEntry (pairs.go), and add it to
// pairEntries (open.go). The function open in the entry calls report.Step for each domain and returns an
// error of report.Step, so that a context can stop the opening. Another file format belongs in package
// table. Rules for labels or columns of all formats belong in labels.go, source.go and match.go. The cache
// key depends on new fields of Spec automatically. Don't change the random numbers of a seed or the order
// of rows: published numbers and saved commands depend on them. Don't change the file, line and column of
// an error, which users look up in their files.
package datasets
