package import Domain

/// What art without colours is chosen by, which depends on the options alone: made once, it serves many pictures.
package struct ArtTables: Sendable {
    /// What the tables depend on.
    package struct Key: Equatable, Sendable {
        let charset: Charset
        let characters: String?
        let look: Look
        let isInverted: Bool
        let face: Face

        /// `nil` where art in `pens` needs no such tables, or where the font is a file's, which may change.
        package init?(_ options: ArtOptions, _ pens: ArtPens, _ face: Face) {
            let isOfSet = options.mode == .set || (options.characters ?? "").isEmpty
            guard pens == .none, isOfSet, case .table = face.source, !DotDither.isMeant(options) else { return nil }
            charset = options.charset
            characters = options.characters
            look = options.look
            isInverted = options.invert
            self.face = face
        }

        fileprivate var options: ArtOptions {
            ArtOptions(charset: charset, characters: characters, look: look, invert: isInverted)
        }
    }

    package let key: Key
    let letters: LetterSet
    let tones: ToneTables

    package init(_ key: Key) {
        self.key = key
        letters = LetterSet(key.options, key.face)
        tones = ToneTables(letters.symbols, options: key.options)
    }
}
