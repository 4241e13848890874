/// Letters with marks that are one scalar too: a glyph is drawn whole where a table has it.
enum Composed {
    /// Latin letters with marks on them.
    private static let letters: [Character: Unicode.Scalar] = {
        let scalars = [0xC0...0x17F, 0x1CD...0x21B, 0x1E00...0x1EFF].joined().compactMap {
            Unicode.Scalar($0 as UInt32)
        }
        return Dictionary(scalars.map { (Character($0), $0) }) { first, _ in first }
    }()

    /// Characters are equal where they are canonically equivalent (Unicode Standard Annex 15).
    static func scalar(_ scalar: Unicode.Scalar, _ marks: [Unicode.Scalar]) -> Unicode.Scalar? {
        guard !marks.isEmpty, scalar.isASCII, scalar.properties.isAlphabetic else { return nil }
        var text = String.UnicodeScalarView([scalar])
        text.append(contentsOf: marks)
        let characters = String(text)
        return characters.count == 1 ? characters.first.flatMap { letters[$0] } : nil
    }
}

extension Cluster {
    /// What its shape is drawn of: the letter with its marks where that is one scalar, or the letter alone.
    var drawn: Unicode.Scalar { Composed.scalar(scalar, marks) ?? scalar }
}

extension ArtCell {
    /// See `Cluster`.
    var drawn: Unicode.Scalar? { scalar.map { Composed.scalar($0, marks) ?? $0 } }
}
