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
            let channels = digits.count == 3 ? digits.flatMap { [$0, $0] } : digits
            guard channels.count == 6 else { return nil }
            self.init(
                red: channels[0] << 4 | channels[1], green: channels[2] << 4 | channels[3],
                blue: channels[4] << 4 | channels[5])
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
