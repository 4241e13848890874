import Configuration
import Domain
import Words

/// Folders that a person named on the command line are made; those of a configuration may be on a disk that is not
/// mounted yet, so they are waited for.
enum Folders {
    static func make(
        _ words: LaunchWords, _ settings: Settings, _ files: any FileSystem
    ) async throws(LaunchFailure) {
        guard words.watch != nil || words.outbox != nil else { return }
        for watch in settings.watches {
            for folder in [watch.path, watch.outbox] {
                do throws(FileFailure) { try await files.makeFolder(folder) } catch {
                    throw LaunchFailure(.cannotCreate, Wording(.english).sentence(error, about: folder.shown))
                }
            }
        }
    }
}
