/// All configured caps and prices.
package struct BudgetRules: Equatable, Sendable {
    /// The default cap, in pictures a day, for a remote backend with neither a price nor a budget.
    package static let unpricedPicturesPerDay: Int64 = 100

    /// The caps on all spending together.
    package var everything = Caps()
    /// The caps of single backends, by name.
    package var backends: [String: Caps] = [:]
    /// The caps of single watch folders, by name.
    package var folders: [String: Caps] = [:]
    /// Caps for every user of the control socket, each counted separately.
    package var perUser = Caps()
    /// The configured prices, by the backend's name.
    package var prices: [String: Price] = [:]
    /// Backends that may cost money but have no configured price.
    package var unpriced: Set<String> = []
    /// The largest number of held jobs that continue per hour after their cap resets.
    package var maxRelease = 60

    package init() {}

    /// Returns every cap that applies to a call of `backend` for this job. A backend without a price and without any
    /// cap gets the default cap, `unpricedPicturesPerDay`.
    package func caps(for job: Job, on backend: String) -> [BudgetCap] {
        let user = job.submitter.map { perUser.caps(.user($0)) } ?? []
        let own = backends[backend]?.caps(.backend(backend)) ?? []
        let folder = folders[job.folder]?.caps(.folder(job.folder)) ?? []
        let all = everything.caps(.everything) + own + folder + user
        guard all.isEmpty, unpriced.contains(backend) else { return all }
        return Caps(picturesPerDay: Self.unpricedPicturesPerDay).caps(.backend(backend))
    }

    /// All caps except those of users, for the status report.
    package var standing: [BudgetCap] {
        let own = backends.sorted { $0.key < $1.key }.flatMap { $0.value.caps(.backend($0.key)) }
        let folder = folders.sorted { $0.key < $1.key }.flatMap { $0.value.caps(.folder($0.key)) }
        let uncapped = everything.isEmpty ? unpriced.subtracting(backends.keys).sorted() : []
        let defaults = uncapped.flatMap { Caps(picturesPerDay: Self.unpricedPicturesPerDay).caps(.backend($0)) }
        return everything.caps(.everything) + own + folder + defaults
    }
}

/// The caps configured for one scope.
package struct Caps: Equatable, Sendable {
    package var perDay: Money?
    package var perMonth: Money?
    package var picturesPerDay: Int64?
    package var picturesPerMonth: Int64?

    package init(
        perDay: Money? = nil, perMonth: Money? = nil, picturesPerDay: Int64? = nil, picturesPerMonth: Int64? = nil
    ) {
        self.perDay = perDay
        self.perMonth = perMonth
        self.picturesPerDay = picturesPerDay
        self.picturesPerMonth = picturesPerMonth
    }

    package var isEmpty: Bool { self == Caps() }

    /// The money caps. All must have the same currency.
    package var amounts: [Money] { [perDay, perMonth].compactMap(\.self) }

    package func caps(_ scope: BudgetCap.Scope) -> [BudgetCap] {
        let limits: [(BudgetCap.Period, BudgetCap.Limit?)] = [
            (.day, perDay.map { .money($0) }), (.month, perMonth.map { .money($0) }),
            (.day, picturesPerDay.map { .pictures($0) }), (.month, picturesPerMonth.map { .pictures($0) }),
        ]
        return limits.compactMap { period, limit in
            limit.map { BudgetCap(scope: scope, period: period, limit: $0) }
        }
    }
}

/// One limit on spending: its scope, period and amount.
package struct BudgetCap: Hashable, Sendable, Codable {
    package enum Scope: Hashable, Sendable, Codable {
        case everything
        case backend(String)
        case folder(String)
        /// The user ID of a sender on the control socket.
        case user(UInt32)
    }

    package enum Period: String, Hashable, Sendable, Codable {
        case day
        case month
    }

    package enum Limit: Hashable, Sendable, Codable {
        case money(Money)
        case pictures(Int64)
    }

    package let scope: Scope
    package let period: Period
    package let limit: Limit

    package init(scope: Scope, period: Period, limit: Limit) {
        self.scope = scope
        self.period = period
        self.limit = limit
    }
}

extension BudgetCap {
    /// Returns whether one more picture at this price fits under the cap. A price in another currency counts as zero; a
    /// configuration with such a cap on such a backend is rejected when it is read.
    package func allows(_ amount: Money?, after spent: Spending) -> Bool {
        switch limit {
        case .pictures(let limit): spent.pictures < limit
        case .money(let limit): spent.micros.saturatingSum(price(amount, limit)) <= limit.micros
        }
    }

    /// Returns the amount used after one more picture at this price.
    package func adding(_ amount: Money?, to spent: Spending) -> Spending {
        let cost: Int64 = if case .money(let limit) = limit { price(amount, limit) } else { 0 }
        return Spending(micros: spent.micros.saturatingSum(cost), pictures: spent.pictures.saturatingSum(1))
    }

    /// Returns whether one more picture at this price raises spending from below 80 % of the cap to 80 % or more.
    package func warns(_ amount: Money?, after spent: Spending) -> Bool {
        let (before, each, most): (Int64, Int64, Int64) =
            switch limit {
            case .pictures(let limit): (spent.pictures, 1, limit)
            case .money(let limit): (spent.micros, price(amount, limit), limit.micros)
            }
        // Divided first, so that the largest caps can't overflow.
        let threshold = most / 100 * 80 + most % 100 * 80 / 100
        return most > 0 && before < threshold && before.saturatingSum(each) >= threshold
    }

    /// Returns the price in millionths of the cap's currency; 0 without a price or in another currency.
    private func price(_ amount: Money?, _ limit: Money) -> Int64 {
        amount?.currency == limit.currency ? amount?.micros ?? 0 : 0
    }
}
