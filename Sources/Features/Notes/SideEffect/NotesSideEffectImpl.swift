package import Domain
import MVIEffects
package import NotesFeature

/// Writes notes to the outboxes. The place of each is stored in the database first.
package struct NotesSideEffectImpl: NotesSideEffect {
    /// Returns the sentence that says why a job waits.
    package typealias Words = @Sendable (Note) -> String

    private let places: any NoteRepository
    /// The folders that jobs deliver to.
    private let outboxes: [FolderPath]
    private let files: any FileSystem
    private let jobs: any JobReader
    private let clock: any Clock<Duration>
    private let sharing: NoteSharing?
    private let words: Words

    package init(
        places: any NoteRepository, outboxes: [FolderPath] = [], files: any FileSystem, jobs: any JobReader,
        clock: any Clock<Duration>, sharing: NoteSharing? = nil, words: @escaping Words
    ) {
        self.places = places
        self.outboxes = outboxes
        self.files = files
        self.jobs = jobs
        self.clock = clock
        self.sharing = sharing
        self.words = words
    }

    package func find() async -> FoundNotes? {
        do throws(RepositoryFailure) {
            var noted: [NotedJob] = []
            for note in try await places.notedJobs() where await writes(note.folder) { noted.append(note) }
            let resting = try await sharing?.fleet.restingElsewhere() ?? []
            return FoundNotes(
                open: noted.filter(\.isOpen).map(\.job), ended: noted.filter { !$0.isOpen }.map(\.job),
                resting: resting.map { Note($0, $0.state) })
        } catch {
            return nil
        }
    }

    /// Whether the notes on the folder's jobs are this service's to write and to remove.
    private func writes(_ folder: String) async -> Bool { await sharing?.isWriter(folder) ?? true }

    package func removeOrphans() async {
        for outbox in outboxes { await removeOrphans(in: outbox) }
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

    package func write(_ note: Note) async -> Bool {
        guard await writes(note.folder) else { return false }
        do {
            // Not replaced atomically, because the temporary file that a crash would leave could not be distinguished
            // from other programs' files.
            let text = words(note) + "\n"
            if let place = try await places.notePlace(of: note.job) {
                if place.text == text, place.outbox == note.outbox, try await isNote(at: place) { return true }
                try await removeNote(at: place)
            }
            try await create(note, text)
            return true
        } catch {
            return false
        }
    }

    /// Creates the note under the first free name without ever replacing a file.
    private func create(_ note: Note, _ text: String) async throws {
        let part = Self.part(of: note.job)
        let stem = OutputName.path(of: note.name)
        if let folder = FileName(stem).parent { try await files.makeFolder(folder, in: note.outbox) }
        var number = 1
        while true {
            let name = FileName(OutputName.numbered(stem, number) + ".waiting.txt")
            number += 1
            if try await files.entry(name, in: note.outbox) != nil { continue }
            try await places.keep(
                NotePlace(job: note.job, folder: note.folder, outbox: note.outbox, name: name, text: text))
            try await files.write(Array(text.utf8), to: part, in: note.outbox)
            do throws(FileFailure) {
                return try await files.move(part, from: note.outbox, to: name, in: note.outbox)
            } catch .exists {
                continue
            }
        }
    }

    package func remove(_ job: JobID) async -> Bool {
        do {
            guard let place = try await places.notePlace(of: job), await writes(place.folder) else { return true }
            let part = Self.part(of: job)
            // Queried first, because on an unmounted disk a query fails, while a removal would regard the file as missing.
            if try await files.entry(part, in: place.outbox) != nil {
                try await files.remove(part, in: place.outbox)
                try await files.sync(place.outbox)
            }
            try await removeNote(at: place)
            try await places.forgetNote(of: job)
            return true
        } catch {
            return false
        }
    }

    private func removeNote(at place: NotePlace) async throws(FileFailure) {
        if try await isNote(at: place) { try await files.remove(place.name, in: place.outbox) }
        // Synced before the place is forgotten, even if an earlier attempt removed the file: a power failure must not
        // bring it back.
        do throws(FileFailure) { try await files.sync(place.name.holder(in: place.outbox)) } catch .missing {}
    }

    package func wait(_ duration: Duration) async -> Bool { await clock.wait(duration) }

    private static func part(of job: JobID) -> FileName { FileName("." + job.text + ".waiting.txt.part") }

    /// `true` if the file is this note. After a crash before its creation another file may have the name.
    private func isNote(at place: NotePlace) async throws(FileFailure) -> Bool {
        guard try await files.entry(place.name, in: place.outbox) != nil else { return false }
        do throws(FileFailure) {
            let bytes = try await files.read(place.name, in: place.outbox, limit: 1 << 16)
            return bytes.elementsEqual(place.text.utf8)
        } catch .tooLarge {
            return false
        }
    }
}

/// How services that share a database share the writing of notes.
package struct NoteSharing: Sendable {
    let fleet: any FleetRepository
    /// Whether this service takes drops from the watch folder. It alone writes and removes the notes on the folder's jobs:
    /// otherwise one service could remove what another is about to write.
    let isWriter: @Sendable (String) async -> Bool

    package init(fleet: any FleetRepository, isWriter: @escaping @Sendable (String) async -> Bool) {
        self.fleet = fleet
        self.isWriter = isWriter
    }
}
