import Domain

/// A picture as the server keeps it.
struct StoredFile: Equatable {
    let name: String
    let folder: String
    /// `output`, `temp` or `input`.
    let type: String

    init?(_ value: JSONValue) {
        guard let name = value["filename"]?.text, !name.isEmpty else { return nil }
        self.name = name
        folder = value["subfolder"]?.text ?? ""
        type = value["type"]?.text ?? "output"
    }

    /// Whether it was saved as a result, and is no preview.
    var isResult: Bool { type == "output" }

    /// The path and query to get it by.
    var target: String {
        StoredFile.path + "filename=\(escaped(name))&subfolder=\(escaped(folder))&type=\(escaped(type))"
    }

    static let path = "/view?"

    /// All but the letters, digits and marks that mean nothing in an address (RFC 3986, 2.3).
    private func escaped(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return text.utf8.reduce(into: "") { escaped, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 48...57,
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                escaped += "%"
                escaped.append(digits[Int(byte >> 4)])
                escaped.append(digits[Int(byte & 15)])
            }
        }
    }
}
