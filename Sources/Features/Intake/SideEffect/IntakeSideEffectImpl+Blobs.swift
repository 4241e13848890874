package import Domain

/// What becomes of contents that nothing needs any more.
extension IntakeSideEffectImpl {
    /// Removes what neither an unfinished job is made from nor was generated. Where that can't be done now, the next
    /// start does it.
    func forget(_ digests: [Digest]) async {
        do throws(FileFailure) {
            try await blobs.remove(digests) { [spool] asked in
                do throws(RepositoryFailure) {
                    return try await spool.neededPictures(among: asked)
                } catch {
                    return Set(asked)
                }
            }
        } catch {
            return
        }
    }

    /// Removes what a crash left behind.
    func sweep() async {
        do throws(FileFailure) { await forget(try await blobs.all()) } catch { return }
    }

    /// A dropped picture's content ends with its drop.
    func forgetPictures(of drop: DropID) async {
        do throws(RepositoryFailure) { await forget(try await spool.pictures(of: drop)) } catch { return }
    }

    /// Makes a dropped picture's content anew from its source, which is there until its drop has ended: a power cut may
    /// have taken what was never synced. `false` when the content is as it was dropped, or can't be had again; throws
    /// when that can't be found out now.
    package func restore(_ content: Digest, of drop: DropID) async throws(JobFailure) -> Bool {
        let drops: [Drop]
        do throws(RepositoryFailure) { drops = try await spool.unfinishedDrops() } catch { throw .storage(error) }
        guard let found = drops.first(where: { $0.id == drop }), found.hasSource, let source = sources[found.folder]
        else { return false }
        do throws(TakeFailure) {
            return try await blobs.renew(content, from: found.identity, in: source.path, limit: limits.fileBytes)
        } catch .source(.missing), .source(.changing), .source(.notRegular), .source(.tooLarge) {
            return false
        } catch {
            throw .delivery(error.failure)
        }
    }
}
