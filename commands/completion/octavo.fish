# Completion of octavo for fish 3 or later.

function __octavo_complete
    set -l before (commandline -opc)
    set -l typed (commandline -ct)
    set -l current (string unescape -- $typed; or string trim --left --chars '\'"' -- $typed)
    set -l program (string replace -r '^~' $HOME -- $before[1])
    set -l answer ($program __complete fish $before[2..] "$current" 2>/dev/null)
    if test "$answer[1]" != paths
        string join \n -- $answer[2..]
    else if set -l option (string match -r -- '^-[^=]*=' $current)
        for path in (__fish_complete_path (string replace -- $option '' $current))
            printf '%s%s\n' $option $path
        end
    else
        __fish_complete_path $current
    end
end

complete -c octavo -f -a '(__octavo_complete)'
