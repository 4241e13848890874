import ControlAPI
import ControlClient
import Domain
import PlatformSystem

/// `textify cat ID`.
enum CatCommand: ControlCommand {
    static let name = "cat"
    static let summary = FieldHelp("Print a job's text art", "작업의 글자 그림 출력")
    static let operands = "ID | last"
    static let options = [
        CommandOption(
            "format", "WORD", letter: "f", "txt, ansi, html, svg, … (default: ansi in a terminal, else txt)",
            "txt, ansi, html, svg, … (기본: 터미널이면 ansi, 아니면 txt)"
        ).offering(.words(OutputKind.formats.map(\.format)))
    ]

    static func ask(_ session: ControlSession) async throws(CommandFailure) {
        try await print(try await session.job(), session.options.last("format")?.text, session)
    }

    /// As it suits the place that it goes to, unless a format was `chosen`.
    static func print(
        _ id: String, _ chosen: String?, _ session: ControlSession
    ) async throws(CommandFailure) {
        let place = ConvertPlace.standard
        let usual = place.isTerminal && place.colors != .none ? "ansi" : "txt"
        let bytes: [UInt8]
        do throws(CommandFailure) { bytes = try await art(id, chosen ?? usual, session) } catch {
            // Of a picture that is not kept there is only what was delivered, and that may have no colors.
            guard chosen == nil, usual != "txt", error.problem?.code == "art_gone" else { throw error }
            bytes = try await art(id, "txt", session)
        }
        try CommandOutput.standard(art: bytes)
    }

    private static func art(
        _ id: String, _ format: String, _ session: ControlSession
    ) async throws(CommandFailure) -> [UInt8] {
        let path = "/v1/artworks/" + QueryString.escaped(id) + "/text"
        return try await session.asking { client throws(ControlClientFailure) in
            try await client.bytes(path, [QueryString.Item("format", format)])
        }
    }
}
