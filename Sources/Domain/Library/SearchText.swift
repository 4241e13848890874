/// The form of texts in which search compares them.
package enum SearchText {
    /// NFC without differences of case: `Straße`, `STRASSE` and `STRAẞE` are the same. Only upper case expands a letter
    /// such as `ß`, and only lower case turns `ẞ` into it. Idempotent.
    package static func fold(_ text: some StringProtocol) -> String {
        // Most texts are plain, and folding is most of the time of a search's exact check.
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        return composed(composed(text).lowercased().uppercased().lowercased())
    }

    /// NFC.
    package static func composed(_ text: some StringProtocol) -> String { OutputName.composed(String(text)) }
}
