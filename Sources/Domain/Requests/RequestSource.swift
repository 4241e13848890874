/// Where a job's picture comes from.
public enum RequestSource: Equatable, Sendable, Codable {
    /// It is generated from words.
    case prompt(String)
    /// It was dropped, and lies in the blobs.
    case picture(Digest, PictureFormat)
}

extension RequestSource {
    /// What a backend is asked to do; `nil` when none is asked.
    public var task: GenerationTask? {
        switch self {
        case .prompt: .textToImage
        case .picture: nil
        }
    }
}
