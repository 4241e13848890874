package import Domain
import IntakeFeature

/// Refused files in the folders for failed files.
package struct RefusedFiles: Sendable {
    let sources: [String: WatchFolder]
    let files: any FileSystem
    let explanations: FailureExplanations

    /// The files that are still as they were moved there. Links, files that were changed and other files under their
    /// names are none of them.
    package func unchanged(of drops: [Drop]) async -> CleanUpAmount {
        var amount = CleanUpAmount()
        for drop in drops where await kept(drop) != nil { amount += CleanUpAmount(drop) }
        return amount
    }

    /// Removes these files with their sidecars and explanations.
    package func remove(of drops: [Drop]) async -> CleanUpAmount {
        var amount = CleanUpAmount()
        for drop in drops {
            guard let (name, source) = await kept(drop) else { continue }
            if let sidecar = drop.sidecar, await isThere(sidecar, as: name.sidecar, source) {
                try? await files.remove(name.sidecar, in: source.failed)
            }
            do throws(FileFailure) { try await files.remove(name, in: source.failed) } catch { continue }
            await explanations.remove(ofKept: name, source)
            amount += CleanUpAmount(drop)
        }
        return amount
    }

    private func kept(_ drop: Drop) async -> (name: FileName, source: WatchFolder)? {
        guard let source = sources[drop.folder], let name = drop.kept,
            await isThere(drop.identity, as: name, source)
        else { return nil }
        return (name, source)
    }

    private func isThere(_ identity: FileIdentity, as name: FileName, _ source: WatchFolder) async -> Bool {
        guard let entry = try? await files.entry(name, in: source.failed), entry.kind == .file else { return false }
        return entry.inode == identity.inode && entry.size == identity.size && entry.modified == identity.modified
    }
}

extension CleanUpAmount {
    fileprivate init(_ drop: Drop) { self.init(files: 1, bytes: drop.identity.size) }
}
