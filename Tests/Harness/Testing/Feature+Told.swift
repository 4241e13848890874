import MVICore

extension Feature {
    /// What the feature says runs in `state`; `nil` when it makes no claim.
    static func toldTasks(_ state: State) -> [TaskID]? {
        guard let leavable = Self.self as? any Leavable.Type else { return nil }
        return told(leavable, state)
    }

    private static func told<L: Leavable>(_: L.Type, _ state: State) -> [TaskID]? {
        guard let state = state as? L.State else { return nil }
        return L.openTasks(state) as? [TaskID]
    }
}
