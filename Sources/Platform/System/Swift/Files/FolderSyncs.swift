internal import Domain
internal import Synchronization

/// Syncs of folders that are shared: whoever asks while one of his folder runs is answered by the next, together with
/// all others that came meanwhile. An idle folder is synced at once; nobody is answered by a sync that began before he
/// asked.
final class FolderSyncs: Sendable {
    typealias Outcome = Result<Void, FileFailure>
    typealias Answer = @Sendable (Outcome) -> Void

    /// Who waits for the next sync, of each folder that is being served.
    private let waiting = Mutex<[FolderPath: [Answer]]>([:])
    private let executor: ThreadExecutor
    private let sync: @Sendable (FolderPath) -> Outcome

    /// `sync` blocks on one of the executor's threads.
    init(executor: ThreadExecutor, sync: @escaping @Sendable (FolderPath) -> Outcome) {
        self.executor = executor
        self.sync = sync
    }

    func sync(_ folder: FolderPath) async throws(FileFailure) {
        if executor.isHere, begins(folder) { return try syncHere(folder).get() }
        try await withCheckedContinuation { waiter in ask(folder) { waiter.resume(returning: $0) } }.get()
    }

    func ask(_ folder: FolderPath, _ answer: @escaping Answer) {
        let isFirst = waiting.withLock { waiting in
            defer { waiting[folder, default: []].append(answer) }
            return waiting[folder] == nil
        }
        guard isFirst else { return }
        if !executor.post({ self.serve(folder) }) { serve(folder) }
    }

    /// Whether nobody serves the folder, so that the caller does from now on.
    private func begins(_ folder: FolderPath) -> Bool {
        waiting.withLock { waiting in
            if waiting[folder] != nil { return false }
            waiting[folder] = []
            return true
        }
    }

    /// For whoever is on one of the threads already. Those who come meanwhile are served by another one.
    private func syncHere(_ folder: FolderPath) -> Outcome {
        let outcome = sync(folder)
        let isAwaited = waiting.withLock { waiting in
            if waiting[folder]?.isEmpty == true { waiting[folder] = nil }
            return waiting[folder] != nil
        }
        if isAwaited, !executor.post({ self.serve(folder) }) { serve(folder) }
        return outcome
    }

    private func serve(_ folder: FolderPath) {
        while case let answers = next(folder), !answers.isEmpty {
            let outcome = sync(folder)
            for answer in answers { answer(outcome) }
        }
    }

    /// All who wait by now. Where nobody does, the folder is not served any more.
    private func next(_ folder: FolderPath) -> [Answer] {
        waiting.withLock { waiting in
            let answers = waiting.removeValue(forKey: folder) ?? []
            if !answers.isEmpty { waiting[folder] = [] }
            return answers
        }
    }
}
