import Domain
import MVISimulation

/// The ledger against the caps: each call that nobody approved must have fitted under each cap when it was written down.
struct CapCheck {
    let plan: Plan
    let bookings: [ModelSpoolRepository.Booking]

    /// What is found unspent later counted at first, what is free counts only while it may have been made, and which day
    /// noticed a clock that was ahead may have changed since: so this may let something pass, and never blames wrongly.
    func faults() -> [String] {
        switch plan.budget {
        case .boundless: []
        case .pictures(let most): faults(bookings, most)
        case .money(let most):
            Provider.Manner.paid.flatMap { manner in
                faults(bookings.filter { $0.backend == manner.rawValue }, most).map { "\(manner.rawValue): \($0)" }
            }
        case .folders(let most):
            Installation.folders.flatMap { folder in
                faults(bookings.filter { $0.folder == folder }, most).map { "\(folder): \($0)" }
            }
        }
    }

    private func faults(_ bookings: [ModelSpoolRepository.Booking], _ most: Int64) -> [String] {
        bookings.indices.compactMap { index in
            let booking = bookings[index]
            if booking.isApproved { return nil }
            let today = booking.date.day
            let before = bookings[..<index].count { earlier in
                earlier.charge != .unspent && !earlier.isFree && earlier.date.counts(since: today, today: today)
            }
            return before < most ? nil : "\(today.text): a call above the cap of \(most)"
        }
    }
}

extension ModelSpoolRepository.Booking {
    var isFree: Bool { backend == Provider.Manner.lookedUp.rawValue }
}
