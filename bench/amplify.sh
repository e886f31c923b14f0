#!/usr/bin/env bash
# Times "retrylint amplify" on the module in the current directory, side by side
# with the least that loading it and making its call graph take (bench/floor),
# and with the same for the whole program. Needs GNU time.
# Usage: cd MODULE && .../bench/amplify.sh [PACKAGES]
# WHOLE=no leaves the whole program out, which takes minutes and gigabytes.
set -euo pipefail

packages=("$@")
[[ $# -gt 0 ]] || packages=(./...)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
(
	cd "$(dirname "${BASH_SOURCE[0]}")/.."
	GOFLAGS= GOWORK=off go build -o "$tmp/retrylint" ./cmd/retrylint
	GOFLAGS= GOWORK=off go build -o "$tmp/floor" ./bench/floor
)
# All read export data, which the go command makes once. That is its work, not
# theirs, and done beforehand.
go list -export -deps "${packages[@]}" >/dev/null

# measure LABEL COMMAND...: runs it on the packages, prints a line of figures and
# keeps them in $tmp/LABEL.figures.
measure() {
	local label=$1 status=0
	shift
	/usr/bin/time -v -o "$tmp/time" "$@" "${packages[@]}" >"$tmp/stdout" 2>"$tmp/stderr" || status=$?
	if [[ $status -gt 1 ]]; then # 1 says that packages do not compile
		cat "$tmp/stderr" >&2
		exit 1
	fi
	awk -F': ' '
		/User time/ { user = $2 }
		/System time/ { sys = $2 }
		/Elapsed/ { n = split($NF, t, ":"); for (i = 1; i <= n; i++) wall = wall * 60 + t[i] }
		/Maximum resident/ { rss = $2 / 1024 }
		END { print user + sys, wall, rss }
	' "$tmp/time" >"$tmp/$label.figures"
	awk -v label="$label" '
		{ printf "%-8s %8.1f s CPU (user+sys) %8.1f s elapsed %8.0f MB peak\n", label, $1, $2, $3 }
	' "$tmp/$label.figures"
	[[ $label == amplify ]] || sed 's/^/         /' "$tmp/stdout"
}

# compare A B: how many times the figures of B those of A are.
compare() {
	paste "$tmp/$1.figures" "$tmp/$2.figures" | awk -v a="$1" -v b="$2" '
		{ printf "%s / %s: CPU %.2f, elapsed %.2f, memory %.2f\n", a, b, $1 / $4, $2 / $5, $3 / $6 }
	'
}

echo "$(go list -m), ${packages[*]}, $(nproc) CPUs, $(go version | cut -d' ' -f3)"
measure floor "$tmp/floor"
measure amplify "$tmp/retrylint" amplify -f json
if [[ ${WHOLE:-yes} != no ]]; then
	measure whole "$tmp/floor" -whole
fi
compare amplify floor
if [[ ${WHOLE:-yes} != no ]]; then
	compare whole amplify
fi
