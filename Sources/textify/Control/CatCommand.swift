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
        let place = ConvertPlace.standard
        let usual = place.isTerminal && place.colors != .none ? "ansi" : "txt"
        let format = session.options.last("format")?.text ?? usual
        try await print(try await session.job(), format, session)
    }

    static func print(_ id: String, _ format: String, _ session: ControlSession) async throws(CommandFailure) {
        let path = "/v1/artworks/" + QueryString.escaped(id) + "/text"
        let art = try await session.asking { client throws(ControlClientFailure) in
            try await client.bytes(path, [QueryString.Item("format", format)])
        }
        try CommandOutput.standard(art)
    }
}
