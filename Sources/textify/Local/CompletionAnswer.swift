import Domain
import PlatformSystem

/// The completions for the last of the words typed after `textify`.
struct CompletionAnswer: Equatable {
    /// The words that may come here, each with its help or an empty string.
    private(set) var words: [(word: String, help: String)] = []
    /// The kind of values that the shell or the service must supply.
    private(set) var values = OptionValues.none
    /// The part of the word before each value, such as `--state=failed,`.
    private(set) var lead = ""

    static func == (one: CompletionAnswer, other: CompletionAnswer) -> Bool {
        one.words.map(\.word) == other.words.map(\.word) && one.values == other.values && one.lead == other.lead
    }

    /// `splits` is true for shells that split words at equals signs, as bash does.
    init(_ typed: [String], splits: Bool, in language: Language) {
        guard typed.count > 1, let first = typed.first else {
            words = CommandTable.all.map { ($0.name, $0.summary.text(in: language)) }
            return
        }
        guard let command = CommandTable.all.first(where: { $0.names.contains(first) }) else { return }
        var rest = Array(typed.dropFirst())
        if splits { rest = Self.joined(rest) }
        let last = rest.removeLast()
        if let option = Self.awaiting(rest, command) {
            offer(option.values, typed: last)
        } else if last.hasPrefix("--"), let equals = last.firstIndex(of: "=") {
            // If the shell has split the word, only the part after the sign is replaced.
            if !splits { lead = String(last[...equals]) }
            let name = last[last.index(last.startIndex, offsetBy: 2)..<equals]
            let option = command.known.first { $0.spec.name == name }
            offer(option?.values ?? .none, typed: String(last[last.index(after: equals)...]))
        } else if last.hasPrefix("-"), !rest.contains("--") {
            words = command.known.flatMap { option in
                [option.spec.letter.map { "-\($0)" }, "--" + option.spec.name].compactMap(\.self).map {
                    ($0, option.help.text(in: language))
                }
            }
        } else {
            operand(of: command, behind: Self.operands(rest, command))
        }
    }

    private mutating func offer(_ values: OptionValues, typed: String) {
        self.values = values
        // In a list the last element is being typed.
        if case .list = values, let comma = typed.lastIndex(of: ",") { lead += typed[...comma] }
    }

    private mutating func operand(of command: any Command.Type, behind others: [String]) {
        switch (command.operands, others.first) {
        case (let form, _) where form.contains("ID"):
            if form.contains("…") || others.isEmpty { values = .jobs }
        case ("[clear NAME]", "clear") where others.count == 1: values = .caches
        case ("test NAME", "test") where others.count == 1: values = .backends
        case (let form, _) where form.contains("FILE") || form.contains("PICTURE"): values = .files
        case (let form, nil):
            words = form.split(whereSeparator: { " []|".contains($0) }).map(String.init)
                .filter { word in word.allSatisfy { $0.isLowercase || $0 == "." || $0 == "-" } }.map { ($0, "") }
        default: return
        }
    }

    /// Joins `--state`, `=`, `x` into one word, wherever they are.
    private static func joined(_ words: [String]) -> [String] {
        words.reduce(into: [String]()) { joined, word in
            let isBehind = joined.last.map { $0.hasPrefix("--") && $0.hasSuffix("=") } ?? false
            if let last = joined.last, isBehind || word == "=" && last.hasPrefix("--") {
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
        words.indices.filter { place in
            !words[place].hasPrefix("-") && awaiting(Array(words[..<place]), command) == nil
        }.map { words[$0] }
    }
}
