package import BackendKit
package import Domain

/// A program of somebody else's that generates pictures, asked by `textify-backend/1`: JSON-RPC in lines over its standard
/// streams, or one document each way.
///
/// Its process is the only thing it is trusted with: what it says is bounded, pictures are files in a folder of the job's,
/// and what it keeps for itself (a checkpoint) is stored before anything waits for it, so that its work goes on after a
/// crash on either side.
package struct ExecBackend: ImageBackend {
    package static let kind = "exec"

    package let descriptor: BackendDescriptor
    private let work: any PluginWorker
    private let pictures: PluginPictures

    package init(_ options: ExecOptions, _ world: ExecWorld) {
        descriptor = BackendDescriptor(
            name: options.name, kind: Self.kind, credit: "plugin " + options.title, isFree: options.isFree,
            isDeterministic: false, sides: 16...16_384, concurrency: options.concurrency,
            onUnknown: options.onUnknown, probeInterval: options.probeInterval, abilities: Self.abilities)
        let purse = PluginPurse(options, world)
        pictures = PluginPictures(world, purse.quoting)
        work =
            options.isOneShot
            ? OneShotWorker(options, world, purse, pictures) : LastingWorker(options, world, purse, pictures)
    }

    /// What a plugin honours it says itself when it starts: until then nothing is refused.
    private static var abilities: BackendAbilities {
        var options = Dictionary(uniqueKeysWithValues: GenerationOption.allCases.map { ($0, OptionBounds.any) })
        options[.seed] = .integers(0...Int64.max)
        // The protocol has no word for it: whoever does not know it would paint the whole picture anew.
        options[.mask] = nil
        return BackendAbilities(tasks: [.textToImage, .imageToImage], options: options)
    }

    package func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> BackendKit.Submission {
        try await work.submit(request, key: key)
    }

    package func poll(_ handle: JobHandle) async throws(BackendFailure) -> PollAnswer {
        try await work.poll(handle)
    }

    /// A picture that the plugin has left in the job's folder: of the size and with the digest that it said. `.expired`
    /// when it is there no longer.
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

/// One of the two ways in which plugins work.
protocol PluginWorker: Sendable {
    func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> BackendKit.Submission
    func poll(_ handle: JobHandle) async throws(BackendFailure) -> PollAnswer
    func cancel(_ handle: JobHandle) async -> CancelOutcome
    func probe() async -> BackendHealth
    func close() async
}
