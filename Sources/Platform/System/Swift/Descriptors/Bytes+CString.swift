internal import Domain
internal import Glibc

extension [UInt8] {
    /// Lends the bytes as a C string. Bytes with a NUL inside name nothing: EINVAL.
    func withCPath<Answer>(
        _ body: (UnsafePointer<CChar>) throws(FileFailure) -> Answer
    ) throws(FileFailure) -> Answer {
        guard !contains(0) else { throw .failed(code: EINVAL) }
        let path = UnsafeMutablePointer<CChar>.allocate(capacity: count + 1)
        defer { unsafe path.deallocate() }
        for (index, byte) in enumerated() { unsafe path[index] = CChar(bitPattern: byte) }
        unsafe path[count] = 0
        return try unsafe body(path)
    }
}

extension FileName {
    /// Lends the name of one entry. A slash, `.`, `..` and nothing at all are no entry's name: EINVAL.
    func withCName<Answer>(
        _ body: (UnsafePointer<CChar>) throws(FileFailure) -> Answer
    ) throws(FileFailure) -> Answer {
        let isOne = !bytes.isEmpty && !bytes.contains(47) && bytes != [46] && bytes != [46, 46]
        guard isOne else { throw .failed(code: EINVAL) }
        return try unsafe bytes.withCPath(body)
    }
}
