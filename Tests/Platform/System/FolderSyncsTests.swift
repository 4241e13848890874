import Domain
import Glibc
import PlatformConcurrency
import Synchronization
import Testing

@testable import PlatformSystem

@Suite("Folder syncs", .timeLimit(.minutes(5)))
struct FolderSyncsTests {
    private let folder = FolderPath("/box")

    @Test("all requests during a sync share the next one and its result; then the folder is idle again")
    func shared() async {
        var gate: [Int32] = [0, 0]
        pipe(&gate)
        let (reading, writing) = (gate[0], gate[1])
        let (begun, begin) = AsyncStream.makeStream(of: Int.self)
        let count = Atomic(0)
        let syncs = SyncCoalescer(executor: ThreadExecutor(name: "syncs", threads: 2)) { _ in
            let number = count.add(1, ordering: .relaxed).newValue
            begin.yield(number)
            var byte: UInt8 = 0
            if number == 1 { _ = Glibc.read(reading, &byte, 1) }
            return number == 2 ? .failure(.full) : .success(())
        }
        let (answers, answer) = AsyncStream.makeStream(of: FileFailure?.self)
        let tell: SyncCoalescer.Answer = { outcome in
            do throws(FileFailure) {
                try outcome.get()
                answer.yield(nil)
            } catch {
                answer.yield(error)
            }
        }
        syncs.request(folder, tell)
        for await _ in begun { break }
        for _ in 0..<100 { syncs.request(folder, tell) }
        _ = Glibc.write(writing, "x", 1)
        var results: [FileFailure?] = []
        for await failure in answers {
            results.append(failure)
            if results.count == 101 { break }
        }
        #expect(results == [nil] + Array(repeating: .full, count: 100))
        #expect(count.load(ordering: .relaxed) == 2)
        await #expect(throws: Never.self) { try await syncs.sync(folder) }
        #expect(count.load(ordering: .relaxed) == 3)
        close(reading)
        close(writing)
    }

    @Test("another folder doesn't wait; requests after shutdown are still served")
    func others() async throws {
        let (asked, ask) = AsyncStream.makeStream(of: FolderPath.self)
        let executor = ThreadExecutor(name: "syncs")
        let syncs = SyncCoalescer(executor: executor) { folder in
            ask.yield(folder)
            return .success(())
        }
        try await syncs.sync(folder)
        await executor.shutdown()
        try await syncs.sync(FolderPath("/other"))
        ask.finish()
        #expect(await asked.reduce(into: []) { $0.append($1) } == [folder, FolderPath("/other")])
    }

    @Test("a request from one of the threads is served there; requests meanwhile share the next sync")
    func here() async throws {
        let (begun, begin) = AsyncStream.makeStream(of: Int.self)
        var gate: [Int32] = [0, 0]
        pipe(&gate)
        let (reading, writing) = (gate[0], gate[1])
        let executor = ThreadExecutor(name: "syncs")
        let count = Atomic(0)
        let syncs = SyncCoalescer(executor: executor) { _ in
            let number = count.add(1, ordering: .relaxed).newValue
            begin.yield(number)
            var byte: UInt8 = 0
            if number == 1 { _ = Glibc.read(reading, &byte, 1) }
            return executor.isHere ? .success(()) : .failure(.full)
        }
        let first = Task(executorPreference: executor) { try await syncs.sync(folder) }
        for await _ in begun { break }
        let (answers, answer) = AsyncStream.makeStream(of: Bool.self)
        for _ in 0..<10 { syncs.request(folder) { answer.yield((try? $0.get()) != nil) } }
        _ = Glibc.write(writing, "x", 1)
        try await first.value
        var results: [Bool] = []
        for await isDone in answers {
            results.append(isDone)
            if results.count == 10 { break }
        }
        #expect(results == Array(repeating: true, count: 10))
        #expect(count.load(ordering: .relaxed) == 2)
        try await Task(executorPreference: executor) { try await syncs.sync(folder) }.value
        #expect(count.load(ordering: .relaxed) == 3)
        close(reading)
        close(writing)
    }
}
