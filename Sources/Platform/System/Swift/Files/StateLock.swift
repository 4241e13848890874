package import Domain
internal import Glibc

/// Why the state folder can't be had.
package enum StateLockFailure: Error, Equatable, Sendable {
    /// Another instance works here; `pid` is `nil` when it has not written its number yet.
    case held(pid: Int32?)
    case file(FileFailure)
}

/// The right to work in a state folder. The kernel takes it back when this value ends, or with the process, however it
/// ends: there is nothing to clean up after a crash.
package struct StateLock: ~Copyable, Sendable {
    private static let name = FileName("lock")
    private static let damage = "damaged\n"
    private let file: FileDescriptor
    /// How the last one to work here ended.
    package let earlier: EarlierEnd

    package enum EarlierEnd: Equatable, Sendable {
        /// As it should, or there was none.
        case clean
        /// By a crash, a kill or a power cut.
        case interrupted
        /// After it had found damage in what lies here.
        case damaged
    }

    /// Takes the lock (`flock`, not waiting) on the file `lock` in `folder`, and writes the pid into it.
    package init(in folder: FolderPath) throws(StateLockFailure) {
        let file: FileDescriptor
        do throws(FileFailure) {
            file = try Self.open(folder)
        } catch {
            throw .file(error)
        }
        earlier = try Self.take(file)
        self.file = file
    }

    /// Says that this one ends as it should; without this the next one is told that it was interrupted.
    package func endCleanly() throws(FileFailure) {
        try Self.note("", in: file)
    }

    /// Says that what lies here is damaged; it stays said until somebody ends cleanly.
    package func noteDamage() throws(FileFailure) {
        try Self.note(Self.damage, in: file)
    }

    private static func note(_ text: String, in file: borrowing FileDescriptor) throws(FileFailure) {
        let number = file.number
        _ = try FileFailure.checked { ftruncate(number, 0) }
        _ = try FileFailure.checked { lseek(number, 0, SEEK_SET) }
        try file.write(Array(text.utf8))
        try file.sync()
    }

    private static func take(_ file: borrowing FileDescriptor) throws(StateLockFailure) -> EarlierEnd {
        guard flock(file.number, LOCK_EX | LOCK_NB) == 0 else {
            let failure = FileFailure.last
            throw failure == .failed(code: EWOULDBLOCK) ? .held(pid: holder(file)) : .file(failure)
        }
        do throws(FileFailure) {
            let said = String(decoding: try file.chunk(32), as: UTF8.self)
            try note("\(getpid())\n", in: file)
            return said.isEmpty ? .clean : said == damage ? .damaged : .interrupted
        } catch {
            throw .file(error)
        }
    }

    /// The file stays when the lock ends: to unlink it would let two instances lock two files of one name.
    private static func open(_ folder: FolderPath) throws(FileFailure) -> FileDescriptor {
        let folder = try FileDescriptor.folder(folder)
        do {
            return try folder.create(name, .owner)
        } catch .exists {
            return try folder.fileForUpdate(name)
        }
    }

    private static func holder(_ file: borrowing FileDescriptor) -> Int32? {
        guard let bytes = try? file.all(limit: 32) else { return nil }
        return Int32(String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self))
    }
}
