extension FixedWidthInteger {
    /// Parses ASCII digits and nothing else. `Int("+5")` would accept a sign, which ports, addresses, sizes and dates
    /// don't have. `nil` for an empty text and for a number that doesn't fit.
    package init?(digits text: some StringProtocol, radix: Int = 10) {
        guard let first = text.utf8.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-") else { return nil }
        self.init(text, radix: radix)
    }
}

extension BinaryInteger {
    /// Returns the number's digits, in lower case, padded with zeros to at least `width`. The number must not be
    /// negative.
    package func digits(_ width: Int, radix: Int = 10) -> String {
        let digits = String(self, radix: radix)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}

extension UInt8 {
    package var isASCIILetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: false
        }
    }

    /// The value of an ASCII hexadecimal digit, in either case; `nil` for any other byte.
    package var hexDigitValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
