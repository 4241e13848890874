package import Domain

extension ModelLibrary {
    package func resume(folders: [String], at utc: UTCMillis) async throws(RepositoryFailure) {
        try spool.change { tables in
            for call in tables.tagCalls where call.phase == .submitting && tables.ledger[call.id]?.charge == .reserved {
                tables.ledger[call.id]?.charge = .unknown
            }
            tables.taggedFolders = tables.taggedFolders.filter { folders.contains($0.key) }
            for folder in folders where tables.taggedFolders[folder] == nil {
                tables.taggedFolders[folder] = (tables.lastArtwork, utc)
            }
        }
    }

    package func nextUntagged() async throws(RepositoryFailure) -> JobID? {
        spool.look { tables in
            let due = tables.artworks.values.filter { artwork in
                guard let folder = tables.taggedFolders[artwork.folder] else { return false }
                return artwork.number.value > folder.artwork && artwork.made >= folder.since && artwork.trashed == nil
            }
            return due.min { $0.number < $1.number }?.job
        }
    }

    /// Whether no artwork waits for its tags.
    package func nextIsTagged() async -> Bool { (try? await nextUntagged()) == nil }

    package func pass(_ job: JobID) async throws(RepositoryFailure) {
        try spool.change { tables in
            guard let artwork = tables.artworks[job], let folder = tables.taggedFolders[artwork.folder] else { return }
            tables.taggedFolders[artwork.folder]?.artwork = max(folder.artwork, artwork.number.value)
        }
    }

    package func begin(
        _ call: TagCall, reserving reservation: BudgetReservation, mayRepeat: Bool, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> TagCallStart {
        try spool.change { $0.begin(call, reserving: reservation, mayRepeat: mayRepeat) }
    }

    package func keep(
        _ call: TagCall, settling: Settlement?, at utc: UTCMillis
    ) async throws(RepositoryFailure) {
        try spool.change { tables throws(RepositoryFailure) in
            guard let place = tables.tagCalls.firstIndex(where: { $0.id == call.id }) else {
                throw .failed(code: 12, "tag call \(call.id)")
            }
            tables.tagCalls[place] = call
            if let settling { tables.settle(call.id, settling) }
        }
    }

    package func suggestions(for job: JobID) async throws(RepositoryFailure) -> [Tag] {
        spool.look { $0.tagCalls.last { $0.job == job && $0.phase == .answered }?.tags ?? [] }
    }
}

extension SpoolTables {
    fileprivate mutating func begin(
        _ call: TagCall, reserving reservation: BudgetReservation, mayRepeat: Bool
    ) -> TagCallStart {
        if let earlier = tagCalls.last(where: { $0.purchase == call.purchase }) {
            if earlier.phase == .answered {
                var own = call
                (own.phase, own.tags) = (.answered, earlier.tags)
                if earlier.job != call.job { tagCalls.append(own) }
                return .answered(earlier.tags)
            }
            if ledger[earlier.id]?.charge != .unspent, !mayRepeat { return .lost }
        }
        for id in ledger.keys { ledger[id]?.date.notice(reservation.moment.day) }
        let standing = reservation.caps.map { self.standing(of: $0, at: reservation.moment) }
        if let full = standing.first(where: { !$0.cap.allows(reservation.estimate, after: $0.spent) }) {
            return .overBudget(BudgetExceeded(cap: full.cap, resetsAt: full.resetsAt))
        }
        tagCalls.append(call)
        ledger[call.id] = LedgerLine(
            backend: call.backend, folder: reservation.folder, submitter: reservation.submitter,
            date: LedgerDate(reservation.moment.day), charge: .reserved, micros: reservation.estimate?.micros ?? 0,
            currency: reservation.estimate?.currency)
        return .begun
    }
}
