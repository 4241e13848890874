import Domain
import Repositories

/// What the status takes from beside the stores: it is looked up without the main actor, which has other things to do.
struct StatusGround: Sendable {
    let counts: [String: Int]
    /// Why the database can't say.
    let trouble: RepositoryFailure?
    /// The caps that were asked about, and how far each is used up; none when the database can't say.
    let caps: [BudgetCap]
    let standing: [CapStanding]
    let renderings: CacheFigures
    /// Amounts that are dated later than the clock's day.
    let later: LaterAmounts?
    let today: LocalDay

    init(_ base: Foundations, caps: [BudgetCap], at moment: BudgetMoment) async {
        async let renderings = base.renderer.cache.figures
        async let later = Self.later(than: moment.day, base)
        async let standing = Self.standing(of: caps, at: moment, base)
        do throws(RepositoryFailure) {
            counts = try await base.spool.counts()
            trouble = nil
        } catch {
            counts = [:]
            trouble = error
        }
        self.caps = caps
        self.standing = await standing
        self.later = await later
        today = moment.day
        self.renderings = await renderings
    }

    private static func later(than today: LocalDay, _ base: Foundations) async -> LaterAmounts? {
        do throws(RepositoryFailure) { return try await base.spool.amounts(laterThan: today) } catch { return nil }
    }

    private static func standing(
        of caps: [BudgetCap], at moment: BudgetMoment, _ base: Foundations
    ) async -> [CapStanding] {
        guard !caps.isEmpty else { return [] }
        do throws(RepositoryFailure) { return try await base.spool.standing(of: caps, at: moment) } catch { return [] }
    }
}
