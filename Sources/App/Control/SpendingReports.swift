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
        let lines = try await stored { () throws(RepositoryFailure) in try await ledger.spend(query) }
        return SpendReport(
            from: query.days.lowerBound.text, to: query.days.upperBound.text, by: groups.map(\.rawValue),
            lines: lines.map { line in
                SpendReport.Line(
                    keys: line.keys, pictures: line.pictures, amount: line.amount?.decimal,
                    currency: line.amount?.currency, unknown: line.isUnknown)
            })
    }
}
