internal import Domain
import BackendsFeature
import IntakeFeature
import JobsFeature
import MVIRuntime
import Observation

extension AppContainer {
    /// Whether nothing goes on that will end by itself soon.
    var isQuiet: Bool {
        let hasTakenUp = jobs.state.phase == .running || jobs.state.isStalled
        let isIdle = hasTakenUp && !jobs.state.isBusy && backends.state.calls.isEmpty
        return intake.state.isQuiet && isIdle && jobs.running.subtracting([.timer]).isEmpty
    }

    /// Returns once all that lay in the folders has been worked off, or waits for somebody or something.
    func quiet() async {
        for await isQuiet in Observations({ [unowned self] in isQuiet }) where isQuiet { return }
    }

    /// How a single pass ended: all done, some failed, or some still waiting.
    var verdict: ExitCode {
        let isLeft = jobs.state.phase != .running || jobs.state.isStalled || jobs.state.pageEnd != nil
        if isLeft || jobs.state.waitingCount > 0 || !intake.state.isWorkedOff { return .tryAgain }
        return jobs.state.finished.failed + failedDrops > 0 ? .data : .ok
    }
}
