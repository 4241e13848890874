/// What a person sees as one character: a scalar and what belongs to it.
struct Cluster: Hashable {
    static let blank = Cluster(scalar: " ", marks: [])

    let scalar: Unicode.Scalar
    let marks: [Unicode.Scalar]

    var cells: Int { CharacterWidth.cells(scalar, marks) }
    var isBlank: Bool { scalar == " " || scalar == "\u{3000}" }

    /// Whether terminals draw it as a coloured picture.
    var isEmoji: Bool {
        scalar.properties.isEmojiPresentation || marks.contains { $0.value == 0xFE0F }
    }

    /// Whether a line may break beside it, and text goes on without a blank: ideographs and kana.
    var standsAlone: Bool {
        let isHangul = 0xAC00...0xD7A3 ~= scalar.value || 0x1100...0x115F ~= scalar.value
        return cells == 2 && !isHangul
    }
}
