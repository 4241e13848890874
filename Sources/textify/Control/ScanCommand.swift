/// `textify scan`.
enum ScanCommand: OperatorCommand {
    static let name = "scan"
    static let summary = "List the watch folders now"
}
