import CTOML
import Domain

/// Turns the visits of one parse into a tree.
struct TreeBuilder {
    private(set) var root: FieldValue?
    private(set) var failure: (words: String, line: Int, column: Int)?
    private let lineOffset: Int
    private var open: [Level] = []

    /// A table or a list whose end has not come yet.
    private struct Level {
        let head: Head
        var entries: [FieldEntry] = []
        var values: [FieldValue] = []
    }

    /// What is known of a node apart from its content.
    private struct Head {
        let key: String
        let keyLine: Int
        let keyColumn: Int
        let line: Int
        let column: Int
    }

    init(lineOffset: Int) {
        self.lineOffset = lineOffset
    }

    mutating func take(_ node: ctoml_node) {
        switch unsafe node.kind {
        case CTOML_TEXT: unsafe add(.text(Self.string(node.text, node.text_length)), head(of: node))
        case CTOML_INTEGER: unsafe add(.integer(node.integer), head(of: node))
        case CTOML_NUMBER: unsafe add(.number(node.number), head(of: node))
        case CTOML_FLAG: unsafe add(.flag(node.flag), head(of: node))
        case CTOML_TABLE_BEGIN, CTOML_LIST_BEGIN: unsafe open.append(Level(head: head(of: node)))
        case CTOML_TABLE_END: close { .table($0.entries.sorted(by: Self.stands)) }
        case CTOML_LIST_END: close { .list($0.values) }
        case CTOML_FAILURE: unsafe fail(node)
        default: unsafe add(.other(Self.string(node.text, node.text_length)), head(of: node))
        }
    }

    private mutating func close(_ content: (Level) -> FieldValue.Content) {
        guard let level = open.popLast() else { return }
        add(content(level), level.head)
    }

    private mutating func add(_ content: FieldValue.Content, _ head: Head) {
        let value = FieldValue(content, line: head.line, column: head.column)
        guard let last = open.indices.last else {
            root = value
            return
        }
        open[last].values.append(value)
        open[last].entries.append(
            FieldEntry(name: head.key, value: value, line: head.keyLine, column: head.keyColumn))
    }

    private mutating func fail(_ node: ctoml_node) {
        let words = unsafe Self.string(node.text, node.text_length)
        failure = unsafe (words, line(node.line), Int(node.column))
    }

    private func head(of node: ctoml_node) -> Head {
        unsafe Head(
            key: Self.string(node.key, node.key_length), keyLine: line(node.key_line),
            keyColumn: Int(node.key_column), line: line(node.line), column: Int(node.column))
    }

    private func line(_ line: UInt32) -> Int {
        line == 0 ? 0 : Int(line) + lineOffset
    }

    /// The parser keeps keys in the order of the alphabet; a person knows the order of the file.
    private static func stands(_ first: FieldEntry, before second: FieldEntry) -> Bool {
        (first.line, first.column) < (second.line, second.column)
    }

    private static func string(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: unsafe start == nil ? 0 : length)
        return unsafe String(decoding: bytes, as: UTF8.self)
    }
}
