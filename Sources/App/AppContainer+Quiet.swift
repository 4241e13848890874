internal import Domain
import BackendsFeature
import IntakeFeature
import JobsFeature
import MVIRuntime
import NotesFeature
import Observation

extension AppContainer {
    /// Whether nothing goes on that will end by itself soon.
    var isQuiet: Bool {
        let hasTakenUp = jobs.state.phase == .running || jobs.state.isStalled
        // A picture that is made is waited for as long as it is fetched, as any work that a backend was handed over.
        let isIdle = hasTakenUp && !jobs.state.isBusy && jobs.state.unfetched.isEmpty && backends.state.calls.isEmpty
        return intake.state.isQuiet && isIdle && jobs.running.subtracting([.timer]).isEmpty
            && notes.running.subtracting([.timer]).isEmpty
    }

    /// Returns once all that lay in the folders has been worked off, or waits for somebody or something: how that went,
    /// judged in the very moment of rest. `nil` when the waiting task was cancelled first.
    func workedOff() async -> ExitCode? {
        for await verdict in Observations({ [unowned self] in isQuiet ? verdict : nil }) {
            if let verdict { return verdict }
        }
        return nil
    }

    /// How a single pass ended: all done, some failed, or some still waiting.
    private var verdict: ExitCode {
        let isLeft = jobs.state.phase != .running || jobs.state.isStalled || jobs.state.pageEnd != nil
        if isLeft || jobs.state.waitingCount > 0 || !intake.state.isWorkedOff { return .tryAgain }
        return jobs.state.finished.failed + failedDrops > 0 ? .data : .ok
    }
}
