import Domain
import Words

/// The completions of one word of a search: keys with their colon, or the values of a key.
struct SearchCompletion {
    /// The part of the word before each value, such as `-tag:`.
    private(set) var lead = ""
    /// The beginning of the value.
    private(set) var typed: String
    /// The keys that may come here, each with its help.
    private(set) var words: [(word: String, help: String)] = []
    private(set) var values = OptionValues.none

    /// Nothing is offered within quotation marks and groups.
    init(_ word: String, in language: Language) {
        typed = word
        guard !word.contains(where: { " \"()|\\".contains($0) }) else { return }
        if typed.hasPrefix("-") { lead.append(typed.removeFirst()) }
        guard let colon = typed.firstIndex(of: ":") else {
            words = LibraryKey.allCases.filter { lead.isEmpty || $0 != .sort }.map { key in
                (lead + key.rawValue + ":", key.definition.help.text(in: language))
            }
            return
        }
        guard let key = LibraryKey(name: String(typed[..<colon])) else { return }
        lead += typed[...colon]
        typed = String(typed[typed.index(after: colon)...])
        values = key.completed
    }

    /// A name as a search writes it: in quotation marks where it needs them.
    static func written(_ name: String) -> String {
        let key = LibraryKey.tag
        let condition = LibraryCondition(.key(key, [.name(NamePattern(name))]))
        return String(LibraryQuery(conditions: [condition]).text.dropFirst(key.rawValue.count + 1))
    }
}

extension LibraryKey {
    /// Numbers, amounts, models and looks are not completed.
    fileprivate var completed: OptionValues {
        switch (self, definition.kind) {
        case (.tag, _): .tags
        case (.folder, _): .folders
        case (.backend, _): .backends
        case (_, .choices(let choices)): .words(choices.map(\.name))
        case (_, .times): .examples(["today", "yesterday", "1d", "1w", "2w"])
        case (_, .order): .words(LibrarySort.allCases.map(\.rawValue))
        default: .none
        }
    }
}
