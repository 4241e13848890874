import Domain
import IntakeFeature

/// Lists a watch folder and its subfolders.
struct FolderLister: Sendable {
    /// Folders that the service writes into, wherever they are. They are never read.
    let own: [FolderPath]
    /// The folder whose disk must have space for new work.
    let state: FolderPath
    let files: any FileSystem
    let observed: ProcessedFiles
    let configs: FolderConfigs
    let welcome: IntakeSideEffectImpl.Welcome
    let isRemote: IntakeSideEffectImpl.IsRemote
    private let resting = UnchangedFiles()

    func list(_ source: WatchFolder, most: Int, every: Int) async -> Result<FolderListing, FileFailure> {
        let space = try? await files.space(at: state)
        do throws(FileFailure) {
            // Determined first, so that a file that arrives later is not regarded as older.
            let since = try await welcome(source.path).get()
            let walk = try await walk(source, most, every, since)
            let isRemote = await isRemote(source.path)
            return .success(
                FolderListing(
                    entries: walk.window.entries, space: space, since: since, isRemote: isRemote,
                    subfolders: walk.subfolders, unread: walk.unread, last: walk.window.last, fault: walk.fault))
        } catch {
            return .failure(error)
        }
    }

    private func walk(
        _ source: WatchFolder, _ most: Int, _ every: Int, _ since: UTCMillis?
    ) async throws(FileFailure) -> DirectoryWalker {
        let ignoredBefore = source.rules.existing == .ignore ? since : nil
        let share = await resting.share(in: source.name, every: every, ignoredBefore: ignoredBefore)
        // Only the complete listing tells which files have a `.done` marker.
        let window = ListingWindow(most: source.rules.requiresDone ? .max : most)
        var walk = DirectoryWalker(
            window,
            DirectoryScan.Rules(
                isRecursive: source.rules.isRecursive, known: try await known(source), ignoredBefore: ignoredBefore,
                resting: share))
        let sight = try await sight(of: nil, walk, source)
        if sight.hasFile, let fault = try await configs.fault(in: nil, source) {
            walk.fault = fault
            return walk
        }
        walk.add(sight)
        if walk.isUnfinished { try await walkSubfolders(&walk, source) }
        walk.close()
        await resting.keep(walk.passed, in: source.name, ignoredBefore: ignoredBefore)
        return walk
    }

    private func walkSubfolders(_ walk: inout DirectoryWalker, _ source: WatchFolder) async throws(FileFailure) {
        // Determined after the watch folder was read, so that an own folder found there is recognised even if it is
        // new.
        let grounds = await skippedFolders(of: source)
        while let folder = walk.next() {
            guard grounds.allow(folder, in: source) else { continue }
            do throws(FileFailure) {
                let sight = try await sight(of: folder.name, walk, source)
                if sight.hasFile, let fault = try await configs.fault(in: folder.name, source) {
                    walk.leave(folder.name, fault)
                } else {
                    walk.add(sight)
                }
            } catch {
                walk.miss(folder.name, error)
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

    private func sight(
        of name: FileName?, _ walk: DirectoryWalker, _ source: WatchFolder
    ) async throws(FileFailure) -> DirectoryScan {
        try await files.fold(source.path, below: name, into: walk.sight(of: name)) {
            $0.passes($1)
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
