package catalog

import (
	_ "embed"
	"errors"
	"fmt"
	"sync"
)

// LevelType is a type for the levels of log lines: the values from From to To are
// error level and above.
type LevelType struct {
	Package string `json:"package"`
	Type    string `json:"type"`
	From    int64  `json:"from"`
	To      int64  `json:"to"`
	// Errors are the constants in that range, Below the nearest one outside.
	Errors []string `json:"errors"`
	Below  string   `json:"below"`

	origin
}

//go:embed loglevels.json
var levelData []byte

// LevelTypes returns all types of levels; they are not to be changed.
func LevelTypes() []LevelType { return levelTable() }

var levelTable = sync.OnceValue(func() []LevelType {
	rows, err := parseLevelTypes("loglevels.json", levelData)
	if err != nil {
		panic(err) // the data is part of the program, and tested
	}
	return rows
})

// ErrorLevel reports whether the value of a type is error level or above; known is
// false where the type is not one of levels.
func ErrorLevel(pkgPath, typeName string, n int64) (is, known bool) {
	for _, t := range levelTable() {
		if t.Package == pkgPath && t.Type == typeName {
			return t.From <= n && n <= t.To, true
		}
	}
	return false, false
}

func parseLevelTypes(name string, data []byte) ([]LevelType, error) {
	first := make(map[symbol]string)
	return readRows(name, data, func(t *LevelType, pos string) error {
		t.Pos = pos
		if err := errors.Join(t.origin.check(t.Package), checkNames([]string{t.Type, t.Below}, t.Errors)); err != nil {
			return err
		}
		if t.From > t.To || len(t.Errors) == 0 {
			return fmt.Errorf("no level from %d to %d", t.From, t.To)
		}
		return symbol{t.Package, t.Type, ""}.note(first, pos)
	})
}
