/// Whether the kernel tells of changes in a folder.
package enum WatchState: Equatable, Sendable {
    /// Next: `starting`.
    case off
    /// Next: `watching`, `polling`, `off`.
    case starting
    /// Next: `starting` after a loss, `polling`, `off`.
    case watching
    /// The kernel can't watch here, for the reason `code` (an errno); only the interval remains. Next: `starting`.
    case polling(code: Int32)

    /// Whether it is watched, or about to be.
    var isOpen: Bool { self == .starting || self == .watching }
}
