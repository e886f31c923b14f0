// Floor does what any analysis of a Go service by SSA and a call graph has to
// do at least, and nothing else. What it takes is the measure for retrylint.
//
// It loads the packages that match its arguments (default ./...) with syntax
// and their dependencies as export data, builds SSA for them, and makes the
// call graph with CHA, refined by VTA. With -whole it does so for the whole
// program, all dependencies included. It prints what it has counted.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"golang.org/x/tools/go/callgraph/cha"
	"golang.org/x/tools/go/callgraph/vta"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

func main() {
	whole := flag.Bool("whole", false, "load all dependencies with syntax too")
	flag.Parse()
	patterns := flag.Args()
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	if err := run(*whole, patterns); err != nil {
		fmt.Fprintln(os.Stderr, "floor:", err)
		os.Exit(2)
	}
}

// syntax is what go/packages has to hand out for SSA. Without NeedDeps it reads
// dependencies from export data.
const syntax = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
	packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax | packages.NeedTypesInfo

func run(whole bool, patterns []string) error {
	mode, build := syntax, ssautil.Packages
	if whole {
		mode, build = syntax|packages.NeedDeps, ssautil.AllPackages
	}
	initial, err := packages.Load(&packages.Config{Mode: mode}, patterns...)
	if err != nil {
		return err
	}
	if len(initial) == 0 {
		return errors.New("no packages match")
	}
	broken := 0
	for _, p := range initial {
		if len(p.Errors) > 0 {
			broken++
		}
	}
	prog, _ := build(initial, ssa.InstantiateGenerics)
	prog.Build()
	functions := ssautil.AllFunctions(prog)
	graph := vta.CallGraph(functions, cha.CallGraph(prog))
	edges := 0
	for _, n := range graph.Nodes {
		edges += len(n.Out)
	}
	fmt.Printf("%d packages (%d with errors), %d in all, %d functions, %d nodes, %d edges\n",
		len(initial), broken, len(prog.AllPackages()), len(functions), len(graph.Nodes), edges)
	return nil
}
