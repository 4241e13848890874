import Synchronization

/// What happened in a simulated run: a digest of all of it, and the words for it when somebody wants to read them.
package final class Story: Sendable {
    private struct Book {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        var lines: [String] = []

        /// Fowler, Noll and Vo's FNV-1a.
        mutating func mix(_ byte: UInt8) {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
    }

    private let book = Mutex(Book())
    private let isWritten: Bool
    private let clock: ManualClock

    /// `isWritten`: whether the words are kept, which costs much more than the digest.
    package init(isWritten: Bool, clock: ManualClock) {
        self.isWritten = isWritten
        self.clock = clock
    }

    /// The same for two runs in which the same happened.
    package var hash: UInt64 { book.withLock(\.hash) }
    package var lines: [String] { book.withLock(\.lines) }

    /// `what` and `number` go into the digest, `words` only into the lines.
    package func tell(_ what: StaticString, _ number: Int = 0, _ words: @autoclosure () -> String = "") {
        let line = isWritten ? "\(clock.now.offset) \(what) \(words())" : nil
        let moment = Int(clock.now.offset / .milliseconds(1))
        book.withLock { book in
            what.withUTF8Buffer { for byte in $0 { book.mix(byte) } }
            for shift in stride(from: 0, to: 64, by: 8) {
                book.mix(UInt8(truncatingIfNeeded: number >> shift))
                book.mix(UInt8(truncatingIfNeeded: moment >> shift))
            }
            if let line { book.lines.append(line) }
        }
    }
}
