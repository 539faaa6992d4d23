package datasets_test

import (
	"context"
	"fmt"

	"larui/datasets"
)

func ExampleOpen() {
	pair, err := datasets.Open(context.Background(), datasets.DefaultSpec("rotated-gaussian"), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	n, d := pair.Source.X.Dims()
	fmt.Printf("%s: %s, %d×%d\n", pair.Title, pair.Task, n, d)
	fmt.Println(pair.Features, pair.ClassNames)
	// Output:
	// rotated Gaussian 45°: binary, 1000×2
	// [x1 x2] [-1 +1]
}

func ExampleOpen_unknown() {
	_, err := datasets.Open(context.Background(), datasets.DefaultSpec("mnits-usps"), nil)
	fmt.Println(err)
	// Output:
	// unknown pair "mnits-usps": did you mean mnist-usps? there are rotated-gaussian, wide-gaussian, rotated-regression, subspace, correlated-features, glyphs, mnist-usps, usps-mnist, files
}

func ExampleDefaultSpec() {
	spec := datasets.DefaultSpec("mnist-usps")
	spec.Classes = []int{3, 8}
	fmt.Println(spec.Name, spec.Ratio, spec.TargetSplit, spec.ValidationSize, spec.Bias)
	// Output:
	// mnist-usps 1 test 100 true
}

func ExampleList() {
	for _, info := range datasets.List() {
		fmt.Println(info.Name, info.BuiltIn)
	}
	// Output:
	// rotated-gaussian true
	// wide-gaussian true
	// rotated-regression true
	// subspace true
	// correlated-features true
	// glyphs true
	// mnist-usps false
	// usps-mnist false
}
