/// A strict parser for a page: elements must be closed in order, and every `&` must be an escape.
struct Markup {
    enum Fault: Error, Equatable {
        case unclosed(String)
        case wrongEnd(String)
        case bareCharacter(Character)
    }

    static let known: Set = ["html", "head", "meta", "title", "style", "body", "pre", "span", "b", "i", "p"]
    private static let endless: Set = ["meta", "!DOCTYPE"]
    private static let escapes: [Substring: String] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'"]

    /// Every element in order.
    private(set) var names: [String] = []
    /// The text of the `pre`, without the line feed that HTML drops.
    private(set) var pre = ""
    private var open: [String] = []

    init(_ page: String) throws(Fault) {
        var rest = Substring(page)
        while let character = rest.popFirst() {
            switch character {
            case "<": try tag(&rest)
            case "&": try escape(&rest)
            case ">" where open.last != "style": throw .bareCharacter(character)
            default: add(String(character))
            }
        }
        if let left = open.last { throw .unclosed(left) }
        if pre.first == "\n" { pre.removeFirst() }
    }

    private mutating func add(_ text: String) {
        if open.contains("pre") { pre += text }
    }

    private mutating func tag(_ rest: inout Substring) throws(Fault) {
        guard let end = rest.firstIndex(of: ">") else { throw .bareCharacter("<") }
        let tag = rest[..<end]
        rest = rest[rest.index(after: end)...]
        guard tag.first != "/" else {
            let name = String(tag.dropFirst())
            guard open.popLast() == name else { throw .wrongEnd(name) }
            return
        }
        let name = String(tag.prefix { $0 != " " })
        guard !Markup.endless.contains(name) else { return }
        names.append(name)
        // In XML an empty element closes itself.
        if tag.last != "/" { open.append(name) }
    }

    private mutating func escape(_ rest: inout Substring) throws(Fault) {
        guard let end = rest.firstIndex(of: ";"), let text = Markup.escapes[rest[..<end]] else {
            throw .bareCharacter("&")
        }
        rest = rest[rest.index(after: end)...]
        add(text)
    }
}
