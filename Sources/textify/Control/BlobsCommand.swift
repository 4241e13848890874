import ControlAPI
import ControlClient
import Domain
import PlatformSystem
import Words

/// `textify blobs move`: moves pictures to the storage that new ones are written to.
enum BlobsCommand: ControlCommand {
    static let name = "blobs"
    static let summary = FieldHelp(
        "Move the stored pictures to where new ones are kept, while work goes on", "저장된 그림을 새 그림이 저장되는 곳으로 옮김. 작업은 계속됨")
    static let operands = "move"
    static let options = [
        CommandOption(
            "to", "STORE", "Where the configuration keeps pictures: s3, database or disk",
            "설정에서 그림을 저장하는 곳: s3, database, disk"),
        CommandOption("quiet", letter: "q", "Print only what is wrong", "잘못된 것만 출력"),
    ]

    /// Asks for step after step. It may be interrupted at any time, and continues from there.
    static func run(_ session: ControlSession) async throws(CommandFailure) {
        guard session.operands == ["move"], let target = session.options.last("to")?.text else {
            throw session.usageError(session.words.moveNeedsStore)
        }
        var sum = BlobMoveAnswer()
        var left = Int.max
        repeat {
            let step = try await session.post(
                "/v1/blobs/move", [QueryString.Item("to", target)], limit: .seconds(3_600), as: BlobMoveAnswer.self)
            sum.moved += step.moved
            sum.bytes += step.bytes
            sum.damaged += step.damaged
            sum.left = step.left
            if !session.isQuiet { try show(session.words.moved(sum.moved, bytes: sum.bytes, left: sum.left), session) }
            // Without progress there would be no end.
            guard step.left < left || step.moved > 0 else { break }
            left = step.left
        } while sum.left > 0
        for digest in sum.damaged { try show(session.words.notMoved(digest), session) }
        if session.wantsJSON { try session.report(sum) { _ in [] } }
        guard sum.left == 0, sum.damaged.isEmpty else {
            throw CommandFailure(exit: .data, text: session.words.picturesLeft(sum.left + sum.damaged.count))
        }
    }

    private static func show(_ line: String, _ session: ControlSession) throws(CommandFailure) {
        if !session.wantsJSON { try CommandOutput.standard(TerminalText.line(line) + "\n") }
    }
}
