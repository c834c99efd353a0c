#!/usr/bin/env bash
# Install the wheel in dist/ into a fresh environment, without the tools for development and away from the sources, and use it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD

shopt -s nullglob
wheels=("$root"/dist/pinosim-*.whl)
if [ "${#wheels[@]}" -ne 1 ]; then
    echo "Expected one wheel in dist/, found ${#wheels[@]}. Run 'make wheel' first." >&2
    exit 1
fi

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
"$root/.venv/bin/python" -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check -r "$root/requirements.lock"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps "${wheels[0]}"
"$place/venv/bin/pip" check

cd "$place"
pinosim=$place/venv/bin/pinosim
is_json() { "$place/venv/bin/python" -c 'import json, sys; json.load(sys.stdin)'; }

"$pinosim" --version
"$pinosim" --help >/dev/null
"$pinosim" rules list
"$pinosim" meld "S:AATKQJ H:A9 D:AJ C:TT"
"$pinosim" meld "S:AATKQJ H:A9 D:AJ C:TT" --json | is_json
"$pinosim" simulate --deals 1000 --out run --json | is_json
"$pinosim" simulate --deals 1000 --out run --json | is_json # again, by a new process: nothing to do
"$pinosim" report run --out report
test -s report/report.html
if "$pinosim" meld "S:XX" 2>message; then
    echo "A card that does not exist was taken." >&2
    exit 1
fi
cat message
test "$(wc -l <message)" -lt 12 # a message, not a traceback
