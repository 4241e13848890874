/// The generation parameters as the web UI writes them below the prompt, in `infotexts` and in the picture itself:
/// `Steps: 20, Sampler: Euler a, Schedule type: Karras, Seed: 7, Model: sdxl`.
///
/// Source of the format: `create_infotext` in `modules/processing.py` and `quote` in `modules/infotext_utils.py` of the
/// web UI; `get_image_params` in `examples/common` of stable-diffusion.cpp.
struct InfoText {
    private let fields: [String: String]

    /// Reads the last line alone: what stands before it is the prompt, which may look the same.
    init(_ text: String) {
        let lines = text.split(whereSeparator: \.isNewline)
        fields = lines.last.map(Self.fields) ?? [:]
    }

    /// `nil` where nothing is said.
    subscript(name: String) -> String? {
        guard let value = fields[name], !value.isEmpty else { return nil }
        return value
    }

    /// A value with a comma or a colon in it is written as a JSON string.
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
