import CTOML
package import Domain

/// Reads TOML 1.0 by toml++.
package enum TOML {
    /// The longest text that is read, in bytes.
    package static var limit: Int { 256 << 10 }

    /// Reads a whole text into a table. A byte-order mark is passed over. `firstLine` is the number of its first line,
    /// for a text that stands inside of a file. Throws one `.syntax` failure with its place: duplicate keys and bytes
    /// that are not UTF-8 are such too.
    package static func read(
        _ bytes: some Collection<UInt8>, file: String = "", firstLine: Int = 1
    ) throws(FieldFailure) -> FieldValue {
        let bytes = Array(bytes)
        guard bytes.count <= limit else {
            throw syntax("\(bytes.count) bytes are too many, \(limit) are allowed", file, line: 0, column: 0)
        }
        if let place = UTF8Fault.first(in: bytes) {
            throw syntax("not UTF-8 text", file, line: place.line + firstLine - 1, column: place.column)
        }
        let builder = parse(bytes, TreeBuilder(lineOffset: firstLine - 1))
        if let failure = builder.failure {
            throw syntax(failure.words, file, line: failure.line, column: failure.column)
        }
        return builder.root ?? FieldValue(.table([]))
    }

    private static func parse(_ bytes: [UInt8], _ empty: TreeBuilder) -> TreeBuilder {
        var builder = empty
        unsafe bytes.withUnsafeBytes { raw in
            unsafe withUnsafeMutablePointer(to: &builder) { place in
                let text = unsafe raw.bindMemory(to: CChar.self)
                guard let start = text.baseAddress else { return }
                unsafe ctoml_parse(start, text.count, UnsafeMutableRawPointer(place)) { context, node in
                    unsafe context.assumingMemoryBound(to: TreeBuilder.self).pointee.take(unsafe node.pointee)
                }
            }
        }
        return builder
    }

    private static func syntax(_ words: String, _ file: String, line: Int, column: Int) -> FieldFailure {
        FieldFailure(key: "", problem: .syntax(words), file: file, line: line, column: column)
    }
}
