extension FieldCodec where Value == [String] {
    /// The words of a command line; they may repeat. A program that contains a slash is a path.
    package static func command(_ paths: PathResolver) -> Self {
        FieldCodec(.list(.text), show: { $0.joined(separator: " ") }) { value, key, reader in
            guard let values = reader.elements(of: value, key: key) else { return nil }
            var words: [String] = []
            for (index, value) in values.enumerated() {
                guard case .text(let text) = value.content else {
                    reader.report(
                        .wrongType(wanted: "text", got: value.typeName), key: "\(key)[\(index)]", at: value)
                    continue
                }
                if text.utf8.contains(0) || index == 0 && text.isEmpty {
                    reader.report(.malformed(got: text, example: "./paint.py"), key: "\(key)[\(index)]", at: value)
                }
                words.append(text)
            }
            guard let program = words.first else { return reader.reject(.missing, key: key + "[0]", at: value) }
            return [program.contains("/") || program == "~" ? path(program, paths) : program] + words.dropFirst()
        }
    }

    private static func path(_ text: String, _ paths: PathResolver) -> String {
        String(decoding: paths.path(text).bytes, as: UTF8.self)
    }
}

extension FieldCodec where Value == String {
    /// The name of an environment variable. Its value must not be written here, so invalid text is not repeated in
    /// errors.
    package static var variable: Self {
        FieldCodec(.text, show: { $0 }) { text throws(FieldFailure.Problem) in
            let isName = 1...64 ~= text.utf8.count && !(text.utf8.first.map { 48...57 ~= $0 } ?? true)
            let isPlain = text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 48...57: true
                default: byte == UInt8(ascii: "_")
                }
            }
            guard isName, isPlain else { throw .malformed(got: "…", example: "HF_HOME") }
            return text
        }
    }
}
