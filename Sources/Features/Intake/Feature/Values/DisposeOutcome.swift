package import Domain

/// What became of a drop's source at its end.
package enum DisposeOutcome: Equatable, Sendable {
    /// Nothing is left to do, and the drop is `gone`.
    case gone
    /// The source can't be moved away; the drop stays `ended`, so that it is not worked on again. Tried again.
    case stuck(FileFailure)
    /// The folder's disk went away: tried again when the folder is back.
    case away
    /// Somebody writes into the source at this moment, and may only put back what was there: tried again.
    case changing
    /// The database could not be written: tried again.
    case postponed(IntakeTrouble)
}
