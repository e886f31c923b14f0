package pkgwise

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/objectpath"
)

// facts are those that one analyzer knows while it runs on one package.
type facts struct {
	objects  map[factKey]analysis.Fact
	packages map[factKey]analysis.Fact
}

// factKey is what a fact is about, an object or a package, and its type.
type factKey struct {
	about any
	typ   reflect.Type
}

// record is a fact on its way to another package. Object is "" for one about the
// package itself.
type record struct {
	Object objectpath.Path
	Fact   analysis.Fact
}

// decode reads the facts of an analyzer about the packages that are imported.
func (u *unit) decode(a *analysis.Analyzer) (*facts, error) {
	out := &facts{map[factKey]analysis.Fact{}, map[factKey]analysis.Fact{}}
	for _, f := range a.FactTypes {
		gob.Register(f)
	}
	for path, pkg := range u.imports {
		data := u.driver.facts[path][a.Name]
		if data == nil {
			continue
		}
		var records []record
		if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&records); err != nil {
			return nil, err
		}
		for _, r := range records {
			if r.Object == "" {
				out.packages[factKey{pkg, reflect.TypeOf(r.Fact)}] = r.Fact
				continue
			}
			// What is not in the export data cannot be asked about.
			if obj, err := objectpath.Object(pkg, r.Object); err == nil {
				out.objects[factKey{obj, reflect.TypeOf(r.Fact)}] = r.Fact
			}
		}
	}
	return out, nil
}

// encode keeps the facts about the package itself.
func (u *unit) encode(a *analysis.Analyzer, f *facts) error {
	if len(a.FactTypes) == 0 {
		return nil
	}
	var records []record
	for key, fact := range f.objects {
		obj := key.about.(types.Object)
		if obj.Pkg() != u.pkg {
			continue
		}
		path, err := objectpath.For(obj)
		if err != nil {
			continue // no other package can name it
		}
		records = append(records, record{path, fact})
	}
	for key, fact := range f.packages {
		if key.about == u.pkg {
			records = append(records, record{"", fact})
		}
	}
	slices.SortFunc(records, func(x, y record) int {
		return strings.Compare(fmt.Sprintf("%s %T", x.Object, x.Fact), fmt.Sprintf("%s %T", y.Object, y.Fact))
	})
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(records); err != nil {
		return fmt.Errorf("%s: its facts cannot be encoded: %w", a.Name, err)
	}
	u.driver.facts[u.pkg.Path()][a.Name] = buf.Bytes()
	return nil
}

func (f *facts) ofObject(obj types.Object, to analysis.Fact) bool {
	return give(f.objects[factKey{obj, reflect.TypeOf(to)}], to)
}

func (f *facts) ofPackage(pkg *types.Package, to analysis.Fact) bool {
	return give(f.packages[factKey{pkg, reflect.TypeOf(to)}], to)
}

func give(from, to analysis.Fact) bool {
	if from == nil {
		return false
	}
	reflect.ValueOf(to).Elem().Set(reflect.ValueOf(from).Elem())
	return true
}

func (f *facts) setObject(obj types.Object, fact analysis.Fact) {
	f.objects[factKey{obj, reflect.TypeOf(fact)}] = fact
}

func (f *facts) allObjects() []analysis.ObjectFact {
	var out []analysis.ObjectFact
	for key, fact := range f.objects {
		out = append(out, analysis.ObjectFact{Object: key.about.(types.Object), Fact: fact})
	}
	return out
}

func (f *facts) allPackages() []analysis.PackageFact {
	var out []analysis.PackageFact
	for key, fact := range f.packages {
		out = append(out, analysis.PackageFact{Package: key.about.(*types.Package), Fact: fact})
	}
	return out
}
