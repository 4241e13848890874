/// A hint from the kernel. The listing is the truth.
package enum FolderChange: Equatable, Sendable {
    /// The watch stands: what is listed from now on can't be missed.
    case watching
    /// An entry arrived by a rename from outside of the folder, so it is complete.
    case arrived(FileName)
    /// A file was closed that was open for writing.
    case closed(FileName)
    /// Something else happened: look again.
    case changed
    /// The folder itself went away or events were lost: list again.
    case lost
    /// The kernel can't watch here; only the interval remains.
    case unavailable(code: Int32)
}
