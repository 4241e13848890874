internal import CSystem
package import Domain
internal import Glibc

extension FileDescriptor {
    /// Reads once, into the whole of `buffer` at most. 0 is the end.
    package func read(into buffer: inout [UInt8]) throws(FileFailure) -> Int {
        try read(into: &buffer, from: 0)
    }

    /// Reads until `size` bytes are there or the file ends; the answer is empty only at the end.
    package func chunk(_ size: Int) throws(FileFailure) -> [UInt8] {
        var chunk = [UInt8](repeating: 0, count: size)
        var filled = 0
        while filled < size {
            let rest = try read(into: &chunk, from: filled)
            if rest == 0 { break }
            filled += rest
        }
        chunk.removeLast(size - filled)
        return chunk
    }

    /// Reads until `size` bytes from `offset` on are there or the file ends; where the next read begins stays as it is.
    package func chunk(_ size: Int, at offset: Int64) throws(FileFailure) -> [UInt8] {
        var chunk = [UInt8](repeating: 0, count: size)
        var filled = 0
        while filled < size {
            let rest = try read(into: &chunk, from: filled, at: offset + Int64(filled))
            if rest == 0 { break }
            filled += rest
        }
        chunk.removeLast(size - filled)
        return chunk
    }

    private func read(into buffer: inout [UInt8], from start: Int, at offset: Int64) throws(FileFailure) -> Int {
        let number = self.number
        var span = buffer.mutableSpan
        return try unsafe span.withUnsafeMutableBytes { bytes throws(FileFailure) in
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
            return try FileFailure.checked { unsafe pread(number, rest.baseAddress, rest.count, off_t(offset)) }
        }
    }

    /// Reads to the end. Throws `.tooLarge` as soon as there is more than `limit`.
    package func all(limit: Int) throws(FileFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let chunk = try chunk(min(1 << 16, limit - bytes.count + 1))
            if chunk.isEmpty { return bytes }
            bytes += chunk
            guard bytes.count <= limit else {
                throw .tooLarge(bytes: Int64(bytes.count), limit: Int64(limit))
            }
        }
    }

    /// Writes all of it: short writes go on where they stopped.
    package func write(_ bytes: [UInt8]) throws(FileFailure) {
        try write(bytes.span)
    }

    /// Writes all of it: short writes go on where they stopped, and where the descriptor does not block, it waits.
    package func write(_ bytes: borrowing Span<UInt8>) throws(FileFailure) {
        var written = 0
        while written < bytes.count {
            do throws(FileFailure) {
                written += try writeOnce(bytes.extracting(written...))
            } catch .failed(EAGAIN) {
                var polled = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&polled, 1, -1)
            }
        }
    }

    private func writeOnce(_ bytes: borrowing Span<UInt8>) throws(FileFailure) -> Int {
        let number = self.number
        return try unsafe bytes.withUnsafeBytes { bytes throws(FileFailure) in
            try FileFailure.checked { unsafe Glibc.write(number, bytes.baseAddress, bytes.count) }
        }
    }

    /// Whether nobody has this file open for writing; `false` too where that can't be told.
    package var isUnwritten: Bool { csys_try_read_lease(number) == 0 }

    /// Makes the content last. A failure means that what was written may be lost: it is never tried again.
    package func sync() throws(FileFailure) {
        let number = self.number
        try FileFailure.checked { fsync(number) }
    }

    /// Makes a folder's entries last. File systems that can't do this for a folder are taken at their word.
    package func syncFolder() throws(FileFailure) {
        do {
            try sync()
        } catch .failed(EINVAL), .failed(EOPNOTSUPP) {
            return
        }
    }

    private func read(into buffer: inout [UInt8], from start: Int) throws(FileFailure) -> Int {
        let number = self.number
        var span = buffer.mutableSpan
        return try unsafe span.withUnsafeMutableBytes { bytes throws(FileFailure) in
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
            return try FileFailure.checked { unsafe Glibc.read(number, rest.baseAddress, rest.count) }
        }
    }
}
