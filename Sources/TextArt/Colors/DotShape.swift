internal import Domain

/// The dots of a cell that a dither sets one by one.
struct DotShape: Equatable {
    let across: Int
    /// Where dots begin and end, in pixels of a glyph from the top.
    let cuts: [Int32]

    var down: Int { cuts.count - 1 }

    /// Those that the set's mosaics are made of; two by four for all other sets.
    init(_ charset: Charset) {
        switch charset {
        case .half: (across, cuts) = (1, [0, 8, 16])
        case .quad: (across, cuts) = (2, [0, 8, 16])
        case .sextant: (across, cuts) = (2, [0, 5, 11, 16])
        default: (across, cuts) = (2, [0, 4, 8, 12, 16])
        }
    }

    /// Whether the set can show any pattern of its dots: what a dither without colours needs.
    static func isShown(by charset: Charset) -> Bool {
        switch charset {
        case .half, .quad, .sextant, .octant, .braille: true
        default: false
        }
    }
}
