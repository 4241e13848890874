import Domain
import IntakeFeature
import MVIEffects

/// Lists a watch folder and its subfolders.
struct FolderLister: Sendable {
    /// Folders that the service writes into, wherever they are. They are never read.
    let own: [FolderPath]
    /// The folder whose disk must have space for new work.
    let state: FolderPath
    /// The space to keep free there; `nil` for the default.
    let freeBytes: Int64?
    let files: any FileSystem
    let observed: ProcessedFiles
    let configs: FolderConfigs
    let registerUse: IntakeSideEffectImpl.RegisterUse
    let isRemote: IntakeSideEffectImpl.IsRemote
    let takeOver: IntakeSideEffectImpl.TakeOver
    private let unchanged = UnchangedFiles()

    func list(_ source: WatchFolder, most: Int, every: Int) async -> Result<FolderListing, FileFailure> {
        let space = (try? await files.space(at: state))?.keepingFree(freeBytes)
        return await result { () throws(FileFailure) in
            // Determined first, so that a file that arrives later is not regarded as older.
            let since = try await registerUse(source.path).get()
            let left = try await takeOver(source).get()
            let walker = try await walk(source, most, every, since)
            let isRemote = await isRemote(source.path)
            return FolderListing(
                entries: walker.window.entries, space: space, since: since, isRemote: isRemote,
                subfolders: walker.subfolders, unread: walker.unread, last: walker.window.last, fault: walker.fault,
                twins: walker.twins, left: left)
        }
    }

    private func walk(
        _ source: WatchFolder, _ most: Int, _ every: Int, _ since: UTCMillis?
    ) async throws(FileFailure) -> DirectoryWalker {
        let ignoredBefore = source.rules.existing == .ignore ? since : nil
        let share = await unchanged.share(in: source.name, every: every, ignoredBefore: ignoredBefore)
        // Only the complete listing tells which files have a `.done` marker.
        let window = ListingWindow(most: source.rules.requiresDone ? .max : most)
        var walker = DirectoryWalker(
            window,
            DirectoryScan.Rules(
                isRecursive: source.rules.isRecursive, known: try await known(source), ignoredBefore: ignoredBefore,
                unchanged: share, keepsFolders: source.rules.layout == .mirror))
        let scan = try await scan(of: nil, walker, source)
        if scan.hasFile, let fault = try await configs.fault(in: nil, source) {
            walker.fault = fault
            return walker
        }
        walker.add(scan)
        if walker.isUnfinished { try await walkSubfolders(&walker, source) }
        walker.close()
        await unchanged.keep(walker.skipped, in: source.name, ignoredBefore: ignoredBefore)
        return walker
    }

    private func walkSubfolders(_ walker: inout DirectoryWalker, _ source: WatchFolder) async throws(FileFailure) {
        // Determined after the watch folder was read, so that an own folder found there is recognised even if it is
        // new.
        let filter = await skippedFolders(of: source)
        while let folder = walker.next() {
            guard filter.allow(folder, in: source) else { continue }
            do throws(FileFailure) {
                let scan = try await scan(of: folder.name, walker, source)
                if scan.hasFile, let fault = try await configs.fault(in: folder.name, source) {
                    walker.skip(folder.name, fault)
                } else {
                    walker.add(scan)
                }
            } catch {
                walker.markUnreadable(folder.name, error)
            }
        }
    }

    /// The processed files of an observed folder.
    private func known(_ source: WatchFolder) async throws(FileFailure) -> Set<FileIdentity> {
        guard source.rules.isObserved else { return [] }
        do throws(RepositoryFailure) { return try await observed.files(in: source.name) } catch {
            throw .failed(code: .io)
        }
    }

    private func scan(
        of name: FileName?, _ walker: DirectoryWalker, _ source: WatchFolder
    ) async throws(FileFailure) -> DirectoryScan {
        try await files.fold(source.path, below: name, into: walker.scan(of: name)) {
            $0.skips($1)
        } _: {
            $0.take($1)
        }
    }

    /// The folders that are not read: those on other disks, and those that the service writes into, recognised by
    /// device and inode under any name or link.
    private func skippedFolders(of source: WatchFolder) async -> SubfolderFilter {
        var own: Set<SubfolderFilter.Place> = []
        for folder in self.own {
            if let entry = try? await files.itself(folder) { own.insert(.init(entry)) }
        }
        let root = try? await files.itself(source.path)
        return SubfolderFilter(own: own, ownPaths: self.own, device: root?.device)
    }
}
