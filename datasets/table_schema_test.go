package datasets

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestFilesColumnMatching(t *testing.T) {
	const source = "a,b,label\n1,2,0\n3,4,1\n"
	want := dense([][]float64{{5, 6}, {7, 8}})
	labels := []float64{1, -1}
	for name, test := range map[string]struct {
		source, target string
		change         func(*Spec)
		y              []float64
	}{
		"same order":             {source, "a,b,label\n5,6,1\n7,8,0\n", nil, labels},
		"other order":            {source, "label,b,a\n1,6,5\n0,8,7\n", nil, labels},
		"no label":               {source, "b,a\n6,5\n8,7\n", nil, nil},
		"empty labels":           {source, "a,b,label\n5,6,\n7,8,\n", nil, nil},
		"no header":              {source, "5,6,1\n7,8,0\n", nil, labels},
		"no header, no label":    {source, "5,6\n7,8\n", nil, nil},
		"header only in target":  {"1,2,0\n3,4,1\n", "u,v,w\n5,6,1\n7,8,0\n", nil, labels},
		"label first, no label":  {"0,1,2\n1,3,4\n", "5,6\n7,8\n", func(s *Spec) { s.Label = "1" }, nil},
		"label from the end":     {"1,0,2\n3,1,4\n", "5,1,6\n7,0,8\n", func(s *Spec) { s.Label = "-2" }, labels},
		"other delimiter":        {source, "a\tb\tlabel\n5\t6\t1\n7\t8\t0\n", nil, labels},
		"dropped in both":        {"id,a,b,label\nq,1,2,0\nr,3,4,1\n", "a,id,b,label\n5,s,6,1\n7,t,8,0\n", func(s *Spec) { s.Drop = []string{"ID"} }, labels},
		"dropped in source":      {"id,a,b,label\nq,1,2,0\nr,3,4,1\n", "a,b,label\n5,6,1\n7,8,0\n", func(s *Spec) { s.Drop = []string{"id"} }, labels},
		"dropped in target":      {source, "id,a,b,label\ns,5,6,1\nt,7,8,0\n", func(s *Spec) { s.Drop = []string{"id"} }, labels},
		"features":               {"id,b,a,label\nq,2,1,0\nr,4,3,1\n", "z,b,a,label\nx,6,5,1\nx,8,7,0\n", func(s *Spec) { s.Features = []string{"a", "b"} }, labels},
		"features without names": {"9,2,1,0\n9,4,3,1\n", "9,6,5,1\n9,8,7,0\n", func(s *Spec) { s.Features = []string{"3", "2"} }, labels},
		"dropped by position":    {"9,1,2,0\n9,3,4,1\n", "9,5,6,1\n9,7,8,0\n", func(s *Spec) { s.Drop = []string{"1"} }, labels},
		"features alone":         {"9,9,1,2,0\n9,9,3,4,1\n", "5,6\n7,8\n", func(s *Spec) { s.Drop = []string{"1", "2"} }, nil},
		"the same name twice":    {"a,a,label\n1,2,0\n3,4,1\n", "a,label,a\n5,1,6\n7,0,8\n", nil, labels},
		"words":                  {"a,b,k\n1,2,cat\n3,4,dog\n", "k,a,b\ndog,5,6\ncat,7,8\n", func(s *Spec) { s.Label = "k" }, labels},
	} {
		t.Run(name, func(t *testing.T) {
			spec := targetSpec(t, t.TempDir(), test.source, test.target)
			if test.change != nil {
				test.change(&spec)
			}
			pair := mustOpen(t, spec)
			if !mat.Equal(pair.Source.X, dense([][]float64{{1, 2}, {3, 4}})) || !slices.Equal(pair.Source.Y, []float64{-1, 1}) {
				t.Errorf("source %v, %v", pair.Source.X.RawMatrix().Data, pair.Source.Y)
			}
			if !mat.Equal(pair.Target.X, want) {
				t.Errorf("target %v, want %v", pair.Target.X.RawMatrix().Data, want.RawMatrix().Data)
			}
			if !slices.Equal(pair.Target.Y, test.y) || (pair.Target.Y == nil) != (test.y == nil) {
				t.Errorf("target labels %v, want %v", pair.Target.Y, test.y)
			}
		})
	}
}
