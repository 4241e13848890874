import Configuration
import ControlAPI
import Domain
import JobsFeature
import PlatformSystem
import Repositories

extension ServiceControl {
    func forget(_ id: JobID) async throws(ControlFailure) -> ForgetAnswer {
        switch try await ask(.forget, of: id, working) {
        case .forgotten(let files):
            await base.renderer.cache.removeAll()
            return ForgetAnswer(
                id: id.text, removed: files.removed, source: files.keptSource,
                backups: await backups(since: files.created))
        case .forgetRefused(.noSuchJob): throw .noSuchJob(id.text)
        case .forgetRefused(.notEnded(let state)): throw .notForgettable(id, state: state)
        case .forgetRefused(.storage(let failure)): throw .storage(failure)
        case .forgetRefused(.repository(let failure)): throw .repository(failure)
        default: throw .draining
        }
    }

    /// The number of database backups made since then.
    private func backups(since created: Int64) async -> Int {
        let folder = current.settings.service.state.appending(SQLiteSpoolRepository.backups).asRoot
        let copies = (try? await base.files.list(folder)) ?? []
        return copies.count { $0.kind == .file && $0.modified >= created * 1_000_000 }
    }

    func clear(cache name: String) async throws(ControlFailure) {
        // Purchases were paid for, so this is no cache that may be emptied.
        guard name == Self.renderings else { throw .noSuchCache(name, known: [Self.renderings]) }
        await base.renderer.cache.removeAll()
    }

    private static let renderings = "renderings"
}
