import Domain

/// `textify drain`.
enum DrainCommand: OperatorCommand {
    static let name = "drain"
    static let summary = FieldHelp(
        "Start no new work, finish running work, then stop the service",
        "새 작업을 시작하지 않고, 실행 중인 작업을 마친 뒤 서비스를 종료")
}
