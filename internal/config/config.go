// Package config reads what users tell retrylint: the file .retrylint.yaml, and
// the settings of the golangci-lint plugin, which have the same keys.
//
// The types below are the only list of the keys. The decoder, the JSON schema
// in schema/retrylint.schema.json and "retrylint config" read their tags:
//
//	key    the name of the key
//	doc    what it is for, a sentence for the schema
//	form   what its strings have to look like (see forms)
//	need   that it cannot be left out
//	least  the least number that is allowed
//
// The first key of a type that is listed several times tells its items apart.
package config

import "slices"

//go:generate go test -run TestSchema -update

// Config is a configuration file. The zero value changes nothing.
type Config struct {
	Settings
	Amplify Amplify `key:"amplify" doc:"What the command amplify works on; its flags override it."`

	// File is the file that it was read from, or "".
	File string
}

// Settings are the part of a configuration that the rules read.
type Settings struct {
	Rules   Rules    `key:"rules" doc:"Rules to run besides, or instead of, those that are on by default."`
	Strict  bool     `key:"strict" doc:"Report what is left alone when in doubt: retries that only a deadline or a context ends (unboundedretry), and libraries' own waits without jitter (nojitter)."`
	Headers []string `key:"idempotency-headers" form:"header" doc:"Headers that make sending a request twice the same as sending it once, besides those that are named like Idempotency-Key or X-Request-Id. Upper and lower case are the same."`
	Helpers []Helper `key:"helpers" doc:"Functions that run a callback again until it succeeds, and whose body does not tell how often."`
	Loggers []string `key:"loggers" form:"pattern" doc:"Functions that log at error level, besides those that their names give away; * stands for any characters."`
	Sinks   []string `key:"sinks" form:"pattern" doc:"Functions whose calls leave the process, besides those that are known; * stands for any characters."`
}

// Rules switches rules on and off.
type Rules struct {
	Enable  []string `key:"enable" form:"rule" doc:"Rules to run that are off by default."`
	Disable []string `key:"disable" form:"rule" doc:"Rules not to run."`
}

// On reports whether a rule runs that is, or is not, on by default.
func (r Rules) On(name string, byDefault bool) bool {
	if slices.Contains(r.Disable, name) {
		return false
	}
	return byDefault || slices.Contains(r.Enable, name)
}

// Helper describes a retry helper. The attributes are expressions in the
// grammar of the catalog: argN is an argument of the call, counted from 0
// without the receiver.
type Helper struct {
	Function string `key:"function" form:"function" need:"true" doc:"Which function it is, as pkg/path.F or pkg/path.(*T).M."`
	Callback int64  `key:"callback" least:"0" need:"true" doc:"Which argument is run, counted from 0 without the receiver."`
	Attempts string `key:"attempts" form:"expr" need:"true" doc:"How often it runs, the first time included: a number, argN, argN+1, or unbounded."`
	Deadline string `key:"deadline" form:"expr" doc:"The time after which it gives up: a duration such as 30s, argN, or none."`
	Delay    string `key:"delay" form:"expr" doc:"How it waits between attempts: one of none, fixed, linear, exponential, custom, server or event."`
	Base     string `key:"base" form:"expr" doc:"The first wait: a duration such as 100ms, or argN."`
	Factor   string `key:"factor" form:"expr" doc:"By how much the wait grows each time: a number such as 2, or argN."`
	Max      string `key:"max" form:"expr" doc:"The longest wait: a duration such as 5s, or argN."`
	Jitter   string `key:"jitter" form:"expr" doc:"Whether the waits are random: true or false."`
	Context  string `key:"context" form:"expr" doc:"What ends the waiting: argN for a context among the arguments, true, or false for nothing."`
}

// attributes returns the expressions of h by their keys.
func (h Helper) attributes() map[string]string {
	return map[string]string{
		"attempts": h.Attempts, "deadline": h.Deadline, "delay": h.Delay, "base": h.Base,
		"factor": h.Factor, "max": h.Max, "jitter": h.Jitter, "context": h.Context,
	}
}

// Amplify is what the command amplify works on.
type Amplify struct {
	Scope   []string `key:"scope" form:"package" doc:"Patterns of packages of other modules to read as if they were part of this one."`
	Entries []string `key:"entries" form:"pattern" doc:"Functions to take for the entry points, instead of those that are found."`
	Sinks   []string `key:"sinks" form:"pattern" doc:"Functions whose calls leave the process, for amplify alone."`
	Max     int64    `key:"max" least:"0" doc:"The largest factor that is allowed; 0 is no limit."`
	Limits  []Limit  `key:"limits" doc:"Entry points that are allowed another factor."`
}

// Limit is the factor that one entry point is allowed.
type Limit struct {
	Entry  string `key:"entry" need:"true" doc:"The name that the report has for the entry point, such as POST /checkout."`
	Max    int64  `key:"max" least:"1" need:"true" doc:"How large a factor it is allowed."`
	Reason string `key:"reason" need:"true" doc:"Why it is allowed that."`
}
