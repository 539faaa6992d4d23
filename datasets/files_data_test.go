package datasets

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"larui/model"
)

func TestFilesBikeSharing(t *testing.T) {
	folder := os.Getenv("LARUI_DATA")
	if folder == "" {
		t.Skip("LARUI_DATA is not set")
	}
	spec := DefaultSpec(FilesName)
	spec.Source, spec.SourceOnly = filepath.Join(folder, "bike", "hour.csv"), true
	_, err := Open(context.Background(), spec, nil)
	if !errors.Is(err, ErrNotNumber) || !strings.Contains(err.Error(), "hour.csv:2:2: ") || !strings.Contains(err.Error(), "--drop dteday") {
		t.Errorf("with the date: %v", err)
	}
	spec.Label, spec.Drop = "cnt", []string{"instant", "dteday", "casual", "registered"}
	spec.ScaleLabel, spec.Standardize = true, FitSource
	pair := mustOpen(t, spec)
	n, d := pair.Source.X.Dims()
	if n != 17379 || d != 13 || pair.Task != model.Regression || pair.Features[0] != "season" || pair.Features[11] != "windspeed" {
		t.Errorf("%d×%d, %v, %v", n, d, pair.Task, pair.Features)
	}
	if low, high := slices.Min(pair.Source.Y), slices.Max(pair.Source.Y); low != -1 || high != 1 {
		t.Errorf("labels from %v to %v", low, high)
	}
}

func TestFilesCutOffDownload(t *testing.T) {
	folder := os.Getenv("LARUI_DATA")
	if folder == "" {
		t.Skip("LARUI_DATA is not set")
	}
	spec := DefaultSpec(FilesName)
	spec.Source, spec.SourceOnly = filepath.Join(folder, "ct-slice", "slice_localization_data.first1MB.csv"), true
	_, err := Open(context.Background(), spec, nil)
	// A header and 682 whole rows come first.
	var format *FormatError
	if !errors.Is(err, ErrRagged) || !errors.As(err, &format) || format.Line != 684 || !strings.Contains(err.Error(), "cut off") {
		t.Errorf("got %v", err)
	}
}
