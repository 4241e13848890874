import BackendKit
import Synchronization

/// The way of a plugin's words into the log: without secrets, in one line each, and not too many of them.
final class PluginVoice: Sendable {
    private static let longest = 1000

    private let name: String
    private let world: ExecWorld
    let quoting: Quoting
    private let gate = Mutex(RemarkGate())

    init(_ options: ExecOptions, _ world: ExecWorld, _ quoting: Quoting) {
        name = options.name
        self.world = world
        self.quoting = quoting
    }

    /// A line of its standard error.
    func say(line: [UInt8]) {
        let remark = PluginRemark(line: String(decoding: line, as: UTF8.self))
        say(remark.weight, remark.text)
    }

    func say(_ weight: BackendNotice.Weight, _ text: String) {
        let text = quoting.quoted(text, limit: Self.longest)
        guard !text.isEmpty else { return }
        let now = world.time.now()
        let (mayPass, dropped) = gate.withLock { $0.pass(at: now) }
        guard mayPass else { return }
        if dropped > 0 {
            world.notice(.says("\(dropped) lines before this one were left out", .warning, backend: name))
        }
        world.notice(.says(text, weight, backend: name))
    }
}
