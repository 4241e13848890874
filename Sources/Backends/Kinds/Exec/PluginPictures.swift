import BackendKit
import Domain
import Synchronization

/// Manages the folders of a plugin's jobs and the pictures in them.
final class PluginPictures: Sendable {
    /// The time for which a folder is kept after its picture was read, until that is certainly stored elsewhere.
    private static let kept = Duration.seconds(600)
    /// The time for which a folder of an earlier run is kept, in milliseconds: no job waits longer.
    private static let longest: Int64 = 8 * 86_400_000
    /// The parent of all job folders, relative to the plugin's own folder.
    private static let place = "jobs"

    private struct Taken {
        let folder: String
        let at: Duration
    }

    let world: ExecDependencies
    let quoting: Quoting
    private let taken = Mutex<[Taken]>([])
    private let hasSwept = Mutex(false)

    init(_ world: ExecDependencies, _ quoting: Quoting) {
        self.world = world
        self.quoting = quoting
    }

    /// Returns the path of a job's folder relative to the plugin's own.
    static func path(_ folder: String) -> String { place + "/" + folder }

    /// Returns the name and path of a job's folder, which is created if needed. Also removes folders that are no longer
    /// needed.
    func folder(of key: String) async throws(BackendFailure) -> (name: String, path: FolderPath) {
        await sweep()
        let name = JobFolder.name(of: key, world.digest)
        do throws(FileFailure) {
            return (name, try await world.folders.make(Self.path(name)))
        } catch {
            throw .config(said: "cannot create a folder for the plugin: \(error)")
        }
    }

    func order(
        _ request: ImageRequest, _ key: String, _ folder: String, _ path: FolderPath, _ timeout: Duration
    ) async throws(BackendFailure) -> GenerateParameters {
        var input: JSONValue?
        if let picture = request.picture { input = try await laid(picture, in: folder) }
        return GenerateParameters(request: request, key: key, workdir: path, timeout: timeout, input: input)
    }

    /// Writes the input picture into the job's folder and returns its description for the plugin.
    private func laid(_ picture: InputPicture, in folder: String) async throws(BackendFailure) -> JSONValue {
        let name = "input." + picture.format.rawValue
        do throws(FileFailure) {
            try await world.folders.write(picture.bytes, to: Self.path(folder) + "/" + name)
        } catch {
            throw .transient(said: "cannot write the picture to the plugin's folder: \(error)")
        }
        return .object([
            "path": .text(name), "media_type": .text(picture.mediaType),
            "sha256": .text(world.digest(picture.bytes).hex),
        ])
    }

    func bytes(of file: PictureFile, limit: Int64) async throws(BackendFailure) -> [UInt8] {
        let bytes: [UInt8]
        do throws(FileFailure) {
            let path = Self.path(file.folder) + "/" + file.name
            bytes = try await world.folders.read(path, limit: Int(clamping: limit))
        } catch {
            throw failure(error, file)
        }
        if let said = file.bytes, said != bytes.count {
            throw .badResponse(said: "\(shown(file)) has \(bytes.count) bytes instead of \(said)")
        }
        if let said = file.digest, world.digest(bytes) != said {
            throw .badResponse(said: "\(shown(file)) does not match its sha256")
        }
        let picture = try ReceivedPicture.checked(bytes, limit: limit)
        let now = world.time.now()
        taken.withLock { $0.append(Taken(folder: file.folder, at: now)) }
        return picture
    }

    private func failure(_ failure: FileFailure, _ file: PictureFile) -> BackendFailure {
        switch failure {
        case .missing: .expired
        case .notRegular: .badResponse(said: "\(shown(file)) is not a regular file")
        case .tooLarge(let bytes, let limit): .tooLarge(bytes: bytes, limit: limit)
        default: .transient(said: "\(shown(file)) cannot be read: \(failure)")
        }
    }

    private func shown(_ file: PictureFile) -> String { quoting.quoted(file.name, limit: 60) }

    private func sweep() async {
        let now = world.time.now()
        let due = taken.withLock { taken in
            let due = taken.filter { now - $0.at >= Self.kept }
            taken.removeAll { now - $0.at >= Self.kept }
            return due
        }
        for old in due { await world.folders.remove(Self.path(old.folder)) }
        let isFirst = hasSwept.withLock { hasSwept in
            defer { hasSwept = true }
            return !hasSwept
        }
        guard isFirst else { return }
        for folder in await world.folders.folders(in: Self.place) where folder.modified < world.utc() - Self.longest {
            await world.folders.remove(Self.path(folder.name))
        }
    }
}

/// A picture that a plugin reports: a file in the job's folder.
struct PictureFile: Equatable {
    private static let scheme = "job:"

    /// The job's folder.
    let folder: String
    let name: String
    let bytes: Int64?
    let digest: Digest?

    /// Throws `.badResponse` for a name that leads out of the folder, or an invalid digest.
    init(_ value: JSONValue, in folder: String, quoting: Quoting) throws(BackendFailure) {
        guard let name = value["path"]?.text else { throw .badResponse(said: "a picture without a path") }
        guard Self.isPlain(name) else {
            throw .badResponse(
                said: "a picture outside the job's folder: " + quoting.quoted(name, limit: 60))
        }
        let said = value["sha256"]?.text
        digest = said.flatMap { Digest(hex: Substring($0.lowercased())) }
        if said != nil, digest == nil { throw .badResponse(said: "an invalid sha256") }
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
        guard JobFolder.isPlain(folder), Self.isPlain(name) else { return nil }
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

/// The name of a job's folder.
enum JobFolder {
    /// Returns the job's key if it is usable as a folder name, else the digest of the key.
    static func name(of key: String, _ digest: @Sendable ([UInt8]) -> Digest) -> String {
        isPlain(key) ? key : digest(Array(key.utf8)).hex
    }

    static func isPlain(_ name: String) -> Bool {
        let isWord = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 48...57: true
            default: byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            }
        }
        return isWord && 1...200 ~= name.utf8.count
    }
}
