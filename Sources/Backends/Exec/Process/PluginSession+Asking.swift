import BackendKit
import Domain

/// Questions and their answers.
extension PluginSession {
    /// Asks for what costs no work. `nil` when no answer comes in time, or the process ends before it.
    func ask(_ method: String, _ parameters: [String: JSONValue] = [:]) async -> PluginAnswer? {
        let id = board.update { $0.question() }
        send(PluginProtocol.question(id, method, parameters))
        let board = board
        let answered = await time.within(PluginProtocol.patience) {
            await board.first { state -> PluginAnswer?? in
                if let answer = state.answers[id] { return .some(answer) }
                return state.ending == nil ? nil : .some(nil)
            }
        }
        return answered ?? nil
    }

    /// Hands work over once the plugin has room for it. Work of that name that goes on is left as it is. Throws
    /// `.transient` when the process ends before anything was handed over.
    func begin(
        _ job: String, _ method: String, _ parameters: [String: JSONValue], atOnce most: Int
    ) async throws(BackendFailure) {
        while true {
            _ = await board.first { $0.isOver || $0.works[job] != nil || $0.works.count < most ? true : nil }
            if Task.isCancelled { throw .transient(said: "stopped before the request was sent") }
            let now = time.now()
            let start = board.update { state -> Start in
                if state.works[job] != nil { return .known }
                if state.isOver { return .tooLate }
                guard state.works.count < most else { return .full }
                let id = state.question()
                state.works[job] = PluginWork(question: id, began: now, heard: now)
                return .asked(id)
            }
            switch start {
            case .known: return
            case .tooLate: throw .transient(said: "its plugin ended before it was asked")
            case .full: continue
            case .asked(let id): return send(PluginProtocol.question(id, method, parameters))
            }
        }
    }

    private enum Start {
        case known
        case tooLate
        case full
        case asked(Int64)
    }

    /// The next that is heard of work, beyond the handle that is known. Lateness counts from when it was handed over.
    func news(
        of job: String, beyond handle: JSONValue?, timeout: Duration, stall: Duration?
    ) async -> WorkNews {
        while true {
            guard let work = board.value.works[job] else { return .ended }
            let now = time.now()
            let (left, silent) = (work.began + timeout - now, stall.map { work.heard + $0 - now })
            let board = board
            let news = await time.within(max(.zero, min(left, silent ?? left))) {
                await board.first { Self.news($0, job, handle) }
            }
            if let news { return news }
            if Task.isCancelled { return .cancelled }
            guard let work = board.value.works[job] else { return .ended }
            if time.now() >= work.began + timeout { return .late }
            if let stall, time.now() >= work.heard + stall { return .stalled }
        }
    }

    private static func news(_ state: SessionState, _ job: String, _ handle: JSONValue?) -> WorkNews? {
        guard let work = state.works[job] else { return .ended }
        if let answer = work.answer { return .answer(answer) }
        if let own = work.handle, own != handle { return .checkpoint(own) }
        return state.ending == nil ? nil : .ended
    }

    /// Whoever asked for work has its answer.
    func forget(_ job: String) {
        board.update { _ = $0.works.removeValue(forKey: job) }
    }
}

/// Ends.
extension PluginSession {
    /// Asks the plugin to stop work. A plugin that does not answer for it in time is ended, with all that it works on.
    /// `nil` when it was. `reason`: why, in words for people.
    func stop(_ job: String, for reason: String) async -> PluginAnswer? {
        send(PluginProtocol.note("cancel", ["job": .text(job)]))
        let board = board
        let answered = await time.within(PluginProtocol.patience) {
            await board.first { state -> PluginAnswer?? in
                guard let work = state.works[job] else { return .some(nil) }
                if let answer = work.answer { return .some(answer) }
                return state.ending == nil ? nil : .some(nil)
            }
        }
        if let answered { return answered }
        board.update { if $0.ending == nil, $0.stopReason == nil { $0.stopReason = reason } }
        voice.say(.warning, "stopped: " + reason)
        await end()
        return board.value.works[job]?.answer
    }

    /// Tells a plugin that it is not needed any more, and returns when it is gone. `reason`: why, for people.
    func retire(for reason: String) async {
        let id = board.update { state in
            state.isRetired = true
            // What it is working on ends with it, and not by the plugin's fault.
            if state.ending == nil, state.stopReason == nil { state.stopReason = reason }
            return state.question()
        }
        send(PluginProtocol.question(id, "shutdown", [:]))
        finish()
        if await hasEnded() { return }
        voice.say(.warning, "stopped, for it did not end when it was asked to: " + reason)
        await end()
    }

    /// SIGTERM, and SIGKILL for whom that does not move.
    private func end() async {
        signal(.terminate)
        if await hasEnded() { return }
        signal(.kill)
        _ = await hasEnded()
    }

    func hasEnded() async -> Bool {
        let board = board
        return await time.within(PluginProtocol.patience) { await board.first { $0.ending == nil ? nil : true } }
            == true
    }
}
