import Domain
import PlatformSystem

/// A key from a command, kept until shortly before it expires, or until the service refuses it. Who asks while the
/// command runs gets what that run gives.
actor CommandKey {
    /// A key is not used so shortly before its end, in milliseconds.
    static let margin: Int64 = 30_000

    private let command: @Sendable () async -> Result<KeyAnswer, KeyFailure>
    private let utc: @Sendable () -> Int64
    private var kept: KeyAnswer?
    private var running: Task<Result<KeyAnswer, KeyFailure>, Never>?

    init(
        _ command: @escaping @Sendable () async -> Result<KeyAnswer, KeyFailure>, utc: @escaping @Sendable () -> Int64
    ) {
        self.command = command
        self.utc = utc
    }

    init(_ command: KeyCommand) {
        self.init({ await command.answered() }, utc: wallClockMilliseconds)
    }

    func key() async throws(KeyFailure) -> Secret {
        if let kept, isGood(kept) { return kept.key }
        let task = running ?? Task { [command] in await command() }
        running = task
        let answer = await task.value
        if running == task {
            running = nil
            kept = try? answer.get()
        }
        return try answer.get().key
    }

    /// The service refused it: the next asking runs the command anew.
    func forget(_ key: Secret) {
        if kept?.key == key { kept = nil }
    }

    func forget() {
        kept = nil
    }

    private func isGood(_ answer: KeyAnswer) -> Bool {
        guard let expires = answer.expires else { return true }
        return utc() < expires - Self.margin
    }
}
