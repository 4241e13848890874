import Glibc
import Testing

/// A pipe that holds some bytes and then ends.
enum Pipe {
    /// Lends the reading end. The bytes have to be few enough for the pipe's own buffer: nobody waits.
    static func lend<Result>(_ bytes: [UInt8], _ body: (Int32) throws -> Result) throws -> Result {
        var ends: [Int32] = [0, 0]
        try #require(Glibc.pipe(&ends) == 0)
        let written = write(ends[1], bytes, bytes.count)
        close(ends[1])
        defer { close(ends[0]) }
        try #require(written == bytes.count)
        return try body(ends[0])
    }
}
