import Domain

/// `textify scan`.
enum ScanCommand: OperatorCommand {
    static let name = "scan"
    static let summary = FieldHelp("Scan the watch folders now", "감시 폴더를 지금 확인")
}
