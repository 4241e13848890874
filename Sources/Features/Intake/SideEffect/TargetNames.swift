import Domain
import Synchronization

/// Names for files that are moved to a folder in which other files exist.
enum NumberedName {
    /// The length that file systems allow, in bytes, less what a temporary name or `.error.txt` needs.
    private static let longest = 200

    /// `NAME.EXT`, `NAME (2).EXT`, `NAME (3).EXT` … If the name is too long, its stem is shortened.
    static func make(_ name: FileName, _ number: Int) -> FileName {
        if let parent = name.parent { return parent.appending(make(name.last, number)) }
        let stem = name.stem.bytes
        let ending = name.bytes.dropFirst(stem.count)
        let tail = (number > 1 ? Array(" (\(number))".utf8) : []) + ending
        if stem.count + tail.count <= longest { return FileName(bytes: stem + tail) }
        if tail.count >= longest { return FileName(bytes: cut(stem + tail, longest)) }
        return FileName(bytes: cut(stem, longest - tail.count) + tail)
    }

    /// Cuts at a UTF-8 character boundary.
    private static func cut(_ bytes: [UInt8], _ length: Int) -> [UInt8] {
        var kept = length
        while kept > 0, kept < bytes.count, bytes[kept] & 0xC0 == 0x80 { kept -= 1 }
        return Array(bytes.prefix(kept > 0 ? kept : length))
    }
}

/// Reservations of names that sources are being moved to: two sources of the same name that end concurrently must not
/// be separated from their sidecars.
final class NameReservations: Sendable {
    private struct Location: Hashable {
        let folder: FolderPath
        let name: FileName
    }

    private let reserved = Mutex<Set<Location>>([])

    /// Does `work` with the name reserved. `nil`: another task has reserved the name.
    func reserving<Answer>(
        _ name: FileName, in folder: FolderPath, _ work: () async throws(FileFailure) -> Answer
    ) async throws(FileFailure) -> Answer? {
        let location = Location(folder: folder, name: name)
        guard reserved.withLock({ $0.insert(location).inserted }) else { return nil }
        defer { reserved.withLock { _ = $0.remove(location) } }
        return try await work()
    }

    /// Does `work` with the names `NAME.EXT`, `NAME (2).EXT` … that other tasks have not reserved, one after the other,
    /// until it returns `true`.
    func withFreeName(
        for name: FileName, in folder: FolderPath, _ work: (FileName) async throws(FileFailure) -> Bool
    ) async throws(FileFailure) {
        var number = 1
        var isDone = false
        while !isDone {
            let candidate = NumberedName.make(name, number)
            isDone =
                try await reserving(candidate, in: folder) { () async throws(FileFailure) in
                    try await work(candidate)
                } ?? false
            number += 1
        }
    }
}
