/// A form as browsers and HTTP libraries send it: `multipart/form-data` (RFC 7578).
package struct MultipartForm {
    package struct Part: Equatable {
        package let name: String
        package let bytes: [UInt8]
    }

    package let parts: [Part]

    /// More parts than a request has fields.
    private static let mostParts = 200
    /// Longer headers of a part are not a form's.
    private static let mostHeadBytes = 4096

    /// `type` is the `Content-Type` header with its boundary. `nil` if the body isn't such a form.
    package init?(_ body: [UInt8], type: String) {
        guard let boundary = Self.boundary(type) else { return nil }
        let delimiter = Array(("\r\n--" + boundary).utf8)
        // The first delimiter has no line end of its own.
        var rest = ([13, 10] + body)[...]
        guard let first = rest.firstRange(of: delimiter) else { return nil }
        rest = rest[first.upperBound...]
        var parts: [Part] = []
        while !rest.starts(with: Array("--".utf8)) {
            guard parts.count < Self.mostParts, let end = rest.firstRange(of: delimiter),
                let part = Self.part(rest[..<end.lowerBound])
            else { return nil }
            parts.append(part)
            rest = rest[end.upperBound...]
        }
        self.parts = parts
    }

    /// 1 to 70 characters (RFC 2046), quoted or not.
    private static func boundary(_ type: String) -> String? {
        let value = parameter("boundary", of: type)
        return value.flatMap { (1...70).contains($0.utf8.count) ? $0 : nil }
    }

    /// A part begins after its delimiter: padding, a line end, header lines, an empty line, then the content.
    private static func part(_ bytes: ArraySlice<UInt8>) -> Part? {
        let headEnd = Array("\r\n\r\n".utf8)
        guard let end = bytes.prefix(mostHeadBytes).firstRange(of: headEnd),
            let head = String(validating: bytes[..<end.lowerBound], as: UTF8.self)
        else { return nil }
        for line in head.split(separator: "\r\n") where line.lowercased().hasPrefix("content-disposition:") {
            guard line.lowercased().contains("form-data"), let name = parameter("name", of: String(line)) else {
                return nil
            }
            return Part(name: name, bytes: Array(bytes[end.upperBound...]))
        }
        return nil
    }

    /// The value of `name=value` or `name="value"` after a semicolon. Quotes in a quoted value are written `%22`.
    private static func parameter(_ name: String, of header: String) -> String? {
        var rest = header[...]
        while let semicolon = rest.firstIndex(of: ";") {
            rest = rest[rest.index(after: semicolon)...].drop(while: \.isWhitespace)
            guard rest.lowercased().hasPrefix(name + "=") else { continue }
            let value = rest.dropFirst(name.count + 1)
            if value.first == "\"" { return String(value.dropFirst().prefix { $0 != "\"" }) }
            return String(value.prefix { $0 != ";" && !$0.isWhitespace })
        }
        return nil
    }
}
