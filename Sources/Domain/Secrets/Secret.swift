/// A key or a password. Neither printing, dumping nor reflecting shows it.
package struct Secret: Equatable, Sendable {
    package let value: String

    package init(_ value: String) {
        self.value = value
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "(secret)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["value": description]) }
}

/// Where a key is found. Only this stands in a configuration, never the key.
package enum KeySource: Equatable, Sendable {
    /// An environment variable's name.
    case environment(String)
    /// A file that nobody but its owner may read.
    case file(FolderPath)
    /// A name in `$CREDENTIALS_DIRECTORY`, where systemd puts what `LoadCredential=` names.
    case credential(String)
    /// A program and its arguments, which says the key on its standard output.
    case command([String])
}

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
