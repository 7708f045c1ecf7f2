# Completion of octavo for bash 4 or later.

_octavo() {
	local IFS=$'\n' answer
	COMPREPLY=()
	mapfile -t answer < <("${COMP_WORDS[0]/#\~/$HOME}" __complete bash "$COMP_WORDBREAKS" "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
	case ${answer[0]-} in
	paths) compopt -o default ;;
	values) compopt -o nospace ;&
	names) COMPREPLY=("${answer[@]:1}") ;;
	esac
}

complete -F _octavo octavo
