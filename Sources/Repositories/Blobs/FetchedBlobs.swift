package import Domain
internal import PlatformDigest

/// Local copies of shared blobs, for decoders and repeated reads. The least recently used are removed when there are too
/// many bytes, but never those that work in progress holds or has just asked for.
package actor FetchedBlobs {
    /// Milliseconds after a use in which a copy stays: a decoder may be about to open it.
    static let grace: Int64 = 10 * 60 * 1_000

    private struct Copy {
        let bytes: Int64
        var used: UTCMillis
        /// Whether this process has seen its whole content: an earlier run may have ended with the power.
        var isVerified: Bool
    }

    nonisolated let files: DiskBlobRepository
    private let limit: Int64
    private let utc: @Sendable () -> UTCMillis
    private var copies: [Digest: Copy] = [:]
    private var bytes: Int64 = 0
    private var isLoaded = false

    /// `limit`: the bytes to keep.
    package init(
        _ files: DiskBlobRepository, limit: Int64, utc: @escaping @Sendable () -> UTCMillis
    ) {
        (self.files, self.limit, self.utc) = (files, limit, utc)
    }

    /// Notes a use of a copy that was just written by this process.
    func note(_ digest: Digest, bytes count: Int64) async {
        await load()
        add(digest, Copy(bytes: count, used: utc(), isVerified: true))
        await evict()
    }

    /// Returns whether there is a whole copy, and keeps it for a while if so. A damaged one is removed.
    func has(_ digest: Digest) async throws(FileFailure) -> Bool {
        await load()
        guard let copy = copies[digest] else { return false }
        let isThere = try await files.missing(among: [digest]).isEmpty
        guard isThere, try await isGood(copy, digest) else {
            await forget([digest])
            return false
        }
        copies[digest]?.used = utc()
        copies[digest]?.isVerified = true
        return true
    }

    private func isGood(_ copy: Copy, _ digest: Digest) async throws(FileFailure) -> Bool {
        if copy.isVerified { return true }
        return try await files.isWhole(digest)
    }

    /// Returns the content of a copy; `nil` if there is none, or a damaged one.
    func read(_ digest: Digest, limit: Int64) async throws(FileFailure) -> [UInt8]? {
        do throws(FileFailure) {
            let content = try await files.read(digest, limit: limit)
            await note(digest, bytes: Int64(content.count))
            return content
        } catch .missing {
            await forget([digest])
            return nil
        } catch .damaged {
            await forget([digest])
            return nil
        }
    }

    /// Writes a copy, which is held until `files.release`.
    func keep(_ content: [UInt8], as digest: Digest) async throws(FileFailure) {
        try await files.onThread { folder, part throws(FileFailure) in try folder.keep(content, as: digest, part) }
        await note(digest, bytes: Int64(content.count))
    }

    /// Removes copies that are not held.
    func forget(_ digests: [Digest]) async {
        do throws(FileFailure) { try await files.remove(digests, .unneeded) { _ in [] } } catch { return }
        for digest in digests where !files.holds.isHeld(digest) { drop(digest) }
    }

    private func add(_ digest: Digest, _ copy: Copy) {
        drop(digest)
        copies[digest] = copy
        bytes += copy.bytes
    }

    private func drop(_ digest: Digest) {
        if let old = copies.removeValue(forKey: digest) { bytes -= old.bytes }
    }

    /// Lists the copies of earlier runs.
    private func load() async {
        if isLoaded { return }
        isLoaded = true
        let found = try? await files.onThread { folder, _ throws(FileFailure) in try folder.entries() }
        for blob in found ?? [] where copies[blob.digest] == nil {
            add(blob.digest, Copy(bytes: blob.size, used: blob.stored, isVerified: false))
        }
        await evict()
    }

    /// Makes some room at once, so that not every new copy has to look for the oldest.
    private func evict() async {
        guard bytes > limit else { return }
        let now = utc()
        var rest = bytes
        var old: [Digest] = []
        for (digest, copy) in copies.sorted(by: { $0.value.used < $1.value.used }) {
            guard rest > limit / 10 * 9, now.milliseconds(since: copy.used) > Self.grace else { break }
            if files.holds.isHeld(digest) { continue }
            old.append(digest)
            rest -= copy.bytes
        }
        if !old.isEmpty { await forget(old) }
    }
}
