package unfold

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// loadMode loads the packages asked for by syntax, and what they import as export data.
const loadMode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedModule |
	packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedExportFile

// load reads the code in scope.
func load(ctx context.Context, cfg Config) (*program, error) {
	if err := inModule(ctx, cfg.Dir); err != nil {
		return nil, err
	}
	cfg.Progress("loading packages")
	conf := &packages.Config{Context: ctx, Mode: loadMode, Dir: cfg.Dir, Tests: cfg.Tests, ParseFile: parseFile}
	roots, notes, err := withAssets(conf, cfg.Patterns...)
	if err != nil {
		return nil, errors.New(oneLine(err.Error()))
	}
	if err := unmatched(roots); err != nil {
		return nil, err
	}
	asked := paths(roots)
	rest := slices.Concat(moduleRest(roots), cfg.Scope)
	if len(rest) > 0 {
		var more []string
		if roots, more, err = withAssets(conf, slices.Concat(cfg.Patterns, rest)...); err != nil {
			return nil, errors.New(oneLine(err.Error()))
		}
		if err := unmatched(roots); err != nil {
			return nil, err
		}
		notes = append(notes, more...)
	}
	p, err := build(cfg, roots, asked)
	if err != nil {
		return nil, err
	}
	p.notes = notes
	return p, nil
}

// parseFile leaves it to the type checker to find out what names mean.
func parseFile(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
	return parser.ParseFile(fset, name, src, parser.AllErrors|parser.ParseComments|parser.SkipObjectResolution)
}

// unmatched reports a pattern for which the go command gave a package without files
// instead.
func unmatched(roots []*packages.Package) error {
	for _, pkg := range roots {
		if pkg.Name != "" || len(pkg.Errors) == 0 || pkg.Errors[0].Kind != packages.ListError || len(pkg.GoFiles)+len(pkg.IgnoredFiles) > 0 {
			continue
		}
		why := strings.TrimPrefix(oneLine(pkg.Errors[0].Msg), "pattern "+pkg.PkgPath+": ")
		why, _, _ = strings.Cut(why, "; ")
		return fmt.Errorf("no package matches %s (%s): check the pattern; ./... names all packages of this module", pkg.PkgPath, why)
	}
	return nil
}

func inModule(ctx context.Context, dir string) error {
	cmd := exec.CommandContext(ctx, "go", "env", "GOMOD")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("cannot run the go command: %w", err)
	}
	if mod := strings.TrimSpace(string(out)); mod == "" || mod == os.DevNull {
		return errors.New("there is no go.mod here or above: run retrylint inside the module, or name its directory with -C")
	}
	return nil
}

func oneLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	return s
}

func paths(pkgs []*packages.Package) []string {
	var out []string
	for _, p := range pkgs {
		if !slices.Contains(out, p.PkgPath) {
			out = append(out, p.PkgPath)
		}
	}
	return out
}

// moduleRest lists the packages of the modules asked for that are imported but not
// loaded by syntax yet.
func moduleRest(roots []*packages.Package) []string {
	modules, have := map[string]bool{}, map[string]bool{}
	for _, p := range roots {
		have[p.PkgPath] = true
		if p.Module != nil {
			modules[p.Module.Path] = true
		}
	}
	var out []string
	packages.Visit(roots, func(p *packages.Package) bool {
		if p.Module != nil && modules[p.Module.Path] && !have[p.PkgPath] {
			have[p.PkgPath] = true
			out = append(out, p.PkgPath)
		}
		return true
	}, nil)
	slices.Sort(out)
	return out
}

// build makes SSA of the packages that compile.
func build(cfg Config, roots []*packages.Package, asked []string) (*program, error) {
	p := &program{code: map[*packages.Package]*ssa.Package{}, asked: map[*packages.Package]bool{}, funcs: map[*packages.Package][]*ssa.Function{}}
	var good []*packages.Package
	listed := 0
	packages.Visit(roots, nil, func(pkg *packages.Package) {
		if !slices.Contains(roots, pkg) {
			return
		}
		if problem := problemOf(pkg); problem != "" {
			p.problems = append(p.problems, problem)
			listed++
			return
		}
		if len(pkg.CompiledGoFiles) > 0 && pkg.Types != nil && len(pkg.Syntax) > 0 {
			good = append(good, pkg)
		}
	})
	if len(good) == 0 {
		if len(p.problems) > 0 {
			return nil, errors.New(p.problems[0])
		}
		return nil, fmt.Errorf("no packages match %s", strings.Join(cfg.Patterns, " "))
	}
	cfg.Progress("building SSA")
	prog, code := ssautil.Packages(good, ssa.InstantiateGenerics)
	prog.Build()
	p.ssa, p.fset = prog, good[0].Fset
	for i, pkg := range good {
		if code[i] == nil {
			continue
		}
		// What else is known of types is large, and has served its purpose.
		pkg.TypesInfo = &types.Info{Defs: pkg.TypesInfo.Defs}
		p.packages = append(p.packages, pkg)
		p.code[pkg] = code[i]
		p.asked[pkg] = slices.Contains(asked, pkg.PkgPath)
	}
	slices.Sort(p.problems)
	return p, nil
}

// problemOf tells in one line why a package cannot be used, or "".
func problemOf(pkg *packages.Package) string {
	if len(pkg.Errors) == 0 {
		if pkg.IllTyped {
			return pkg.PkgPath + " is left out: it imports, directly or not, a package that does not compile"
		}
		return ""
	}
	e := pkg.Errors[0]
	for _, other := range pkg.Errors {
		if other.Pos != "" && other.Pos != "-" {
			e = other
			break
		}
	}
	if e.Pos == "" || e.Pos == "-" {
		return fmt.Sprintf("%s does not compile and is left out: %s", pkg.PkgPath, oneLine(e.Msg))
	}
	return fmt.Sprintf("%s does not compile and is left out: %s: %s", pkg.PkgPath, e.Pos, oneLine(e.Msg))
}
