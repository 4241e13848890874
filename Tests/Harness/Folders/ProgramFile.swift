package import Domain
internal import Glibc

/// Writes a program that can be started at once, and replaces an earlier one of that name.
///
/// While any process has a program open for writing, starting it fails (ETXTBSY). A child that another test is starting
/// has all descriptors of this process until its exec, so this waits for the kernel's report that the last one is closed.
package func installProgram(_ text: String, as name: String, in folder: FolderPath) throws {
    let events = inotify_init1(Int32(IN_CLOEXEC))
    defer { close(events) }
    let part = name + ".part"
    let path = folder.appending(part).shown
    try checked { inotify_add_watch(events, folder.shown, UInt32(IN_CLOSE_WRITE)) }
    let file = try checked { open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o755) }
    let bytes = Array(text.utf8)
    let written = write(file, bytes, bytes.count)
    try checked { fchmod(file, 0o755) }
    close(file)
    guard written == bytes.count else { throw CallFailure(code: EIO) }
    while try !closedFiles(events).contains(part) {}
    try checked { rename(path, folder.appending(name).shown) }
}

/// Waits until files have been closed after writing; returns their names.
private func closedFiles(_ events: Int32) throws -> [String] {
    let head = MemoryLayout<inotify_event>.size
    return try withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
        let count = Int(try checked { Int32(read(events, buffer.baseAddress, buffer.count)) })
        var (names, next) = ([String](), 0)
        while next < count {
            let end = next + head + Int(buffer.load(fromByteOffset: next, as: inotify_event.self).len)
            names.append(String(decoding: buffer[next + head..<end].prefix { $0 != 0 }, as: UTF8.self))
            next = end
        }
        return names
    }
}

private struct CallFailure: Error {
    let code: Int32
}

@discardableResult
private func checked(_ call: () -> Int32) throws -> Int32 {
    let answer = call()
    if answer < 0 { throw CallFailure(code: errno) }
    return answer
}
