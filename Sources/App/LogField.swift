import Domain

/// What an event is about. Never a secret.
enum LogField: Equatable, Sendable {
    case job(JobID)
    /// Where the job stands now.
    case state(String)
    case drop(DropID)
    case backend(String)
    case folder(String)
    /// As it lies on disk, whatever its bytes.
    case file(FileName)
}
