import Domain
import PlatformConcurrency
import PlatformSystem
import Repositories
import Words

/// `textifyd --restore FILE`: puts a backup in the place of the database of a service that is stopped.
struct Restoration {
    let state: FolderPath
    let words: Wording

    /// Returns what a person has to know. `path`: the backup.
    func run(_ path: String, at utc: UTCMillis) async throws(LaunchFailure) -> String {
        try StateFolderCheck.check(state)
        let lock = try ServiceResources.lock(state)
        defer { withExtendedLifetime(lock) {} }
        let time = LogTime.text(utc).filter { $0 != "-" && $0 != ":" }
        let report: RestorationReport
        do throws(RestorationFailure) {
            report = try SpoolRestoration(state: state).restore(
                Array(path.utf8), keepingAs: FileName("textifyd-replaced-\(time).db"), at: utc)
        } catch {
            switch error {
            case .backup(let failure):
                throw LaunchFailure(.data, words.sentence(failure, about: FileName(path).shown))
            case .database(let failure): throw LaunchFailure(failure, state)
            }
        }
        let missing = try await missingPictures()
        let kept = report.replaced.map { state.appending(SpoolDatabase.backups).appending($0).shown }
        return words.restored(
            FileName(path).shown, replaced: kept, heldJobs: report.heldJobs, missingPictures: missing
        ).joined(separator: "\n") + "\n"
    }

    /// The number of pictures that the restored database needs and that are not stored any more.
    private func missingPictures() async throws(LaunchFailure) -> Int {
        let threads = ThreadExecutor(name: "restore", threads: 1)
        let database: SpoolDatabase
        do throws(RepositoryFailure) { database = try SpoolDatabase(folder: state) } catch {
            throw LaunchFailure(error, state)
        }
        let missing = await Self.missing(database, state, threads)
        await database.close()
        await threads.shutdown()
        do throws(RepositoryFailure) { return try missing.get() } catch { throw LaunchFailure(error, state) }
    }

    private static func missing(
        _ database: SpoolDatabase, _ state: FolderPath, _ threads: ThreadExecutor
    ) async -> Result<Int, RepositoryFailure> {
        var (missing, last): (Int, Digest?) = (0, nil)
        do throws(RepositoryFailure) {
            while true {
                let page = try await database.neededPictures(after: last, limit: 1_000)
                guard let end = page.last else { return .success(missing) }
                do throws(FileFailure) {
                    let blobs = try DiskBlobRepository(folder: state, threads: threads)
                    missing += try await blobs.missing(among: page).count
                } catch {
                    throw RepositoryFailure.failed(code: 14, "\(error)")
                }
                last = end
            }
        } catch {
            return .failure(error)
        }
    }
}
