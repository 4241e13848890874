/// Takes the ending off an English noun.
enum EnglishEnding {
    /// What the word may be the plural or possessive of, likeliest first.
    static func singulars(of word: String) -> [String] {
        var forms: [String] = []
        for (ending, stem) in [("ies", "y"), ("ves", "f"), ("ves", "fe"), ("s", ""), ("es", ""), ("ing", "")]
        where word.count > ending.count + 1 && word.hasSuffix(ending) {
            forms.append(String(word.dropLast(ending.count)) + stem)
        }
        return forms
    }
}
