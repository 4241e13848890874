import Domain
import JobsFeature

/// Finds and removes the files of a job that is forgotten, in folders that it shares with other jobs.
package struct JobFiles: Sendable {
    /// The largest file that is compared, in bytes.
    private static let largest = 256 << 20
    let files: any FileSystem
    let contents: any ContentRepository
    /// The watch folders. In an outbox inside one of them links are not followed.
    let folders: [WatchFolder]
    let digest: @Sendable ([UInt8]) -> Digest?
    /// The local date of a time.
    let day: @Sendable (UTCMillis) -> LocalDay

    /// Removes the job's outputs and its archived source. `drop`: the job's drop, if no other job came from it. A failed
    /// source stays where the user was told to find it.
    func remove(_ job: Job, _ drop: Drop?) async throws(FileFailure) -> Jobs.ForgottenFiles {
        var files = Jobs.ForgottenFiles(created: job.created, removed: try await removeOutputs(of: job))
        guard let drop, let folder = folders.first(where: { $0.name == job.folder }) else { return files }
        if drop.failure != nil {
            files.keptSource = folder.failed.shown
        } else if folder.rules.after == .archive {
            files.removed += try await removeSource(drop, of: job, from: folder.archive)
        }
        return files
    }

    /// Removes the job's outputs from the outbox, and `latest` files that show them. Returns the number of removed
    /// files.
    private func removeOutputs(of job: Job) async throws(FileFailure) -> Int {
        var count = 0
        let outbox = folders.reduce(job.outbox) { $0.rooted(at: $1.path) }
        for output in job.outputs {
            let latest = output.latest(of: job)
            if try await shows(job, latest, output, in: outbox) { count += try await remove(latest, in: outbox) }
            if try await isReplaced(output, of: job) { continue }
            count += try await remove(output.name, in: outbox)
        }
        return count
    }

    /// Whether another job has delivered under the output's name since.
    private func isReplaced(_ output: OutputFile, of job: Job) async throws(FileFailure) -> Bool {
        do throws(RepositoryFailure) {
            let deliverer = try await contents.deliverer(of: output.name, in: job.outbox)
            return deliverer.map { $0 != job.id } ?? false
        } catch {
            throw .database(error)
        }
    }

    /// Removes the job's source and its sidecar from the archive. Returns the number of removed files.
    private func removeSource(_ drop: Drop, of job: Job, from archive: FolderPath) async throws(FileFailure) -> Int {
        guard let (folder, name) = try await archived(drop, of: job, in: archive) else { return 0 }
        var count = try await remove(name, in: folder)
        if let sidecar = drop.sidecar, let beside = try await entry(name.sidecar, in: folder),
            beside.size == sidecar.size
        {
            count += try await remove(name.sidecar, in: folder)
        }
        return count
    }

    /// Finds the job's source in the archive.
    private func archived(
        _ drop: Drop, of job: Job, in archive: FolderPath
    ) async throws(FileFailure) -> (folder: FolderPath, name: FileName)? {
        let earliest = day(job.created - 86_400_000)
        for year in try await numbered(in: archive) {
            for month in try await numbered(in: archive.appending(year)) {
                guard let number = Int(year.shown + month.shown), number >= earliest.year * 100 + earliest.month
                else { continue }
                let folder = archive.appending(year).appending(month)
                if let name = try await source(drop, in: folder) { return (folder, name) }
            }
        }
        return nil
    }

    /// Files that may have the content of a picture of the job: delivered pictures, and the archived source.
    func copies(
        of picture: Digest, _ job: Job, _ drop: Drop?
    ) async throws(FileFailure) -> [(folder: FolderPath, identity: FileIdentity)] {
        let outbox = folders.reduce(job.outbox) { $0.rooted(at: $1.path) }
        var places = job.outputs.filter { $0.kind == .picture }.map { (folder: outbox, name: $0.name) }
        if let drop, drop.content == picture, let folder = folders.first(where: { $0.name == job.folder }),
            let source = try await archived(drop, of: job, in: folder.archive)
        {
            places.append(source)
        }
        var copies: [(folder: FolderPath, identity: FileIdentity)] = []
        for (folder, name) in places {
            guard let found = try await entry(name, in: folder), found.kind == .file else { continue }
            copies.append((folder, found.identity.named(name)))
        }
        return copies
    }

    /// Whether `latest` shows this job's output. Another job's newest result is left alone, even if it has the same
    /// content.
    private func shows(
        _ job: Job, _ latest: FileName, _ output: OutputFile, in outbox: FolderPath
    ) async throws(FileFailure) -> Bool {
        guard let shown = try await entry(latest, in: outbox), shown.kind == .file else { return false }
        let bytes = try await files.read(latest, in: outbox, limit: Self.largest)
        // A provenance file is unique: it contains its job's identifier.
        if output.kind == .json { return bytes.firstRange(of: Array(job.id.text.utf8)) != nil }
        do throws(RepositoryFailure) {
            if let digest = digest(bytes), let author = try await contents.author(of: digest) {
                return author == job.id
            }
        } catch {
            return false
        }
        let own = try? await files.read(output.name, in: outbox, limit: Self.largest)
        return own == bytes
    }

    /// Finds the source itself by its inode, or on another disk by its content.
    private func source(_ drop: Drop, in month: FolderPath) async throws(FileFailure) -> FileName? {
        let parent = drop.identity.name.parent
        let folder = parent.map { month.appending($0) } ?? month
        let stem = drop.identity.name.last.stem.bytes
        for found in try await listed(folder) where found.kind == .file && found.size == drop.identity.size {
            guard found.name.bytes.starts(with: stem) else { continue }
            let name = parent.map { $0.appending(found.name) } ?? found.name
            if found.inode == drop.identity.inode, found.modified == drop.identity.modified { return name }
            guard let content = drop.content else { continue }
            if digest(try await files.read(name, in: month, limit: Self.largest)) == content { return name }
        }
        return nil
    }

    private func numbered(in folder: FolderPath) async throws(FileFailure) -> [FileName] {
        try await listed(folder).filter { $0.kind == .folder && Int($0.name.shown) != nil }.map(\.name)
    }

    /// The entries of a folder, or none if the folder does not exist.
    private func listed(_ folder: FolderPath) async throws(FileFailure) -> [FileEntry] {
        do throws(FileFailure) { return try await files.list(folder) } catch .missing { return [] }
    }

    /// The entry of a file; `nil` if the file or its folder does not exist.
    private func entry(_ name: FileName, in folder: FolderPath) async throws(FileFailure) -> FileEntry? {
        do throws(FileFailure) { return try await files.entry(name, in: folder) } catch .missing { return nil }
    }

    /// Removes a file if it exists. Returns the number of removed files.
    private func remove(_ name: FileName, in folder: FolderPath) async throws(FileFailure) -> Int {
        do throws(FileFailure) { try await files.remove(name, in: folder) } catch .missing { return 0 }
        return 1
    }
}
