/// Any JSON value, for data passed on to a service unchanged, and for answers of unknown shape.
package enum JSONValue: Equatable, Sendable {
    case null
    case flag(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case list([JSONValue])
    case object([String: JSONValue])
}

extension JSONValue {
    /// An object's member; `nil` if the value isn't an object, has no such member, or the member is `null`.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self, let member = members[name], member != .null else { return nil }
        return member
    }

    package var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    package var list: [JSONValue]? {
        guard case .list(let values) = self else { return nil }
        return values
    }

    package var flag: Bool? {
        guard case .flag(let flag) = self else { return nil }
        return flag
    }

    /// A text, or a number as text. Services send codes in both forms.
    package var word: String? {
        switch self {
        case .text(let text): text
        case .integer(let integer): String(integer)
        case .number(let number): String(number)
        case .null, .flag, .list, .object: nil
        }
    }

    /// The kind of value, for messages.
    package var kindName: String {
        switch self {
        case .null: "null"
        case .flag: "true or false"
        case .integer, .number: "a number"
        case .text: "a text"
        case .list: "a list"
        case .object: "an object"
        }
    }
}

extension JSONValue: Codable {
    /// Decodes any JSON value. The most likely kinds are tried first. An integer that doesn't fit into 64 bits is read
    /// as a `number`.
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let members = try? value.decode([String: JSONValue].self) {
            self = .object(members)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let values = try? value.decode([JSONValue].self) {
            self = .list(values)
        } else if let integer = try? value.decode(Int64.self) {
            self = .integer(integer)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if value.decodeNil() {
            self = .null
        } else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "not JSON")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var place = encoder.singleValueContainer()
        switch self {
        case .null: try place.encodeNil()
        case .flag(let flag): try place.encode(flag)
        case .integer(let integer): try place.encode(integer)
        case .number(let number): try place.encode(number)
        case .text(let text): try place.encode(text)
        case .list(let values): try place.encode(values)
        case .object(let members): try place.encode(members)
        }
    }
}
