import ControlAPI
import ControlClient
import Domain
import FoundationEssentials
import PlatformHTTP
import PlatformSystem
import Words

/// `textify completion SHELL`, and `textify completion words SHELL WORD…`, which the shell calls for completions.
enum CompletionCommand: Command {
    static let name = "completion"
    static let summary = FieldHelp(
        "Print the completion script of a shell for textify's commands, options and values",
        "textify의 명령, 옵션, 값을 완성하는 셸 스크립트를 출력")
    static let operands = "bash | zsh | fish"
    static let known = [CommandOption.help]

    static func run(_ words: [[UInt8]]) async throws(CommandFailure) {
        let texts = words.map { String(decoding: $0, as: UTF8.self) }
        if texts.first == "words", texts.count > 2, let shell = Completion.Shell(rawValue: texts[1]) {
            return try await offer(Array(texts.dropFirst(2)), shell)
        }
        guard let parsed = try parsed(words) else { return }
        let session = LocalSession(command: name, options: parsed)
        let names = Completion.Shell.allCases.map(\.rawValue)
        guard let shell = Completion.Shell(rawValue: try session.operand(of: names)) else { return }
        try CommandOutput.standard(Completion.script(shell))
    }

    /// Prints one word per line, in fish and zsh with its help after a tab; a line with only a colon requests file
    /// names. Words that can't be determined are left out without an error, because an error message would disturb the
    /// prompt.
    private static func offer(_ typed: [String], _ shell: Completion.Shell) async throws(CommandFailure) {
        let answer = CompletionAnswer(typed, splits: shell == .bash, in: Wording.terminal.language)
        var lines = answer.words.map { shell == .bash || $0.help.isEmpty ? $0.word : "\($0.word)\t\($0.help)" }
        switch answer.values {
        case .none, .search: break
        case .files: lines.append(":")
        case .words(let words), .examples(let words), .list(let words): lines += words.map { answer.lead + $0 }
        case .caches: lines.append("renderings")
        case .jobs, .plans, .folders, .backends, .tags:
            let names = await CompletionSource(typed).values(answer, helps: shell != .bash)
            lines += names.map { answer.lead + (answer.isInSearch ? SearchCompletion.written($0) : $0) }
        }
        try CommandOutput.standard(lines.map { $0 + "\n" }.joined())
    }
}

/// The completions for the last of the words typed after `textify`.
struct CompletionAnswer: Equatable {
    /// The words that may come here, each with its help or an empty string.
    private(set) var words: [(word: String, help: String)] = []
    /// The kind of values that the shell or the service must supply.
    private(set) var values = OptionValues.none
    /// The part of the word before each value, such as `--state=failed,`.
    private(set) var lead = ""
    /// The beginning of a tag.
    private(set) var prefix = ""
    /// Whether the values are names in a search, which may need quotation marks.
    private(set) var isInSearch = false
    private let splits: Bool
    private let language: Language

    static func == (one: CompletionAnswer, other: CompletionAnswer) -> Bool {
        one.words.map(\.word) == other.words.map(\.word) && one.values == other.values && one.lead == other.lead
    }

    /// `splits` is true for shells that split words at equals signs and colons, as bash does.
    init(_ typed: [String], splits: Bool, in language: Language) {
        self.splits = splits
        self.language = language
        let first = typed.first ?? ""
        guard typed.count > 1 else {
            words = CommandTable.all.map { ($0.name, $0.summary.text(in: language)) }
            // A picture may stand in the command's place.
            if !words.contains(where: { $0.word.hasPrefix(first) }), !first.hasPrefix("-") {
                (words, values) = ([], .files)
            }
            return
        }
        let isPicture = ConvertShorthand.isMeant(by: [Array(first.utf8)])
        let named = CommandTable.all.first { $0.names.contains(first) }
        guard let command = named ?? (isPicture ? ConvertCommand.self : nil) else { return }
        var rest = Array(typed.dropFirst())
        if splits { rest = Self.joined(rest, hasColons: command.isSearching) }
        let last = rest.removeLast()
        if let option = Self.awaiting(rest, command) {
            offer(option.values, typed: last)
        } else if last.hasPrefix("--"), let equals = last.firstIndex(of: "=") {
            // If the shell has split the word at `=`, only the part after it is replaced.
            if !splits { lead = String(last[...equals]) }
            let name = last[last.index(last.startIndex, offsetBy: 2)..<equals]
            let option = command.known.first { $0.spec.name == name }
            offer(option?.values ?? .none, typed: String(last[last.index(after: equals)...]))
        } else if last.hasPrefix("-"), !rest.contains("--"), !command.negates(last) {
            words = command.known.flatMap { option in
                [option.spec.letter.map { "-\($0)" }, "--" + option.spec.name].compactMap(\.self).map {
                    ($0, option.help.text(in: language))
                }
            }
        } else {
            operand(last, of: command, behind: Self.operands(rest, command))
        }
    }

    private mutating func offer(_ values: OptionValues, typed: String) {
        self.values = values
        switch values {
        // In a list the last element is being typed.
        case .list: if let comma = typed.lastIndex(of: ",") { lead += typed[...comma] }
        case .tags: prefix = typed
        case .search:
            let search = SearchCompletion(typed, in: language)
            words = search.words.map { (lead + $0.word, $0.help) }
            // If the shell has split the word at the colon, only the part after it is replaced.
            lead = splits && search.lead.hasSuffix(":") ? "" : lead + search.lead
            (self.values, prefix) = (search.values, search.typed)
            isInSearch = true
        default: break
        }
    }

    private mutating func operand(_ last: String, of command: any Command.Type, behind others: [String]) {
        switch (command.operands, others.first) {
        case ("[QUERY…]", _): offer(.search, typed: last)
        case ("[PREFIX]", nil): offer(.tags, typed: last)
        case (let form, _) where form.contains("+TAG") && (last.hasPrefix("+") || last.hasPrefix("-")):
            lead = String(last.prefix(1))
            offer(.tags, typed: String(last.dropFirst()))
        case (let form, _) where form.contains("ID"):
            if form.contains("…") || others.isEmpty { values = .jobs }
        case (let form, .some) where form.contains("PLAN"): values = .plans
        case ("[clear NAME]", "clear") where others.count == 1: values = .caches
        case ("test NAME", "test") where others.count == 1: values = .backends
        case (let form, _) where form.contains("FILE") || form.contains("PICTURE"): values = .files
        case (let form, nil):
            words = form.split(whereSeparator: { " []|".contains($0) }).map(String.init)
                .filter { word in word.allSatisfy { $0.isLowercase || $0 == "." || $0 == "-" } }.map { ($0, "") }
        default: return
        }
    }

    /// Joins `--state`, `=`, `x` into one word, wherever they are, and with `hasColons` also `tag`, `:`, `x`.
    private static func joined(_ words: [String], hasColons: Bool) -> [String] {
        words.reduce(into: [String]()) { joined, word in
            let isBehind = joined.last.map { $0.hasPrefix("--") && $0.hasSuffix("=") } ?? false
            let isValue = hasColons && (word == ":" || joined.last?.hasSuffix(":") == true)
            if let last = joined.last, isBehind || isValue || word == "=" && last.hasPrefix("--") {
                joined[joined.count - 1] = last + word
            } else {
                joined.append(word)
            }
        }
    }

    /// The option whose value comes next.
    private static func awaiting(_ words: [String], _ command: any Command.Type) -> CommandOption? {
        guard let last = words.last, !words.dropLast().contains("--") else { return nil }
        return command.known.first { option in
            let names = [option.spec.letter.map { "-\($0)" }, "--" + option.spec.name]
            return option.spec.argument == .required && names.contains(last)
        }
    }

    /// The words that are neither options nor values of options.
    private static func operands(_ words: [String], _ command: any Command.Type) -> [String] {
        words.indices.filter { index in
            !words[index].hasPrefix("-") && awaiting(Array(words[..<index]), command) == nil
        }.map { words[$0] }
    }
}

extension Command {
    /// Whether words of a search may be among its words.
    fileprivate static var isSearching: Bool { operands == "[QUERY…]" || known.contains { $0.values == .search } }

    /// Whether a word after a hyphen is an operand: what a search must not find, or a tag to remove.
    fileprivate static func negates(_ word: String) -> Bool {
        (operands == "[QUERY…]" || operands.contains("-TAG")) && word.count > 2 && !word.hasPrefix("--")
    }
}

/// Asks the running service for names, with a short timeout because a person has pressed a key and is waiting.
struct CompletionSource {
    private static let timeout = Duration.seconds(1)
    private let sockets: SocketSearchPath

    /// `typed` may contain `--socket`, which names the service.
    init(_ typed: [String]) {
        var named: String?
        if let index = typed.firstIndex(of: "--socket"), index + 1 < typed.count { named = typed[index + 1] }
        sockets = SocketSearchPath(named: named, environment: ProcessInfo.processInfo.environment)
    }

    /// Empty when no service answers.
    func values(_ answer: CompletionAnswer, helps: Bool) async -> [String] {
        guard let socket = try? sockets.first(where: { FileManager.default.fileExists(atPath: $0) }),
            let transport = try? HTTPClient(HTTPClientSettings(userAgent: "textify/\(Version.text)"))
        else { return [] }
        let client = ControlClient(socket: socket) { request throws(HTTPFailure) in
            try await transport.perform(request)
        }
        if answer.values == .jobs { return await jobs(client, helps: helps) }
        if answer.values == .plans { return await plans(client, helps: helps) }
        if answer.values == .tags { return await tags(client, beginning: answer.prefix) }
        guard let status: Status = try? await client.get("/v1/status", limit: Self.timeout) else { return [] }
        let names = answer.values == .folders ? status.folders.map(\.name) : status.backends.map(\.name)
        return names.map(TerminalText.line)
    }

    /// The most used tags.
    private func tags(_ client: ControlClient, beginning prefix: String) async -> [String] {
        let query = [QueryString.Item("prefix", prefix), QueryString.Item("limit", "50")]
        guard let list: TagList = try? await client.get("/v1/tags", query, limit: Self.timeout) else { return [] }
        return list.tags.map { TerminalText.line($0.tag) }
    }

    /// All plans, by the last characters of their IDs.
    private func plans(_ client: ControlClient, helps: Bool) async -> [String] {
        guard let list: PlanList = try? await client.get("/v1/plans", limit: Self.timeout) else { return [] }
        return list.plans.map { plan in
            JobFormatter.short(plan.id) + (helps ? "\t" + TerminalText.line(plan.prompt ?? plan.name) : "")
        }
    }

    /// The newest jobs, by the last characters of their IDs.
    private func jobs(_ client: ControlClient, helps: Bool) async -> [String] {
        let limit = [QueryString.Item("limit", "50")]
        guard let list: JobList = try? await client.get("/v1/jobs", limit, limit: Self.timeout) else { return [] }
        let words = Wording.terminal
        let names = list.jobs.map { job in
            let help = helps ? "\t" + TerminalText.line("\(words.state(job.state)) \(job.name)") : ""
            return JobFormatter.short(job.id) + help
        }
        return names.isEmpty ? [] : ["last"] + names
    }
}

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
            case "$cur" in =|:) cur="" ;; esac
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
            case "${COMPREPLY[*]}" in *:) compopt -o nospace 2> /dev/null ;; esac
        }
        complete -F _textify textify
        _textifyd() {
            local cur="${COMP_WORDS[COMP_CWORD]}" line
            COMPREPLY=()
            case "$cur" in
            -*) while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -W \
                "$("${COMP_WORDS[0]}" --help 2> /dev/null | grep -o -e '--[a-z-]*')" -- "$cur") ;;
            *) compopt -o filenames 2> /dev/null
                while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$cur") ;;
            esac
        }
        complete -F _textifyd textifyd

        """

    private static let zsh = """
        #compdef textify textifyd
        # textify completion zsh > ~/.zfunc/_textify
        _textifyd() {
            if [[ "${words[CURRENT]}" == -* ]]; then
                compadd -- $("${words[1]}" --help 2> /dev/null | grep -o -e '--[a-z-]*')
            else
                _files
            fi
        }
        _textify() {
            local line
            local -a asked offered described
            if [[ "${service:-}" == textifyd ]]; then
                _textifyd
                return
            fi
            asked=("${words[1]}" completion words zsh)
            offered=("${(@f)$($asked "${(@)words[2,CURRENT]}" 2> /dev/null)}")
            if [[ "$offered" == ":" ]]; then
                _files
                return
            fi
            for line in "${offered[@]}"; do
                [[ -n "$line" ]] && described+=("${${line%%$'\t'*}//:/\\:}${${(M)line%$'\t'*}:+:${line#*$'\t'}}")
            done
            if [[ "${offered[-1]%%$'\t'*}" == *: ]]; then
                _describe value described -S ''
            elif (( ${#described} )); then
                _describe value described
            fi
        }
        if [[ "$funcstack[1]" == "_textify" ]]; then
            _textify "$@"
        elif (( $+functions[compdef] )); then
            compdef _textify textify textifyd
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
        complete -c textifyd -a '(textifyd --help 2> /dev/null | string match -r -a -- "--[a-z-]+")'

        """
}
