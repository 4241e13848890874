import Domain

extension Intake.State {
    /// Whether nothing more will happen here by itself: what lay in the folders has become jobs, or can't be listed.
    /// Jobs that are still worked on don't count.
    public var isQuiet: Bool {
        let isAtRest = reading.waiting.isEmpty && disposing.waiting.isEmpty && postponed.isEmpty && isIdle
        return phase == .running && isAtRest && drops.values.allSatisfy { $0.stuck != nil || $0.drop.phase == .read }
            && folders.allSatisfy(\.isQuiet)
    }
}

extension Intake.Folder {
    fileprivate var isQuiet: Bool {
        let isListed = health != .unknown && listingSince == nil
        return isListed && arrivals.isEmpty && settling.isEmpty && ready.isEmpty && !isClaiming
    }
}
