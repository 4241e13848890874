import BackendKit
import Domain
import Synchronization

/// One run of a script, from its start to its end.
final class OneShotRun: Sendable {
    enum End: Equatable, Sendable {
        case ended(ChildEnding)
        case late
        case tooMuch
        /// Whoever waited was cancelled.
        case cancelled
    }

    private struct State: Sendable {
        var output: [UInt8] = []
        var errors = LineCutter(longest: PluginProtocol.longestRemark)
        var last: [UInt8] = []
        var ending: ChildEnding?
        var isTooMuch: Bool { output.count > PluginProtocol.longestLine }
    }

    private let state = Watched(State())
    private let voice: PluginVoice

    init(_ voice: PluginVoice) {
        self.voice = voice
    }

    /// On the child's own thread.
    func hear(_ event: ChildEvent) {
        switch event {
        case .output(let bytes):
            state.update { state in
                if !state.isTooMuch { state.output += bytes }
            }
        case .errors(let bytes): hear(lines: state.update { $0.errors.cut(bytes) })
        case .ended(let ending):
            let rest = state.update { $0.errors.remainder() }
            if let rest { hear(lines: [.whole(rest)]) }
            state.update { $0.ending = ending }
        }
    }

    /// What it said on standard output, when that is JSON.
    var document: JSONValue? { JSONBody.value(state.value.output) }

    /// The last line of its standard error, without the mark of its level.
    var lastWords: String { PluginRemark(line: String(decoding: state.value.last, as: UTF8.self)).text }

    /// Waits for the end, and brings it about where it does not come in time.
    func end(of child: any ChildProcess, _ time: PluginTime, timeout: Duration) async -> End {
        let end = await time.within(timeout) { [state] in
            await state.first { state -> End? in
                if state.isTooMuch { return .tooMuch }
                return state.ending.map { .ended($0) }
            }
        }
        if case .ended = end { return end ?? .late }
        let wasCancelled = end == nil && Task.isCancelled
        child.signal(.terminate)
        let hasEnded = await time.within(PluginProtocol.patience) { [state] in
            await state.first { $0.ending == nil ? nil : true }
        }
        if hasEnded != true { child.signal(.kill) }
        return end ?? (wasCancelled ? .cancelled : .late)
    }

    private func hear(lines: [LineCutter.Line]) {
        for line in lines {
            switch line {
            case .whole(let bytes), .tooLong(let bytes):
                voice.say(line: bytes)
                if !bytes.isEmpty { state.update { $0.last = bytes } }
            }
        }
    }
}
