/// A picture that lies in the blobs.
public struct StoredPicture: Hashable, Sendable, Codable {
    public let digest: Digest
    public let format: PictureFormat

    public init(digest: Digest, format: PictureFormat) {
        self.digest = digest
        self.format = format
    }
}
