package catalog

import (
	_ "embed"
	"errors"
	"path"
	"sync"
)

// PackageEffect is what the functions of a package do outside the memory of the process,
// where its imports and their signatures would not tell.
type PackageEffect struct {
	// Package is an import path; one that ends in "/..." stands for it and all
	// packages below it.
	Package string `json:"package"`
	// Effect is "none" or "files".
	Effect string `json:"effect"`

	origin
}

//go:embed effects.json
var effectData []byte

// PackageEffects returns all rows on packages; they are not to be changed.
func PackageEffects() []PackageEffect { return effectTable().rows }

type effects struct {
	rows      []PackageEffect
	byPackage map[string]string
}

var effectTable = sync.OnceValue(func() effects {
	rows, err := parseEffects("effects.json", effectData)
	if err != nil {
		panic(err) // the data is part of the program, and tested
	}
	x := effects{rows, make(map[string]string)}
	for _, e := range rows {
		x.byPackage[e.Package] = e.Effect
	}
	return x
})

// EffectOf returns what the functions of a package do, "none" or "files", or "" where
// no row says so.
func EffectOf(pkgPath string) string {
	x := effectTable()
	if e := x.byPackage[pkgPath]; e != "" {
		return e
	}
	for p := pkgPath; p != "." && p != "/"; p = path.Dir(p) {
		if e := x.byPackage[p+"/..."]; e != "" {
			return e
		}
	}
	return ""
}

func parseEffects(name string, data []byte) ([]PackageEffect, error) {
	first := make(map[symbol]string)
	return readRows(name, data, func(e *PackageEffect, pos string) error {
		e.Pos = pos
		if err := errors.Join(e.origin.check(e.Package), checkWord("effect", e.Effect, []string{"none", "files"})); err != nil {
			return err
		}
		return symbol{pkgPath: e.Package}.note(first, pos)
	})
}
