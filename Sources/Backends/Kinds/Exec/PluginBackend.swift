import BackendKit
import Domain

/// A third-party program that generates pictures over `textify-backend/1`: line-delimited JSON-RPC on its standard
/// streams, or one document in each direction.
///
/// The program is not trusted. Its output is bounded, pictures are files in a folder of the job's, and its checkpoints
/// are stored before anything waits for them, so that work continues after a crash on either side.
protocol PluginBackend: ImageBackend {
    var pictures: PluginPictures { get }
}

extension PluginBackend {
    /// Reads a picture from the job's folder and checks the size and digest that the plugin reported. Throws `.expired`
    /// when it no longer exists.
    func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8] {
        guard case .url(let address) = source, let file = PictureFile(address: address) else {
            throw .badResponse(message: "a picture that is not in the job's folder")
        }
        return try await pictures.bytes(of: file, limit: limit)
    }
}

extension ExecOptions {
    func backend(_ dependencies: ExecDependencies) -> any ImageBackend {
        own.mode == .oneshot ? OneShotBackend(self, dependencies) : PersistentBackend(self, dependencies)
    }

    /// A plugin reports its capabilities when it starts, so nothing is rejected before that.
    var descriptor: BackendDescriptor {
        var options = Dictionary(uniqueKeysWithValues: GenerationOption.allCases.map { ($0, OptionBounds.any) })
        options[.seed] = .integers(0...Int64.max)
        // The protocol has no mask: a plugin that ignored it would repaint the whole picture.
        options[.mask] = nil
        return BackendDescriptor(
            context, kind: ExecSettings.kind.description.type, credit: "plugin " + title, sides: 16...16_384,
            abilities: BackendCapabilities(
                tasks: [.textToImage, .imageToImage], options: options, pictures: InputPictures.most),
            reportsProgress: own.mode == .persistent)
    }
}
