package bodyreuse

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/finding"
	"github.com/retrylint/retrylint/internal/fix"
	"github.com/retrylint/retrylint/internal/retrysite"
)

// fixes offers to give a request a new body before each attempt, where the request
// was made in the same function with a body that net/http knows how to make again.
func fixes(pass *analysis.Pass, s *retrysite.Site, r retrysite.Request) []analysis.SuggestedFix {
	send, call, ok := fix.Call(pass, r.Pos)
	if !ok {
		return nil
	}
	req, ok := sent(pass, call)
	if !ok || !rewindable(pass, send, req, r) {
		return nil
	}
	place, stmt, ok := send.Stmt()
	if !ok || !place.Free(repeated(s, place)) {
		return nil
	}
	at := place.Above(stmt)
	ret, ok := place.Return(stmt.Pos(), "err", "body", "err")
	if !ok || place.Lookup(req.Name(), at) != types.Object(req) || req.Name() == "body" || req.Name() == "err" || !place.Predeclared(at, "nil") {
		return nil
	}
	indent := "\n" + place.Indent(stmt)
	return finding.Fix("Make the body anew for each attempt", []analysis.TextEdit{fix.Insert(at,
		"if "+req.Name()+".GetBody != nil {"+
			indent+"\tbody, err := "+req.Name()+".GetBody()"+
			indent+"\tif err != nil {"+
			indent+"\t\t"+ret+
			indent+"\t}"+
			indent+"\t"+req.Name()+".Body = body"+
			indent+"}"+
			indent)})
}

// repeated is the code around a request that is sent for each attempt: the loop, or
// else the whole function.
func repeated(s *retrysite.Site, at fix.Place) fix.Span {
	if loop := at.Loop(s.Pos); loop != nil {
		return fix.Span{From: loop.Pos(), To: loop.End()}
	}
	_, body, _ := at.Func()
	return fix.Span{From: body.Pos(), To: body.End()}
}

// sent returns the variable that holds the request which a call sends: the last
// argument, or what WithContext is called on there.
func sent(pass *analysis.Pass, call *ast.CallExpr) (*types.Var, bool) {
	if len(call.Args) == 0 {
		return nil, false
	}
	e := ast.Unparen(call.Args[len(call.Args)-1])
	if with, ok := e.(*ast.CallExpr); ok {
		sel, ok := with.Fun.(*ast.SelectorExpr)
		if !ok || sel.Sel.Name != "WithContext" {
			return nil, false
		}
		e = ast.Unparen(sel.X)
	}
	id, ok := e.(*ast.Ident)
	if !ok {
		return nil, false
	}
	v, ok := pass.TypesInfo.Uses[id].(*types.Var)
	return v, ok && types.TypeString(v.Type(), nil) == "*net/http.Request"
}

// rewindable reports whether a variable holds, from where it is defined on, the request
// that a call of net/http makes, with a body of a type for which that sets GetBody.
func rewindable(pass *analysis.Pass, in fix.Place, req *types.Var, r retrysite.Request) bool {
	made, call, ok := fix.Call(pass, r.Made)
	if !ok || !requestMade(pass, call) || made.File() != in.File() {
		return false
	}
	switch types.TypeString(pass.TypesInfo.TypeOf(call.Args[len(call.Args)-1]), nil) {
	case "*bytes.Reader", "*bytes.Buffer", "*strings.Reader":
	default:
		return false
	}
	outer, ok := made.Out()
	if !ok {
		return false
	}
	assign, ok := outer.Node().(*ast.AssignStmt)
	if !ok || len(assign.Rhs) != 1 || assign.Rhs[0] != call {
		return false
	}
	id, ok := assign.Lhs[0].(*ast.Ident)
	if !ok || pass.TypesInfo.ObjectOf(id) != types.Object(req) {
		return false
	}
	return fix.Assignments(pass, in.File(), req) == 1
}

// requestMade reports whether a call makes a request with a body.
func requestMade(pass *analysis.Pass, call *ast.CallExpr) bool {
	if _, ok := fix.Called(pass, call, "net/http", "NewRequest"); ok {
		return len(call.Args) == 3
	}
	_, ok := fix.Called(pass, call, "net/http", "NewRequestWithContext")
	return ok && len(call.Args) == 4
}
