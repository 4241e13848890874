import Glibc
import Testing

/// A pipe with some bytes and then its end.
enum Pipe {
    /// Lends the reading end. The bytes must fit into the pipe's buffer, so that the write doesn't block.
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
