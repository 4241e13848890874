internal import CPictures
internal import Domain

/// What an encoder in C calls back: it asks for rows and hands over bytes.
struct EncoderCalls {
    let width: Int
    let fill: (Int, inout MutableSpan<RGBA>) -> Bool
    var bytes: [UInt8] = []

    init(width: Int, fill: @escaping (Int, inout MutableSpan<RGBA>) -> Bool) {
        self.width = width
        self.fill = fill
    }

    static let fill: PictureFill = { context, row, bytes in
        let calls = unsafe context.assumingMemoryBound(to: EncoderCalls.self)
        let pixels = unsafe UnsafeMutableRawPointer(bytes).assumingMemoryBound(to: RGBA.self)
        var span = unsafe MutableSpan(_unsafeStart: pixels, count: calls.pointee.width)
        return unsafe calls.pointee.fill(Int(row), &span)
    }

    static let write: PictureWrite = { context, bytes, count in
        let part = unsafe UnsafeBufferPointer(start: bytes, count: count)
        unsafe context.assumingMemoryBound(to: EncoderCalls.self).pointee.bytes.append(contentsOf: part)
        return true
    }
}
