# Every task of Octavo. `./just.sh` finds or installs just and runs this file with it.

set shell := ["bash", "-euo", "pipefail", "-c"]
set positional-arguments := true

golangci := "v2.15.0"

# list the tasks
default:
	@{{just_executable()}} --justfile '{{justfile()}}' --list --unsorted

# build ./bin/octavo, with its models and DuckDB's vss inside
build: assets
	go build -tags octavo_assets -trimpath -ldflags "-s -w -X main.version=$(git describe --tags --always --dirty 2>/dev/null || echo unknown)" -o bin/octavo .

# build a file from the fixtures and answer a question over it, exactly and through an HNSW index
demo: build
	#!/usr/bin/env bash
	set -euo pipefail
	work=.cache/demo
	mkdir -p "$work" && rm -f "$work"/*.duckdb*
	octavo() {
		printf '\n$ octavo'
		for word in "$@"; do
			case $word in *' '*) printf " '%s'" "$word" ;; *) printf ' %s' "$word" ;; esac
		done
		printf '\n\n'
		bin/octavo "$@"
	}
	# twice: by comparing with every vector, and through an approximate index
	for index in exact hnsw; do
		octavo build fixtures/reports --collection ACME/Reports --index "$index" --db "$work/$index.duckdb"
		octavo search-chunks "What discount rate was used for the pension obligation?" --limit 3 --index "$index" --db "$work/$index.duckdb"
	done
	printf '\nAsk it more: bin/octavo search %s --db %s\n' "'your question'" "$work/exact.duckdb"

# run all tests; arguments go to `go test`
test *args: assets
	go test -tags octavo_assets "$@" ./...

# hold the code to its rules, then run the short tests under the race detector
check: lint race

# gofmt, go vet, golangci-lint with the layer rule, shellcheck where it is installed
lint: assets _golangci
	go vet ./...
	go run ./tools/notice --check
	.tools/bin/golangci-lint run --allow-parallel-runners
	if command -v shellcheck >/dev/null; then shellcheck just.sh .ci/run commands/completion/octavo.bash; fi

# run the short tests under the race detector; arguments go to `go test`
race *args: assets
	go test -race -short -tags octavo_assets "$@" ./...

# measure build rate, cold and warm queries, memory and bytes per chunk; arguments go to tools/bench
bench *args: build
	go run -tags octavo_assets ./tools/bench "$@"

# measure the words leg beside bm25s and tantivy on the same tokens; arguments go to tools/benchlexical
bench-lexical *args: assets
	#!/usr/bin/env bash
	set -euo pipefail
	peers=$(mktemp -d)
	trap 'rm -rf "$peers"' EXIT
	python3 -m venv "$peers"
	"$peers/bin/pip" install --quiet --disable-pip-version-check -r tools/benchlexical/requirements.txt
	go run -tags octavo_assets ./tools/benchlexical -python "$peers/bin/python" "$@"

# fetch, check and pack what the binary carries, as assets/assets.lock says
assets *args:
	@go run ./assets/fetch "$@"

# rewrite the golden files from what the code answers now; the diff is the review
golden: assets
	go test -tags octavo_assets $(grep -rl --include='*_test.go' 'flag.Bool("update"' . | xargs -n1 dirname | sort -u) -update

# remove what was built; fetched packages and packed assets stay
clean:
	rm -rf bin coverage.out

_golangci:
	@.tools/bin/golangci-lint version --short 2>/dev/null | grep -qxF '{{trim_start_match(golangci, "v")}}' \
		|| GOBIN="$PWD/.tools/bin" go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@{{golangci}}
