import BackendKit
import Domain

/// Reads a response with status 2xx: the pictures, and in `info` the settings they were made with.
struct A1111Response {
    let response: HTTPResponse
    let requested: RequestedSettings
    let quoting: Quoting

    /// Returns the first picture and the settings it was made with. Throws `.empty`, `.gone` if the picture was made
    /// with another model than requested, and `.badResponse`.
    func picture() throws(BackendFailure) -> (bytes: [UInt8], used: UsedSettings) {
        let value = try response.object(quoting: quoting)
        let info = info(value)
        let first = firstIndex(info)
        let picture = try picture(value, from: first)
        let used = UsedSettings(info: info, picture: picture, index: first)
        // The server silently ignores a model that it doesn't have and uses the loaded one.
        if used.usesDifferentModel(than: requested) { throw .gone }
        return (picture, used)
    }

    /// The index of the first picture that is not a grid of the others.
    private func firstIndex(_ info: JSONValue?) -> Int {
        guard case .integer(let index) = info?["index_of_first_image"] else { return 0 }
        return Int(clamping: index)
    }

    private func picture(_ value: JSONValue, from first: Int) throws(BackendFailure) -> [UInt8] {
        guard let items = try value.list("images") else { throw .empty }
        let pictures = items.indices.contains(first) ? items[first...] : items[...]
        for item in pictures where item != .null {
            guard let text = item.text else { throw .badResponse(message: "\(item.kindName) in \"images\"") }
            if !text.isBlank { return try EmbeddedPicture.bytes(text) }
        }
        throw .empty
    }

    /// `info` is JSON in a string; some servers send the object itself, and some nothing.
    private func info(_ value: JSONValue) -> JSONValue? {
        guard let info = value["info"] else { return nil }
        return info.text.map { JSONBody.value($0) } ?? info
    }
}

/// The generation parameters as the web UI writes them below the prompt, in `infotexts` and in the picture itself:
/// `Steps: 20, Sampler: Euler a, Schedule type: Karras, Seed: 7, Model: sdxl`.
///
/// Source of the format: `create_infotext` in `modules/processing.py` and `quote` in `modules/infotext_utils.py` of the
/// web UI; `get_image_params` in `examples/common` of stable-diffusion.cpp.
struct InfoText {
    private let fields: [String: String]

    /// Reads only the last line: the lines before it are the prompt, which may look the same.
    init(_ text: String) {
        fields = text.split(whereSeparator: \.isNewline).last.map(Self.fields) ?? [:]
    }

    /// The value of a parameter; `nil` where it is missing or empty.
    subscript(name: String) -> String? {
        guard let value = fields[name], !value.isEmpty else { return nil }
        return value
    }

    /// Splits a line into names and values. A value with a comma or a colon in it is written as a JSON string.
    private static func fields(_ line: Substring) -> [String: String] {
        var fields: [String: String] = [:]
        var rest = line
        while let colon = rest.firstIndex(of: ":") {
            let name = trimmed(rest[..<colon])
            rest = rest[rest.index(after: colon)...].drop { $0 == " " }
            let value: String
            if rest.first == "\"" {
                value = quoted(&rest)
                rest = rest.drop { $0 != "," }
            } else {
                let plain = rest.prefix { $0 != "," }
                value = trimmed(plain)
                rest = rest.dropFirst(plain.count)
            }
            rest = rest.dropFirst()
            if fields[name] == nil { fields[name] = value }
        }
        return fields
    }

    private static func quoted(_ rest: inout Substring) -> String {
        var value = ""
        var isEscaped = false
        rest = rest.dropFirst()
        while let character = rest.popFirst() {
            if isEscaped {
                value.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                break
            } else {
                value.append(character)
            }
        }
        return value
    }

    private static func trimmed(_ text: Substring) -> String {
        let text = text.drop { $0 == " " }
        return String(text.reversed().drop { $0 == " " }.reversed())
    }
}
