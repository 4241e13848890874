/// A number that only fits where its unit does. It is compared, stored and printed as the bare number. An integer
/// literal makes one, which keeps tests readable.
package protocol NumberWithUnit: Codable, Comparable, CustomStringConvertible, ExpressibleByIntegerLiteral, Hashable,
    Sendable
{
    associatedtype Number: FixedWidthInteger & Codable

    var number: Number { get }

    init(_ number: Number)
}

extension NumberWithUnit {
    package init(integerLiteral number: Int64) {
        self.init(Number(number))
    }

    package init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(Number.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }

    package var description: String { "\(number)" }

    package static func < (lhs: Self, rhs: Self) -> Bool { lhs.number < rhs.number }
}
