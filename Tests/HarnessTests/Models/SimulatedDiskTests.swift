import Domain
import MVISimulation
import Synchronization
import Testing

@Suite("Simulated disk")
struct SimulatedDiskTests {
    private let inbox = FolderPath("/in")
    private let outbox = FolderPath("/out")
    private let name = FileName("a")
    private let other = FileName("b")

    @Test("synced files in synced folders survive every power cut")
    func synced() throws {
        for seed in 0..<200 {
            let disk = disk()
            try disk.write([1, 2, 3], to: name, in: inbox)
            try disk.sync(name, in: inbox)
            try disk.sync(inbox)
            cut(disk, seed)
            #expect(try disk.read(name, in: inbox) == [1, 2, 3])
        }
    }

    @Test(
        "a file in an unsynced folder may be gone; an unsynced file may be whole, half, empty or zeros")
    func unsynced() throws {
        var seen: Set<[UInt8]?> = []
        for seed in 0..<200 {
            let disk = disk()
            try disk.write([1, 2], to: name, in: inbox)
            cut(disk, seed)
            seen.insert(try? disk.read(name, in: inbox))
        }
        #expect(seen == [nil, [1, 2], [1], [], [0, 0]])
    }

    @Test("an overwritten synced file has its old bytes, its new ones, or half of them")
    func rewritten() throws {
        var seen: Set<[UInt8]> = []
        for seed in 0..<200 {
            let disk = disk()
            try lay([7], in: disk)
            try disk.write([1, 2], to: name, in: inbox)
            cut(disk, seed)
            seen.insert(try disk.read(name, in: inbox))
        }
        #expect(seen == [[7], [1, 2], [1], [0, 0]])
    }

    @Test("a rename never loses its file: it has the old name, the new one, or, between two folders, both")
    func renamed() throws {
        var seen: Set<[Bool]> = []
        for seed in 0..<200 {
            let disk = disk()
            try lay([7], in: disk)
            try disk.rename(name, from: inbox, to: other, in: outbox)
            cut(disk, seed)
            seen.insert([try disk.entry(name, in: inbox) != nil, try disk.entry(other, in: outbox) != nil])
        }
        #expect(seen == [[true, false], [false, true], [true, true]])
    }

    @Test("a rename between folders is durable once both are synced; with only the new one, the old name may return")
    func renameSynced() throws {
        var seen: Set<[Bool]> = []
        for seed in 0..<200 {
            let disk = disk()
            try lay([7], in: disk)
            try disk.rename(name, from: inbox, to: other, in: outbox)
            try disk.sync(outbox)
            if seed % 2 == 0 { try disk.sync(inbox) }
            cut(disk, seed)
            #expect(try disk.read(other, in: outbox) == [7])
            let isBack = try disk.entry(name, in: inbox) != nil
            seen.insert([seed % 2 == 0, isBack])
        }
        #expect(seen == [[true, false], [false, false], [false, true]])
    }

    @Test("a later change to a name never survives without the earlier ones")
    func ordered() throws {
        for seed in 0..<200 {
            let disk = disk()
            try lay([7], in: disk)
            try disk.rename(name, from: inbox, to: other, in: inbox)
            try disk.write([8], to: name, in: inbox)
            cut(disk, seed)
            let names = try disk.list(inbox).map(\.name)
            #expect([[name], [other], [name, other]].contains(names))
            if names == [name] { #expect(try disk.read(name, in: inbox) == [7]) }
        }
    }

    @Test("an exclusive rename doesn't replace a file, and free inode numbers are reused")
    func names() throws {
        let disk = disk()
        try lay([7], in: disk)
        try disk.write([8], to: other, in: inbox)
        #expect(throws: FileFailure.exists) { try disk.rename(name, from: inbox, to: other, in: inbox) }
        let before = try #require(try disk.entry(name, in: inbox))
        try disk.unlink(name, in: inbox)
        try disk.sync(inbox)
        try disk.write([7], to: name, in: inbox)
        let after = try #require(try disk.entry(name, in: inbox))
        #expect(after.inode == before.inode)
        #expect(after.modified > before.modified)
    }

    @Test("times follow the clock, also when it is set back; a restored modification time leaves the change time")
    func times() throws {
        let utc = Mutex<UTCMillis>(5_000)
        let disk = SimulatedDisk { utc.withLock { $0 } }
        disk.makeFolder(inbox)
        try disk.write([7], to: name, in: inbox)
        let first = try #require(try disk.entry(name, in: inbox))
        utc.withLock { $0 = 2_000 }
        disk.write([8], over: [7], into: first.inode, of: inbox, modified: nil)
        let second = try #require(try disk.entry(name, in: inbox))
        #expect(second.modified.millis == 2_000 && second.changed == second.modified)
        disk.write([7], over: [8], into: first.inode, of: inbox, modified: first.modified)
        let third = try #require(try disk.entry(name, in: inbox))
        #expect(third.identity == first.identity && third.changed.millis == 2_000)
    }

    private func disk() -> SimulatedDisk {
        let disk = SimulatedDisk { 1 }
        disk.makeFolder(inbox)
        disk.makeFolder(outbox)
        return disk
    }

    private func lay(_ bytes: [UInt8], in disk: SimulatedDisk) throws {
        try disk.write(bytes, to: name, in: inbox)
        try disk.sync(name, in: inbox)
        try disk.sync(inbox)
    }

    private func cut(_ disk: SimulatedDisk, _ seed: Int) {
        var rng = SplitMix64(seed: UInt64(seed))
        disk.cut(&rng)
    }
}
