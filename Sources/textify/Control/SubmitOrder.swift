import ControlAPI
import Domain
import Glibc
import PlatformSystem
import Words

/// A submission built from the command line, checked against the field tables before anything is sent.
struct SubmitOrder {
    private(set) var request = SubmitRequest()
    /// The bytes of the reference picture, if one was given.
    private(set) var picture: [UInt8]?
    private var fields = Request.builtIn
    private let table = FieldTable.request(backends: [])

    init(_ session: ControlSession) throws(CommandFailure) {
        if let words = session.options.last("prompt")?.text {
            // An empty prompt means that the picture is only upscaled.
            if !words.isEmpty { request.fields["prompt"] = .text(words) }
            picture = try Self.bytes(of: try session.picture())
        } else {
            request.fields["prompt"] = .text(try session.operand("prompt"))
        }
        for name in Self.about {
            request.fields[name] = session.options.last(name)?.text.map { .text($0) }
        }
        for option in session.options.options { try take(option) }
    }

    /// The fields of the tables as command-line options.
    static var fieldOptions: [CommandOption] {
        let own = FieldTable.request(backends: []).fields.filter { $0.type != .table && $0.name != "prompt" }
        return own.map(option) + FieldTable.art.fields.map(option)
    }

    private static let about = ["folder", "name", "reference"]

    private static func option<Target>(_ field: Field<Target>) -> CommandOption {
        CommandOption(
            String(field.option.dropFirst(2)), field.type == .flag ? "" : placeholder(field.type), field.help
        ).offering(field.name == "backend" ? .backends : OptionValues(field.type))
    }

    private static func placeholder(_ type: FieldType) -> String {
        switch type {
        case .integer, .number: "N"
        case .size: "WxH"
        case .list: "WORDS"
        default: "VALUE"
        }
    }

    /// The largest picture that any service accepts; the service enforces its own, lower limit.
    private static let mostBytes: Int64 = 512 << 20

    private static func bytes(of path: FilePath) throws(CommandFailure) -> [UInt8] {
        let bytes: [UInt8]
        do throws(FileFailure) {
            let file = try path.open(O_RDONLY)
            let size = try file.entry(named: path.name).size
            guard size <= mostBytes else { throw .tooLarge(bytes: size, limit: mostBytes) }
            bytes = try file.all(limit: Int(mostBytes))
        } catch {
            if case .tooLarge(let bytes, let limit) = error {
                let text = Wording.terminal.tooLargeToSend(path.shown, bytes: bytes, limit: limit)
                throw CommandFailure(exit: .data, text: text)
            }
            throw CommandFailure(exit: .noInput, text: Wording.terminal.sentence(error, about: path.shown))
        }
        guard PictureFormat(magic: bytes) != nil else {
            let failure = PictureFailure.notAPicture
            throw CommandFailure(exit: .data, text: Wording.terminal.sentence(failure, about: path.shown))
        }
        return bytes
    }

    private mutating func take(_ option: ParsedOptions.Found) throws(CommandFailure) {
        // Each `--tag` adds to `--tags`.
        let word = option.name == "tag" ? "tags" : option.name
        let name = String(word.map { $0 == "-" ? "_" : $0 })
        if name == "backend" {
            // The service knows which backends there are.
            request.fields[name] = .text(option.text ?? "")
        } else if let field = table.field(name), field.type != .table, name != "prompt" {
            try apply(table, word, option.text, to: &fields)
            let value = Self.value(field.type, option.text)
            request.fields[name] = name == "tags" ? Self.joined(request.fields[name], value) : value
        } else if let field = FieldTable.art.field(name) {
            try apply(.art, word, option.text, to: &fields.art)
            var art: [String: JSONValue] = [:]
            if case .object(let members) = request.fields["art"] { art = members }
            art[name] = Self.value(field.type, option.text)
            request.fields["art"] = .object(art)
        }
    }

    private static func joined(_ one: JSONValue?, _ other: JSONValue?) -> JSONValue? {
        guard case .list(let first) = one, case .list(let second) = other else { return other }
        return .list(first + second)
    }

    private func apply<Target>(
        _ table: FieldTable<Target>, _ word: String, _ text: String?, to target: inout Target
    ) throws(CommandFailure) {
        do throws(FieldFailure) { try table.apply(word: word, text, to: &target) } catch {
            throw .usage("submit: " + Wording.terminal.sentence(error))
        }
    }

    /// - Precondition: the table has accepted the text.
    private static func value(_ type: FieldType, _ text: String?) -> JSONValue? {
        do throws(FieldFailure.Problem) { return JSONValue(try type.value(of: text)) } catch { return nil }
    }
}

extension JSONValue {
    /// Converts a value from the command line.
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
