import ControlAPI
import ControlClient
import Domain
import PlatformSystem
import Words

/// `textify cat ID`.
enum CatCommand: ControlCommand {
    static let name = "cat"
    static let summary = FieldHelp("Print a job's text art", "작업의 텍스트 아트 출력")
    static let operands = "ID | last"
    static let options = [formatOption]

    static let formatOption = CommandOption(
        "format", "WORD", letter: "f", "Format (default: ansi in a terminal, else txt)",
        "형식 (기본: 터미널이면 ansi, 아니면 txt)"
    ).offering(.words(OutputKind.formats.map(\.format)))

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        let format = try format(session)
        try await print(try await session.jobID(), format, session)
    }

    /// Prints a job's art; see `art`.
    static func print(
        _ id: String, _ chosen: String?, options: [QueryString.Item] = [], _ session: ControlSession
    ) async throws(CommandFailure) {
        try CommandOutput.standard(art: try await art(id, chosen, options: options, session))
    }

    /// The word of `--format`, checked before the service is called.
    static func format(_ session: ControlSession) throws(CommandFailure) -> String? {
        guard let format = session.options.last("format")?.text else { return nil }
        if OutputKind(format: format) != nil { return format }
        throw session.notOneOf(OutputKind.formats.map(\.format), "format", format)
    }

    /// A job's art in the `chosen` format, or in the one that suits standard output, with `options` in place of the
    /// job's own.
    static func art(
        _ id: String, _ chosen: String?, options: [QueryString.Item] = [], _ session: ControlSession
    ) async throws(CommandFailure) -> [UInt8] {
        let output = await OutputTraits.standard()
        let usual = output.isTerminal && output.colors != .none ? "ansi" : "txt"
        let format = chosen ?? usual
        let charset = output.isTerminal && format == "ansi" ? output.profile(output.report()).charset : nil
        do throws(CommandFailure) { return try await art(id, format, charset, options, session) } catch {
            // If the picture was not kept, only the delivered files remain, which may have no colours.
            let isGone = [.artGone, .pictureRemoved].contains(error.problem.flatMap { ErrorCode(rawValue: $0.code) })
            guard chosen == nil, usual != "txt", isGone else { throw error }
            return try await art(id, "txt", nil, options, session)
        }
    }

    private static func art(
        _ id: String, _ format: String, _ charset: Charset?, _ options: [QueryString.Item], _ session: ControlSession
    ) async throws(CommandFailure) -> [UInt8] {
        let path = ArtworkPath.text(of: id, format)
        let query = options + (charset.map { [ArtworkPath.autoCharset($0)] } ?? [])
        return try await session.withClient { client throws(ControlClientFailure) in
            try await client.bytes(path, query)
        }
    }
}
