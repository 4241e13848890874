/// A 24-bit sRGB colour, written `#rrggbb`.
package struct RGB: Hashable, Sendable {
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
            let digits = text.utf8.dropFirst().compactMap { UInt8(String(Unicode.Scalar($0)), radix: 16) }
            guard text.utf8.first == 35, digits.count == text.utf8.count - 1 else { return nil }
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
    package var text: String {
        "#"
            + [red, green, blue].map { channel in
                let hex = String(channel, radix: 16)
                return hex.utf8.count < 2 ? "0" + hex : hex
            }.joined()
    }
}

extension RGB: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let read = RGB(text: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a colour")
        }
        self = read
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
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
