internal import Domain
internal import Glibc

/// One event as the kernel writes it: a head of 16 bytes, then the name, padded with NULs.
struct InotifyEvent: Equatable {
    let watch: Int32
    let mask: UInt32
    let cookie: UInt32
    let name: FileName

    static let headSize = 16

    /// Takes apart what one read returned. A cut event can't happen; if it did, it would be left out.
    static func parse(_ bytes: borrowing Span<UInt8>) -> [InotifyEvent] {
        var events: [InotifyEvent] = []
        var start = 0
        while start + headSize <= bytes.count {
            let length = Int(number(bytes, start + 12))
            let end = start + headSize + length
            guard end <= bytes.count else { break }
            var name: [UInt8] = []
            for index in (start + headSize)..<end where bytes[index] != 0 { name.append(bytes[index]) }
            events.append(
                InotifyEvent(
                    watch: Int32(bitPattern: number(bytes, start)), mask: number(bytes, start + 4),
                    cookie: number(bytes, start + 8), name: FileName(bytes: name)))
            start = end
        }
        return events
    }

    func has(_ bits: Int32) -> Bool {
        mask & UInt32(bitPattern: bits) != 0
    }

    // The kernel writes in the order of the machine; all that this is built for are little-endian.
    private static func number(_ bytes: borrowing Span<UInt8>, _ start: Int) -> UInt32 {
        var number: UInt32 = 0
        for index in 0..<4 { number |= UInt32(bytes[start + index]) << UInt32(8 * index) }
        return number
    }
}
