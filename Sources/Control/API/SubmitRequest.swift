/// A request that is sent as JSON: the same fields as in files, and where it belongs. What is left out is the folder's.
public struct SubmitRequest: Codable, Equatable, Sendable {
    /// How the picture becomes text art.
    public struct Art: Codable, Equatable, Sendable {
        public var columns: Int?
        public var charset: String?
        public var characters: String?
        public var cellAspect: Double?
        public var color: String?
        public var invert: Bool?
        public var contrast: Double?
        public var background: String?

        private enum CodingKeys: String, CodingKey {
            case columns, charset, characters, color, invert, contrast, background
            case cellAspect = "cell_aspect"
        }

        public init() {}
    }

    public var prompt: String?
    public var backend: String?
    /// `1024x1024`.
    public var size: String?
    public var seed: UInt64?
    public var tags: [String]?
    public var outputs: [String]?
    public var art: Art?
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
