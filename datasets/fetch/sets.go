// Package fetch downloads known data sets into a data folder. A [Set] is a group of files, and a [File] has
// several addresses and one or more valid SHA-256 checksums. A [Fetcher] stores a file only when it is
// complete and has a valid checksum. An interrupted download continues at the next call. To add a set, add
// a row to [ListSets].
package fetch

// A Set is a group of files that are fetched together.
type Set struct {
	// Name is the name of the set on the command line.
	Name string
	// Summary describes the set and gives its approximate size.
	Summary string
	// Example is an example of a larui command that uses the set, without the word larui.
	Example string
	Files   []File
}

// A File is a file of a set.
type File struct {
	// Name is the path in the data folder, with slashes: usps/usps.t.bz2.
	Name string
	// Checksums lists the valid SHA-256 sums in hexadecimal. The first is the sum of the published file.
	Checksums []string
	// Addresses lists the addresses of the file in the order of the attempts. An address that ends in .zip is
	// an archive that contains the file.
	Addresses []string
}

// ListSets returns the known sets, in the layout that datasets.DataFolder describes.
func ListSets() []Set {
	digits := append(mnistFiles(), uspsFiles()...)
	return []Set{
		{"mnist-usps", "MNIST and USPS, handwritten digits, 20 MB", "mnist-usps --classes 3,8", digits},
		{"usps-mnist", "the same files", "usps-mnist --classes 3,8", digits},
		{"bike", "Bike Sharing, 1 MB, a task of the paper's Table 1", "repro table1", []File{bikeArchive()}},
	}
}

// mnistFiles lists the mirrors of PyTorch and TensorFlow, then the authors' site.
func mnistFiles() (files []File) {
	for _, f := range [][2]string{
		{"train-images-idx3-ubyte.gz", "440fcabf73cc546fa21475e81ea370265605f56be210a4024d2ca8f203523609"},
		{"train-labels-idx1-ubyte.gz", "3552534a0a558bbed6aed32b30c495cca23d567ec52cac8be1a0730e8010255c"},
		{"t10k-images-idx3-ubyte.gz", "8d422c7b0a1c1c79245a5bcf07fe86e33eeafee792b84584aec276f5a2dbc4e6"},
		{"t10k-labels-idx1-ubyte.gz", "f7ae60f92e00ec6debd23a6088c31dbd2371eca3ffa0defaefb259924204aec6"},
	} {
		files = append(files, File{Name: "mnist/" + f[0], Checksums: f[1:], Addresses: []string{
			"https://ossci-datasets.s3.amazonaws.com/mnist/" + f[0],
			"https://storage.googleapis.com/cvdf-datasets/mnist/" + f[0],
			"http://yann.lecun.com/exdb/mnist/" + f[0],
		}})
	}
	return files
}

// uspsFiles returns USPS as published on the LIBSVM site. The first checksum of the training file is also
// in torchvision (prototype/datasets, USPS). The second one is of a copy with pixels rounded to 8 bits,
// which some data folders have.
func uspsFiles() []File {
	const site = "://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/multiclass/"
	return []File{
		{"usps/usps.bz2", []string{
			"3771e9dd6ba685185f89867b6e249233dd74652389f263963b3b741e994b034f",
			"9769ba8bb542ee113b0a92b1bec2a73f8d7076963dedbc2073fa0f52252c50b4",
		}, []string{"https" + site + "usps.bz2", "http" + site + "usps.bz2"}},
		{"usps/usps.t.bz2", []string{"a9c0164e797d60142a50604917f0baa604f326e9a689698763793fa5d12ffc4e"},
			[]string{"https" + site + "usps.t.bz2", "http" + site + "usps.t.bz2"}},
	}
}

func bikeArchive() File {
	return File{"bike/hour.csv", []string{"e03de4ee4ef4dc376ac6e04bf829673c6269e8eba5c60fa121640fa2f829504f"}, []string{
		"https://archive.ics.uci.edu/static/public/275/bike+sharing+dataset.zip",
		"https://archive.ics.uci.edu/ml/machine-learning-databases/00275/Bike-Sharing-Dataset.zip",
	}}
}
