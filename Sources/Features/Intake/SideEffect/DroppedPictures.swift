package import Domain

/// The contents of dropped pictures: their removal once no job needs them, and their recovery.
package struct DroppedPictures: Sendable {
    let sources: [String: WatchFolder]
    let drops: any DropRepository
    let contents: any ContentRepository
    let blobs: any BlobRepository
    /// The largest picture, in bytes.
    let limit: Int64
    let kept: RetentionBounds

    /// Removes those contents that no row needs. If that fails, the next start does it.
    package func remove(_ digests: [Digest]) async {
        try? await blobs.remove(digests, .unneeded) { [contents] digests in
            // If the database can't say which are needed, all are kept.
            (try? await contents.neededPictures(among: digests)) ?? Set(digests)
        }
    }

    /// Releases a file's content and removes it unless a job needs it.
    func letGo(_ taken: TakenFile) async {
        guard taken.bytes == nil else { return }
        await blobs.release(taken.digest)
        await remove([taken.digest])
    }

    /// Removes contents that a crash left behind.
    func sweep() async {
        if let all = try? await blobs.all() { await remove(all) }
    }

    /// Keeps the content of a dropped picture at the end of its drop, as far as the bounds allow, and removes what they
    /// don't: a service that takes many drops doesn't wait for the next clean-up. If the database can't keep it, it is removed: the file itself is archived.
    func end(_ drop: DropID, at utc: UTCMillis) async {
        let old = (try? await contents.keepDropped(of: drop, within: kept, at: utc)) ?? []
        let pictures = (try? await contents.pictures(of: drop)) ?? []
        await remove(old + pictures)
    }

    /// Restores a dropped picture's content from its source, which exists until its drop has ended: a power failure may
    /// have destroyed what was never synced. `false`: the content is intact or can't be recovered. Throws if that can't
    /// be determined now.
    package func restore(_ content: Digest, of drop: DropID) async throws(JobFailure) -> Bool {
        let drops: [Drop]
        do throws(RepositoryFailure) { drops = try await self.drops.unfinishedDrops() } catch { throw .storage(error) }
        guard let found = drops.first(where: { $0.id == drop }), found.hasSource, let source = sources[found.folder]
        else { return false }
        let (drop, place) = found.located(in: source)
        do throws(TakeFailure) {
            return try await blobs.renew(content, from: drop.identity, in: place.path, limit: limit)
        } catch .source(.missing), .source(.changing), .source(.notRegular), .source(.tooLarge) {
            return false
        } catch {
            throw .delivery(error.failure)
        }
    }
}
