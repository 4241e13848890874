/// Whether a picture needs a file beside it that says what is asked for of it.
package enum SidecarRule: String, Equatable, Sendable, CaseIterable {
    /// It is taken with it when it lies there.
    case optional
    /// It waits for it, and fails without one.
    case required
}
