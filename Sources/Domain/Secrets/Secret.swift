/// A key or a password. Printing, dumping and reflection don't reveal it.
package struct Secret: Equatable, Sendable {
    package let value: String

    package init(_ value: String) {
        self.value = value
    }

    /// Compares in constant time, so that the secret can't be guessed byte by byte.
    package func isEqual(to given: String) -> Bool {
        let (one, other) = (Array(given.utf8), Array(value.utf8))
        var difference: UInt8 = one.count == other.count ? 0 : 1
        for index in other.indices { difference |= other[index] ^ (index < one.count ? one[index] : 0) }
        return difference == 0
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "(secret)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["value": description]) }
}

/// The place that a key is read from. Configurations name the place and never contain the key itself.
package enum KeySource: Equatable, Sendable {
    /// The name of an environment variable.
    case environment(String)
    /// A file that only its owner may read.
    case file(FolderPath)
    /// A name in `$CREDENTIALS_DIRECTORY`, where systemd stores what `LoadCredential=` names.
    case credential(String)
    /// A program and its arguments; it prints the key on its standard output.
    case command([String])
}

/// The reason why a key can't be read. No case contains any part of the data found.
package struct KeyFailure: Error, Equatable, Sendable {
    package enum Problem: Equatable, Sendable {
        /// The variable is not set, or there is no `$CREDENTIALS_DIRECTORY`.
        case missing
        case unreadable(FileFailure)
        /// Group or others can read the file; `mode` has its permission bits.
        case tooOpen(mode: UInt32)
        case empty
        /// Longer than `limit` bytes.
        case tooLong(limit: Int)
        /// Several lines, a control character or invalid UTF-8: not allowed in a header.
        case malformed
        /// The command failed.
        case failed(TerminationStatus)
        /// The command took longer than this timeout.
        case late(Duration)
    }

    package let source: KeySource
    package let problem: Problem

    package init(_ source: KeySource, _ problem: Problem) {
        self.source = source
        self.problem = problem
    }
}
