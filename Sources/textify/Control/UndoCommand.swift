import ControlAPI
import ControlClient
import Domain
import Words

/// `textify undo [TOKEN]`: takes a change of artworks or tags back.
enum UndoCommand: ControlCommand {
    static let name = "undo"
    static let summary = FieldHelp(
        "Undo a change of tags, favourites or the trash, up to ten minutes later", "태그, 즐겨찾기, 휴지통의 변경을 10분 안에 되돌림")
    static let operands = "[TOKEN]"
    static let options = [CommandOption.quiet]

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        if session.operands.count > 1 { throw session.usageError(session.words.oneToken) }
        let body = try session.json(UndoRequest(token: session.operands.first))
        let answer = try await session.post(
            "/v1/artworks/undo", body: body, limit: .seconds(600), as: UndoAnswer.self)
        try session.report(answer) { [session.words.undone($0.restored, left: $0.left)] }
    }
}

extension ControlSession {
    /// Tells how a change of several artworks is undone. `token` is `nil` if it can't be.
    func undoHint(_ token: String?, artworks: Int) -> [String] {
        guard let token, artworks > 1 else { return [] }
        return [words.undoHint(token)]
    }
}
