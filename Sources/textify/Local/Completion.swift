import Domain
import PlatformSystem
import Words

/// What a shell offers behind `textify`, from the table of commands.
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

    private static var language: Language { Wording.terminal.language }

    /// With the letter that stands for it.
    private static func summary(_ command: any Command.Type) -> String {
        quoted(command.summary.text(in: language)) + (command.alias.map { " (\($0))" } ?? "")
    }

    private static var names: [String] { CommandTable.all.map { $0.name } }

    /// `--name`, and `-n` where there is a letter.
    private static func words(_ command: any Command.Type) -> [String] {
        command.known.flatMap { option in
            [option.spec.letter.map { "-\($0)" }, "--" + option.spec.name].compactMap(\.self)
        }
    }

    private static var bash: String {
        let cases = CommandTable.all.map { command in
            "        \(command.names.joined(separator: "|"))) words=\"\((words(command) + choices(command)).joined(separator: " "))\" ;;"
        }
        return """
            # Completion of textify for bash: source <(textify completion bash)
            _textify() {
                local cur="${COMP_WORDS[COMP_CWORD]}" words
                if [ "$COMP_CWORD" -eq 1 ]; then
                    COMPREPLY=($(compgen -W "\(names.joined(separator: " "))" -- "$cur"))
                    return
                fi
                case "${COMP_WORDS[1]}" in
            \(cases.joined(separator: "\n"))
                    *) return ;;
                esac
                COMPREPLY=($(compgen -W "$words" -- "$cur"))
            }
            complete -o default -F _textify textify

            """
    }

    private static var zsh: String {
        let commands = CommandTable.all.map { "        '\($0.name):\(summary($0))'" }
        let cases = CommandTable.all.map { command in
            let options = command.known.map { option in
                let value = option.placeholder.isEmpty ? "" : ":\(quoted(option.placeholder)):_files"
                return "                '--\(option.spec.name)[\(bracketed(option.help.text(in: language)))]\(value)'"
            }
            let rest =
                choices(command).isEmpty ? "'*:file:_files'" : "'*:word:(\(choices(command).joined(separator: " ")))'"
            let lines = (options + ["                " + rest]).joined(separator: " \\\n")
            return "        \(command.names.joined(separator: "|")))\n            _arguments \\\n\(lines) ;;"
        }
        return """
            #compdef textify
            # Completion of textify for zsh: textify completion zsh > ~/.zfunc/_textify
            _textify() {
                local -a commands
                commands=(
            \(commands.joined(separator: "\n"))
                )
                if (( CURRENT == 2 )); then
                    _describe command commands
                    return
                fi
                local command="${words[2]}"
                shift words
                (( CURRENT-- ))
                case "$command" in
            \(cases.joined(separator: "\n"))
                esac
            }
            _textify "$@"

            """
    }

    private static var fish: String {
        let first =
            "not __fish_seen_subcommand_from \((names + CommandTable.all.compactMap { $0.alias }).joined(separator: " "))"
        var lines = [
            "# Completion of textify for fish: textify completion fish > ~/.config/fish/completions/textify.fish"
        ]
        for command in CommandTable.all {
            lines.append("complete -c textify -f -n '\(first)' -a \(command.name) -d '\(summary(command))'")
            let seen = "__fish_seen_subcommand_from \(command.names.joined(separator: " "))"
            for option in command.known {
                let letter = option.spec.letter.map { " -s \($0)" } ?? ""
                let value = option.placeholder.isEmpty ? "" : " -r"
                lines.append(
                    "complete -c textify -n '\(seen)' -l \(option.spec.name)\(letter)\(value) -d '\(quoted(option.help.text(in: language)))'"
                )
            }
            for word in choices(command) { lines.append("complete -c textify -f -n '\(seen)' -a \(word)") }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The words that a command takes in place of files.
    private static func choices(_ command: any Command.Type) -> [String] {
        command.operands.split(whereSeparator: { " []".contains($0) }).map(String.init).filter { word in
            word != "|" && word.allSatisfy { $0.isLowercase || $0 == "-" }
        }
    }

    /// Within single quotes.
    private static func quoted(_ text: String) -> String {
        text.replacing("'", with: "’").replacing("\n", with: " ")
    }

    private static func bracketed(_ text: String) -> String {
        quoted(text).replacing("[", with: "(").replacing("]", with: ")").replacing(":", with: "\\:")
    }
}
