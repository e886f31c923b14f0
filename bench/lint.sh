#!/usr/bin/env bash
# Times retrylint side by side with staticcheck on a registry server of 57
# packages (1,020 with dependencies): both caches empty, then both full. Needs
# GNU time. Usage: bench/lint.sh [MODULE@VERSION]
set -euo pipefail
cd "$(dirname "$0")/.."

module=${1:-github.com/distribution/distribution/v3@v3.1.2}
tmp=$(mktemp -d)
trap 'chmod -R u+w "$tmp"; rm -rf "$tmp"' EXIT
go build -o "$tmp/retrylint" ./cmd/retrylint
go build -o "$tmp/staticcheck" honnef.co/go/tools/cmd/staticcheck

# A writable copy: the go command does not work inside the module cache.
src=$(go mod download -json "$module" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p')
cp -r "$src" "$tmp/src"
chmod -R u+w "$tmp/src"
cd "$tmp/src"
rm -rf vendor go.work
export GOFLAGS=-mod=mod
# Both tools read export data, which the go command makes once. That is its
# work, not theirs, and done beforehand.
go list -export -deps -test ./... >/dev/null

export STATICCHECK_CACHE=$tmp/cache-staticcheck RETRYLINT_CACHE=$tmp/cache-retrylint

# measure TOOL LABEL: runs it on the whole module and prints a line of figures.
measure() {
	local status=0
	/usr/bin/time -v -o "$tmp/time" "$tmp/$1" ./... >/dev/null 2>"$tmp/stderr" || status=$?
	if [[ $status -gt 1 ]]; then # 1 says that there are findings
		cat "$tmp/stderr" >&2
		exit 1
	fi
	awk -v tool="$1" -v label="$2" -F': ' '
		/User time/ { user = $2 }
		/System time/ { sys = $2 }
		/Elapsed/ { wall = $NF }
		/Maximum resident/ { rss = $2 / 1024 }
		END { printf "%-12s %-6s %8.1f s CPU (user+sys) %10s elapsed %8.0f MB peak\n", tool, label, user + sys, wall, rss }
	' "$tmp/time"
}

echo "$module, $(nproc) CPUs, $(go version | cut -d' ' -f3)"
for label in cold warm; do
	measure staticcheck "$label"
	measure retrylint "$label"
done
