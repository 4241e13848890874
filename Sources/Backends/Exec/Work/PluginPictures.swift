import BackendKit
import Domain
import Synchronization

/// The folders of a plugin's jobs, and the pictures in them.
final class PluginPictures: Sendable {
    /// How long a folder is kept whose picture was taken: until that is stored elsewhere, whatever comes between.
    private static let kept = Duration.seconds(600)
    /// How long, in milliseconds, a folder of an earlier run is kept: no job waits longer.
    private static let longest: Int64 = 8 * 86_400_000
    /// Beneath the plugin's own folder.
    private static let place = "jobs"

    private struct Taken {
        let folder: String
        let at: Duration
    }

    let world: ExecWorld
    let quoting: Quoting
    private let taken = Mutex<[Taken]>([])
    private let hasLooked = Mutex(false)

    init(_ world: ExecWorld, _ quoting: Quoting) {
        self.world = world
        self.quoting = quoting
    }

    /// Where a job's folder lies beneath the plugin's own.
    static func path(_ folder: String) -> String { place + "/" + folder }

    /// A job's folder, by its name and its path. Folders that nobody needs any more are removed on the way.
    func folder(of key: String) async throws(BackendFailure) -> (name: String, path: FolderPath) {
        await sweep()
        let name = JobFolder.name(of: key, world.digest)
        do throws(FileFailure) {
            return (name, try await world.folders.make(Self.path(name)))
        } catch {
            throw .config(said: "no folder can be made for the plugin: \(error)")
        }
    }

    func order(
        _ request: ImageRequest, _ key: String, _ folder: String, _ path: FolderPath, _ timeout: Duration
    ) async throws(BackendFailure) -> GenerateOrder {
        var input: JSONValue?
        if let picture = request.picture { input = try await laid(picture, in: folder) }
        return GenerateOrder(request: request, key: key, workdir: path, timeout: timeout, input: input)
    }

    /// Lays the picture that one is to be made from into the job's folder, and tells it as the plugin is told.
    private func laid(_ picture: InputPicture, in folder: String) async throws(BackendFailure) -> JSONValue {
        let name = "input." + picture.format.rawValue
        do throws(FileFailure) {
            try await world.folders.write(picture.bytes, to: Self.path(folder) + "/" + name)
        } catch {
            throw .transient(said: "the picture can't be laid into the plugin's folder: \(error)")
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
            throw .badResponse(said: "\(shown(file)) has \(bytes.count) bytes, and not \(said)")
        }
        if let said = file.digest, world.digest(bytes) != said {
            throw .badResponse(said: "\(shown(file)) has another sha256 than was said")
        }
        let picture = try ReceivedPicture.checked(bytes, limit: limit)
        let now = world.time.now()
        taken.withLock { $0.append(Taken(folder: file.folder, at: now)) }
        return picture
    }

    private func failure(_ failure: FileFailure, _ file: PictureFile) -> BackendFailure {
        switch failure {
        case .missing: .expired
        case .notRegular: .badResponse(said: "\(shown(file)) is no plain file")
        case .tooLarge(let bytes, let limit): .tooLarge(bytes: bytes, limit: limit)
        default: .transient(said: "\(shown(file)) can't be read: \(failure)")
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
        let isFirst = hasLooked.withLock { hasLooked in
            defer { hasLooked = true }
            return !hasLooked
        }
        guard isFirst else { return }
        for folder in await world.folders.folders(in: Self.place) where folder.modified < world.utc() - Self.longest {
            await world.folders.remove(Self.path(folder.name))
        }
    }
}
