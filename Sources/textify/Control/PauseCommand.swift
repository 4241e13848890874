import Domain

/// `textify pause`.
enum PauseCommand: OperatorCommand {
    static let name = "pause"
    static let summary = FieldHelp("Begin nothing new until resume", "resume까지 새 일을 시작하지 않음")
}
