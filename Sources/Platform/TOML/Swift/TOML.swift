import CTOML
package import Domain
internal import PlatformConcurrency

/// Parses TOML 1.0 with toml++.
package enum TOML {
    /// The maximum size of a text in bytes.
    package static var limit: Int { 256 << 10 }
    /// The stack that the parser needs for a text of `limit` bytes.
    private static var stack: Int { limit << 10 }

    /// Parses a text into a table. A byte-order mark is skipped. `firstLine` is the number of the first line, for a
    /// text embedded in a file; `document` is the file's index among those that are read as one. Throws a `.syntax` failure with its position, also for duplicate keys and invalid
    /// UTF-8.
    package static func read(
        _ bytes: some Collection<UInt8>, file: String = "", firstLine: Int = 1, document: Int = 0
    ) throws(FieldFailure) -> FieldValue {
        let bytes = Array(bytes)
        guard bytes.count <= limit else {
            throw syntax("\(bytes.count) bytes exceed the limit of \(limit)", file, line: 0, column: 0)
        }
        if let position = invalidUTF8(in: bytes) {
            throw syntax("not UTF-8 text", file, line: position.line + firstLine - 1, column: position.column)
        }
        let builder: TreeBuilder
        do throws(ThreadFailure) {
            builder = try Thread.run("toml", stack: stack) {
                parse(bytes, TreeBuilder(lineOffset: firstLine - 1, document: document))
            }
        } catch {
            throw syntax("out of memory", file, line: 0, column: 0)
        }
        if let failure = builder.failure {
            throw syntax(failure.words, file, line: failure.line, column: failure.column)
        }
        return builder.root ?? FieldValue(.table([]))
    }

    private static func parse(_ bytes: [UInt8], _ start: TreeBuilder) -> TreeBuilder {
        var builder = start
        unsafe bytes.withUnsafeBytes { raw in
            unsafe withUnsafeMutablePointer(to: &builder) { context in
                let text = unsafe raw.bindMemory(to: CChar.self)
                guard let start = text.baseAddress else { return }
                unsafe ctoml_parse(start, text.count, UnsafeMutableRawPointer(context)) { context, node in
                    unsafe context.assumingMemoryBound(to: TreeBuilder.self).pointee.visit(unsafe node.pointee)
                }
            }
        }
        return builder
    }

    /// Returns the line and column of the first invalid byte, from 1; `nil` if the bytes are valid UTF-8.
    private static func invalidUTF8(in bytes: [UInt8]) -> (line: Int, column: Int)? {
        guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
        var decoder = UTF8()
        var rest = bytes.makeIterator()
        var (line, column) = (1, 1)
        while case .scalarValue(let scalar) = decoder.decode(&rest) {
            (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
        }
        return (line, column)
    }

    private static func syntax(_ words: String, _ file: String, line: Int, column: Int) -> FieldFailure {
        FieldFailure(key: "", problem: .syntax(words), file: file, line: line, column: column)
    }
}

/// Builds a tree from the nodes that the parser visits.
private struct TreeBuilder: Sendable {
    private(set) var root: FieldValue?
    private(set) var failure: (words: String, line: Int, column: Int)?
    /// Added to the parser's line numbers.
    let lineOffset: Int
    let document: Int
    private var open: [Level] = []

    /// An open table or list.
    private struct Level: Sendable {
        let head: Head
        var entries: [FieldEntry] = []
        var values: [FieldValue] = []
    }

    /// The key and position of a node.
    private struct Head: Sendable {
        let key: String
        let keyLine: Int
        let keyColumn: Int
        let line: Int
        let column: Int
        let isInline: Bool
    }

    init(lineOffset: Int, document: Int) {
        self.lineOffset = lineOffset
        self.document = document
    }

    mutating func visit(_ node: ctoml_node) {
        switch unsafe node.kind {
        case CTOML_TEXT: unsafe add(.text(Self.string(node.text, node.text_length)), head(of: node))
        case CTOML_INTEGER: unsafe add(.integer(node.integer), head(of: node))
        case CTOML_NUMBER: unsafe add(.number(node.number), head(of: node))
        case CTOML_FLAG: unsafe add(.flag(node.flag), head(of: node))
        case CTOML_TABLE_BEGIN, CTOML_LIST_BEGIN: unsafe open.append(Level(head: head(of: node)))
        // The parser sorts keys alphabetically; people expect the order of the file.
        case CTOML_TABLE_END: close { .table($0.entries.sorted { ($0.line, $0.column) < ($1.line, $1.column) }) }
        case CTOML_LIST_END: close { .list($0.values) }
        case CTOML_FAILURE:
            failure = unsafe (Self.string(node.text, node.text_length), line(node.line), Int(node.column))
        default: unsafe add(.other(Self.string(node.text, node.text_length)), head(of: node))
        }
    }

    private mutating func close(_ content: (Level) -> FieldValue.Content) {
        guard let level = open.popLast() else { return }
        add(content(level), level.head)
    }

    private mutating func add(_ content: FieldValue.Content, _ head: Head) {
        let value = FieldValue(
            content, line: head.line, column: head.column, document: document, isInline: head.isInline)
        guard let last = open.indices.last else {
            root = value
            return
        }
        open[last].values.append(value)
        open[last].entries.append(
            FieldEntry(name: head.key, value: value, line: head.keyLine, column: head.keyColumn, document: document))
    }

    private func head(of node: ctoml_node) -> Head {
        unsafe Head(
            key: Self.string(node.key, node.key_length), keyLine: line(node.key_line),
            keyColumn: Int(node.key_column), line: line(node.line), column: Int(node.column),
            isInline: node.kind == CTOML_TABLE_BEGIN && node.flag)
    }

    private func line(_ line: UInt32) -> Int {
        line == 0 ? 0 : Int(line) + lineOffset
    }

    /// Returns the text of `length` bytes at `start`; empty for NULL.
    private static func string(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: unsafe start == nil ? 0 : length)
        return unsafe String(decoding: bytes, as: UTF8.self)
    }
}
