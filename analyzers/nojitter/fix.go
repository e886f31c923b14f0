package nojitter

import (
	"bytes"
	"go/ast"
	"go/constant"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/finding"
	"github.com/retrylint/retrylint/internal/fix"
	"github.com/retrylint/retrylint/internal/retrysite"
)

// fixes offers to make all waits of a site that are in step last anything from half
// of what they last now to all of it. No wait gets longer: that may matter to
// somebody's deadline, and a cap stays a cap.
func fixes(pass *analysis.Pass, s *retrysite.Site, strict bool) []analysis.SuggestedFix {
	var edits []analysis.TextEdit
	for _, w := range s.Waits {
		if !alike(w, strict) {
			continue
		}
		place, ok := fix.At(pass, w.Pos)
		if !ok {
			return nil
		}
		ds := lengths(pass, s, place)
		if len(ds) == 0 {
			return nil
		}
		for _, d := range ds {
			more, ok := spread(pass, d)
			if !ok {
				return nil
			}
			edits = append(edits, more...)
		}
	}
	return finding.Fix("Make the wait anything from half of it to all of it", edits)
}

// lengths lists the expressions that a wait of a site gets its length from: what
// time.Sleep is given, or the timers that it receives from.
func lengths(pass *analysis.Pass, s *retrysite.Site, at fix.Place) []ast.Expr {
	switch n := at.Node().(type) {
	case *ast.CallExpr:
		if _, ok := fix.Called(pass, n, "time", "Sleep"); ok {
			return n.Args
		}
	case *ast.UnaryExpr:
		return timerLengths(pass, s, at, n.X)
	case *ast.SelectStmt:
		var found []ast.Expr
		for _, c := range n.Body.List {
			ds := timerLengths(pass, s, at, received(c.(*ast.CommClause)))
			if len(ds) > 0 && len(found) > 0 {
				return nil // one of them may be a limit
			}
			found = append(found, ds...)
		}
		return found
	}
	return nil
}

// received gives the channel that a case of a select receives from, or nil.
func received(c *ast.CommClause) ast.Expr {
	var e ast.Expr
	switch comm := c.Comm.(type) {
	case *ast.ExprStmt:
		e = comm.X
	case *ast.AssignStmt:
		e = comm.Rhs[0]
	}
	if recv, ok := ast.Unparen(e).(*ast.UnaryExpr); ok {
		return recv.X
	}
	return nil
}

// timerLengths lists what the timer behind a channel is set to: by time.After, or by
// the one call of NewTimer or Reset in the loop. Where there are several, some
// may be for other things than to wait for the next attempt.
func timerLengths(pass *analysis.Pass, s *retrysite.Site, at fix.Place, ch ast.Expr) []ast.Expr {
	if call, ok := ast.Unparen(ch).(*ast.CallExpr); ok {
		if _, ok := fix.Called(pass, call, "time", "After"); ok {
			return call.Args
		}
		return nil
	}
	timer, ok := timerOf(pass, ch, "C")
	loop := at.Loop(s.Pos)
	if !ok || loop == nil {
		return nil
	}
	var out []ast.Expr
	ast.Inspect(loop, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if of, ok := timerOf(pass, n.Fun, "Reset"); ok && of == timer && len(n.Args) == 1 {
				out = append(out, n.Args[0])
			}
		case *ast.AssignStmt:
			out = append(out, made(pass, n, timer)...)
		}
		return true
	})
	if len(out) != 1 {
		return nil
	}
	return out
}

// timerOf returns the variable or field that holds a *time.Timer, given the expression
// that selects something of it.
func timerOf(pass *analysis.Pass, e ast.Expr, name string) (types.Object, bool) {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != name || types.TypeString(pass.TypesInfo.TypeOf(sel.X), nil) != "*time.Timer" {
		return nil, false
	}
	id, ok := ast.Unparen(sel.X).(*ast.Ident)
	if !ok {
		return nil, false
	}
	obj := pass.TypesInfo.ObjectOf(id)
	return obj, obj != nil
}

// made gives what a timer is set to where an assignment makes it.
func made(pass *analysis.Pass, n *ast.AssignStmt, timer types.Object) []ast.Expr {
	if len(n.Lhs) != 1 || len(n.Rhs) != 1 {
		return nil
	}
	id, ok := n.Lhs[0].(*ast.Ident)
	call, isCall := n.Rhs[0].(*ast.CallExpr)
	if !ok || !isCall || pass.TypesInfo.ObjectOf(id) != timer {
		return nil
	}
	if _, ok := fix.Called(pass, call, "time", "NewTimer"); !ok {
		return nil
	}
	return call.Args
}

// spread is the change that makes a duration random.
//
// Of a constant it takes the half by itself and adds a part of the other half. Any
// other duration is written only once, as it may have side effects, and goes
// through a float, which does not panic where it is zero or negative, as rand.N
// does.
func spread(pass *analysis.Pass, d ast.Expr) ([]analysis.TextEdit, bool) {
	place, ok := fix.At(pass, d.Pos())
	if !ok || place.Position(d.Pos()).Line != place.Position(d.End()).Line || place.Commented(d) {
		return nil, false
	}
	var src bytes.Buffer
	if err := format.Node(&src, pass.Fset, d); err != nil {
		return nil, false
	}
	value := pass.TypesInfo.Types[d].Value
	if value != nil && constant.Compare(value, token.LSS, constant.MakeInt64(2)) {
		return nil, false // there is nothing to spread
	}
	rand, edits, hasN, ok := random(place, d.Pos())
	if !ok {
		return nil, false
	}
	text := halves(src.String(), d, rand)
	if value == nil || !hasN || !typed(pass, d) {
		name, more, ok := place.Import("time", d.Pos(), "time")
		if !ok || !place.Predeclared(d.Pos(), "float64") {
			return nil, false
		}
		edits = append(edits, more...)
		text = name + ".Duration((0.5 + " + rand + ".Float64()/2) * float64(" + src.String() + "))"
	}
	return append(edits, fix.Replace(d, argument(text))), true
}

// random finds a random package to use at pos: the one that is imported, or else
// math/rand/v2 under a name that is free. Only that one has N.
func random(place fix.Place, pos token.Pos) (name string, edits []analysis.TextEdit, hasN, ok bool) {
	const v1, v2 = "math/rand", "math/rand/v2"
	if _, ok := place.Imported(v2, pos); !ok {
		// Before 1.20 the numbers were the same in each run.
		if name, ok := place.Imported(v1, pos); ok && place.GoVersion("go1.20") {
			return name, nil, false, true
		}
	}
	if !place.GoVersion("go1.22") {
		return "", nil, false, false
	}
	name, edits, ok = place.Import(v2, pos, "rand", "mathrand")
	return name, edits, true, ok
}

// halves adds a random part of one half of a constant to the other half.
func halves(src string, d ast.Expr, rand string) string {
	half := src + "/2"
	if b, ok := d.(*ast.BinaryExpr); ok {
		if n := even(b.X); b.Op == token.MUL && n > 0 { // 10 * time.Second
			half = strings.TrimLeft(strings.TrimPrefix(src, strconv.Itoa(n)), " *")
			if n > 2 {
				half = strconv.Itoa(n/2) + "*" + half
			}
		} else if b.Op.Precedence() < token.QUO.Precedence() {
			half = "(" + src + ")/2"
		}
	}
	return half + " + " + rand + ".N(" + half + ")"
}

// even gives the even number that a literal is in plain decimal notation, or 0.
func even(e ast.Expr) int {
	lit, ok := e.(*ast.BasicLit)
	if !ok {
		return 0
	}
	n, err := strconv.Atoi(lit.Value)
	if err != nil || n%2 != 0 || strconv.Itoa(n) != lit.Value {
		return 0
	}
	return n
}

// typed reports whether a constant is a time.Duration by itself.
func typed(pass *analysis.Pass, d ast.Expr) bool {
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	if err := types.CheckExpr(pass.Fset, pass.Pkg, d.Pos(), d, info); err != nil {
		return false
	}
	return types.TypeString(info.Types[d].Type, nil) == "time.Duration"
}

// argument formats an expression as the only argument of a call.
func argument(text string) string {
	e, err := parser.ParseExpr("f(" + text + ")")
	if err != nil {
		return text
	}
	var out bytes.Buffer
	if err := format.Node(&out, token.NewFileSet(), e); err != nil {
		return text
	}
	return string(bytes.TrimSuffix(bytes.TrimPrefix(out.Bytes(), []byte("f(")), []byte(")")))
}
