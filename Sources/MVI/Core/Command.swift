/// What a feature wants from the runtime after a fact was applied.
package enum Command<F: Feature>: Equatable, Sendable {
    case run(F.Effect, as: F.TaskID, ifRunning: Conflict = .replace)
    case cancel(F.TaskID)
    case emit(F.Event)
}
