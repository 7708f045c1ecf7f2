#!/bin/sh
# Runs a task of the justfile: ./just.sh TASK [ARGUMENT...]. Finds just, or installs it into .tools
# from its Python package, and first says which tools are missing and how to get them.
set -eu
cd "$(dirname "$0")"

just_version=1.59.0
missing=

# need NAME DEBIAN FEDORA MACOS COMMAND...: notes the tool as missing where the command fails.
need() {
	name=$1 debian=$2 fedora=$3 macos=$4
	shift 4
	"$@" >/dev/null 2>&1 && return
	missing="$missing
  $name
      Debian, Ubuntu: $debian
      Fedora:         $fedora
      macOS:          $macos"
}

links_cpp() {
	case $(uname) in Darwin) library=-lc++ ;; *) library=-lstdc++ ;; esac
	mkdir -p .tools && echo 'int main(void) { return 0; }' | "${CC:-cc}" -x c - "$library" -o ".tools/links.$$"
	status=$?
	rm -f ".tools/links.$$"
	return $status
}

is_just() { "$1" --version 2>/dev/null | grep -q '^just [1-9]'; }

just=
for candidate in just .tools/just/bin/just; do
	if is_just "$candidate"; then just=$candidate && break; fi
done

need "Go 1.26 or later" "see go.dev/doc/install" "sudo dnf install golang" "brew install go" go version
need "a C compiler, with the C++ library that DuckDB is linked to" \
	"sudo apt-get install build-essential" "sudo dnf install gcc gcc-c++" "xcode-select --install" links_cpp
# The package clients serve only the first run: it brings just, the models and the extension.
if [ -z "$just" ] || [ ! -d assets/packed ]; then
	need "Python 3 with pip" "sudo apt-get install python3-pip" "sudo dnf install python3-pip" "brew install python" python3 -m pip --version
fi
if [ ! -d assets/packed ]; then
	need "Maven" "sudo apt-get install maven" "sudo dnf install maven" "brew install maven" mvn --version
fi
if [ -n "$missing" ]; then
	printf 'Octavo is built with tools that were not found here:\n%s\n' "$missing" >&2
	exit 1
fi

if [ -z "$just" ]; then
	fresh=.tools/just.$$
	PIP_ROOT_USER_ACTION=ignore python3 -m pip install --quiet --disable-pip-version-check --target "$fresh" "rust-just==$just_version"
	rm -rf .tools/just
	mv "$fresh" .tools/just
	just=.tools/just/bin/just
fi
exec "$just" --justfile justfile "$@"
