/// The scripts with which shells call `textify completion words`. They never change, because all completions come from
/// the tables of commands and options.
enum Completion {
    enum Shell: String, CaseIterable {
        case bash
        case zsh
        case fish
    }

    static func script(_ shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    private static let bash = """
        # Completion of textify for bash: source <(textify completion bash)
        _textify() {
            local cur="${COMP_WORDS[COMP_CWORD]}" line offered=()
            COMPREPLY=()
            while IFS= read -r line; do
                offered+=("$line")
            done < <("${COMP_WORDS[0]}" completion words bash "${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null)
            [ "$cur" = "=" ] && cur=""
            if [ "${offered[*]}" = ":" ]; then
                compopt -o filenames 2> /dev/null
                while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$cur")
                return
            fi
            for line in "${offered[@]}"; do
                [ "${line#"$cur"}" = "$line" ] && [ -n "$cur" ] && continue
                case "$line" in *[!A-Za-z0-9_.,=/-]*) line=$(printf '%q' "$line") ;; esac
                COMPREPLY+=("$line")
            done
        }
        complete -F _textify textify

        """

    private static let zsh = """
        #compdef textify
        # textify completion zsh > ~/.zfunc/_textify
        _textify() {
            local line
            local -a asked offered described
            asked=("${words[1]}" completion words zsh)
            offered=("${(@f)$($asked "${(@)words[2,CURRENT]}" 2> /dev/null)}")
            if [[ "$offered" == ":" ]]; then
                _files
                return
            fi
            for line in "${offered[@]}"; do
                [[ -n "$line" ]] && described+=("${${line%%$'\t'*}//:/\\:}${${(M)line%$'\t'*}:+:${line#*$'\t'}}")
            done
            (( ${#described} )) && _describe value described
        }
        if [[ "$funcstack[1]" == "_textify" ]]; then
            _textify "$@"
        elif (( $+functions[compdef] )); then
            compdef _textify textify
        fi

        """

    private static let fish = """
        # Completion of textify for fish: textify completion fish > ~/.config/fish/completions/textify.fish
        function __textify_offer
            set -l words (commandline -opc) (commandline -ct)
            set -l offered ($words[1] completion words fish $words[2..] 2> /dev/null)
            if test "$offered" = ":"
                __fish_complete_path (commandline -ct)
            else if test (count $offered) -gt 0
                printf '%s\\n' $offered
            end
        end
        complete -c textify -f -a '(__textify_offer)'

        """
}
