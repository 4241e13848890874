import Domain

/// What an event is about. Never a secret.
enum LogField: Equatable, Sendable {
    case job(JobID)
    /// Where the job stands now.
    case state(String)
    /// How long that lasts, in milliseconds since 1970.
    case until(Int64)
    case drop(DropID)
    case backend(String)
    case folder(String)
    /// As it lies on disk, whatever its bytes.
    case file(FileName)
}
