/// Writes the parameters of a statement as PostgreSQL numbers them: `?` becomes `$1`, `$2` and so on, `?3` becomes `$3`.
/// Texts, quoted names and comments stay as they are.
package func numberedParameters(_ sql: String) -> String {
    var text: [UInt8] = []
    var number = 0
    var rest = Array(sql.utf8)[...]
    while let byte = rest.popFirst() {
        switch byte {
        case UInt8(ascii: "?"):
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            rest = rest.dropFirst(digits.count)
            if digits.isEmpty { number += 1 }
            text += [UInt8(ascii: "$")] + (digits.isEmpty ? Array("\(number)".utf8) : Array(digits))
        case UInt8(ascii: "'"), UInt8(ascii: "\""):
            let end = rest.firstIndex(of: byte).map { $0 + 1 } ?? rest.endIndex
            text += [byte] + rest[..<end]
            rest = rest[end...]
        case UInt8(ascii: "-") where rest.first == byte:
            let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
            text += [byte] + rest[..<end]
            rest = rest[end...]
        default: text.append(byte)
        }
    }
    return String(decoding: text, as: UTF8.self)
}
