import Domain
import Glibc
import PlatformConcurrency
import PlatformSystem
import Synchronization
import TestFolders
import Testing

@testable import IntakeSideEffect

@Suite("Watching subfolders")
struct WatchingBelowTests {
    private struct Hint: Equatable, Sendable {
        let change: FolderChange
        let folder: FileName?

        init(_ change: FolderChange, _ folder: FileName? = nil) {
            self.change = change
            self.folder = folder
        }
    }

    /// An action to take on a hint.
    private struct Step: Sendable {
        let hint: Hint
        let act: @Sendable () throws -> Void

        init(at hint: Hint, _ act: @escaping @Sendable () throws -> Void) {
            self.hint = hint
            self.act = act
        }
    }

    private let folder: TemporaryFolder
    private let files: any FileSystem
    private let below = WatchedSubfolders()

    init() throws {
        folder = try TemporaryFolder()
        files = LocalFileSystem(executor: ThreadExecutor(name: "watching"))
        for name in ["a", "b", "a/deep"] { mkdir(folder.path.shown + "/" + name, 0o755) }
    }

    /// Performs the steps in order, each on its hint, and collects all hints up to `last`.
    private func heard(
        until last: Hint, _ steps: Step...
    ) async -> [Hint] {
        let heard = Mutex<[Hint]>([])
        let next = Mutex(0)
        await files.watch(folder.path, below: below) { change, folder in
            let hint = Hint(change, folder)
            heard.withLock { $0.append(hint) }
            let step = next.withLock { next -> Step? in
                guard next < steps.count, steps[next].hint == hint else { return nil }
                next += 1
                return steps[next - 1]
            }
            if let step { #expect(throws: Never.self) { try step.act() } }
            return hint != last
        }
        return heard.withLock { $0 }
    }

    private func arrive(_ name: String) throws {
        let other = try TemporaryFolder()
        try other.put("drop")
        #expect(rename(other.path.shown + "/drop", folder.path.shown + "/" + name) == 0)
    }

    @Test("arrivals in a selected subfolder are reported with its name, those in others are not reported")
    func arrivals() async throws {
        below.select([FileName("a"), FileName("a/deep")])
        let last = Hint(.arrived(FileName("3")), FileName("a/deep"))
        let arrival = Step(at: Hint(.watching, FileName("a/deep"))) {
            for name in ["b/1", "a/2", "a/deep/3"] { try arrive(name) }
        }
        let hints = await heard(until: last, arrival)
        #expect(hints.first == Hint(.watching))
        #expect(hints.contains(Hint(.watching, FileName("a"))) && !hints.contains { $0.folder == FileName("b") })
        #expect(hints.contains(Hint(.arrived(FileName("2")), FileName("a"))))
    }

    @Test("a changed selection adds and removes subfolders")
    func wishes() async throws {
        below.select([FileName("a")])
        let change = Step(at: Hint(.watching, FileName("a"))) { below.select([FileName("b")]) }
        let arrival = Step(at: Hint(.watching, FileName("b"))) { for name in ["a/1", "b/2"] { try arrive(name) } }
        let hints = await heard(until: Hint(.arrived(FileName("2")), FileName("b")), change, arrival)
        #expect(!hints.contains(Hint(.arrived(FileName("1")), FileName("a"))))
    }

    @Test("a missing subfolder is unavailable and retried on the next selection")
    func missing() async throws {
        let missing = FileName("later")
        below.select([missing])
        let make = Step(at: Hint(.unavailable(code: Errno(ENOENT)), missing)) {
            try folder.open().makeFolder(missing)
            below.select([missing])
        }
        let hints = await heard(until: Hint(.watching, missing), make)
        let told = hints.filter { $0.folder == missing }.map { $0.change }
        #expect(told == [.unavailable(code: Errno(ENOENT)), .watching])
    }

    @Test("a moved subfolder is lost, and its replacement is watched")
    func replaced() async throws {
        let name = FileName("b")
        below.select([name])
        let path = folder.path.shown
        defer { rmdir(path + "/moved") }
        let replace = Step(at: Hint(.watching, name)) {
            rename(path + "/b", path + "/moved")
            mkdir(path + "/b", 0o755)
        }
        let arrival = Step(at: Hint(.watching, name)) { try arrive("b/1") }
        let hints = await heard(until: Hint(.arrived(FileName("1")), name), replace, arrival)
        let told = hints.filter { $0.folder == name }.map { $0.change }
        #expect(told.filter { $0 != FolderChange.changed } == [.watching, .lost, .watching, .arrived(FileName("1"))])
    }

    @Test("when the folder itself is replaced, the subfolders of the new one are watched")
    func rootReplaced() async throws {
        let name = FileName("a")
        below.select([name])
        let path = folder.path.shown
        let moved = path + "-moved"
        defer { for left in ["/a/deep", "/a", "/b", ""] { rmdir(moved + left) } }
        let replace = Step(at: Hint(.watching, name)) {
            rename(path, moved)
            mkdir(path, 0o755)
            mkdir(path + "/a", 0o755)
        }
        let arrival = Step(at: Hint(.watching, name)) { try arrive("a/1") }
        let hints = await heard(until: Hint(.arrived(FileName("1")), name), replace, arrival)
        #expect(hints.contains(Hint(.lost)))
    }

    @Test("a link in place of a subfolder isn't followed")
    func planted() async throws {
        let elsewhere = try TemporaryFolder()
        symlink(elsewhere.path.shown, folder.path.shown + "/link")
        let name = FileName("link")
        below.select([name])
        let task = Task { [files, folder, below] in
            let told = Mutex<FolderChange?>(nil)
            await files.watch(folder.path, below: below) { change, below in
                guard below != nil else { return true }
                told.withLock { $0 = change }
                return false
            }
            return told.withLock { $0 }
        }
        let told = try #require(await task.value)
        guard case .unavailable = told else {
            Issue.record("\(told)")
            return
        }
    }
}
