/// A picture that lies in the blobs.
package struct StoredPicture: Hashable, Sendable, Codable {
    package let digest: Digest
    package let format: PictureFormat

    package init(digest: Digest, format: PictureFormat) {
        self.digest = digest
        self.format = format
    }
}
