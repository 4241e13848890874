/// Where the service is between its start and its stop.
enum ServiceStage: Equatable, Sendable {
    case starting
    case serving
    case reloading
    case stopping
}
