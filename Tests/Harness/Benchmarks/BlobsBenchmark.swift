import Domain
import FoundationEssentials
import PlatformConcurrency
import PlatformDigest
import PlatformPostgreSQL
import PlatformSQL
import PlatformSystem
import Repositories
import Synchronization

/// Measures how long pictures take to store and to read, in a PostgreSQL database and as files. The floors are the same
/// bytes in one COPY and one SELECT, and in one synced write and one read of a file. `TMPDIR` selects the file system.
enum BlobsBenchmark: Benchmark {
    static let name = "blobs"
    static let usage = "ADDRESS [ROUNDS=40]"

    static func run(_ arguments: [String]) throws {
        guard let address = arguments.first else { throw InvalidArgument(word: "") }
        let rounds = try IntegerArguments(Array(arguments.dropFirst()), atLeast: [5]).at(0, usually: 40)
        let folder = FolderPath.ofBenchmark(name)
        try FileManager.default.createDirectory(atPath: folder.shown, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder.shown) }
        let failure = Mutex<(any Error)?>(nil)
        try AsyncRunner.run {
            do { try await measure(PostgreSQLSettings(address: address), rounds, folder) } catch {
                failure.withLock { $0 = error }
            }
        }
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    private static func measure(_ settings: PostgreSQLSettings, _ rounds: Int, _ folder: FolderPath) async throws {
        // Its tables exist afterwards.
        await (try FleetDatabase(settings, readers: 1)).close()
        let database = try DatabaseBlobStore(settings, connections: 1)
        let threads = ThreadExecutor(name: "blobs", threads: 1)
        let disk = DiskBlobStore(try DiskBlobRepository(folder: folder, threads: threads))
        let floor = try FloorOfBlobs(settings, folder)
        for size in [100_000, 1_000_000, 8_000_000] {
            let pictures = (0..<rounds).map { noise(size, seed: UInt64(size + $0)) }
            let digests = pictures.map { sha256($0) }
            Report.line("\(size) bytes")
            try await show("a file, synced", size, rounds, write: { try floor.write($0, pictures[$0]) }) {
                try floor.read($0)
            }
            try await show("the disk store", size, rounds) {
                _ = try await disk.put(digests[$0], pictures[$0], replacing: false)
            } read: {
                try await disk.get(digests[$0], limit: 1 << 30).count
            }
            try await show("COPY, SELECT", size, rounds, write: { try floor.copy($0, pictures[$0]) }) {
                try floor.select($0)
            }
            try await show("the database store", size, rounds) {
                _ = try await database.put(digests[$0], pictures[$0], replacing: false)
            } read: {
                try await database.get(digests[$0], limit: 1 << 30).count
            }
        }
        await database.close()
        await threads.shutdown()
    }

    private static func show(
        _ what: String, _ size: Int, _ rounds: Int, write: (Int) async throws -> Void,
        read: (Int) async throws -> Int
    ) async throws {
        let written = try await median(rounds) { try await write($0) }
        let found = try await median(rounds) { round in
            guard try await read(round) == size else { throw FileFailure.damaged }
        }
        let figures = [("stored", written), ("read", found)].map { word, time in
            let speed = Report.number(Double(size) / 1_000_000 / (time / .seconds(1)))
            return "\(word) in \(Report.number(time / .milliseconds(1))) ms (\(speed) MB/s)"
        }
        Report.line("  \(what): " + figures.joined(separator: ", "))
    }

    private static func median(_ rounds: Int, _ work: (Int) async throws -> Void) async throws -> Duration {
        var times: [Duration] = []
        for round in 0..<rounds {
            let start = ContinuousClock.now
            try await work(round)
            times.append(.now - start)
        }
        return times.sorted()[rounds / 2]
    }

    /// Bytes that can't be compressed, as a picture's.
    private static func noise(_ count: Int, seed: UInt64) -> [UInt8] {
        var random = SplitMix64(seed: seed)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 8)
        while bytes.count < count {
            let word = random.next()
            for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
        }
        return Array(bytes.prefix(count))
    }
}

/// The least that a store must do.
private final class FloorOfBlobs {
    private let connection: PostgreSQLConnection
    private let folder: FileDescriptor

    init(_ settings: PostgreSQLSettings, _ path: FolderPath) throws {
        connection = try PostgreSQLConnection(settings)
        folder = try FileDescriptor.folder(path)
        try connection.script(
            """
            CREATE TABLE floor (number bigint, size bigint, bytes bytea);
            ALTER TABLE floor ALTER COLUMN bytes SET STORAGE EXTERNAL
            """)
    }

    func write(_ round: Int, _ bytes: [UInt8]) throws { try folder.replace(FileName("\(round)"), with: bytes) }

    func read(_ round: Int) throws -> Int {
        try folder.file(beneath: FileName("\(round)")).all(limit: 1 << 30).count
    }

    func copy(_ round: Int, _ bytes: [UInt8]) throws {
        func big(_ number: UInt64, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
        }
        let numbers = [UInt64(round), UInt64(bytes.count)].flatMap { big(8, 4) + big($0, 8) }
        let row = big(3, 2) + numbers + big(UInt64(bytes.count), 4) + bytes
        try connection.copy(row, into: "floor", ["number", "size", "bytes"])
    }

    func select(_ round: Int) throws -> Int {
        let sql = "SELECT bytes FROM floor WHERE number = ? ORDER BY size DESC LIMIT 1"
        return try connection.select(sql, [.integer(Int64(round))]) { $0.blob(0).count }.first ?? 0
    }
}
