/// The form of texts in which search compares them.
package enum SearchText {
    /// NFC without differences of case: `Straße` and `STRASSE` are the same. Upper case comes first because only it
    /// expands a letter such as `ß`.
    package static func fold(_ text: some StringProtocol) -> String {
        composed(composed(text).uppercased().lowercased())
    }

    /// NFC.
    package static func composed(_ text: some StringProtocol) -> String { OutputName.composed(String(text)) }
}
