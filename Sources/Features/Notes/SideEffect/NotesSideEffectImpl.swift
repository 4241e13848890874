package import Domain
import MVIEffects
package import NotesFeature

/// Writes notes to the outboxes. The location of each is first stored in a folder of the state, so that a crash leaves
/// none behind permanently.
package struct NotesSideEffectImpl: NotesSideEffect {
    /// Returns the sentence that says why a job waits.
    package typealias Words = @Sendable (Note) -> String

    /// The folder with a file for each note, named by its job. Content: outbox, NUL, the note's name, NUL, the note's
    /// text.
    private let index: FolderPath
    /// The folders that jobs deliver to.
    private let outboxes: [FolderPath]
    private let files: any FileSystem
    private let jobs: any JobReader
    private let clock: any Clock<Duration>
    /// Whether this service has the watch folder. Another one's outbox may have a path that means something else here.
    private let isHere: @Sendable (String) async -> Bool
    private let words: Words

    package init(
        index: FolderPath, outboxes: [FolderPath] = [], files: any FileSystem, jobs: any JobReader,
        clock: any Clock<Duration>, isHere: @escaping @Sendable (String) async -> Bool = { _ in true },
        words: @escaping Words
    ) {
        self.index = index
        self.outboxes = outboxes
        self.files = files
        self.jobs = jobs
        self.clock = clock
        self.isHere = isHere
        self.words = words
    }

    package func recover() async -> (open: [JobID], ended: [JobID]) {
        var found: (open: [JobID], ended: [JobID]) = ([], [])
        let entries = (try? await files.list(index)) ?? []
        for entry in entries.sorted(by: { $0.name < $1.name }) {
            guard let job = entry.name.text.flatMap({ JobID(text: $0) }) else { continue }
            if await isOpen(job) { found.open.append(job) } else { found.ended.append(job) }
        }
        for outbox in outboxes { await removeOrphans(in: outbox) }
        return found
    }

    /// Removes temporary files of ended jobs. They remain if the service died while a job was being cancelled, or if
    /// the disk rejected the removal.
    private func removeOrphans(in outbox: FolderPath) async {
        do throws(FileFailure) {
            let parts = try await files.fold(outbox, below: nil, into: [FileName]()) { parts, entry in
                if Self.owner(of: entry.name) != nil { parts.append(entry.name) }
                return true
            } _: { _, _ in
            }
            var hasRemoved = false
            for part in parts.sorted() {
                guard let job = Self.owner(of: part), await hasEnded(job) else { continue }
                try await files.remove(part, in: outbox)
                hasRemoved = true
            }
            if hasRemoved { try await files.sync(outbox) }
        } catch {
            return
        }
    }

    /// The job of a file named `.JOBID.….part`.
    private static func owner(of name: FileName) -> JobID? {
        let words = name.bytes.split(separator: 46, omittingEmptySubsequences: false)
        guard words.count > 3, words[0].isEmpty, words[words.count - 1].elementsEqual("part".utf8) else { return nil }
        return JobID(text: String(decoding: words[1], as: UTF8.self))
    }

    /// `true` if the database confirms that the job has ended.
    private func hasEnded(_ id: JobID) async -> Bool {
        do throws(RepositoryFailure) { return try await jobs.job(id)?.state.isEnd == true } catch { return false }
    }

    /// `true` if the job has not ended or the database can't tell, so that its note is left alone.
    private func isOpen(_ job: JobID) async -> Bool {
        do throws(RepositoryFailure) {
            return try await jobs.job(job).map { !$0.state.isEnd } ?? false
        } catch {
            return true
        }
    }

    package func write(_ note: Note) async -> Bool {
        guard await isHere(note.folder) else { return true }
        let text = Array((words(note) + "\n").utf8)
        do throws(FileFailure) {
            // Not replaced atomically, because the temporary file that a crash would leave could not be distinguished
            // from other programs' files.
            if let location = try await location(of: note.job) { try await removeNote(at: location) }
            try await create(note, text)
            return true
        } catch {
            return false
        }
    }

    /// Creates the note under the first free name without ever replacing a file.
    private func create(_ note: Note, _ text: [UInt8]) async throws(FileFailure) {
        let part = Self.part(of: note.job)
        let stem = OutputName.path(of: note.name)
        try await files.makeFolder(index)
        if let folder = FileName(stem).parent { try await files.makeFolder(folder, in: note.outbox) }
        var number = 1
        while true {
            let name = FileName(OutputName.numbered(stem, number) + ".waiting.txt")
            number += 1
            if try await files.entry(name, in: note.outbox) != nil { continue }
            let location = note.outbox.bytes + [0] + name.bytes + [0] + text
            try await files.replace(FileName(note.job.text), in: index, with: location)
            try await files.write(text, to: part, in: note.outbox)
            do throws(FileFailure) {
                return try await files.move(part, from: note.outbox, to: name, in: note.outbox)
            } catch .exists {
                continue
            }
        }
    }

    package func remove(_ job: JobID) async -> Bool {
        do throws(FileFailure) {
            if let location = try await location(of: job) {
                let part = Self.part(of: job)
                // Queried first, because on an unmounted disk a query fails, while a removal would regard the file as
                // missing.
                if try await files.entry(part, in: location.outbox) != nil {
                    try await files.remove(part, in: location.outbox)
                    try await files.sync(location.outbox)
                }
                try await removeNote(at: location)
            }
            try await files.remove(FileName(job.text), in: index)
            return true
        } catch {
            return false
        }
    }

    private func removeNote(at location: Location) async throws(FileFailure) {
        if try await isNote(at: location) { try await files.remove(location.name, in: location.outbox) }
        // Synced before the location is forgotten, even if an earlier attempt removed the file: a power failure must
        // not bring it back.
        do throws(FileFailure) { try await files.sync(location.name.holder(in: location.outbox)) } catch .missing {}
    }

    package func wait(_ duration: Duration) async -> Bool { await clock.wait(duration) }

    private static func part(of job: JobID) -> FileName { FileName("." + job.text + ".waiting.txt.part") }

    private struct Location {
        let outbox: FolderPath
        let name: FileName
        /// `nil`: not stored by an earlier version.
        let text: [UInt8]?
    }

    private func location(of job: JobID) async throws(FileFailure) -> Location? {
        let bytes: [UInt8]
        do throws(FileFailure) {
            bytes = try await files.read(FileName(job.text), in: index, limit: 1 << 16)
        } catch .missing {
            return nil
        }
        let parts = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count > 1 else { return nil }
        return Location(
            outbox: FolderPath(bytes: Array(parts[0])), name: FileName(bytes: Array(parts[1])),
            text: parts.count > 2 ? Array(parts[2]) : nil)
    }

    /// `true` if the file is this note. After a crash before its creation another file may have the name.
    private func isNote(at location: Location) async throws(FileFailure) -> Bool {
        guard try await files.entry(location.name, in: location.outbox) != nil else { return false }
        guard let text = location.text else { return true }
        do throws(FileFailure) {
            return try await files.read(location.name, in: location.outbox, limit: 1 << 16) == text
        } catch .tooLarge {
            return false
        }
    }
}
