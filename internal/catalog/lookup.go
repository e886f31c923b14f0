package catalog

import (
	"embed"
	"errors"
	"fmt"
	"go/types"
	"slices"
	"strings"
	"sync"
)

//go:embed *.jsonl
var embedded embed.FS

// Default returns the catalog that is part of the program.
func Default() *Catalog { return builtIn() }

var builtIn = sync.OnceValue(func() *Catalog {
	c, err := load()
	if err != nil {
		panic(err) // the data is part of the program, and tested
	}
	return c
})

func load() (*Catalog, error) {
	files, err := embedded.ReadDir(".")
	if err != nil {
		return nil, err
	}
	var entries []Entry
	var errs []error
	for _, f := range files {
		data, err := embedded.ReadFile(f.Name())
		if err != nil {
			return nil, err
		}
		parsed, err := Parse(f.Name(), data)
		entries = append(entries, parsed...)
		errs = append(errs, err)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, fmt.Errorf("built-in catalog: %w", err)
	}
	if errs := duplicates(entries); errs != nil {
		return nil, fmt.Errorf("built-in catalog: %w", errors.Join(errs...))
	}
	return index(entries), nil
}

// Catalog is a set of entries, indexed. It does not change once it is made.
type Catalog struct {
	entries  []Entry
	byKey    map[entryKey]*Entry
	bySymbol map[symbolKey][]*Entry
	packages map[string]bool
	trees    []string // paths for whose packages below there are rows, with a slash
}

type symbolKey struct{ pkgPath, symbol string }

type entryKey struct {
	what What
	symbolKey
}

func keyOf(e *Entry) entryKey { return entryKey{e.What, symbolKey{e.Package, e.Symbol}} }

func index(entries []Entry) *Catalog {
	c := &Catalog{
		entries:  entries,
		byKey:    make(map[entryKey]*Entry, len(entries)),
		bySymbol: make(map[symbolKey][]*Entry, len(entries)),
		packages: make(map[string]bool),
	}
	for i := range entries {
		e := &entries[i]
		key := keyOf(e)
		c.byKey[key] = e
		c.bySymbol[key.symbolKey] = append(c.bySymbol[key.symbolKey], e)
		c.packages[e.Package] = true
		if tree, ok := strings.CutSuffix(e.Package, "..."); ok && !slices.Contains(c.trees, tree) {
			c.trees = append(c.trees, tree)
		}
	}
	return c
}

// Lookup returns the entry that says what of a symbol: that of its package, else one
// for several packages.
func (c *Catalog) Lookup(what What, pkgPath, symbol string) (*Entry, bool) {
	e, ok := c.byKey[entryKey{what, symbolKey{pkgPath, symbol}}]
	if !ok && what == Config {
		if tree := c.treeOf(pkgPath); tree != "" {
			e, ok = c.byKey[entryKey{what, symbolKey{tree + "...", symbol}}]
		}
	}
	return e, ok
}

// treeOf returns the path for whose packages below, of which this is one, there are
// rows, or "".
func (c *Catalog) treeOf(pkgPath string) string {
	for _, tree := range c.trees {
		if strings.HasPrefix(pkgPath, tree) {
			return tree
		}
	}
	return ""
}

// Symbol returns all entries of one symbol.
func (c *Catalog) Symbol(pkgPath, symbol string) []*Entry {
	return c.bySymbol[symbolKey{pkgPath, symbol}]
}

// Has reports whether any entry is about the package.
func (c *Catalog) Has(pkgPath string) bool {
	return c.packages[pkgPath] || c.treeOf(pkgPath) != ""
}

// Packages returns the import paths that entries are about, sorted.
func (c *Catalog) Packages() []string {
	paths := make([]string, 0, len(c.packages))
	for path := range c.packages {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	return paths
}

// Entries returns all entries; they are not to be changed.
func (c *Catalog) Entries() []Entry { return c.entries }

// Merge returns a catalog of c's entries and extra ones, as Parse returns
// them. An extra entry takes the place of the one in c that says the same
// kind of thing of the same symbol; two such extra entries are an error.
func (c *Catalog) Merge(extra []Entry) (*Catalog, error) {
	if errs := duplicates(extra); errs != nil {
		return nil, errors.Join(errs...)
	}
	replaced := make(map[entryKey]bool, len(extra))
	for i := range extra {
		replaced[keyOf(&extra[i])] = true
	}
	merged := make([]Entry, 0, len(c.entries)+len(extra))
	for i := range c.entries {
		if !replaced[keyOf(&c.entries[i])] {
			merged = append(merged, c.entries[i])
		}
	}
	return index(append(merged, extra...)), nil
}

// SymbolOf returns the package path and the symbol under which a function or
// method is catalogued: "F", "(*T).M", "(T).M", or "(I).M" for the method of
// an interface. An instance of a generic function goes by its origin. The
// path is empty for what the language itself declares.
func SymbolOf(fn *types.Func) (pkgPath, symbol string) {
	fn = fn.Origin()
	if fn.Pkg() != nil {
		pkgPath = fn.Pkg().Path()
	}
	recv := fn.Signature().Recv()
	if recv == nil {
		return pkgPath, fn.Name()
	}
	t, star := types.Unalias(recv.Type()), ""
	if p, ok := t.(*types.Pointer); ok {
		t, star = types.Unalias(p.Elem()), "*"
	}
	named, ok := t.(*types.Named)
	if !ok { // a method of an interface without a name
		return pkgPath, ""
	}
	return pkgPath, "(" + star + named.Obj().Name() + ")." + fn.Name()
}
