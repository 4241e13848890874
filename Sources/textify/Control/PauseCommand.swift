import Domain

/// `textify pause`.
enum PauseCommand: OperatorCommand {
    static let name = "pause"
    static let summary = FieldHelp("Start no new work until resume", "resume까지 새 작업을 시작하지 않음")
}
