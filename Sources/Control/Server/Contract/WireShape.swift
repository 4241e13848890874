internal import ControlAPI

/// A value that goes over the wire as JSON, with one that shows how it looks.
protocol WireShape: Codable, Sendable {
    static var example: Self { get }
}
