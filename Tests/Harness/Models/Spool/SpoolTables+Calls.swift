import Domain

extension SpoolTables {
    mutating func begin(
        _ call: Call, reserving reservation: BudgetReservation, token: Int64, at utc: Int64
    ) -> CallStart {
        for id in ledger.keys { ledger[id]?.date.notice(reservation.moment.day) }
        let standing = reservation.caps.map { self.standing(of: $0, at: reservation.moment) }
        if let full = standing.first(where: { !$0.cap.allows(reservation.estimate, after: $0.spent) }) {
            return .overBudget(BudgetStop(cap: full.cap, resetsAt: full.resetsAt))
        }
        guard var job = owned(call.job, token) else { return .lost }
        job.state = .submitting
        job.attempts += 1
        job.token = token
        put(job, at: utc)
        var begun = call
        begun.phase = .submitting
        calls.append(begun)
        ledger[call.id] = LedgerLine(
            backend: call.backend, folder: reservation.folder, submitter: reservation.submitter,
            date: LedgerDate(reservation.moment.day), charge: .reserved, micros: reservation.estimate?.micros ?? 0,
            currency: reservation.estimate?.currency)
        note(.submitting, of: call.job, at: utc)
        return .begun(warnings: standing.filter { $0.cap.warns(reservation.estimate, after: $0.spent) }.map(\.cap))
    }

    mutating func adopt(_ call: Call, token: Int64) -> Bool {
        guard owned(call.job, token) != nil else { return false }
        calls.append(call)
        return true
    }

    func purchase(of request: Digest) -> Call? {
        calls.last { $0.request == request && $0.phase == .fetched }
    }

    func lastCall(of job: JobID) -> Call? {
        calls.last { $0.job == job }
    }

    mutating func keep(_ call: Call, settling: Settlement?, at utc: Int64) throws(RepositoryFailure) {
        guard let before = calls.first(where: { $0.id == call.id }) else { throw .absent("call \(call.id)") }
        if call.isNoAttempt, before.phase != .settled { jobs[call.job]?.job.attempts -= 1 }
        put(call)
        submit(call, at: utc)
        if let settling { settle(call.id, settling) }
    }

    private mutating func submit(_ call: Call, at utc: Int64) {
        guard let state = call.submitted(at: utc), var job = jobs[call.job]?.job else { return }
        let wasSubmitting = job.state == .submitting
        guard wasSubmitting || job.state.word == JobState.submitted.word else { return }
        job.state = state
        put(job, at: utc)
        if wasSubmitting { note(state, of: call.job, at: utc) }
    }

    /// Only what may change of a call.
    mutating func put(_ call: Call) {
        guard let place = calls.firstIndex(where: { $0.id == call.id }) else { return }
        calls[place].phase = call.phase
        calls[place].handle = call.handle
        calls[place].failure = call.failure
        calls[place].fetch = call.fetch
        calls[place].seed = call.seed
        calls[place].reference = call.reference
    }

    mutating func settle(_ call: CallID, _ settlement: Settlement) {
        ledger[call]?.charge = settlement.charge
        if let amount = settlement.amount {
            ledger[call]?.micros = amount.micros
            ledger[call]?.currency = amount.currency
        }
    }

    func cost(of job: JobID) -> JobCost {
        let lines = calls.filter { $0.job == job }.compactMap { ledger[$0.id] }.filter { $0.charge != .unspent }
        let priced = Dictionary(grouping: lines.filter { $0.currency != nil }) { $0.currency ?? "" }
        let sums = priced.sorted { $0.key < $1.key }.map { currency, lines in
            Money(micros: lines.reduce(Int64(0)) { $0 + $1.micros }, currency: currency)
        }
        return JobCost(sums: sums, lostCalls: lines.count { $0.charge == .unknown })
    }
}

extension SpoolTables {
    func standing(of cap: BudgetCap, at moment: BudgetMoment) -> CapStanding {
        let start = moment.start(of: cap.period)
        let lines = ledger.values.filter { line in
            line.charge != .unspent && line.date.counts(since: start, today: moment.day) && line.isUnder(cap.scope)
        }
        let currency = if case .money(let most) = cap.limit { most.currency } else { "" }
        let micros = lines.filter { $0.currency == currency }.reduce(Int64(0)) { $0 + $1.micros }
        return CapStanding(
            cap: cap, spent: Spending(micros: micros, pictures: Int64(lines.count)),
            resetsAt: moment.end(of: cap.period))
    }

    func amounts(laterThan today: LocalDay) -> LaterAmounts? {
        let later = ledger.values.filter { $0.charge != .unspent && $0.date.isLater(than: today) }.map(\.date)
        guard let latest = later.map(\.day).max() else { return nil }
        let counted = later.map { min($0.countedOn ?? today, today) }.max()
        return LaterAmounts(lines: Int64(later.count), latest: latest, countedOn: counted ?? today)
    }

    func spend(_ query: SpendQuery) -> [SpendLine] {
        let lines = ledger.values.compactMap { line -> (line: LedgerLine, day: LocalDay)? in
            guard line.charge != .unspent else { return nil }
            return line.date.day(among: query.days, today: query.today).map { (line, $0) }
        }
        let groups = Dictionary(grouping: lines) { line, day in
            query.groups.map { line.key($0, on: day) } + [line.charge == .unknown ? "1" : "0", line.currency ?? ""]
        }.mapValues { $0.map(\.line) }
        return groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { key, lines in
            SpendLine(
                keys: Array(key.dropLast(2)), isUnknown: key[key.count - 2] == "1", pictures: Int64(lines.count),
                amount: lines.first?.currency.map { currency in
                    Money(micros: lines.reduce(Int64(0)) { $0 + $1.micros }, currency: currency)
                })
        }
    }
}

extension SpoolTables.LedgerLine {
    fileprivate func isUnder(_ scope: BudgetCap.Scope) -> Bool {
        switch scope {
        case .everything: true
        case .backend(let name): backend == name
        case .folder(let name): folder == name
        case .user(let number): submitter == number
        }
    }

    fileprivate func key(_ group: SpendQuery.Group, on day: LocalDay) -> String {
        switch group {
        case .folder: folder
        case .backend: backend
        case .user: submitter.map { String($0) } ?? ""
        case .day: day.text
        case .month: String(day.text.prefix(7))
        }
    }
}
