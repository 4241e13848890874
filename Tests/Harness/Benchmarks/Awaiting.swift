import Domain
import Glibc

/// Lets the main thread, which measures, wait for work that awaits.
enum Awaiting {
    /// Blocks until `work` is done.
    static func run(_ work: @escaping @Sendable () async -> Void) throws(FileFailure) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw .failed(code: errno) }
        let (reading, writing) = (ends[0], ends[1])
        Task.detached {
            await work()
            close(writing)
        }
        var byte: UInt8 = 0
        while read(reading, &byte, 1) < 0, errno == EINTR {}
        close(reading)
    }
}
