package model_test

import (
	"errors"
	"math"
	"reflect"
	"testing"

	"larui/model"
	"larui/model/testutil"
)

func TestParamsCheck(t *testing.T) {
	valid := model.Params{K: 1, KTilde: 5, Epochs: 1}
	if err := valid.Check(5); err != nil {
		t.Errorf("%+v: %v", valid, err)
	}
	nan, inf := math.NaN(), math.Inf(1)
	var p model.Params
	fixed := func(v float64) { p.Rate = model.LearningRate{Rule: model.RateFixed, Value: v} }
	for name, c := range map[string]struct {
		set func(v float64)
		bad []float64
	}{
		"k": {func(v float64) { p.K = int(v) }, []float64{0, 6}}, "k̃": {func(v float64) { p.KTilde = int(v) }, []float64{-1, 6}},
		"λ": {func(v float64) { p.Lambda = v }, []float64{-1e-9, nan, inf}}, "l2": {func(v float64) { p.L2 = v }, []float64{-1, nan, inf}},
		"epochs": {func(v float64) { p.Epochs = int(v) }, []float64{0}}, "rate": {fixed, []float64{0, inf, nan}},
		"momentum": {func(v float64) { p.Momentum = v }, []float64{1, -0.1, nan}},
	} {
		for _, v := range c.bad {
			p = valid
			c.set(v)
			if err := p.Check(5); !errors.Is(err, model.ErrParams) {
				t.Errorf("%s of %v: error %v", name, v, err)
			}
		}
	}
}

func TestRateRoundTrip(t *testing.T) {
	rates := []model.LearningRate{{}, {Rule: model.RatePaper}}
	for _, v := range []float64{math.SmallestNonzeroFloat64, 1e-4, 0.1 + 0.2, 1, math.MaxFloat64} {
		rates = append(rates, model.LearningRate{Rule: model.RateFixed, Value: v})
	}
	for _, want := range rates {
		if got, err := model.ParseLearningRate(want.String()); err != nil || got != want {
			t.Errorf("%v became %v, %v", want, got, err)
		}
	}
	for _, s := range []string{"", "fast", "0", "-1", "NaN", "Inf", "1e999", "1e-999", "1 2"} {
		if got, err := model.ParseLearningRate(s); !errors.Is(err, model.ErrParams) {
			t.Errorf("%q became %v, %v", s, got, err)
		}
	}
}

func TestNames(t *testing.T) {
	for task, want := range map[model.Task]string{model.Binary: "binary", model.MultiClass: "multiclass", model.Regression: "regression", 9: "unknown"} {
		testutil.Equal(t, task.String(), want, int(task), task)
	}
}

// Each field of Params shows in Used.
func TestUsed(t *testing.T) {
	zero := model.Params{}.RunParams(0)
	for i := range reflect.TypeFor[model.Params]().NumField() {
		var p model.Params
		field := reflect.ValueOf(&p).Elem().Field(i)
		if field.Kind() == reflect.Struct {
			field = field.Field(0)
		}
		switch field.Kind() {
		case reflect.Bool:
			field.SetBool(true)
		case reflect.Float64:
			field.SetFloat(0.5)
		default:
			field.SetInt(1)
		}
		if p.RunParams(0) == zero {
			t.Errorf("%s is not among what is used", reflect.TypeFor[model.Params]().Field(i).Name)
		}
	}
}
