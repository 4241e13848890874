internal import CHTTP

/// Takes the compression off an answer's body.
@safe struct Inflater: ~Copyable {
    enum Fault: Error {
        case broken
        case tooLarge
    }

    private let inflater: OpaquePointer
    private(set) var isDone = false
    private static let step = 16 << 10

    /// `nil` where a body with these values of `Content-Encoding` is not compressed in a way that was asked for. What is
    /// encoded otherwise, or under a name that is no encoding, is left as it is: some servers write a character set there.
    init?(for encodings: [String]) {
        let names = encodings.flatMap { $0.split(separator: ",") }.map {
            $0.lowercased().filter { $0 != " " && $0 != "\t" }
        }
        let applied = names.filter { $0 != "identity" && !$0.isEmpty }
        guard applied.count == 1, ["gzip", "x-gzip", "deflate"].contains(applied[0]) else { return nil }
        guard let made = unsafe chttp_inflater_make(applied[0] == "deflate" ? 1 : 0) else { return nil }
        unsafe inflater = unsafe made
    }

    deinit {
        unsafe chttp_inflater_free(inflater)
    }

    /// Appends what `part` holds to `body`, which never gets longer than `limit`.
    mutating func inflate(
        _ part: UnsafeRawBufferPointer, into body: inout [UInt8], limit: Int
    ) throws(Fault) {
        var rest = unsafe part
        while true {
            var (taken, made) = (0, 0)
            var step = chttp_inflate_more
            let block = unsafe [UInt8](unsafeUninitializedCapacity: Self.step) { output, count in
                guard let room = output.baseAddress else { return }
                let bytes = unsafe rest.baseAddress?.assumingMemoryBound(to: UInt8.self)
                unsafe step = chttp_inflate(inflater, bytes, rest.count, room, output.count, &taken, &made)
                count = made
            }
            if step == chttp_inflate_broken { throw .broken }
            guard made <= limit - body.count else { throw .tooLarge }
            body += block
            unsafe rest = UnsafeRawBufferPointer(rebasing: rest[taken...])
            isDone = step == chttp_inflate_done
            // Room that was not filled means that there is nothing more to be had of these bytes.
            if made < Self.step, unsafe rest.isEmpty || taken == 0 { return }
        }
    }
}
