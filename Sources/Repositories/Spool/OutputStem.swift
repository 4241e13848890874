@_spi(_Unicode) internal import Swift

/// A stem with its number, and the names that it gives.
struct OutputStem {
    /// What the common file systems allow for one name, in bytes.
    private static let longestName = 255

    /// One for each ending, in NFC, none longer than a file system takes.
    let names: [String]
    let folded: String

    var foldedNames: [String] { names.map(Self.fold) }

    /// `number` 1 gives the stem itself, 2 gives `stem (2)`. A stem that is too long loses characters at its end; it may
    /// lead through folders, which stay as they are.
    init(_ stem: String, number: Int, endings: [String]) {
        let suffix = number > 1 ? " (\(number))" : ""
        let longest = endings.map(\.utf8.count).max() ?? 0
        let whole = Self.composed(stem)
        let folders = whole.lastIndex(of: "/").map { String(whole[...$0]) } ?? ""
        var kept = String(whole.dropFirst(folders.count))
        while kept.utf8.count + suffix.utf8.count + 1 + longest > Self.longestName, !kept.isEmpty {
            kept.removeLast()
        }
        let numbered = folders + kept + suffix
        names = endings.map { "\(numbered).\($0)" }
        folded = Self.fold(numbered)
    }

    /// Names that differ in nothing but case or composition are one name on many file systems.
    private static func fold(_ name: String) -> String {
        composed(composed(name).lowercased())
    }

    private static func composed(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text._nfc { scalars.append(scalar) }
        return String(scalars)
    }
}
