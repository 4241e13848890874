/// The shapes of Unicode's block elements (U+2580–259F).
enum BlockElement {
    /// A rectangle of a cell, in eighths of its width and height.
    struct Part: Equatable {
        let x: Int
        let y: Int
        let width: Int
        let height: Int
    }

    /// Pairs of characters with ink and paper exchanged.
    private static let opposites = Array("▀▄▌▐▘▟▝▙▖▜▗▛▚▞".unicodeScalars)

    /// The character with ink and paper exchanged; `nil` if there is none.
    static func inverse(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        opposites.firstIndex(of: scalar).map { opposites[$0 ^ 1] }
    }

    /// The rectangles that a character fills completely; `nil` for shades and other characters.
    static func parts(_ scalar: Unicode.Scalar) -> [Part]? {
        switch scalar.value {
        case 0x2580: [Part(x: 0, y: 0, width: 8, height: 4)]
        case 0x2581...0x2588: lower(Int(scalar.value - 0x2580))
        case 0x2589...0x258F: [Part(x: 0, y: 0, width: Int(0x2590 - scalar.value), height: 8)]
        case 0x2590: [Part(x: 4, y: 0, width: 4, height: 8)]
        case 0x2594: [Part(x: 0, y: 0, width: 8, height: 1)]
        case 0x2595: [Part(x: 7, y: 0, width: 1, height: 8)]
        case 0x2596...0x259F: quadrants(Int(scalar.value - 0x2596))
        default: nil
        }
    }

    /// The coverage of a shade from 0 to 1; `nil` for other characters.
    static func shade(_ scalar: Unicode.Scalar) -> Double? {
        switch scalar {
        case "░": 0.25
        case "▒": 0.5
        case "▓": 0.75
        default: nil
        }
    }

    private static func lower(_ eighths: Int) -> [Part] {
        [Part(x: 0, y: 8 - eighths, width: 8, height: eighths)]
    }

    /// The parts of U+2596–259F, numbered upper left, upper right, lower left, lower right.
    private static func quadrants(_ index: Int) -> [Part] {
        let filled: [[Int]] = [[2], [3], [0], [0, 2, 3], [0, 3], [0, 1, 2], [0, 1, 3], [1], [1, 2], [1, 2, 3]]
        return filled[index].map { Part(x: $0 % 2 * 4, y: $0 / 2 * 4, width: 4, height: 4) }
    }
}
