import Domain

/// A minimal terminal for art: the content of each cell, and counts of redundant and unknown escapes.
struct Terminal {
    struct Mark: Equatable {
        var scalar: Unicode.Scalar
        var ink: RGB?
        var paper: RGB?
    }

    private(set) var lines: [[Mark]] = [[]]
    private(set) var escapes = 0
    /// Escapes that changed nothing.
    private(set) var idle = 0
    /// Line feeds written while a colour was set.
    private(set) var stained = 0
    /// Control characters other than colours and line feeds.
    private(set) var strays = 0
    private var ink: RGB?
    private var paper: RGB?

    init(_ bytes: [UInt8]) {
        var scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)[...]
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\n": endLine()
            case "\u{1B}": order(&scalars)
            case _ where scalar.properties.generalCategory == .control: strays += 1
            default: lines[lines.count - 1].append(Mark(scalar: scalar, ink: ink, paper: paper))
            }
        }
    }

    private mutating func endLine() {
        if ink != nil || paper != nil { stained += 1 }
        lines.append([])
    }

    /// `[…m`: 0, 30–37, 90–97, 38;5;n, 38;2;r;g;b and the same for papers; anything else is a stray.
    private mutating func order(_ scalars: inout ArraySlice<Unicode.Scalar>) {
        escapes += 1
        let before = (ink, paper)
        guard scalars.popFirst() == "[", let end = scalars.firstIndex(of: "m") else {
            strays += 1
            return
        }
        let text = String(String.UnicodeScalarView(scalars[..<end]))
        scalars = scalars[(end + 1)...]
        var numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { UInt8($0) }[...]
        while let code = numbers.popFirst() {
            if code == 0 {
                (ink, paper) = (nil, nil)
            } else if let (color, isInk) = Terminal.color(code, &numbers) {
                if color == (isInk ? ink : paper) { idle += 1 }
                if isInk { ink = color } else { paper = color }
            } else {
                strays += 1
            }
        }
        if before == (ink, paper) { idle += 1 }
    }

    private static func color(_ code: UInt8?, _ numbers: inout ArraySlice<UInt8?>) -> (RGB, isInk: Bool)? {
        guard let code else { return nil }
        let isInk = code / 10 == 3 || code / 10 == 9
        switch code {
        case 38, 48: return color(&numbers).map { ($0, isInk) }
        case 30...37: return (named[Int(code) - 30], isInk)
        case 40...47: return (named[Int(code) - 40], isInk)
        case 90...97: return (named[Int(code) - 82], isInk)
        case 100...107: return (named[Int(code) - 92], isInk)
        default: return nil
        }
    }

    /// VGA's: the low three bits are red, green and blue; brown is a dark yellow.
    private static let named: [RGB] = (0..<16).map { number in
        let low: UInt8 = number < 8 ? 0 : 85
        func part(_ bit: Int) -> UInt8 { low + (number & bit == 0 ? 0 : 170) }
        return RGB(red: part(1), green: number == 3 ? 85 : part(2), blue: part(4))
    }

    private static func color(_ numbers: inout ArraySlice<UInt8?>) -> RGB? {
        let kind = numbers.popFirst()
        if kind == 5, let index = numbers.popFirst() ?? nil { return indexed(Int(index)) }
        guard numbers.count >= 3, kind == 2 else { return nil }
        guard let red = numbers.popFirst() ?? nil, let green = numbers.popFirst() ?? nil,
            let blue = numbers.popFirst() ?? nil
        else { return nil }
        return RGB(red: red, green: green, blue: blue)
    }

    private static func indexed(_ index: Int) -> RGB {
        guard index >= 16 else { return named[index] }
        guard index < 232 else {
            let grey = UInt8(8 + 10 * (index - 232))
            return RGB(red: grey, green: grey, blue: grey)
        }
        func step(_ place: Int) -> UInt8 { place == 0 ? 0 : UInt8(55 + 40 * place) }
        let place = index - 16
        return RGB(red: step(place / 36), green: step(place / 6 % 6), blue: step(place % 6))
    }
}
