import ControlAPI
import ControlClient
import Domain
import PlatformSystem
import Words

/// `textify render ID`: a finished job's art with other options.
enum RenderCommand: ControlCommand {
    static let name = "render"
    static let summary = FieldHelp(
        "Render a job's picture again with other options, at no cost",
        "작업의 그림을 다른 옵션으로 다시 변환. 비용 없음")
    static let operands = "ID | last"

    static var options: [CommandOption] {
        [
            CommandOption(
                "output", "FILE", letter: "o",
                "Write to FILE, whose extension selects the format (default: the terminal)",
                "확장자가 형식을 정하는 FILE에 쓰기 (기본: 터미널)"),
            CatCommand.formatOption,
        ] + FieldTable.art.fields.map { CommandOption($0, "VALUE") }
    }

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        let output = session.options.last("output")?.value.map { FilePath(bytes: $0) }
        let format = try format(session, output)
        let query = try artOptions(session)
        let id = try await session.jobID()
        guard let output else { return try await CatCommand.print(id, format, options: query, session) }
        try CommandOutput.file(output, try await CatCommand.art(id, format ?? "txt", options: query, session))
    }

    /// The format of `--format`, or of the output's extension.
    private static func format(_ session: ControlSession, _ output: FilePath?) throws(CommandFailure) -> String? {
        if let format = try CatCommand.format(session) { return format }
        guard let output, !output.name.ending.isEmpty else { return nil }
        guard let kind = OutputKind(named: output.name) else {
            throw session.usageError(session.words.unknownEnding(output.shown, OutputKind.plainEndings))
        }
        return kind.format
    }

    /// The art options as a query, checked before the service is called.
    private static func artOptions(_ session: ControlSession) throws(CommandFailure) -> [QueryString.Item] {
        var art = ArtOptions()
        var query: [QueryString.Item] = []
        for option in session.options.options {
            let name = String(option.name.map { $0 == "-" ? "_" : $0 })
            guard FieldTable.art.field(name) != nil else { continue }
            do throws(FieldFailure) { try FieldTable.art.apply(word: option.name, option.text, to: &art) } catch {
                throw session.usageError(session.words.sentence(error))
            }
            query.append(QueryString.Item(name, option.text))
        }
        return query
    }
}
