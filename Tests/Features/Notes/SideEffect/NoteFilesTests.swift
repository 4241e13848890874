import Domain
import FoundationEssentials
import MVIEffects
import MVISimulation
import NotesFeature
import NotesSideEffect
import PlatformConcurrency
import PlatformSystem
import TestFolders
import Testing

@Suite("Notes in outboxes")
struct NoteFilesTests {
    private static let threads = ThreadExecutor(name: "notes tests")
    private let report = Report<Notes> { _ in true }

    /// The folders of notes in a temporary folder.
    private final class OutboxFixture: Sendable {
        let folder: TemporaryFolder
        let files: any FileSystem = LocalFileSystem(executor: threads)
        let spool = ModelSpoolRepository()
        let clock = ManualClock()

        var path: FolderPath { folder.path }
        var outbox: FolderPath { path.appending("outbox") }

        init() throws {
            folder = try TemporaryFolder()
            try folder.folder("outbox")
        }

        var perform: Perform<Notes> {
            Notes.performer(
                NotesSideEffectImpl(places: spool, outboxes: [outbox], files: files, jobs: spool, clock: clock) {
                    "\($0.name) waits."
                })
        }

        /// The side effects of another service, which has one watch folder.
        func perform(from folder: String, isWriter: Bool = true) async throws -> Perform<Notes> {
            let store = ModelSpoolRepository(sharing: spool) { 0 }
            try store.join(Node(id: NodeID(folder), name: folder, machine: folder, version: "1"))
            let fleet = try #require(ModelFleetRepository(store))
            if isWriter {
                let held = SharedFolder(name: folder, marker: folder, outbox: folder)
                #expect(try await fleet.hold(held) == .held)
            }
            let sharing = NoteSharing(fleet: fleet, isWriter: { $0 == folder && isWriter })
            return Notes.performer(
                NotesSideEffectImpl(places: store, files: files, jobs: store, clock: clock, sharing: sharing) {
                    "\($0.name) waits."
                })
        }

        func names(_ folder: FolderPath) async throws -> [String] {
            try await files.list(folder).map(\.name.shown).sorted()
        }

        func text(_ name: String) throws -> String {
            try folder.text("outbox/" + name)
        }

        /// A job stored in the database.
        func job(_ number: UInt64, name: String = "a.txt") async throws -> Job {
            let drop = Drop(
                id: DropID(high: 2, low: number), folder: "inbox",
                identity: FileIdentity(name: FileName(name), inode: number, size: 1, modified: 1))
            _ = try await spool.claim([drop], at: 1)
            let job = Job(
                id: JobID(high: 1, low: number), drop: drop.id, line: 0, folder: "inbox", name: FileName(name),
                outbox: outbox, request: Request(source: .prompt("a")), created: 0)
            return try #require(try await spool.accept(drop.id, content: nil, jobs: [job], at: 1).first)
        }
    }

    @Test(
        "links in place of a note, its temporary file or its folder aren't followed",
        arguments: ["a.waiting.txt", ".PART", "sub"])
    func planted(name: String) async throws {
        let fixture = try OutboxFixture()
        let job = try await fixture.job(1, name: name == "sub" ? "sub/a.txt" : "a.txt")
        let foreign = fixture.path.appending("foreign")
        try await fixture.files.makeFolder(foreign)
        try await fixture.files.write([7], to: FileName("secret"), in: foreign)
        let part = ".\(job.id.text).waiting.txt.part"
        let target = name == "sub" ? foreign.shown : foreign.shown + "/secret"
        try FileManager.default.createSymbolicLink(
            atPath: fixture.outbox.shown + "/" + (name == ".PART" ? part : name), withDestinationPath: target)
        _ = await fixture.perform(.write(Note(job, .unknown)), report)
        #expect(try await fixture.names(foreign) == ["secret"])
        #expect(try await fixture.files.read(FileName("secret"), in: foreign, limit: 9) == [7])
    }

    @Test("a job of a folder that only other services have gets no note here")
    func elsewhere() async throws {
        let fixture = try OutboxFixture()
        let job = try await fixture.job(1)
        for perform in [
            try await fixture.perform(from: "other"), try await fixture.perform(from: "inbox", isWriter: false),
        ] {
            #expect(await perform(.write(Note(job, .unknown)), report) == .refused(job.id))
        }
        #expect(try await fixture.names(fixture.outbox).isEmpty)
    }

    @Test("the service that takes drops from a folder notes the jobs that others have in hand")
    func resting() async throws {
        let fixture = try OutboxFixture()
        let (working, resting) = (try await fixture.job(1), try await fixture.job(2))
        #expect(try await fixture.spool.move(resting, to: .unknown, token: 0, at: 2))
        let perform = try await fixture.perform(from: "inbox")
        #expect(await perform(.look, report) == .found(FoundNotes(resting: [Note(resting, .unknown)])))
        #expect(working.state == .queued)
    }

    @Test("after a crash before the rename, another job's note with that name isn't removed")
    func taken() async throws {
        let fixture = try OutboxFixture()
        let (one, other) = (try await fixture.job(1), try await fixture.job(2))
        let perform = Notes.performer(
            NotesSideEffectImpl(places: fixture.spool, files: fixture.files, jobs: fixture.spool, clock: fixture.clock)
            {
                "\($0.job) waits."
            })
        _ = await perform(.write(Note(other, .unknown)), report)
        // As after a crash before the rename.
        try await fixture.files.remove(FileName("a.waiting.txt"), in: fixture.outbox)
        _ = await perform(.write(Note(one, .unknown)), report)
        _ = await perform(.write(Note(other, .unknown)), report)
        #expect(try await fixture.names(fixture.outbox) == ["a (2).waiting.txt", "a.waiting.txt"])
        #expect(try fixture.text("a.waiting.txt") == "\(one.id) waits.\n")
        _ = await perform(.remove(other.id), report)
        #expect(try await fixture.names(fixture.outbox) == ["a.waiting.txt"])
    }

    @Test("a start removes temporary files of ended jobs, and nothing else")
    func cleared() async throws {
        let fixture = try OutboxFixture()
        let (open, ended) = (try await fixture.job(1), try await fixture.job(2))
        _ = try await fixture.spool.move(ended.id, to: .cancelled, picture: nil, token: 1, at: 1)
        let stranger = JobID(high: 9, low: 9)
        let kept = [".\(open.id).txt.part", ".\(stranger).txt.part", ".other.txt.part", "\(ended.id).txt.part"]
        for name in kept + [".\(ended.id).txt.part", ".\(ended.id).latest.txt.part"] {
            try await fixture.files.write([1], to: FileName(name), in: fixture.outbox)
        }
        _ = await fixture.perform(.recover, report)
        #expect(try await fixture.names(fixture.outbox) == kept.sorted())
    }

    @Test("each job has its own note, removed separately, and other files aren't touched")
    func files() async throws {
        let fixture = try OutboxFixture()
        let one = Note(try await fixture.job(1), .unknown)
        let two = Note(try await fixture.job(2), .unknown)
        try await fixture.files.write([65], to: FileName("a (2).waiting.txt"), in: fixture.outbox)
        #expect(await fixture.perform(.write(one), report) == .written(one.job))
        #expect(await fixture.perform(.write(two), report) == .written(two.job))
        let all = ["a (2).waiting.txt", "a (3).waiting.txt", "a.waiting.txt"]
        #expect(try await fixture.names(fixture.outbox) == all)
        #expect(try fixture.text("a.waiting.txt") == "a.txt waits.\n")
        _ = await fixture.perform(.write(one), report)
        #expect(try await fixture.names(fixture.outbox) == all, "the same file again")
        #expect(await fixture.perform(.remove(one.job), report) == .removed(one.job))
        #expect(try await fixture.names(fixture.outbox) == ["a (2).waiting.txt", "a (3).waiting.txt"])
        _ = await fixture.perform(.remove(two.job), report)
        #expect(try await fixture.spool.notedJobs().isEmpty && fixture.text("a (2).waiting.txt") == "A")
    }

    @Test("after a crash notes and partial files of ended jobs are removed; the others stay")
    func recovery() async throws {
        let fixture = try OutboxFixture()
        #expect(await fixture.perform(.recover, report) == .found(FoundNotes()))
        let ended = try await fixture.job(1)
        let open = try await fixture.job(2)
        for job in [ended, open] { _ = await fixture.perform(.write(Note(job, .unknown)), report) }
        let part = FileName(".\(ended.id).waiting.txt.part")
        try await fixture.files.write([65], to: part, in: fixture.outbox)
        #expect(try await fixture.spool.move(ended.id, to: .failed(.pictureLost), picture: nil, token: 0, at: 2))
        #expect(await fixture.perform(.recover, report) == .found(FoundNotes(open: [open.id], ended: [ended.id])))
        #expect(await fixture.perform(.remove(ended.id), report) == .removed(ended.id))
        #expect(try await fixture.names(fixture.outbox) == ["a (2).waiting.txt"])
        #expect(try await fixture.spool.notedJobs().map(\.job) == [open.id])
    }

    @Test("the service that takes drops from the folder removes the note of a job that has ended, and no other's")
    func shared() async throws {
        let fixture = try OutboxFixture()
        let (ended, open) = (try await fixture.job(1), try await fixture.job(2))
        for job in [ended, open] { _ = await fixture.perform(.write(Note(job, .unknown)), report) }
        #expect(try await fixture.spool.move(ended, to: .failed(.pictureLost), token: 0, at: 2))
        let here = try await fixture.perform(from: "inbox")
        let away = try await fixture.perform(from: "other")
        #expect(await away(.look, report) == .found(FoundNotes()))
        #expect(await here(.look, report) == .found(FoundNotes(open: [open.id], ended: [ended.id])))
        #expect(await away(.remove(ended.id), report) == .removed(ended.id))
        #expect(try await fixture.names(fixture.outbox) == ["a (2).waiting.txt", "a.waiting.txt"])
        #expect(await here(.remove(ended.id), report) == .removed(ended.id))
        #expect(try await fixture.names(fixture.outbox) == ["a (2).waiting.txt"])
    }

    @Test("a database that fails hides the notes, and none is written")
    func noDatabase() async throws {
        let fixture = try OutboxFixture()
        let job = try await fixture.job(1)
        let perform = Notes.performer(
            NotesSideEffectImpl(
                places: NoNotes(), outboxes: [fixture.outbox], files: fixture.files, jobs: fixture.spool,
                clock: fixture.clock
            ) { _ in "It waits." })
        #expect(await perform(.recover, report) == .notFound)
        #expect(await perform(.write(Note(job, .unknown)), report) == .refused(job.id))
        #expect(await perform(.remove(job.id), report) == .refused(job.id))
        #expect(try await fixture.names(fixture.outbox).isEmpty)
    }

    @Test("failures to write or remove are reported, and the timer fires")
    func trouble() async throws {
        let fixture = try OutboxFixture()
        let job = try await fixture.job(1)
        try await fixture.files.move(
            FileName("outbox"), from: fixture.path, to: FileName("away"), in: fixture.path)
        #expect(await fixture.perform(.write(Note(job, .unknown)), report) == .refused(job.id))
        let back = FileName("outbox")
        try await fixture.files.move(FileName("away"), from: fixture.path, to: back, in: fixture.path)
        #expect(await fixture.perform(.write(Note(job, .unknown)), report) == .written(job.id))
        try await fixture.files.move(back, from: fixture.path, to: FileName("away"), in: fixture.path)
        #expect(await fixture.perform(.remove(job.id), report) == .refused(job.id))
        async let rung = fixture.perform(.sleep(.seconds(60)), report)
        await fixture.clock.sleepers()
        fixture.clock.advance(by: .seconds(60))
        #expect(await rung == .woke)
    }
}

/// A database that doesn't answer.
private struct NoNotes: NoteRepository {
    func notedJobs() async throws(RepositoryFailure) -> [NotedJob] { throw .busy }
    func notePlace(of job: JobID) async throws(RepositoryFailure) -> NotePlace? { throw .busy }
    func keep(_ place: NotePlace) async throws(RepositoryFailure) { throw .busy }
    func forgetNote(of job: JobID) async throws(RepositoryFailure) { throw .busy }
}
