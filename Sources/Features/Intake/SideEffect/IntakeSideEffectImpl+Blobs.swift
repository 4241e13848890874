import Domain

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
}
