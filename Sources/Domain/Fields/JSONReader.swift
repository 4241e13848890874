/// Reads JSON (RFC 8259) into a `FieldValue`. Strict: unique keys, nothing after the end, at most 32 levels deep.
package struct JSONReader {
    private static let maxDepth = 32

    private let bytes: [UInt8]
    private var position = 0
    private var line: Int
    private var lineStart = 0

    private init(_ bytes: [UInt8], firstLine: Int) {
        self.bytes = bytes
        line = firstLine
    }

    /// Reads a whole document. `firstLine` is the line number of the first byte, for JSON inside another file. Throws
    /// `.syntax` and `.duplicate`, with line and column (in bytes).
    package static func read(
        _ bytes: [UInt8], file: String = "", firstLine: Int = 1
    ) throws(FieldFailure) -> FieldValue {
        var reader = JSONReader(bytes, firstLine: firstLine)
        do throws(Fault) {
            guard String(validating: bytes, as: UTF8.self) != nil else { throw Fault(.syntax("not UTF-8")) }
            let value = try reader.value(depth: 0)
            reader.skipSpace()
            guard reader.position == bytes.count else { throw Fault(.syntax("unexpected data after the end")) }
            return value
        } catch {
            throw FieldFailure(
                key: error.key, problem: error.problem, file: file, line: reader.line, column: reader.column)
        }
    }

    private struct Fault: Error {
        let problem: FieldFailure.Problem
        let key: String

        init(_ problem: FieldFailure.Problem, key: String = "") {
            self.problem = problem
            self.key = key
        }
    }

    private var column: Int { position - lineStart + 1 }
    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func value(depth: Int) throws(Fault) -> FieldValue {
        skipSpace()
        let (line, column) = (self.line, self.column)
        return FieldValue(try content(depth: depth), line: line, column: column)
    }

    private mutating func content(depth: Int) throws(Fault) -> FieldValue.Content {
        guard depth < Self.maxDepth else { throw Fault(.syntax("nested deeper than \(Self.maxDepth) levels")) }
        switch next {
        case UInt8(ascii: "{"): return .table(try table(depth: depth))
        case UInt8(ascii: "["): return .list(try list(depth: depth))
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "t"): return try word("true", .flag(true))
        case UInt8(ascii: "f"): return try word("false", .flag(false))
        case UInt8(ascii: "n"): return try word("null", .other("null"))
        case .none: throw Fault(.syntax("unexpected end"))
        default: return try number()
        }
    }

    private mutating func table(depth: Int) throws(Fault) -> [FieldEntry] {
        var entries: [FieldEntry] = []
        var names: Set<String> = []
        position += 1
        while try !ends(with: UInt8(ascii: "}"), isFirst: entries.isEmpty) {
            let (line, column) = (self.line, self.column)
            guard next == UInt8(ascii: "\"") else { throw Fault(.syntax("expected a key in quotes")) }
            let name = try text()
            guard names.insert(name).inserted else { throw Fault(.duplicate, key: name) }
            skipSpace()
            guard skip(UInt8(ascii: ":")) else { throw Fault(.syntax("expected a colon")) }
            entries.append(FieldEntry(name: name, value: try value(depth: depth + 1), line: line, column: column))
        }
        return entries
    }

    private mutating func list(depth: Int) throws(Fault) -> [FieldValue] {
        var values: [FieldValue] = []
        position += 1
        while try !ends(with: UInt8(ascii: "]"), isFirst: values.isEmpty) {
            values.append(try value(depth: depth + 1))
        }
        return values
    }

    /// Returns whether the list or table ends here. If not, skips the comma before the next element.
    private mutating func ends(with mark: UInt8, isFirst: Bool) throws(Fault) -> Bool {
        skipSpace()
        if skip(mark) { return true }
        if !isFirst {
            guard skip(UInt8(ascii: ",")) else { throw Fault(.syntax("expected a comma or a closing bracket")) }
            skipSpace()
        }
        return false
    }

    private mutating func number() throws(Fault) -> FieldValue.Content {
        let start = position
        while let byte = next, Self.isNumberByte(byte) { position += 1 }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard Self.isNumber(bytes[start..<position]) else {
            position = start
            throw Fault(.syntax("expected a JSON value"))
        }
        if let integer = Int64(text) { return .integer(integer) }
        guard let number = Double(text), number.isFinite else { throw Fault(.syntax("number too large")) }
        return .number(number)
    }

    private static func isNumberByte(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || "+-.eE".utf8.contains(byte)
    }

    /// Checks the grammar of a number: `-`? (`0` | `1`…`9` digits) (`.` digits)? (`e` sign? digits)?
    private static func isNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        func digits() -> Int {
            let count = rest.prefix { (48...57).contains($0) }.count
            rest = rest.dropFirst(count)
            return count
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let isZero = rest.first == UInt8(ascii: "0")
        let whole = digits()
        guard whole > 0, whole == 1 || !isZero else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard digits() > 0 else { return false }
        }
        guard rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") else { return rest.isEmpty }
        rest = rest.dropFirst()
        if let sign = rest.first, "+-".utf8.contains(sign) { rest = rest.dropFirst() }
        return digits() > 0 && rest.isEmpty
    }

    private mutating func word(_ word: String, _ content: FieldValue.Content) throws(Fault) -> FieldValue.Content {
        guard bytes[position...].starts(with: word.utf8) else { throw Fault(.syntax("expected a JSON value")) }
        position += word.utf8.count
        return content
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = next, [9, 10, 13, 32].contains(byte) {
            position += 1
            guard byte == 10 else { continue }
            line += 1
            lineStart = position
        }
    }

    // MARK: Texts

    private mutating func text() throws(Fault) -> String {
        var read: [UInt8] = []
        position += 1
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: read, as: UTF8.self)
            case UInt8(ascii: "\\"): read += Array(String(try escaped()).utf8)
            case 0..<32: throw Fault(.syntax("unescaped control character in a text"))
            default: read.append(byte)
            }
        }
        throw Fault(.syntax("unterminated text"))
    }

    private mutating func escaped() throws(Fault) -> Unicode.Scalar {
        guard let byte = next else { throw Fault(.syntax("unterminated text")) }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicode()
        default: throw Fault(.syntax("unknown escape"))
        }
    }

    /// Reads four hexadecimal digits, or two escapes that form a surrogate pair.
    private mutating func unicode() throws(Fault) -> Unicode.Scalar {
        let first = try fourDigits()
        guard (0xD800...0xDFFF).contains(first) else {
            guard let scalar = Unicode.Scalar(first) else { throw Fault(.syntax("invalid character")) }
            return scalar
        }
        guard first < 0xDC00, skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) else {
            throw Fault(.syntax("unpaired surrogate"))
        }
        let second = try fourDigits()
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw Fault(.syntax("unpaired surrogate")) }
        return scalar
    }

    private mutating func fourDigits() throws(Fault) -> UInt32 {
        let digits = String(decoding: bytes[position...].prefix(4), as: UTF8.self)
        guard digits.utf8.count == 4, let number = UInt32(digits: digits, radix: 16) else {
            throw Fault(.syntax("expected four hexadecimal digits"))
        }
        position += 4
        return number
    }
}
