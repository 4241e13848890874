internal import Glibc

/// Groups of the system.
package enum SystemGroup {
    /// The number of a group by its name; `nil` when there is none. It may ask a directory: not on a thread that must
    /// not block.
    package static func number(named name: String) -> UInt32? {
        var entry = unsafe group()
        var found: UnsafeMutablePointer<group>?
        var room = [CChar](repeating: 0, count: 1 << 16)
        let answer = unsafe room.withUnsafeMutableBufferPointer { room in
            unsafe getgrnam_r(name, &entry, room.baseAddress, room.count, &found)
        }
        guard answer == 0, unsafe found != nil else { return nil }
        return unsafe entry.gr_gid
    }
}
