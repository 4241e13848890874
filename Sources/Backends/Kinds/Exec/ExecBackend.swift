package import BackendKit
package import Domain

/// A third-party program that generates pictures over `textify-backend/1`: line-delimited JSON-RPC on its standard
/// streams, or one document in each direction.
///
/// The program is not trusted. Its output is bounded, pictures are files in a folder of the job's, and its checkpoints
/// are stored before anything waits for them, so that work continues after a crash on either side.
package struct ExecBackend: ImageBackend {
    package static let kind = "exec"

    package let descriptor: BackendDescriptor
    private let work: any PluginWorker
    private let pictures: PluginPictures

    init(_ options: ExecOptions, _ world: ExecDependencies) {
        descriptor = BackendDescriptor(
            options.context, kind: Self.kind, credit: "plugin " + options.title, sides: 16...16_384,
            abilities: Self.abilities)
        let purse = PluginCredentials(options, world)
        pictures = PluginPictures(world, purse.quoting)
        work =
            options.isOneShot
            ? OneShotWorker(options, world, purse, pictures) : PersistentWorker(options, world, purse, pictures)
    }

    /// A plugin reports its capabilities when it starts, so nothing is rejected before that.
    private static var abilities: BackendCapabilities {
        var options = Dictionary(uniqueKeysWithValues: GenerationOption.allCases.map { ($0, OptionBounds.any) })
        options[.seed] = .integers(0...Int64.max)
        // The protocol has no mask: a plugin that ignored it would repaint the whole picture.
        options[.mask] = nil
        return BackendCapabilities(tasks: [.textToImage, .imageToImage], options: options)
    }

    package func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> BackendKit.Submission {
        try await work.submit(request, key: key)
    }

    package func poll(_ handle: JobHandle) async throws(BackendFailure) -> PollAnswer {
        try await work.poll(handle)
    }

    /// Reads a picture from the job's folder and checks the size and digest that the plugin reported. Throws `.expired`
    /// when it no longer exists.
    package func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8] {
        guard case .url(let address) = source, let file = PictureFile(address: address) else {
            throw .badResponse(said: "a picture that is not in the job's folder")
        }
        return try await pictures.bytes(of: file, limit: limit)
    }

    package func cancel(_ handle: JobHandle) async -> CancelOutcome {
        await work.cancel(handle)
    }

    package func probe() async -> BackendHealth {
        await work.probe()
    }

    package func close() async {
        await work.close()
    }
}

/// The common interface of the two kinds of plugins: persistent and one-shot.
protocol PluginWorker: Sendable {
    func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> BackendKit.Submission
    func poll(_ handle: JobHandle) async throws(BackendFailure) -> PollAnswer
    func cancel(_ handle: JobHandle) async -> CancelOutcome
    func probe() async -> BackendHealth
    func close() async
}
