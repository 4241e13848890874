import BackendKit
import Domain
import Synchronization

/// Manages the folders of a plugin's jobs and the pictures in them.
final class PluginPictures: Sendable {
    /// The time for which a folder is kept after its picture was read, until that is certainly stored elsewhere.
    private static let kept = Duration.seconds(600)
    /// The time for which a folder of an earlier run is kept, in milliseconds: no job waits longer.
    private static let longest: Int64 = 8 * 86_400_000

    private struct State {
        /// The folders whose pictures were read, and when.
        var readFolders: [(name: String, time: Duration)] = []
        /// Whether the folders of earlier runs were removed.
        var hasSwept = false
    }

    private let dependencies: ExecDependencies
    private let quoting: Quoting
    private let state = Mutex(State())

    init(_ dependencies: ExecDependencies, _ quoting: Quoting) {
        self.dependencies = dependencies
        self.quoting = quoting
    }

    /// Returns a job's folder, which is created if needed. Also removes folders that are no longer needed.
    func folder(of key: String) async throws(BackendFailure) -> JobFolder {
        await sweep()
        let name = key.isPathSafe ? key : dependencies.digest(Array(key.utf8)).hex
        do throws(FileFailure) {
            return JobFolder(name: name, path: try await dependencies.folders.make(JobFolder.relativePath(name)))
        } catch {
            throw .config(message: "cannot create a folder for the plugin: \(error)")
        }
    }

    /// Returns the parameters of a request, with its input pictures written into the job's folder.
    func order(
        _ request: ImageRequest, _ key: String, _ timeout: Duration
    ) async throws(BackendFailure) -> GenerateParameters {
        let folder = try await folder(of: key)
        var inputs: [JSONValue] = []
        for (index, picture) in request.pictures.enumerated() {
            inputs.append(try await written(picture, index + 1, to: folder))
        }
        return GenerateParameters(request: request, key: key, folder: folder, timeout: timeout, inputs: inputs)
    }

    /// Writes an input picture into the job's folder and returns its description for the plugin. `number`: from 1.
    private func written(
        _ picture: InputPicture, _ number: Int, to folder: JobFolder
    ) async throws(BackendFailure) -> JSONValue {
        let name = (number == 1 ? "input." : "input-\(number).") + picture.format.rawValue
        do throws(FileFailure) {
            try await dependencies.folders.write(picture.bytes, to: folder.relativePath + "/" + name)
        } catch {
            throw .transient(message: "cannot write the picture to the plugin's folder: \(error)")
        }
        return .object([
            "path": .text(name), "media_type": .text(picture.mediaType),
            "sha256": .text(dependencies.digest(picture.bytes).hex),
        ])
    }

    func bytes(of file: PictureFile, limit: Int64) async throws(BackendFailure) -> [UInt8] {
        let bytes: [UInt8]
        do throws(FileFailure) {
            let path = JobFolder.relativePath(file.folder) + "/" + file.name
            bytes = try await dependencies.folders.read(path, limit: Int(clamping: limit))
        } catch {
            throw failure(error, file)
        }
        if let reported = file.bytes, reported != bytes.count {
            throw .badResponse(message: "\(shown(file)) has \(bytes.count) bytes instead of \(reported)")
        }
        if let reported = file.digest, dependencies.digest(bytes) != reported {
            throw .badResponse(message: "\(shown(file)) does not match its sha256")
        }
        let picture = try ReceivedPicture.checked(bytes, limit: limit)
        let now = dependencies.clock.now()
        state.withLock { $0.readFolders.append((file.folder, now)) }
        return picture
    }

    private func failure(_ failure: FileFailure, _ file: PictureFile) -> BackendFailure {
        switch failure {
        case .missing: .expired
        case .notRegular: .badResponse(message: "\(shown(file)) is not a regular file")
        case .tooLarge(let bytes, let limit): .tooLarge(bytes: bytes, limit: limit)
        default: .transient(message: "\(shown(file)) cannot be read: \(failure)")
        }
    }

    private func shown(_ file: PictureFile) -> String { quoting.quoted(file.name, limit: 60) }

    private func sweep() async {
        let now = dependencies.clock.now()
        let (due, isFirst) = state.withLock { state in
            let due = state.readFolders.filter { now - $0.time >= Self.kept }.map(\.name)
            state.readFolders.removeAll { now - $0.time >= Self.kept }
            defer { state.hasSwept = true }
            return (due, !state.hasSwept)
        }
        for folder in due { await dependencies.folders.remove(JobFolder.relativePath(folder)) }
        guard isFirst else { return }
        let oldest = dependencies.utc() - Self.longest
        for folder in await dependencies.folders.folders(in: JobFolder.parent) where folder.modified < oldest {
            await dependencies.folders.remove(JobFolder.relativePath(folder.name))
        }
    }
}

/// A picture that a plugin reports: a file in the job's folder.
struct PictureFile {
    private static let scheme = "job:"

    /// The job's folder.
    let folder: String
    let name: String
    let bytes: Int64?
    let digest: Digest?

    /// Throws `.badResponse` for a name that leads out of the folder, or an invalid digest.
    init(_ value: JSONValue, in folder: String, quoting: Quoting) throws(BackendFailure) {
        guard let name = value["path"]?.text else { throw .badResponse(message: "a picture without a path") }
        guard Self.isPlain(name) else {
            throw .badResponse(message: "a picture outside the job's folder: " + quoting.quoted(name, limit: 60))
        }
        let hex = value["sha256"]?.text
        digest = hex.flatMap { Digest(hex: Substring($0.lowercased())) }
        if hex != nil, digest == nil { throw .badResponse(message: "an invalid sha256") }
        bytes = value["bytes"]?.integer
        self.folder = folder
        self.name = name
    }

    /// The stored form, so that it can be fetched after a crash.
    var address: String {
        var members: [String: JSONValue] = ["folder": .text(folder), "name": .text(name)]
        if let bytes { members["bytes"] = .integer(bytes) }
        if let digest { members["sha256"] = .text(digest.hex) }
        return Self.scheme + String(decoding: JSONBody.bytes(.object(members)) ?? [], as: UTF8.self)
    }

    /// Returns `nil` for any other address.
    init?(address: String) {
        guard address.hasPrefix(Self.scheme) else { return nil }
        let value = JSONBody.value(Array(address.utf8.dropFirst(Self.scheme.utf8.count)))
        guard let folder = value?["folder"]?.text, let name = value?["name"]?.text else { return nil }
        guard folder.isPathSafe, Self.isPlain(name) else { return nil }
        self.folder = folder
        self.name = name
        bytes = value?["bytes"]?.integer
        digest = value?["sha256"]?.text.flatMap { Digest(hex: Substring($0)) }
    }

    /// Whether the name is a plain entry of the folder.
    private static func isPlain(_ name: String) -> Bool {
        let isEntry = !name.isEmpty && name != "." && name != ".." && name.utf8.count <= 255
        return isEntry && !name.utf8.contains { $0 == 47 || $0 == 0 }
    }
}

/// The folder of a job at its plugin.
struct JobFolder {
    /// The parent of all job folders, relative to the plugin's own folder.
    static let parent = "jobs"

    /// The job's key if it is usable as a folder name, else the digest of the key.
    let name: String
    /// The absolute path.
    let path: FolderPath

    var relativePath: String { Self.relativePath(name) }

    static func relativePath(_ name: String) -> String { parent + "/" + name }
}
