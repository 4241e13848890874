import ControlAPI
import Domain
import PlatformSystem
import Words

/// What a command line asks for, checked by the field table before anything is sent.
struct SubmitOrder {
    private(set) var request: SubmitRequest
    private var fields = Request.builtIn

    init(_ session: ControlSession) throws(CommandFailure) {
        request = SubmitRequest(prompt: try session.operand("prompt"))
        request.folder = session.options.last("folder")?.text
        request.name = session.options.last("name")?.text
        request.reference = session.options.last("reference")?.text
        for option in session.options.options { try take(option) }
    }

    /// The table's fields as options. Names of backends are the service's to check.
    static var fieldOptions: [CommandOption] {
        own.map { CommandOption($0.0, $0.1, $0.2) }
            + FieldTable.art.fields.map { field in
                let name = String(field.option.dropFirst(2))
                let isFlag = FieldTable.art.standsAlone(field.name)
                return CommandOption(name, isFlag ? "" : "VALUE", field.help.english)
            }
    }

    private static let own = [
        ("backend", "NAME", "Who generates the picture"), ("size", "WxH", "The picture's width and height"),
        ("seed", "N", "The same seed makes the same picture again"), ("tags", "WORDS", "Tags, with commas"),
        ("outputs", "WORDS", "Which files are delivered, with commas"),
    ]

    private mutating func take(_ option: ParsedOptions.Found) throws(CommandFailure) {
        let text = option.text ?? ""
        switch option.name {
        case "backend": request.backend = text
        case "size", "seed", "tags", "outputs":
            try apply(FieldTable.request(backends: []), option, to: &fields)
            take(checked: option.name, text)
        case "wait", "timeout", "folder", "name", "reference", "key", "socket", "json": return
        default:
            try apply(.art, option, to: &fields.art)
            take(art: option)
        }
    }

    private func apply<Target>(
        _ table: FieldTable<Target>, _ option: ParsedOptions.Found, to target: inout Target
    ) throws(CommandFailure) {
        do throws(FieldFailure) { try table.apply(word: option.name, option.text, to: &target) } catch {
            throw .usage("submit: " + Wording.terminal.sentence(error))
        }
    }

    private mutating func take(checked name: String, _ text: String) {
        switch name {
        case "size": request.size = text
        case "seed": request.seed = fields.generation.seed
        case "tags": request.tags = fields.tags
        default: request.outputs = fields.outputs.map(\.rawValue)
        }
    }

    /// - Precondition: it was checked by the table.
    private mutating func take(art option: ParsedOptions.Found) {
        let name = String(option.name.map { $0 == "-" ? "_" : $0 })
        guard let field = FieldTable.art.field(name), let value = try? field.type.value(of: option.text) else { return }
        request.art = (request.art ?? [:]).merging([name: JSONValue(value)]) { $1 }
    }
}

extension JSONValue {
    /// The value that a command line gave.
    fileprivate init(_ value: FieldValue) {
        switch value.content {
        case .text(let text): self = .text(text)
        case .integer(let integer): self = .integer(integer)
        case .number(let number): self = .number(number)
        case .flag(let flag): self = .flag(flag)
        case .list(let values): self = .list(values.map { JSONValue($0) })
        case .table, .other: self = .null
        }
    }
}
