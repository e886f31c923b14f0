package middleware

import "net/http"

func RequestID(next http.Handler) http.Handler { panic("stub") }

func Recoverer(next http.Handler) http.Handler { panic("stub") }
