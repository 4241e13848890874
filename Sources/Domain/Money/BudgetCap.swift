/// One bound on what may be spent.
package struct BudgetCap: Hashable, Sendable, Codable {
    package enum Scope: Hashable, Sendable, Codable {
        case everything
        case backend(String)
        case folder(String)
        /// Who submitted through the control socket, by the system's number.
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
    /// Whether one more picture at this price fits under it. A price in another currency counts as nothing here: such a
    /// cap over such a backend is refused when the configuration is read.
    package func allows(_ amount: Money?, after spent: Spending) -> Bool {
        switch limit {
        case .pictures(let most): spent.pictures < most
        case .money(let most): spent.micros.saturatingSum(price(amount, most)) <= most.micros
        }
    }

    /// Whether this picture takes what is spent over `percent` of the cap, and what was spent before had not.
    package func warns(_ amount: Money?, after spent: Spending, percent: Int64 = 80) -> Bool {
        let (before, each, most): (Int64, Int64, Int64) =
            switch limit {
            case .pictures(let most): (spent.pictures, 1, most)
            case .money(let most): (spent.micros, price(amount, most), most.micros)
            }
        let mark = most / 100 * percent + most % 100 * percent / 100
        return most > 0 && before < mark && before.saturatingSum(each) >= mark
    }

    private func price(_ amount: Money?, _ most: Money) -> Int64 {
        amount?.currency == most.currency ? amount?.micros ?? 0 : 0
    }
}
