import Domain
import Glibc
import PlatformConcurrency
import PlatformSystem
import Synchronization
import TestFolders
import Testing

@testable import IntakeSideEffect

@Suite("Watching")
struct WatchingTests {
    private let folder: TemporaryFolder
    private let files: any FileSystem

    init() throws {
        folder = try TemporaryFolder()
        files = LocalFileSystem(executor: ThreadExecutor(name: "watching"))
    }

    /// Watches, acts on `.watching`, then collects the hints up to the first that `isLast` accepts.
    private func heard(
        _ act: @escaping @Sendable () throws -> Void, until isLast: @escaping @Sendable (FolderChange) -> Bool
    ) async -> [FolderChange] {
        let heard = Mutex<[FolderChange]>([])
        await files.watch(folder.path, below: WatchedSubfolders()) { change, _ in
            let first = heard.withLock { heard in
                heard.append(change)
                return heard.count == 1
            }
            if first, change == .watching { #expect(throws: Never.self) { try act() } }
            return !isLast(change)
        }
        return heard.withLock { $0 }
    }

    @Test("a move from outside is an arrival with its name")
    func arrival() async throws {
        let other = try TemporaryFolder()
        try other.put("drop")
        let hints = await heard {
            try other.open().move(FileName("drop"), to: FileName("a\nb"), in: try folder.open())
        } until: {
            $0 != .watching
        }
        #expect(hints == [.watching, .arrived(FileName("a\nb"))])
    }

    @Test("a rename inside the folder is only a change")
    func renameInside() async throws {
        try folder.put("draft")
        let other = try TemporaryFolder()
        try other.put("last")
        let hints = await heard {
            let open = try folder.open()
            try open.move(FileName("draft"), to: FileName("final"), in: open)
            try other.open().move(FileName("last"), to: FileName("last"), in: open)
        } until: {
            $0 == .arrived(FileName("last"))
        }
        #expect(!hints.contains(.arrived(FileName("final"))))
        #expect(hints.contains(.changed))
    }

    @Test("a file written in place is reported by name when closed, and never as an arrival")
    func closed() async throws {
        let hints = await heard {
            try folder.put("a.png")
        } until: {
            $0 == .closed(FileName("a.png"))
        }
        #expect(hints.filter { $0 != .changed } == [.watching, .closed(FileName("a.png"))])
    }

    @Test("everything else is a change, and many changes are merged into few")
    func changes() async throws {
        let other = try TemporaryFolder()
        try other.put("last")
        let hints = await heard {
            for number in 0..<200 { try folder.open().makeFolder(FileName("folder \(number)")) }
            try other.open().move(FileName("last"), to: FileName("last"), in: try folder.open())
        } until: {
            $0 == .arrived(FileName("last"))
        }
        #expect(hints.contains(.changed))
        #expect(hints.count < 100)
    }

    @Test("a removed folder is lost, then unavailable")
    func removed() async throws {
        let hints = await heard {
            rmdir(folder.path.shown)
        } until: { _ in
            false
        }
        #expect(hints == [.watching, .lost, .unavailable(code: Errno(ENOENT))])
    }

    @Test("a replaced folder is lost, then watched again")
    func replaced() async throws {
        let moved = folder.path.shown + "-moved"
        defer { rmdir(moved) }
        let again = Mutex(0)
        let hints = await heard {
            // Watching resumes only after this closure has returned, so the path leads to the new folder by then.
            rename(folder.path.shown, moved)
            mkdir(folder.path.shown, 0o755)
        } until: { change in
            again.withLock { $0 += change == .watching ? 1 : 0 }
            return again.withLock { $0 } == 2
        }
        #expect(hints == [.watching, .lost, .watching])
    }

    @Test("a missing folder is unavailable at once")
    func unavailable() async {
        let heard = Mutex<[FolderChange]>([])
        await files.watch(folder.path.appending("nowhere"), below: WatchedSubfolders()) { change, _ in
            heard.withLock { $0.append(change) }
            return true
        }
        #expect(heard.withLock { $0 } == [.unavailable(code: Errno(ENOENT))])
    }

    @Test("cancellation ends the watch")
    func cancellation() async {
        let (stream, continuation) = AsyncStream.makeStream(of: FolderChange.self)
        let task = Task {
            await files.watch(folder.path, below: WatchedSubfolders()) { change, _ in
                continuation.yield(change)
                return true
            }
        }
        for await change in stream where change == .watching { break }
        task.cancel()
        await task.value
    }

    @Test("two listeners of one folder both get hints, and either may stop")
    func two() async throws {
        let other = try TemporaryFolder()
        try other.put("1")
        try other.put("2")
        let arrivals = await heard {
            try other.open().move(FileName("1"), to: FileName("1"), in: try folder.open())
        } until: {
            $0 == .arrived(FileName("1"))
        }
        let (stream, continuation) = AsyncStream.makeStream(of: FolderChange.self)
        let task = Task {
            await files.watch(folder.path, below: WatchedSubfolders()) { change, _ in
                continuation.yield(change)
                return true
            }
        }
        var changes = stream.makeAsyncIterator()
        #expect(await changes.next() == .watching)
        _ = await heard {
        } until: { _ in
            true
        }
        try other.open().move(FileName("2"), to: FileName("2"), in: try folder.open())
        #expect(await changes.next() == .arrived(FileName("2")))
        task.cancel()
        await task.value
        #expect(arrivals.last == .arrived(FileName("1")))
    }
}
