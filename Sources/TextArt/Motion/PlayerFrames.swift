internal import Domain

/// Writes the frames of moving art for the script of a page: of each frame the cells that changed.
///
/// A frame is a JSON array: its time in milliseconds, which cells it sets, their inks, their papers and their characters.
/// Cells and colours are written in digits of base64, six bits each. A number is written five bits at a time, lowest
/// first; the sixth bit says that more follow.
///
/// - Cells: numbers of cells to skip and to set, in turn.
/// - Colours, of one cell each: 0 to 31 begin the place of a recent colour, 32 is followed by a colour of four digits,
///   33 is the page's own colour, 34 repeats the one before as often as the number says that follows, and 35 keeps what the
///   cell has. A colour's place among the recent ones is the upper 11 bits of its product with a constant.
/// - Characters: one per cell, or one for all. U+0000 is the right half of a wide character; U+0001 adds the character
///   after it to the cell before.
struct PlayerFrames {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let (place, multiplier): (UInt32, UInt32) = (21, 0x9E37_79B1)

    private enum Token: Equatable {
        case color(RGB?)
        case kept
    }

    private var last: ArtGrid?
    private var recent = [RGB?](repeating: nil, count: 2_048)

    /// The frame in JSON; `nil` if it is the one before.
    mutating func next(_ frame: ArtGrid, at now: Int) -> [UInt8]? {
        let old = last?.cells
        let changed = frame.cells.indices.filter { frame.cells[$0] != old?[$0] }
        guard !changed.isEmpty else { return nil }
        last = frame
        var out = Array("[\(now),\"".utf8)
        out += spans(changed)
        for color in [\ArtCell.foreground, \.background] {
            out += "\",\"".utf8
            paint(
                changed.map { frame.cells[$0][keyPath: color] },
                over: old.map { old in
                    changed.map { old[$0][keyPath: color] }
                }, &out)
        }
        out += "\",".utf8
        JSONText.appendSafe(text(changed.map { frame.cells[$0] }), to: &out)
        out += "]".utf8
        return out
    }

    private func spans(_ cells: [Int]) -> [UInt8] {
        var out: [UInt8] = []
        var (end, start) = (0, 0)
        for place in cells.indices where place + 1 == cells.count || cells[place + 1] != cells[place] + 1 {
            Self.append(cells[start] - end, to: &out)
            Self.append(place + 1 - start, to: &out)
            (end, start) = (cells[place] + 1, place + 1)
        }
        return out
    }

    private mutating func paint(_ colors: [RGB?], over old: [RGB?]?, _ out: inout [UInt8]) {
        var (token, repeats): (Token?, Int) = (nil, 0)
        for (place, color) in colors.enumerated() {
            let isKept = old.map { $0[place] == color } ?? false
            if token == .color(color) || token == .kept && isKept {
                repeats += 1
                continue
            }
            Self.append(repeats: repeats, to: &out)
            repeats = 0
            token = isKept ? .kept : .color(color)
            if isKept { out.append(Self.digits[35]) } else { append(color, to: &out) }
        }
        Self.append(repeats: repeats, to: &out)
    }

    private mutating func append(_ color: RGB?, to out: inout [UInt8]) {
        guard let color else { return out.append(Self.digits[33]) }
        let bits = UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
        let place = Int((bits &* Self.multiplier) >> Self.place)
        if recent[place] == color {
            out += [Self.digits[place >> 6], Self.digits[place & 63]]
        } else {
            recent[place] = color
            out.append(Self.digits[32])
            for shift in [18, 12, 6, 0] as [UInt32] { out.append(Self.digits[Int(bits >> shift & 63)]) }
        }
    }

    private static func append(repeats: Int, to out: inout [UInt8]) {
        guard repeats > 0 else { return }
        out.append(digits[34])
        append(repeats, to: &out)
    }

    private static func append(_ number: Int, to out: inout [UInt8]) {
        var rest = number
        while rest >= 32 {
            out.append(digits[rest & 31 | 32])
            rest >>= 5
        }
        out.append(digits[rest])
    }

    private func text(_ cells: [ArtCell]) -> String {
        var text = String.UnicodeScalarView()
        let isOne = cells.allSatisfy { $0.scalar == cells[0].scalar && $0.marks.isEmpty }
        for cell in cells.prefix(isOne ? 1 : cells.count) {
            text.append(cell.scalar.map { $0.value < 2 ? " " : $0 } ?? "\0")
            for mark in cell.marks { text.append(contentsOf: ["\u{1}", mark]) }
        }
        return String(text)
    }
}

extension JSONText {
    /// Appends a string that can't end a script's element.
    fileprivate static func appendSafe(_ text: String, to out: inout [UInt8]) {
        var quoted: [UInt8] = []
        append(quoted: text.utf8, to: &quoted)
        for byte in quoted {
            if byte == UInt8(ascii: "<") { out += "\\u003c".utf8 } else { out.append(byte) }
        }
    }
}
