/// The default name of outputs: the prompt's first words.
enum PromptName {
    private static let longest = 48

    /// `a-lighthouse-at-night`: letters and digits of any script in lower case, hyphens between words.
    static func of(_ prompt: String) -> String {
        var name = ""
        for word in prompt.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
            let longer = name.isEmpty ? String(word) : name + "-" + word
            if longer.count > longest { break }
            name = longer
        }
        if !name.isEmpty { return name }
        let letters = prompt.lowercased().filter { $0.isLetter || $0.isNumber }
        return letters.isEmpty ? "prompt" : String(letters.prefix(longest))
    }
}
