internal import Domain

/// The query of a URL, `name=value&name=value`, percent-encoded.
package enum QueryString {
    package struct Item: Hashable, Sendable {
        package let name: String
        /// `nil` for a name without an equals sign.
        package let value: String?

        package init(_ name: String, _ value: String?) {
            self.name = name
            self.value = value
        }
    }

    package static func encode(_ items: [Item]) -> String {
        items.map { item in
            PercentEncoding.encoded(item.name) + (item.value.map { "=" + PercentEncoding.encoded($0) } ?? "")
        }.joined(separator: "&")
    }

    /// Decodes a query; a plus sign is a space. `nil` when a percent sign is not followed by two hexadecimal digits, or
    /// the bytes are not UTF-8.
    package static func decode(_ text: some StringProtocol) -> [Item]? {
        var items: [Item] = []
        for part in text.utf8.split(separator: UInt8(ascii: "&")) {
            let sides = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
                .map { PercentEncoding.decoded($0, plusIsSpace: true) }
            guard let name = sides[0] else { return nil }
            if sides.count == 2, sides[1] == nil { return nil }
            items.append(Item(name, sides.count == 2 ? sides[1] : nil))
        }
        return items
    }
}

extension [QueryString.Item] {
    /// The first value of a parameter, empty when it has none.
    package func text(_ name: String) -> String? {
        all(name).first
    }

    /// All values of a parameter.
    package func all(_ name: String) -> [String] {
        filter { $0.name == name }.map { $0.value ?? "" }
    }
}
