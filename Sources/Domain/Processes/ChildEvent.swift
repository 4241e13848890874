/// What is heard of a child process.
package enum ChildEvent: Equatable, Sendable {
    /// The next bytes of its standard output, as they came: no line is whole for that.
    case output([UInt8])
    /// The next bytes of its standard error.
    case errors([UInt8])
    /// It has ended, and what was left of its group was killed. Nothing comes after this.
    case ended(ChildEnding)
}

/// How a child process ended.
package enum ChildEnding: Equatable, Sendable {
    case code(Int32)
    case signal(Int32)
}
