package unfold

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// noAsset is what the go command says of a pattern of go:embed that matches nothing.
var noAsset = regexp.MustCompile(`^pattern (?:all:)?(\S+): no matching files found$`)

// maxAssets is how many such patterns of one package are made up for: the go command
// tells of them one at a time.
const maxAssets = 8

// withAssets loads packages. A front end that has not been built, whose files go:embed
// asks for, is no reason to leave out the packages that serve it: a file is made up for
// each such pattern. The notes name them.
func withAssets(conf *packages.Config, patterns ...string) (roots []*packages.Package, notes []string, err error) {
	for range maxAssets {
		if roots, err = packages.Load(conf, patterns...); err != nil {
			return nil, nil, err
		}
		files, texts := absentAssets(roots, conf.Dir)
		found := false
		for i, file := range files {
			if _, ok := conf.Overlay[file]; ok {
				continue
			}
			if conf.Overlay == nil {
				conf.Overlay = map[string][]byte{}
			}
			conf.Overlay[file], found = []byte{}, true
			notes = append(notes, texts[i])
		}
		if !found {
			break
		}
	}
	slices.Sort(notes)
	return roots, notes, nil
}

// absentAssets lists files that would be matches of patterns without any, and what to
// tell about them.
func absentAssets(roots []*packages.Package, dir string) (files, notes []string) {
	packages.Visit(roots, nil, func(pkg *packages.Package) {
		for _, e := range pkg.Errors {
			m := noAsset.FindStringSubmatch(e.Msg)
			source, _, ok := strings.Cut(e.Pos, ":")
			if m == nil || !ok || strings.ContainsAny(m[1], "[\\") {
				continue
			}
			if !filepath.IsAbs(source) {
				source = filepath.Join(dir, source)
			}
			abs, err := filepath.Abs(source)
			if err != nil {
				continue
			}
			name := strings.NewReplacer("*", "asset", "?", "a").Replace(m[1])
			if filepath.Ext(name) == "" {
				name += "/asset" // it is a directory
			}
			files = append(files, filepath.Join(filepath.Dir(abs), filepath.FromSlash(name)))
			notes = append(notes, fmt.Sprintf("%s: %s matches no files; the package is read as if there were one", e.Pos, m[1]))
		}
	})
	return files, notes
}
