#compdef octavo
# Completion of octavo for zsh 5 or later.

_octavo() {
	local -a answer values shown
	local line value
	answer=("${(@f)$("${(Q)words[1]/#\~/$HOME}" __complete zsh "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
	if [[ ${answer[1]} == paths ]]; then
		[[ $PREFIX == -*=* ]] && compset -P '*='
		_files
		return
	fi
	for line in "${(@)answer[2,-1]}"; do
		value=${line%%$'\t'*}
		values+=("$value")
		if [[ $line == *$'\t'* ]]; then shown+=("$value  -- ${line#*$'\t'}"); else shown+=("$value"); fi
	done
	((${#values})) || return 1
	if [[ ${answer[1]} == values ]]; then
		compadd -Q -S '' -l -d shown -- "${(@)values}"
	else
		compadd -l -d shown -- "${(@)values}"
	fi
}

if [[ ${funcstack[1]} == _octavo ]]; then
	_octavo "$@"
else
	compdef _octavo octavo
fi
