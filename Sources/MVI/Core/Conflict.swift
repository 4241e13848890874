/// What to do when a task of the same name is already running.
package enum Conflict: Equatable, Sendable {
    /// Cancel it and start at once; the two may overlap until the old one notices.
    case replace
    /// Cancel it and start once it has stopped: for work that must never overlap with itself.
    case replaceInTurn
    /// Leave it alone; the new work is not started.
    case keep
}
