/// Reduces recorded terminal output to what draws: text, colours, cursor movement, erasing and scrolling.
///
/// A recording comes from someone else and is interpreted by the terminal. What could do more than draw is removed:
/// sequences that the terminal answers, since the answer would be typed into the shell; the clipboard, titles, links,
/// pictures and other commands in strings (OSC, DCS, APC, PM, SOS); printing; keyboard and mouse modes; and erasing what
/// has been scrolled out of the window. Sequences may be split between calls.
package struct TerminalFilter: Sendable {
    /// How the recording's own switches to the alternate screen and back are passed on.
    package enum Alternate: Sendable {
        case pass
        /// The player uses the alternate screen itself: clears the screen instead.
        case clear
    }

    /// Undoes whatever can remain after the passed sequences: synchronized output, colours, insert mode, the scrolling
    /// region, line drawing characters, no line wrap, no cursor. Keeps the cursor's place.
    package static let restoring = TerminalText(
        order: "\u{1B}[?2026l\u{1B}[0m\u{1B}[4l\u{1B}7\u{1B}[r\u{1B}8\u{1B}(B\u{F}\u{1B}[?7h\u{1B}[?25h")

    /// Whether the recording has switched to its alternate screen.
    package private(set) var isAlternate = false
    /// Whether the recording has used places of its main screen, so that it would draw over what was there before.
    package private(set) var usesPlaces = false

    private let alternate: Alternate
    private var state = State.text
    /// A control sequence as far as it has arrived, without its `ESC [`.
    private var sequence: [UInt8] = []

    private enum State {
        case text
        /// Behind an ESC, which also ends a string.
        case escape
        /// Behind ESC and an intermediate character.
        case intermediate(Unicode.Scalar)
        case sequence
        /// A control sequence that is too long to be one.
        case overlong
        case string
    }

    /// Longer control sequences are removed.
    private static let longest = 512
    /// Larger numbers are no sensible count of cells.
    private static let largestCount = 9_999

    package init(alternate: Alternate = .pass) { self.alternate = alternate }

    /// Returns what may be shown.
    package mutating func filter(_ text: String) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars { take(scalar, &out) }
        return out
    }

    private mutating func take(_ scalar: Unicode.Scalar, _ out: inout [UInt8]) {
        // CAN and SUB end every sequence, and ESC begins the next one.
        switch scalar.value {
        case 0x18, 0x1A: state = .text
        case 0x1B: state = .escape
        default:
            switch state {
            case .text: takeText(scalar, &out)
            case .escape: takeEscape(scalar, &out)
            case .intermediate(let first):
                state = .text
                let isDesignation = first == "(" || first == ")"
                if isDesignation, scalar == "0" || scalar == "B" { out += "\u{1B}\(first)\(scalar)".utf8 }
            case .sequence: takeSequence(scalar, &out)
            case .overlong: if (0x40...0x7E).contains(scalar.value) { state = .text }
            case .string: if scalar.value == 7 || scalar.value == 0x9C { state = .text }
            }
        }
    }

    private mutating func takeText(_ scalar: Unicode.Scalar, _ out: inout [UInt8]) {
        switch scalar.value {
        // Backspace, tab, line feeds, carriage return, and the switches between two character sets.
        case 8...15: out.append(UInt8(scalar.value))
        // The 8-bit forms of the sequences that begin strings.
        case 0x90, 0x98, 0x9D, 0x9E, 0x9F: state = .string
        case _ where TerminalText.isHidden(scalar): break
        default: out += UTF8.encode(scalar)?.map(\.self) ?? []
        }
    }

    private mutating func takeEscape(_ scalar: Unicode.Scalar, _ out: inout [UInt8]) {
        state = .text
        switch scalar {
        case "[":
            state = .sequence
            sequence.removeAll(keepingCapacity: true)
        case "]", "P", "X", "^", "_": state = .string
        case " "..."/": state = .intermediate(scalar)
        case "7", "8", "D", "E", "M": out += "\u{1B}\(scalar)".utf8
        case "c":
            usesPlaces = true
            out += "\u{1B}[0m\u{1B}[r\u{1B}(B\u{F}\u{1B}[H\u{1B}[2J".utf8
        default: break
        }
    }

    private mutating func takeSequence(_ scalar: Unicode.Scalar, _ out: inout [UInt8]) {
        switch scalar.value {
        case 0x20...0x3F where sequence.count < Self.longest: sequence.append(UInt8(scalar.value))
        case 0x20...0x3F: state = .overlong
        case 0x40...0x7E:
            state = .text
            pass(UInt8(scalar.value), &out)
        // Terminals disagree about other characters in a sequence.
        default: state = .overlong
        }
    }

    /// Passes a control sequence that ends in `final` if it is a harmless one.
    private mutating func pass(_ final: UInt8, _ out: inout [UInt8]) {
        if sequence.first == UInt8(ascii: "?") { return switchModes(final, &out) }
        let isColor = final == UInt8(ascii: "m")
        let digits: ClosedRange<UInt8> = 48...(isColor ? 59 : 57)
        guard sequence.allSatisfy({ digits.contains($0) || $0 == 59 }) else { return }
        let numbers = sequence.split(separator: 59, omittingEmptySubsequences: false)
            .map { part in part.isEmpty ? 0 : Int(String(decoding: part, as: UTF8.self)) ?? .max }
        guard isColor || numbers.allSatisfy({ $0 <= Self.largestCount }) else { return }
        switch Unicode.Scalar(final) {
        case "A", "B", "C", "D", "E", "F", "G", "I", "K", "L", "M", "P", "S", "X", "Z", "@", "`", "a", "b", "e", "g",
            "m":
            break
        case "H", "d", "f", "r": usesPlaces = usesPlaces || !isAlternate
        case "J":
            guard numbers[0] != 3 else { return }
            usesPlaces = usesPlaces || numbers[0] == 2 && !isAlternate
        // With more numbers it sets a mouse mode.
        case "T" where numbers.count == 1: break
        case "s", "u": guard sequence.isEmpty else { return }
        case "h", "l": guard sequence == [UInt8(ascii: "4")] else { return }
        default: return
        }
        out += [0x1B, UInt8(ascii: "[")] + sequence
        out.append(final)
    }

    /// Passes the harmless ones of the modes that are set (`h`) or reset (`l`).
    private mutating func switchModes(_ final: UInt8, _ out: inout [UInt8]) {
        guard [UInt8(ascii: "h"), UInt8(ascii: "l")].contains(final) else { return }
        let isSet = final == UInt8(ascii: "h")
        for mode in sequence.dropFirst().split(separator: 59) {
            switch String(decoding: mode, as: UTF8.self) {
            // Line wrap, the cursor and synchronized output.
            case "7", "25", "2026": out += [0x1B] + "[?".utf8 + mode + [final]
            case "47", "1047", "1049":
                guard isSet != isAlternate else { continue }
                isAlternate = isSet
                switch alternate {
                case .pass: out += "\u{1B}[?1049".utf8 + [final]
                case .clear: out += (isSet ? "\u{1B}7\u{1B}[2J\u{1B}[H" : "\u{1B}[2J\u{1B}8").utf8
                }
            default: break
            }
        }
    }
}
