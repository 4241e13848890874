import Domain

/// `textify drain`.
enum DrainCommand: OperatorCommand {
    static let name = "drain"
    static let summary = FieldHelp(
        "Begin nothing new, end what runs, and then end the service",
        "새 일을 시작하지 않고, 하던 일을 마친 뒤 서비스를 끝냄")
}
