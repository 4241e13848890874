import BackendKit
import Domain
import Synchronization

/// One run of a long-lived plugin, from its start to its end.
final class PluginSession: Sendable {
    let board = Watched(SessionState())
    private let ears = Mutex(PluginEars())
    private let child = Mutex<(any ChildProcess)?>(nil)
    let voice: PluginVoice
    let time: PluginTime

    init(_ voice: PluginVoice, _ time: PluginTime) {
        self.voice = voice
        self.time = time
    }

    func attach(_ process: any ChildProcess) {
        child.withLock { $0 = process }
    }

    /// On the child's own thread, one event after the other.
    func hear(_ event: ChildEvent) {
        switch event {
        case .output(let bytes):
            for line in ears.withLock({ $0.output.cut(bytes) }) { read(line) }
        case .errors(let bytes):
            for line in ears.withLock({ $0.errors.cut(bytes) }) {
                switch line {
                case .whole(let bytes), .tooLong(let bytes): voice.say(line: bytes)
                }
            }
        case .ended(let ending):
            if let last = ears.withLock({ $0.errors.remainder() }) { voice.say(line: last) }
            board.update { $0.ending = ending }
        }
    }

    func send(_ bytes: [UInt8]) {
        child.withLock { $0 }?.send(bytes)
    }

    func signal(_ signal: ChildSignal) {
        child.withLock { $0 }?.signal(signal)
    }

    func finish() {
        child.withLock { $0 }?.finish()
    }

    /// Ends it for a fault of its own: from the first on nothing that it says is heard.
    func fail(_ fault: BackendFailure) {
        board.update { if $0.fault == nil { $0.fault = fault } }
        signal(.kill)
    }
}

extension PluginSession {
    private func read(_ line: LineCutter.Line) {
        guard board.value.fault == nil else { return }
        guard case .whole(let bytes) = line else {
            voice.say(.error, "a line of over \(PluginProtocol.longestLine) bytes on standard output")
            return fail(.badResponse(said: "a line of over 1 MiB on standard output"))
        }
        if bytes.allSatisfy({ $0 == 32 || 9...13 ~= $0 }) { return }
        guard let message = PluginMessage(bytes) else { return count(bytes) }
        take(message)
    }

    private func count(_ stranger: [UInt8]) {
        voice.say(.warning, "no message on standard output: " + String(decoding: stranger.prefix(200), as: UTF8.self))
        let strangers = board.update { state in
            state.strangers += 1
            return state.strangers
        }
        if strangers >= PluginProtocol.mostStrangers {
            fail(.badResponse(said: "\(strangers) lines on standard output that are no messages"))
        }
    }

    private func take(_ message: PluginMessage) {
        let now = time.now()
        switch message {
        case .answer(let id, let answer):
            board.update { state in
                if let job = state.job(of: id) {
                    state.works[job]?.answer = answer
                    state.hasWorked = true
                } else if id < state.nextQuestion {
                    state.answers[id] = answer
                }
            }
        case .question(let id, let method):
            voice.say(.debug, "asks for \(method)")
            send(PluginProtocol.refusal(id))
        case .checkpoint(let job, let handle, let charged):
            board.update { state in
                state.works[job]?.heard = now
                state.works[job]?.handle = handle
                state.works[job]?.charged = charged
            }
        case .progress(let job, let fraction, let eta):
            board.update { state in
                state.works[job]?.heard = now
                state.works[job]?.fraction = fraction
                state.works[job]?.eta = eta
            }
        case .log(let level, let text): voice.say(level, text)
        case .other: break
        }
    }
}
