import Configuration
import ControlAPI
import Domain
import PlatformSystem
import Repositories

extension ServiceControl {
    /// The number of requested backups that are kept.
    private static let kept = 7
    private static let prefix = "textifyd-2"

    /// Backs up to `backups/textifyd-20261122T081500Z.db` in the state folder; the time is UTC.
    func backUp() async throws(ControlFailure) -> BackupAnswer {
        let time = LogTime.text(wallClockMilliseconds()).filter { $0 != "-" && $0 != ":" }
        let name = FileName("textifyd-\(time).db")
        do throws(BackupFailure) {
            let bytes = try await base.database.backUp(as: name, keeping: Self.kept, prefix: Self.prefix)
            let folder = current.settings.service.state.appending(SpoolDatabase.backups)
            return BackupAnswer(path: folder.appending(name).shown, bytes: bytes)
        } catch {
            switch error {
            case .database(let failure): throw .repository(failure)
            case .folder(let failure): throw .storage(failure)
            }
        }
    }
}
