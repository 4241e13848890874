public import Domain

/// A request that is sent as JSON: the same fields as in files, and where it belongs. What is left out is the folder's.
public struct SubmitRequest: Codable, Equatable, Sendable {
    public var prompt: String?
    public var backend: String?
    /// `1024x1024`.
    public var size: String?
    public var seed: UInt64?
    public var tags: [String]?
    public var outputs: [String]?
    /// Options of the art by their names as in files.
    public var art: [String: JSONValue]?
    /// The watch folder whose outbox and defaults hold; the first when there is none.
    public var folder: String?
    /// What outputs are named after.
    public var name: String?
    /// The sender's own words, at most 256 bytes, given back with the job.
    public var reference: String?

    public init(prompt: String? = nil) {
        self.prompt = prompt
    }
}
