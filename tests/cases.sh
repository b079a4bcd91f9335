# Sourced by the test scripts: run_cases F... runs each function in its own shell, in its own empty folder ($tmp), and
# reports like cmocka does. A case passes when every command in it succeeds. No cases is a failure.

run_cases() {
    local case status failed=0 tmp
    [ $# -gt 0 ] || { echo "no cases" >&2; exit 1; }
    for case in "$@"; do
        echo "[ RUN      ] $case"
        tmp=$(mktemp -d)
        (
            set -eEu
            trap 'echo "line $LINENO of $0: $BASH_COMMAND" >&2' ERR
            "$case"
        )
        status=$?
        rm -rf "$tmp"
        if [ $status -eq 0 ]; then
            echo "[       OK ] $case"
        else
            echo "[  FAILED  ] $case"
            failed=1
        fi
    done
    exit $failed
}

# exits WANTED COMMAND...: the command's exit status is that; its output is kept in $tmp/out and $tmp/err.
exits() {
    local wanted=$1 status=0
    shift
    "$@" >"$tmp/out" 2>"$tmp/err" || status=$?
    [ "$status" -eq "$wanted" ] || {
        echo "exit status $status, not $wanted: $*" >&2
        cat "$tmp/err" >&2
        return 1
    }
}

# refuses COMMAND...: it fails. ("! COMMAND" would not do: the shell never stops at a negated command.)
refuses() {
    if "$@"; then
        echo "succeeded but should not: $*" >&2
        return 1
    fi
}
