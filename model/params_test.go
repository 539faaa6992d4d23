package model_test

import (
	"errors"
	"math"
	"reflect"
	"testing"

	"larui/model"
	"larui/model/must"
)

func TestParamsCheck(t *testing.T) {
	valid := model.Params{K: 1, KTilde: 5, Epochs: 1}
	if err := valid.Check(5); err != nil {
		t.Errorf("%+v: %v", valid, err)
	}
	for name, change := range map[string]func(p *model.Params){
		"no k":              func(p *model.Params) { p.K = 0 },
		"k beyond d":        func(p *model.Params) { p.K = 6 },
		"no k̃":             func(p *model.Params) { p.KTilde = -1 },
		"k̃ beyond d":       func(p *model.Params) { p.KTilde = 6 },
		"negative λ":        func(p *model.Params) { p.Lambda = -1e-9 },
		"λ not a number":    func(p *model.Params) { p.Lambda = math.NaN() },
		"infinite λ":        func(p *model.Params) { p.Lambda = math.Inf(1) },
		"negative l2":       func(p *model.Params) { p.L2 = -1 },
		"l2 not a number":   func(p *model.Params) { p.L2 = math.NaN() },
		"infinite l2":       func(p *model.Params) { p.L2 = math.Inf(1) },
		"no epochs":         func(p *model.Params) { p.Epochs = 0 },
		"momentum of one":   func(p *model.Params) { p.Momentum = 1 },
		"negative momentum": func(p *model.Params) { p.Momentum = -0.1 },
		"momentum NaN":      func(p *model.Params) { p.Momentum = math.NaN() },
		"no rate":           func(p *model.Params) { p.Rate.Rule = model.RateFixed },
		"infinite rate":     func(p *model.Params) { p.Rate = model.Rate{Rule: model.RateFixed, Value: math.Inf(1)} },
		"rate NaN":          func(p *model.Params) { p.Rate = model.Rate{Rule: model.RateFixed, Value: math.NaN()} },
	} {
		p := valid
		change(&p)
		if err := p.Check(5); !errors.Is(err, model.ErrParams) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestRateRoundTrip(t *testing.T) {
	rates := []model.Rate{{}, {Rule: model.RatePaper}}
	for _, v := range []float64{math.SmallestNonzeroFloat64, 1e-4, 0.1 + 0.2, 1, math.MaxFloat64} {
		rates = append(rates, model.Rate{Rule: model.RateFixed, Value: v})
	}
	for _, want := range rates {
		if got, err := model.ParseRate(want.String()); err != nil || got != want {
			t.Errorf("%v became %v, %v", want, got, err)
		}
	}
	for _, s := range []string{"", "fast", "0", "-1", "NaN", "Inf", "1e999", "1e-999", "1 2"} {
		if got, err := model.ParseRate(s); !errors.Is(err, model.ErrParams) {
			t.Errorf("%q became %v, %v", s, got, err)
		}
	}
}

func TestNames(t *testing.T) {
	for _, want := range []model.Tail{model.TargetTail, model.SourceTail} {
		if got, err := model.ParseTail(want.String()); err != nil || got != want {
			t.Errorf("%v became %v, %v", want, got, err)
		}
	}
	if got, err := model.ParseTail("both"); !errors.Is(err, model.ErrParams) {
		t.Errorf("%q became %v, %v", "both", got, err)
	}
	for task, want := range map[model.Task]string{model.Binary: "binary", model.MultiClass: "multiclass", model.Regression: "regression", 9: "unknown"} {
		must.Equal(t, task.String(), want, int(task), task)
	}
}

// Each field of Params shows in Used.
func TestUsed(t *testing.T) {
	zero := model.Params{}.Used(0)
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
		if p.Used(0) == zero {
			t.Errorf("%s is not among what is used", reflect.TypeFor[model.Params]().Field(i).Name)
		}
	}
}
