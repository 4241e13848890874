import Domain

/// As much of a terminal as art needs: what each cell shows, and how many of the orders it was given changed nothing.
struct Terminal {
    struct Mark: Equatable {
        var scalar: Unicode.Scalar
        var ink: RGB?
        var paper: RGB?
    }

    private(set) var lines: [[Mark]] = [[]]
    private(set) var escapes = 0
    /// Orders for what already was so.
    private(set) var idle = 0
    /// Line feeds while a colour was set.
    private(set) var stained = 0
    /// Controls that are neither a colour nor a line feed.
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

    /// `[…m`: 0, 38;2;r;g;b and 48;2;r;g;b; all else is a stray.
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
            } else if let color = Terminal.color(&numbers), code == 38 || code == 48 {
                if color == (code == 38 ? ink : paper) { idle += 1 }
                if code == 38 { ink = color } else { paper = color }
            } else {
                strays += 1
            }
        }
        if before == (ink, paper) { idle += 1 }
    }

    private static func color(_ numbers: inout ArraySlice<UInt8?>) -> RGB? {
        guard numbers.count >= 4, numbers.popFirst() == 2 else { return nil }
        guard let red = numbers.popFirst() ?? nil, let green = numbers.popFirst() ?? nil,
            let blue = numbers.popFirst() ?? nil
        else { return nil }
        return RGB(red: red, green: green, blue: blue)
    }
}
