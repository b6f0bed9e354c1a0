#!/usr/bin/env bash
# Prints the part of CHANGELOG.md about a version, or about Unreleased: release-notes.sh v1.2.3
set -euo pipefail
cd "$(dirname "$0")/.."

notes=$(awk -v version="${1#v}" '$1 == "##" { inside = $2 == version; next } inside' CHANGELOG.md)
[ -n "$notes" ] || { echo "CHANGELOG.md has no part for $1" >&2; exit 1; }
echo "$notes"
