package import Domain
internal import PlatformConcurrency
internal import PlatformSystem

/// Files that can be made again, kept in a folder within a limit of bytes and found again after a restart. The least
/// recently used file is evicted first.
///
/// A file that can't be read or written counts as missing, so a request never fails because of the cache. The folder
/// may be emptied or deleted at any time. Concurrent requests for a missing file are not combined: a `MemoryCache` in
/// front does that.
package actor DiskCache {
    /// Names an entry.
    package struct Key: Hashable, Sendable {
        /// The picture from which the file was made. All files of a picture can be removed together.
        package let picture: Digest
        /// The digest of everything else that decides the content.
        package let recipe: Digest

        package init(picture: Digest, recipe: Digest) {
            self.picture = picture
            self.recipe = recipe
        }
    }

    private let folder: DiskCacheFolder
    /// Runs all calls to the file system, one after the other in the order in which this actor made them.
    private let thread = ThreadExecutor(name: "cache")
    private let now: @Sendable () -> UTCMillis
    private var order: UsageOrder<Key>
    /// The recipes of each picture's entries, so that few entries are found quickly among many.
    private var recipes: [Digest: Set<Digest>] = [:]
    private var isLoaded = false
    private var hits = 0
    private var misses = 0
    private var damaged = 0
    /// The files that are being made. A number is missing once its file must not be kept, because its picture was
    /// removed meanwhile.
    private var making: [UInt64: Key] = [:]
    private var lastMaking: UInt64 = 0

    /// `limit`: the maximum space on disk in bytes; 0 turns the cache off. Nothing is read or created before the first
    /// use.
    package init(
        folder: FolderPath, limit: Int, now: @escaping @Sendable () -> UTCMillis = { UTCMillis.now() }
    ) {
        self.folder = DiskCacheFolder(path: folder.asRoot)
        self.now = now
        order = UsageOrder(limit: limit)
    }

    /// Without what earlier runs left until `load` has read the folder.
    package var figures: CacheStatistics {
        CacheStatistics(
            entries: order.count, bytes: order.bytes, limit: order.limit, hits: hits, misses: misses, damaged: damaged)
    }

    /// Reads the names and sizes of what earlier runs left, or removes it if the cache is turned off. Later calls do
    /// nothing.
    package func load() async {
        guard !isLoaded else { return }
        guard order.limit > 0 else {
            isLoaded = true
            return await run { $0.removeAll() }
        }
        let listing = await run { try? $0.list() }
        // Another call may have loaded the entries meanwhile.
        guard !isLoaded, let listing else { return }
        isLoaded = true
        damaged += listing.damaged
        var evicted: [Key] = []
        for (key, bytes) in listing.entries where !order.contains(key) {
            if bytes <= order.limit { evicted += add(key, bytes: bytes) } else { evicted.append(key) }
        }
        await unlink(evicted)
    }

    /// Returns a file, and makes and keeps it if it is missing. An empty file is not kept.
    package func file<Failure: Error>(
        _ key: Key, make: @Sendable () async throws(Failure) -> [UInt8]
    ) async throws(Failure) -> [UInt8] {
        guard order.limit > 0 else { return try await make() }
        await load()
        if let found = await read(key) { return found }
        misses += 1
        lastMaking += 1
        let number = lastMaking
        making[number] = key
        defer { making[number] = nil }
        let made = try await make()
        await keep(made, as: key, number)
        return made
    }

    /// Removes all files that were made from some pictures, also those that are being made.
    package func remove(of pictures: Set<Digest>) async {
        guard order.limit > 0, !pictures.isEmpty else { return }
        await load()
        making = making.filter { !pictures.contains($0.value.picture) }
        let keys = pictures.flatMap { picture in
            (recipes[picture] ?? []).map { Key(picture: picture, recipe: $0) }
        }
        for key in keys { drop(key) }
        await unlink(keys)
    }

    /// Removes all files, also those that are being made.
    package func removeAll() async {
        order.removeAll()
        recipes = [:]
        making = [:]
        await run { $0.removeAll() }
    }
}

extension DiskCache {
    private func read(_ key: Key) async -> [UInt8]? {
        guard let use = order.lastUse(key) else { return nil }
        let time = now()
        let result = await run { $0.read(key, at: time) }
        // Meanwhile it may have been removed, or removed and made again.
        switch result {
        case .content(let bytes):
            guard order.use(key) else { return nil }
            hits += 1
            return bytes
        case .missing: break
        case .damaged: damaged += 1
        }
        if order.lastUse(key) == use { drop(key) }
        return nil
    }

    /// Keeps a file, unless its picture was removed while it was being made. From here on the file system sees the same
    /// order of changes as this actor.
    private func keep(_ bytes: [UInt8], as key: Key, _ number: UInt64) async {
        let size = DiskCacheFolder.size(bytes.count)
        guard !bytes.isEmpty, size <= order.limit, making[number] != nil else { return }
        let evicted = add(key, bytes: size)
        let use = order.lastUse(key)
        let time = now()
        let isWritten = await run { folder in
            folder.unlink(evicted)
            return folder.write(bytes, as: key, at: time)
        }
        if !isWritten, order.lastUse(key) == use { drop(key) }
    }

    /// Adds an entry, and returns those that have no room any more.
    private func add(_ key: Key, bytes: Int) -> [Key] {
        let evicted = order.insert(key, bytes: bytes)
        recipes[key.picture, default: []].insert(key.recipe)
        for key in evicted { drop(key) }
        return evicted
    }

    private func drop(_ key: Key) {
        order.remove(key)
        recipes[key.picture]?.remove(key.recipe)
        if recipes[key.picture]?.isEmpty == true { recipes[key.picture] = nil }
    }

    private func unlink(_ keys: [Key]) async {
        if !keys.isEmpty { await run { $0.unlink(keys) } }
    }

    private func run<Answer: Sendable>(_ work: @escaping @Sendable (DiskCacheFolder) -> Answer) async -> Answer {
        await withCheckedContinuation { continuation in
            let call: @Sendable () -> Void = { [folder] in continuation.resume(returning: work(folder)) }
            if !thread.post(call) { call() }
        }
    }
}
