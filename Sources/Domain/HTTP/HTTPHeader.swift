/// One header field. A secret one, such as a key, goes to the server and nowhere else: neither printing, dumping nor
/// reflecting shows it.
package struct HTTPHeader: Equatable, Sendable {
    package let name: String
    package let value: String
    package let isSecret: Bool

    package init(_ name: String, _ value: String, isSecret: Bool = false) {
        self.name = name
        self.value = value
        self.isSecret = isSecret
    }

    /// Whether this is the field of that name; case does not count.
    package func isNamed(_ other: String) -> Bool {
        name.utf8.count == other.utf8.count && zip(name.utf8, other.utf8).allSatisfy { lower($0) == lower($1) }
    }

    /// Whether it can stand in a request as it is: the name is a token, the value ends no line (RFC 9110, 5.1 and 5.5).
    package var isValid: Bool {
        !name.isEmpty && name.utf8.allSatisfy(isToken) && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 9 }
    }

    private func lower(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }

    private func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}

extension HTTPHeader: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "\(name): \(isSecret ? "(secret)" : value)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["field": description]) }
}
