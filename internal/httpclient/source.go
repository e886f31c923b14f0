package httpclient

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"
)

// sources lists the clients that the package makes or takes from net/http.
// Tests and generated files have none.
func (ix *index) sources() []*Client {
	files := ix.ownFiles()
	clients := ix.literals(files)
	clients = append(clients, ix.zeros(clients)...)
	if !ix.defaultLimited() {
		clients = append(clients, ix.defaults(files)...)
		clients = append(clients, ix.packageCalls(files)...)
	}
	return slices.DeleteFunc(clients, func(c *Client) bool {
		return !slices.ContainsFunc(files, func(f *ast.File) bool { return f.FileStart <= c.Pos && c.Pos < f.FileEnd })
	})
}

// ownFiles lists the files whose author can mend what is found there.
func (ix *index) ownFiles() []*ast.File {
	var files []*ast.File
	for _, f := range ix.pass.Files {
		if !isTest(ix.pass.Fset, f.FileStart) && !ast.IsGenerated(f) {
			files = append(files, f)
		}
	}
	return files
}

// literals finds the composite literals of type http.Client.
func (ix *index) literals(files []*ast.File) []*Client {
	allocs := ix.allocs()
	var clients []*Client
	for cur := range inspector.New(files).Root().Preorder((*ast.CompositeLit)(nil)) {
		lit := cur.Node().(*ast.CompositeLit)
		t := ix.pass.TypesInfo.TypeOf(lit)
		if _, pointer := types.Unalias(t).(*types.Pointer); t == nil || pointer && lit.Type != nil || !isClient(t) {
			continue
		}
		c := &Client{Kind: Literal, Pos: lit.Pos(), Lit: lit}
		if u, ok := cur.Parent().Node().(*ast.UnaryExpr); ok {
			c.Pos = u.Pos()
		}
		ix.literalLimit(c)
		if a := allocs[lit.Lbrace]; a != nil {
			c.start = []any{a}
		} else {
			c.start = ix.target(cur, allocs)
		}
		clients = append(clients, c)
	}
	return clients
}

// allocs maps the variables of type http.Client by position.
func (ix *index) allocs() map[token.Pos]*ssa.Alloc {
	found := map[token.Pos]*ssa.Alloc{}
	for _, fn := range ix.funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if a, ok := instr.(*ssa.Alloc); ok && a.Pos().IsValid() && found[a.Pos()] == nil && isClient(a.Type()) {
					found[a.Pos()] = a
				}
			}
		}
	}
	return found
}

// literalLimit records what the literal itself says about the limit.
func (ix *index) literalLimit(c *Client) {
	for i, e := range c.Lit.Elts {
		value := e
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); !ok || key.Name != ix.timeout.Name() {
				continue
			}
			value = kv.Value
		} else if i != len(c.Lit.Elts)-1 {
			continue // Timeout is the last field
		}
		if v := ix.pass.TypesInfo.Types[value].Value; v != nil && constant.Sign(v) <= 0 {
			c.Explicit = true
		} else {
			c.Limit = value.Pos()
		}
	}
}

// target returns the variable or field that a literal is built in: one that is
// not on its own in memory is written straight to where it is assigned.
func (ix *index) target(cur inspector.Cursor, allocs map[token.Pos]*ssa.Alloc) []any {
	lit := cur.Node().(ast.Expr)
	parent := cur.Parent()
	for {
		p, ok := parent.Node().(*ast.ParenExpr)
		if !ok {
			break
		}
		lit, parent = p, parent.Parent()
	}
	switch p := parent.Node().(type) {
	case *ast.KeyValueExpr:
		if key, ok := p.Key.(*ast.Ident); ok {
			return ix.location(key, allocs)
		}
	case *ast.CompositeLit: // a struct literal without keys
		st, ok := ix.pass.TypesInfo.TypeOf(p).Underlying().(*types.Struct)
		if i := slices.Index(p.Elts, lit); ok && i >= 0 && i < st.NumFields() {
			return []any{st.Field(i).Origin()}
		}
	case *ast.AssignStmt:
		if i := slices.Index(p.Rhs, lit); i >= 0 && len(p.Lhs) == len(p.Rhs) {
			return ix.location(p.Lhs[i], allocs)
		}
	case *ast.ValueSpec:
		if i := slices.Index(p.Values, lit); i >= 0 && len(p.Names) == len(p.Values) {
			return ix.location(p.Names[i], allocs)
		}
	}
	return nil
}

// location returns the node of the variable or field that e names.
func (ix *index) location(e ast.Expr, allocs map[token.Pos]*ssa.Alloc) []any {
	var id *ast.Ident
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		id = e
	case *ast.SelectorExpr:
		id = e.Sel
	default:
		return nil
	}
	v, ok := ix.pass.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok {
		return nil
	}
	if v.IsField() {
		return []any{v.Origin()}
	}
	if g, ok := ix.pkg.Members[v.Name()].(*ssa.Global); ok && g.Object() == v {
		return []any{g}
	}
	if a := allocs[v.Pos()]; a != nil {
		return []any{a}
	}
	return nil
}

// zeros finds the variables of type http.Client that are declared without a
// value: on the stack, by new, in the package, as fields.
func (ix *index) zeros(literals []*Client) []*Client {
	used := map[any]bool{}
	for _, c := range literals {
		for _, n := range c.start {
			used[n] = true
		}
	}
	var clients []*Client
	zero := func(n any, pos token.Pos) {
		if !used[n] && pos.IsValid() {
			clients = append(clients, &Client{Kind: Zero, Pos: pos, start: []any{n}})
		}
	}
	for _, a := range ix.allocs() {
		if !storedWhole(*a.Referrers(), a) {
			zero(a, a.Pos())
		}
	}
	for _, m := range ix.pkg.Members {
		if g, ok := m.(*ssa.Global); ok && isClient(g.Type().Underlying().(*types.Pointer).Elem()) && isStruct(g.Type()) && !storedWhole(ix.globals[g], g) {
			zero(g, g.Pos())
		}
	}
	for f, uses := range ix.fields {
		if f.Pkg() == ix.pass.Pkg && isStruct(types.NewPointer(f.Type())) && isClient(f.Type()) && !ix.fieldStored(uses) && !ix.filledElsewhere(f, uses) {
			zero(f, f.Pos())
		}
	}
	return clients
}

// isStruct reports whether t is a pointer to a struct.
func isStruct(t types.Type) bool {
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	_, ok = p.Elem().Underlying().(*types.Struct)
	return ok
}

// storedWhole reports whether the variable at addr is given a whole value.
func storedWhole(refs []ssa.Instruction, addr ssa.Value) bool {
	return slices.ContainsFunc(refs, func(instr ssa.Instruction) bool {
		st, ok := instr.(*ssa.Store)
		if !ok || st.Addr != addr {
			return false
		}
		_, isConst := st.Val.(*ssa.Const)
		return !isConst
	})
}

func (ix *index) fieldStored(uses []ssa.Value) bool {
	return slices.ContainsFunc(uses, func(v ssa.Value) bool {
		return v.Referrers() != nil && storedWhole(*v.Referrers(), v)
	})
}

// defaultLimited reports whether the package gives http.DefaultClient a
// Timeout, or puts another client in its place.
func (ix *index) defaultLimited() bool {
	for _, instr := range ix.globals[ix.def] {
		switch instr := instr.(type) {
		case *ssa.Store:
			if instr.Addr == ix.def {
				return true
			}
		case *ssa.UnOp:
			f := &flow{ix: ix, client: new(Client), seen: map[any]bool{}}
			for _, ref := range *instr.Referrers() {
				if addr, ok := ref.(*ssa.FieldAddr); ok {
					f.clientField(addr)
				}
			}
			if f.client.Limit.IsValid() {
				return true
			}
		}
	}
	return false
}

// defaults finds the uses of http.DefaultClient.
func (ix *index) defaults(files []*ast.File) []*Client {
	var refs []ast.Node
	for cur := range inspector.New(files).Root().Preorder((*ast.SelectorExpr)(nil), (*ast.Ident)(nil)) {
		id, ok := cur.Node().(*ast.Ident)
		if sel, isSel := cur.Node().(*ast.SelectorExpr); isSel {
			id, ok = sel.Sel, true
		} else if p, isSel := cur.Parent().Node().(*ast.SelectorExpr); isSel && p.Sel == id {
			continue // seen with its package
		}
		if ok && ix.pass.TypesInfo.Uses[id] == ix.def.Object() {
			refs = append(refs, cur.Node())
		}
	}
	var clients []*Client
	for _, instr := range ix.globals[ix.def] {
		if load, ok := instr.(*ssa.UnOp); ok {
			if pos := place(load, refs); pos.IsValid() {
				clients = append(clients, &Client{Kind: Default, Pos: pos, start: []any{load}})
			}
		}
	}
	return clients
}

// place finds the expression that load comes from. SSA keeps no position for
// the load of a variable, so it is the nearest to the instruction after it.
func place(load *ssa.UnOp, refs []ast.Node) token.Pos {
	next := following(load)
	best := token.NoPos
	for _, ref := range refs {
		if !within(load.Parent(), ref) {
			continue
		}
		if !best.IsValid() || next.IsValid() && distance(ref.Pos(), next) < distance(best, next) {
			best = ref.Pos()
		}
	}
	return best
}

// following returns the position of the first instruction after load that has
// one.
func following(load *ssa.UnOp) token.Pos {
	b := load.Block()
	instrs := b.Instrs[slices.Index(b.Instrs, ssa.Instruction(load)):]
	for range len(load.Parent().Blocks) {
		for _, instr := range instrs {
			if pos := instr.Pos(); pos.IsValid() && !isPhi(instr) {
				return pos
			}
		}
		if len(b.Succs) == 0 {
			break
		}
		b = b.Succs[0]
		instrs = b.Instrs
	}
	return token.NoPos
}

func isPhi(instr ssa.Instruction) bool {
	_, ok := instr.(*ssa.Phi) // has the position of a variable's declaration
	return ok
}

// within reports whether ref stands in fn itself, not in a literal inside it.
func within(fn *ssa.Function, ref ast.Node) bool {
	inside := func(fn *ssa.Function) bool {
		n := fn.Syntax()
		return n != nil && n.Pos() <= ref.Pos() && ref.End() <= n.End()
	}
	if fn.Syntax() != nil && !inside(fn) {
		return false
	}
	return !slices.ContainsFunc(fn.AnonFuncs, inside)
}

func distance(a, b token.Pos) token.Pos { return max(a, b) - min(a, b) }

// packageCalls finds the calls of http.Get, Head, Post and PostForm.
func (ix *index) packageCalls(files []*ast.File) []*Client {
	begins := map[token.Pos]token.Pos{} // SSA has a call where its parenthesis is
	for cur := range inspector.New(files).Root().Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		begins[call.Lparen] = call.Pos()
	}
	var clients []*Client
	for _, call := range ix.foreign {
		obj := calleeObject(call.Common())
		if !isFunc(obj, "net/http", "Get", "Head", "Post", "PostForm") || obj.Signature().Recv() != nil {
			continue
		}
		clients = append(clients, &Client{
			Kind:     Package,
			Pos:      begins[call.Pos()],
			Name:     "http." + obj.Name(),
			Requests: []Request{{Pos: call.Pos(), Deadline: None, Streams: ix.streams(call)}},
		})
	}
	return clients
}
