internal import CSystem
internal import Domain
internal import Glibc

/// Reads a folder's names from the start. It has a descriptor of its own, so that the place in the listing is its own.
@safe struct FolderReader: ~Copyable {
    private let stream: OpaquePointer

    init(_ folder: borrowing FileDescriptor) throws(FileFailure) {
        let number = folder.number
        let own = FileDescriptor(
            adopting: try FileFailure.checked { unsafe openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) })
        guard let stream = unsafe fdopendir(own.number) else { throw .last }
        unsafe self.stream = unsafe stream
        _ = own.released()
    }

    deinit {
        unsafe closedir(stream)
    }

    /// The next entry, without `.` and `..`; `nil` at the end.
    func next() throws(FileFailure) -> FileGlimpse? {
        var failure: Int32 = 0
        var inode: UInt64 = 0
        guard let name = unsafe csys_next_name(stream, &inode, &failure) else {
            guard failure == 0 else { throw FileFailure(errno: failure) }
            return nil
        }
        let bytes = unsafe UnsafeRawBufferPointer(start: name, count: strlen(name))
        return FileGlimpse(name: FileName(bytes: unsafe [UInt8](bytes)), inode: inode)
    }
}
