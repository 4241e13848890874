import ControlAPI
import ControlClient
import Domain
import PlatformSystem
import Words

/// `textify verify`: checks what the service has stored.
enum VerifyCommand: ControlCommand {
    static let name = "verify"
    static let summary = FieldHelp(
        "Check the stored pictures, the database and the index of words", "저장된 그림, 데이터베이스, 단어 색인을 검사")
    static let options = [
        CommandOption("repair", "Repair what can be repaired", "고칠 수 있는 것을 고침"),
        CommandOption("quiet", letter: "q", "Print only what is wrong", "잘못된 것만 출력"),
    ]

    /// Asks for step after step. What is wrong is printed as it is found, because a check of many pictures takes long.
    static func run(_ session: ControlSession) async throws(CommandFailure) {
        try session.noOperands()
        let isRepairing = session.options.last("repair") != nil
        var (report, part) = (VerifyReport(), PartSum())
        var next: String?
        repeat {
            var query = [QueryString.Item("repair", isRepairing ? "true" : "false")]
            if let next { query.append(.init("after", next)) }
            let step = try await session.post("/v1/verify", query, limit: .seconds(3_600), as: VerifyAnswer.self)
            part.add(step)
            try show(step.findings.map(\.detail), session)
            report.findings += step.findings
            if step.part == VerificationPart.blobs.rawValue {
                report.blobs += step.checked
                report.bytes += step.bytes
            }
            // A place that is given twice leads nowhere.
            guard step.next != next else { break }
            next = step.next
            let nextPart = next?.prefix { $0 != "." }
            if nextPart.map({ $0 != step.part }) ?? true {
                if !session.isQuiet, let line = part.line(session.words) { try show([line], session) }
                part = PartSum()
            }
        } while next != nil
        if session.wantsJSON { try session.report(report) { _ in [] } }
        let open = report.findings.filter(\.isOpen).count
        guard open == 0 else { throw CommandFailure(exit: .data, text: session.words.defectsLeft(open)) }
    }

    private static func show(_ lines: [String], _ session: ControlSession) throws(CommandFailure) {
        guard !session.wantsJSON, !lines.isEmpty else { return }
        try CommandOutput.standard(lines.map { TerminalText.line($0) + "\n" }.joined())
    }

    /// What the steps of one part checked together.
    private struct PartSum {
        var part = ""
        var checked = 0
        var bytes: Int64 = 0
        var findings = 0

        mutating func add(_ step: VerifyAnswer) {
            part = step.part
            checked += step.checked
            bytes += step.bytes
            findings += step.findings.count
        }

        func line(_ words: Wording) -> String? {
            VerificationPart(rawValue: part).map {
                words.verified($0, checked: checked, bytes: bytes, findings: findings)
            }
        }
    }
}
