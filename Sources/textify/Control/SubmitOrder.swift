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
            take(art: option.name)
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

    private mutating func take(art name: String) {
        var art = request.art ?? SubmitRequest.Art()
        switch name {
        case "columns": art.columns = fields.art.columns
        case "charset": art.charset = fields.art.charset.rawValue
        case "characters": art.characters = fields.art.characters
        case "cell-aspect": art.cellAspect = fields.art.cellAspect
        case "color": art.color = fields.art.color.rawValue
        case "invert": art.invert = fields.art.invert
        case "contrast": art.contrast = fields.art.contrast
        default: art.background = fields.art.background.text
        }
        request.art = art
    }
}
