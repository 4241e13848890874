import ControlServer
import Domain
import PlatformConcurrency
import PlatformDigest
import PlatformSystem

/// Moves artworks to other libraries, and takes those of others.
struct LibraryTransfer: TransferSource {
    let repository: any PortableArtworkRepository
    let blobs: any BlobRepository
    let contents: any ContentRepository
    let disk: ThreadExecutor
    /// Where the outputs of a folder's artworks go if they are delivered again.
    let outbox: @Sendable (_ folder: String) async -> FolderPath

    func portable(_ artworks: [Artwork]) async throws(ControlFailure) -> [PortableArtwork] {
        try await stored { () throws(RepositoryFailure) in try await repository.portable(artworks) }
    }

    /// The picture is stored before the artwork, so that a crash between the two leaves only a blob that the next start
    /// removes.
    func add(_ artwork: PortableArtwork, picture: [UInt8]?) async throws(ControlFailure) -> ArtworkImport {
        let outbox = await outbox(artwork.artwork.folder)
        guard let picture else { return try await record(artwork, outbox, hasPicture: false) }
        let wanted = artwork.artwork.picture
        let digest = await disk.run { sha256(picture) }
        guard digest == wanted.digest else {
            throw .fields([
                FieldFailure(
                    key: "picture.digest", problem: .otherPicture(wanted: wanted.digest.hex, got: digest.hex))
            ])
        }
        guard let format = PictureFormat(magic: picture), format == wanted.format else {
            throw .picture(.notAPicture)
        }
        do throws(FileFailure) { _ = try await blobs.store(picture) } catch { throw .storage(error) }
        let result: Result<ArtworkImport, ControlFailure>
        do throws(ControlFailure) {
            var sized = artwork
            sized.artwork.making.pictureSize = Int64(picture.count)
            result = .success(try await record(sized, outbox, hasPicture: true))
        } catch {
            result = .failure(error)
        }
        await blobs.release(digest)
        // What became of it decides whether the picture is needed. If that can't be told now, the next start does it.
        try? await blobs.remove([digest], .unneeded) { digests in
            (try? await contents.neededPictures(among: digests)) ?? Set(digests)
        }
        return try result.get()
    }

    private func record(
        _ artwork: PortableArtwork, _ outbox: FolderPath, hasPicture: Bool
    ) async throws(ControlFailure) -> ArtworkImport {
        try await stored { () throws(RepositoryFailure) in
            try await repository.add(artwork, outbox: outbox, hasPicture: hasPicture, at: UTCMillis.now())
        }
    }
}
