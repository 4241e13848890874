package import Domain

/// What became of reading a drop.
package enum ReadOutcome: Equatable, Sendable {
    /// The jobs are rows, and the drop, which holds `content`, stands in `read`.
    case accepted([Job], content: Digest?)
    /// Nothing can come of it; nothing is written yet.
    case failed(DropFailure)
    /// It is not the file any more that was claimed. The drop is `gone`; what lies there settles anew.
    case changed
    /// It is a picture that lacks its end and was changed a moment ago. The drop is `gone`; what lies there goes on
    /// settling.
    case cut
    /// Its observed folder has held the same before. The drop is `gone`.
    case known
    /// It was taken away before it was read. The drop is `gone`.
    case vanished
    /// Its folder's disk went away: it stays `claimed` and is read when the folder is back.
    case away
    /// Not the drop's fault: it stays `claimed` and is read again.
    case postponed(IntakeTrouble)
}
