/// Why a key can't be had. No case holds any part of what was found.
package struct KeyFailure: Error, Equatable, Sendable {
    package enum Problem: Equatable, Sendable {
        /// The variable is not set, or there is no `$CREDENTIALS_DIRECTORY`.
        case missing
        case unreadable(FileFailure)
        /// Group or others can read the file: its permission bits.
        case tooOpen(mode: UInt32)
        case empty
        /// Over `limit` bytes.
        case tooLong(limit: Int)
        /// Several lines, a control character, or no UTF-8 text: it can't stand in a header.
        case malformed
        /// The command did not end well.
        case failed(ChildEnding)
        /// The command took longer than this.
        case late(Duration)
    }

    package let source: KeySource
    package let problem: Problem

    package init(_ source: KeySource, _ problem: Problem) {
        self.source = source
        self.problem = problem
    }
}
