import Configuration
import ControlAPI
import ControlServer
import Domain
import PlatformSystem
import Repositories

/// Reports spending from the ledger.
struct SpendingReports: SpendingSource {
    let ledger: any LedgerRepository

    func spend(
        _ days: ClosedRange<LocalDay>?, by groups: [SpendQuery.Group]
    ) async throws(ControlFailure) -> SpendReport {
        let today = LocalTime.now.localDay
        let query = SpendQuery(days: days ?? today...today, groups: groups, today: today)
        return SpendReport(
            query, try await stored { () throws(RepositoryFailure) in try await ledger.spend(query) })
    }
}
