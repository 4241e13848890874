import Domain
import FoundationEssentials
import Glibc
import PlatformSystem
import Words

/// What `textify setup` will create and write.
struct SetupPlan {
    struct File: Equatable {
        let path: String
        let bytes: [UInt8]
        /// Whether it holds a key: it is readable by its owner alone, and its content is never shown.
        var isSecret = false
        /// The content that it replaces; `nil` for a new file.
        var existing: [UInt8]?

        var isChanged: Bool { existing != bytes }
    }

    struct Folder: Equatable {
        let path: String
        /// The mode under the packaged unit, where the service owns the folder.
        let mode: mode_t
    }

    private(set) var folders: [Folder] = []
    private(set) var files: [File] = []

    var isEmpty: Bool { folders.isEmpty && !files.contains { $0.isChanged } }

    /// Adds a folder unless it exists.
    mutating func make(_ path: String, mode: mode_t) {
        guard !FilePath(bytes: Array(path.utf8)).isFolder, !folders.contains(where: { $0.path == path }) else { return }
        folders.append(Folder(path: path, mode: mode))
    }

    mutating func write(_ path: String, _ bytes: [UInt8], isSecret: Bool = false) throws(CommandFailure) {
        let existing = try Self.content(of: path)
        files.append(File(path: path, bytes: bytes, isSecret: isSecret, existing: existing))
    }

    static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

    static func content(of path: String) throws(CommandFailure) -> [UInt8]? {
        do throws(FileFailure) {
            return try FilePath(bytes: Array(path.utf8)).open(O_RDONLY).all(limit: 1 << 20)
        } catch .missing {
            return nil
        } catch {
            throw CommandFailure(exit: .noPermission, text: Wording.terminal.sentence(error, about: path))
        }
    }

    /// What will change, file by file.
    func lines(_ words: Wording) -> [String] {
        folders.map { words.setupMakes(folder: $0.path) } + files.flatMap { Self.lines($0, words) }
    }

    private static func lines(_ file: File, _ words: Wording) -> [String] {
        if !file.isChanged { return [words.setupIs(unchanged: file.path)] }
        if file.isSecret { return [words.setupIs(secret: file.path, replacing: file.existing != nil)] }
        let new = String(decoding: file.bytes, as: UTF8.self)
        guard let existing = file.existing else {
            let lines = new.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            return [words.setupIs(new: file.path)] + lines.map { "+ \($0)" }
        }
        return [words.setupIs(changed: file.path)]
            + LineDifference.lines(String(decoding: existing, as: UTF8.self), new)
    }
}

extension SetupPlan {
    /// Creates the folders, then writes the files in their order, each atomically. `owner`: the service's user, which
    /// gets what it has to use; `nil` to leave everything to this process's user.
    func perform(owner: (user: uid_t, group: gid_t)?, _ words: Wording) throws(CommandFailure) {
        for folder in folders {
            try FilePath(bytes: Array(folder.path.utf8)).makeFolder()
            guard let owner else { continue }
            guard chown(folder.path, owner.user, owner.group) == 0, chmod(folder.path, folder.mode) == 0 else {
                throw Self.failure(FileFailure(errno: errno), folder.path)
            }
        }
        for file in files where file.isChanged {
            guard try Self.content(of: file.path) == file.existing else {
                throw CommandFailure(exit: .tryAgain, text: words.setupChangedMeanwhile(file.path))
            }
            let path = FilePath(bytes: Array(file.path.utf8))
            try FilePath(bytes: path.folder.bytes).makeFolder()
            do throws(FileFailure) {
                try FileDescriptor.folder(path.folder).replace(
                    path.name, with: file.bytes, file.isSecret ? .owner : .group)
            } catch {
                throw Self.failure(error, file.path)
            }
            // An encrypted credential is read by the service manager, any other key by the service.
            if file.isSecret, !file.path.hasSuffix(Self.encrypted), let owner,
                chown(file.path, owner.user, owner.group) != 0
            {
                throw Self.failure(FileFailure(errno: errno), file.path)
            }
        }
    }

    /// What the names of encrypted credentials end with.
    static let encrypted = ".cred"

    private static func failure(_ failure: FileFailure, _ path: String) -> CommandFailure {
        CommandFailure(exit: .cannotCreate, text: "setup: " + Wording.terminal.sentence(failure, about: path))
    }
}
