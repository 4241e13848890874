/// Where the service is between its start and its stop.
enum ServiceStage: Equatable, Sendable {
    case starting
    case serving
    case reloading
    /// What runs ends.
    case stopping
    /// Nothing runs any more.
    case stopped
}
