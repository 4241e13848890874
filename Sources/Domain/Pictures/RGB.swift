/// A 24-bit sRGB colour, written `#rrggbb`.
package struct RGB: TextCodable, Hashable, Sendable {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8

    package static var black: RGB { RGB(red: 0, green: 0, blue: 0) }
    package static var white: RGB { RGB(red: 255, green: 255, blue: 255) }

    package init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Reads `#rgb`, `#rrggbb`, `black` or `white`; digits in either case. `nil` for anything else.
    package init?(text: String) {
        switch text {
        case "black": self = .black
        case "white": self = .white
        default:
            let digits = text.utf8.dropFirst().compactMap(\.hexDigitValue)
            guard text.utf8.first == UInt8(ascii: "#"), digits.count == text.utf8.count - 1 else { return nil }
            self.init(digits: digits)
        }
    }

    private init?(digits: [UInt8]) {
        switch digits.count {
        case 3: self.init(red: digits[0] * 17, green: digits[1] * 17, blue: digits[2] * 17)
        case 6:
            self.init(
                red: digits[0] << 4 | digits[1], green: digits[2] << 4 | digits[3], blue: digits[4] << 4 | digits[5])
        default: return nil
        }
    }

    /// `#rrggbb`.
    package var text: String { "#" + [red, green, blue].map { $0.digits(2, radix: 16) }.joined() }
}

/// One pixel: sRGB, 8 bits per channel, alpha not premultiplied.
@frozen
package struct RGBA: Hashable, Sendable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8
    package var alpha: UInt8

    @inlinable
    package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }
}
