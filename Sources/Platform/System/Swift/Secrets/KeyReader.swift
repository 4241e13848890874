package import Domain
internal import Glibc

/// Reads API keys from the sources that a configuration names. It doesn't keep them.
package struct KeyReader: Sendable {
    /// The maximum length of a key, in bytes.
    package static let longest = 16 << 10
    /// The permissions that group and others must not have on a key file.
    private static let others: mode_t = 0o066
    /// The same in the folder of a container's secrets.
    private static let othersInContainer: mode_t = 0o022

    package let environment: [String: String]
    private let containerSecrets: FolderPath

    /// `environment` is the environment of the process. `containerSecrets`: where the runtimes of containers put secrets.
    package init(environment: [String: String], containerSecrets: FolderPath = FolderPath("/run/secrets")) {
        self.environment = environment
        self.containerSecrets = containerSecrets
    }

    /// Reads one line of printable ASCII and trims white space. A key file may be reached through links, because some
    /// tools install keys that way, and is refused if group or others can read or write it. Files in systemd's
    /// credentials folder are protected by that folder; secrets of a container, which its runtime makes readable for
    /// everyone in it, by the container.
    package func key(_ source: KeySource) throws(KeyFailure) -> Secret {
        switch source {
        case .environment(let name):
            guard let text = environment[name] else { throw KeyFailure(source, .missing) }
            return try key(Array(text.utf8), source)
        case .file(let path):
            let others = path.isWithin(containerSecrets) ? Self.othersInContainer : Self.others
            return try key(content(path, source, refusing: others), source)
        case .credential(let name):
            guard let folder = environment["CREDENTIALS_DIRECTORY"], folder.hasPrefix("/") else {
                throw KeyFailure(source, .missing)
            }
            return try key(content(FolderPath(folder).appending(name), source, refusing: 0), source)
        case .command:
            // Commands are run elsewhere.
            throw KeyFailure(source, .missing)
        }
    }

    /// Checks a key that was read elsewhere by the same rules: one line of printable ASCII.
    package func key(_ bytes: [UInt8], _ source: KeySource) throws(KeyFailure) -> Secret {
        guard bytes.count <= Self.longest else { throw KeyFailure(source, .tooLong(limit: Self.longest)) }
        let head = bytes.drop(while: Self.isSpace)
        guard let end = head.lastIndex(where: { !Self.isSpace($0) }) else { throw KeyFailure(source, .empty) }
        let key = head[...end]
        guard key.allSatisfy({ 33...126 ~= $0 }) else { throw KeyFailure(source, .malformed) }
        return Secret(String(decoding: key, as: UTF8.self))
    }

    private func content(
        _ path: FolderPath, _ source: KeySource, refusing others: mode_t
    ) throws(KeyFailure) -> [UInt8] {
        let mode: mode_t
        let bytes: [UInt8]
        do throws(FileFailure) {
            let file = try FileDescriptor.file(path)
            mode = try file.status().st_mode
            bytes = mode & others == 0 ? try file.chunk(Self.longest + 1) : []
        } catch {
            throw KeyFailure(source, .unreadable(error))
        }
        guard mode & others == 0 else { throw KeyFailure(source, .tooOpen(mode: UInt32(mode & 0o7777))) }
        return bytes
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 32 || 9...13 ~= byte
    }
}
