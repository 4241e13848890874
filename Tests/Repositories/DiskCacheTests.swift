import Domain
import FoundationEssentials
import Glibc
import PlatformDigest
import PlatformSystem
import Synchronization
import Testing

@testable import Repositories

@Suite("Disk cache", .timeLimit(.minutes(5)))
struct DiskCacheTests {
    private static let block = 4096

    /// A cache whose clock moves on by a millisecond each time it is read.
    private func cache(_ folder: FolderPath, limit: Int = 1 << 20, from time: Int64 = 0) -> DiskCache {
        let clock = Mutex(time)
        return DiskCache(folder: folder.appending("cache/renderings"), limit: limit) {
            clock.withLock { time in
                time += 1
                return UTCMillis(time)
            }
        }
    }

    private func key(_ picture: UInt8, _ recipe: UInt8 = 0) -> DiskCache.Key {
        DiskCache.Key(picture: sha256([picture]), recipe: sha256([recipe]))
    }

    private func names(_ folder: FolderPath) throws -> [String] {
        try FileDescriptor.folder(folder.appending("cache/renderings")).list().map(\.name.shown).sorted()
    }

    /// Returns a file and whether it was made.
    private func file(
        _ cache: DiskCache, _ key: DiskCache.Key, _ content: [UInt8]
    ) async -> (bytes: [UInt8], isMade: Bool) {
        let made = Mutex(false)
        let bytes = await cache.file(key) {
            made.withLock { $0 = true }
            return content
        }
        return (bytes, made.withLock { $0 })
    }

    @Test("Entries are found again after a restart, in the order of their last use") func restart() async throws {
        try await withFolder { folder async throws in
            let first = cache(folder)
            for number in UInt8(1)...3 { #expect(await file(first, key(number), [number]).isMade) }
            #expect(await file(first, key(1), []) == ([1], false))
            let figures = CacheStatistics(
                entries: 3, bytes: 3 * Self.block, limit: 1 << 20, hits: 1, misses: 3, damaged: 0)
            #expect(await first.figures == figures)

            let second = cache(folder, limit: 2 * Self.block, from: 100)
            await second.load()
            #expect(await second.figures.entries == 2)
            #expect(try names(folder).count == 2)
            #expect(await file(second, key(1), []) == ([1], false))
            #expect(await file(second, key(3), []) == ([3], false))
            #expect(await file(second, key(2), [9]) == ([9], true))
            #expect(await file(second, key(1), [8]) == ([8], true))
        }
    }

    @Test("The folder and its files are private") func modes() async throws {
        try await withFolder { folder async throws in
            _ = await file(cache(folder), key(1), [1])
            let place = folder.appending("cache/renderings")
            let file = place.shown + "/" + (try names(folder)[0])
            for (path, mode) in [(place.shown, 0o700), (file, 0o600)] as [(String, mode_t)] {
                var status = Glibc.stat()
                #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == mode, "\(path)")
            }
        }
    }

    @Test("Files that are too large, and empty ones, are not kept") func tooLarge() async throws {
        try await withFolder { folder async throws in
            let cache = cache(folder, limit: Self.block)
            #expect(await file(cache, key(1), [UInt8](repeating: 1, count: Self.block)).isMade)
            #expect(await file(cache, key(2), []).isMade)
            #expect(await cache.figures.entries == 0)
            #expect(await file(cache, key(2), [1]).isMade)
            #expect(await file(cache, key(3), [1]).isMade)
            #expect(await cache.figures.bytes == Self.block)
            #expect(try names(folder).count == 1)
        }
    }

    @Test("A damaged entry, and one that belongs to another key, is removed, counted and made again")
    func damage() async throws {
        try await withFolder { folder async throws in
            let content = [UInt8](repeating: 7, count: 500)
            let place = folder.appending("cache/renderings").shown
            let name = sha256([1]).hex + "-" + sha256([0]).hex
            func whole() async throws -> [UInt8] {
                _ = await file(cache(folder), key(1), content)
                return Array(try #require(FileManager.default.contents(atPath: place + "/" + name)))
            }
            let bytes = try await whole()
            let flips = [0, 7, 8, 40, 72, 104, bytes.count - 1].map { place in
                var flipped = bytes
                flipped[place] ^= 1
                return flipped
            }
            let other = bytes[..<8] + sha256([2]).bytes + bytes[40...]
            for harmed in flips + [Array(bytes.dropLast()), bytes + [0], Array(bytes[..<104]), [], Array(other)] {
                #expect(FileManager.default.createFile(atPath: place + "/" + name, contents: Data(harmed)))
                let cache = cache(folder)
                #expect(await file(cache, key(1), content) == (content, true))
                let figures = await cache.figures
                #expect(figures.damaged == 1 && figures.entries == 1)
                #expect(await file(cache, key(1), []) == (content, false))
            }
        }
    }

    @Test("Links are not followed, and files that are not the cache's are left alone") func foreign() async throws {
        try await withFolder { folder async throws in
            let place = folder.appending("cache/renderings").shown
            _ = await file(cache(folder), key(1), [1])
            let name = sha256([1]).hex + "-" + sha256([0]).hex
            try FileManager.default.moveItem(atPath: place + "/" + name, toPath: folder.shown + "/outside")
            try FileManager.default.createSymbolicLink(
                atPath: place + "/" + name, withDestinationPath: folder.shown + "/outside")
            for other in ["notes.txt", ".a1.part", name.uppercased()] {
                #expect(FileManager.default.createFile(atPath: place + "/" + other, contents: Data([1])))
            }
            let cache = cache(folder)
            await cache.load()
            let figures = await cache.figures
            #expect(figures.entries == 0 && figures.damaged == 1)
            #expect(try names(folder) == [name.uppercased(), "notes.txt"].sorted())
            await cache.removeAll()
            #expect(try names(folder).count == 2)
            #expect(FileManager.default.fileExists(atPath: folder.shown + "/outside"))
        }
    }

    @Test("The folder may be deleted while the cache is in use") func deleted() async throws {
        try await withFolder { folder async throws in
            let cache = cache(folder)
            _ = await file(cache, key(1), [1])
            try FileManager.default.removeItem(atPath: folder.appending("cache").shown)
            #expect(await file(cache, key(1), [1]).isMade)
            #expect(await file(cache, key(1), []) == ([1], false))
            #expect(await cache.figures.damaged == 0)
        }
    }

    @Test("A folder that can't be used never fails a request") func unusable() async throws {
        try await withFolder { folder async throws in
            #expect(FileManager.default.createFile(atPath: folder.appending("cache").shown, contents: nil))
            let cache = cache(folder)
            for _ in 1...2 { #expect(await file(cache, key(1), [1]) == ([1], true)) }
            await cache.remove(of: [sha256([1])])
            await cache.removeAll()
            let figures = await cache.figures
            #expect(figures.entries == 0 && figures.misses == 2)
        }
    }

    @Test("A folder that others can write into is not used") func shared() async throws {
        try await withFolder { folder async throws in
            let cache = cache(folder)
            _ = await file(cache, key(1), [1])
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o777], ofItemAtPath: folder.appending("cache/renderings").shown)
            #expect(await file(cache, key(1), [2]) == ([2], true))
        }
    }

    @Test("A cache that is turned off keeps nothing and removes what it kept") func off() async throws {
        try await withFolder { folder async throws in
            _ = await file(cache(folder), key(1), [1])
            let off = cache(folder, limit: 0)
            await off.load()
            #expect(try names(folder) == [])
            #expect(await file(off, key(1), [1]).isMade)
            #expect(try names(folder) == [])
        }
    }

    @Test("Everything of a picture is removed, also what an earlier run left") func remove() async throws {
        try await withFolder { folder async throws in
            let first = cache(folder)
            for recipe in UInt8(1)...3 { _ = await file(first, key(1, recipe), [recipe]) }
            _ = await file(first, key(2), [2])
            let second = cache(folder)
            await second.remove(of: [sha256([1])])
            #expect(try names(folder) == [sha256([2]).hex + "-" + sha256([0]).hex])
            #expect(await second.figures.bytes == Self.block)
        }
    }

    @Test("A file whose picture is removed while it is being made is not kept", arguments: [false, true])
    func removedMeanwhile(all: Bool) async throws {
        try await withFolder { folder async throws in
            let cache = cache(folder)
            let bytes = await cache.file(key(1)) {
                if all { await cache.removeAll() } else { await cache.remove(of: [sha256([1])]) }
                return [1]
            }
            #expect(bytes == [1])
            #expect(await cache.figures.entries == 0)
            #expect(await file(cache, key(1), [2]).isMade)
        }
    }

    @Test("Failures are passed on and not kept") func failure() async throws {
        try await withFolder { folder async throws in
            let cache = cache(folder)
            await #expect(throws: FileFailure.full) {
                try await cache.file(key(1)) { () throws(FileFailure) in throw .full }
            }
            #expect(await file(cache, key(1), [1]).isMade)
        }
    }

    @Test("Many tasks use the cache at once, within its limit") func concurrent() async throws {
        try await withFolder { folder async throws in
            let cache = cache(folder, limit: 8 * Self.block)
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        let name = UInt8(number % 20)
                        let bytes = await cache.file(key(name)) { [name] }
                        #expect(bytes == [name])
                        if number % 50 == 49 { await cache.remove(of: [sha256([name])]) }
                    }
                }
            }
            let figures = await cache.figures
            #expect(figures.bytes <= 8 * Self.block && figures.damaged == 0)
            #expect(try names(folder).count == figures.entries)
        }
    }
}
