import BackendKit
import Domain
import Glibc
import PlatformSystem

/// Asks before anything is bought.
struct TrialConsent {
    private let order: TrialOrder
    private let descriptor: BackendDescriptor
    /// What one picture is configured to cost.
    private let estimate: Money?

    init(_ order: TrialOrder, _ descriptor: BackendDescriptor, estimate: Money?) {
        self.order = order
        self.estimate = estimate
        self.descriptor = descriptor
    }

    /// Throws when it was not agreed to, and when there is nobody to ask.
    func ask() throws(LaunchFailure) {
        let count = order.pictures == 1 ? "1 picture" : "\(order.pictures) pictures"
        let unpriced = descriptor.isFree ? "free" : "at a price that the configuration does not tell"
        let price = estimate.map { "at \($0.text) each" } ?? unpriced
        try say("\(count) by \(descriptor.name): \(price)\n")
        guard !order.isAgreed else { return }
        guard isatty(0) == 1, StandardStream.error.isTerminal else {
            throw LaunchFailure(
                .usage, "--generate makes pictures that may cost money, and there is nobody to ask. Say --yes.")
        }
        try say("Make them? [y/N] ")
        guard ["y", "yes"].contains(readLine()?.lowercased() ?? "") else {
            throw LaunchFailure(.tryAgain, "nothing was made.")
        }
    }

    private func say(_ text: String) throws(LaunchFailure) {
        do throws(StreamFailure) { try StandardStream.error.write(TerminalText(text)) } catch {
            throw LaunchFailure(.io, "standard error takes no more.")
        }
    }
}
