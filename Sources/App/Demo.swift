import BackendKit
import Configuration
import Domain
import PlatformConcurrency
import SketchBackend
import PlatformSystem

/// Demo folders: `inbox`, `outbox`, `state`, and two drops.
enum Demo {
    static let prompt = "a lighthouse at night, stormy sea"
    static let picture = "a sailing boat at sunset, clouds over the sea"

    /// Writes a configuration below `folder` and returns the command line that starts it.
    static func createFolders(in folder: String) async throws(LaunchFailure) -> CommandLineSettings {
        let threads = ThreadExecutor(name: "demo")
        let files = LocalFileSystem(executor: threads)
        let path = FolderPath(folder)
        let text = """
            [service]
            state = "state"

            [[watch]]
            path = "inbox"
            outbox = "outbox"
            settle = { picture = "500ms", prompt = "500ms" }
            outputs = ["txt", "ansi", "html", "art.png"]
            """
        do throws(FileFailure) {
            for name in ["inbox", "outbox", "state"] { try await files.makeFolder(path.appending(name)) }
            try await files.replace(FileName("textifyd.toml"), in: path, with: Array((text + "\n").utf8))
        } catch {
            throw LaunchFailure(.cannotCreate, "the demo folders can't be created in \(folder).")
        }
        await threads.shutdown()
        return CommandLineSettings(config: folder + "/textifyd.toml")
    }

    /// Drops the prompt and a picture, each by an atomic rename, as scripts should do.
    static func drop(into settings: Settings, _ base: ServiceResources) async {
        guard let inbox = settings.watches.first?.path else { return }
        try? await base.files.replace(FileName("lighthouse.txt"), in: inbox, with: Array((prompt + "\n").utf8))
        let request = ImageRequest(prompt: picture, size: PictureSize(width: 768, height: 512), seed: 7)
        if case .finished(let sources, _) = try? await base.backends.sketch.submit(request, key: "demo"),
            case .bytes(let bytes) = sources.first
        {
            try? await base.files.replace(FileName("picture.png"), in: inbox, with: bytes)
        }
    }
}
