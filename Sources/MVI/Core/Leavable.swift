/// A feature whose state alone tells which of its work runs.
///
/// It can therefore be a phase of a parent: when the parent leaves the phase, `leave` stops exactly what runs.
/// The test store holds `openTasks` against the commands after every step.
package protocol Leavable: Feature {
    /// The work that runs in `state`, in the order in which it is to be cancelled.
    static func openTasks(_ state: State) -> [TaskID]
}

extension Leavable {
    /// What a parent commands when it drops a child that was in `state`; `id` makes the child's names its own.
    package static func leave<P: Feature>(_ state: State, id: (TaskID) -> P.TaskID) -> [Command<P>] {
        openTasks(state).map { .cancel(id($0)) }
    }
}
