internal import CSystem
package import Domain

extension FileDescriptor {
    /// Renames without ever replacing; across file systems it copies, fsyncs and unlinks. Throws `.exists` or
    /// `.missing`, and `.changing` when a file was written to while it was copied.
    package func move(
        _ name: FileName, to newName: FileName, in target: borrowing FileDescriptor
    ) throws(FileFailure) {
        do {
            try renameExclusively(name, to: newName, in: target)
        } catch .otherDevice {
            let copied = try copy(name, to: newName, in: target)
            // What has the name by now may be another file.
            if try entry(name)?.inode == copied.inode { try unlink(name) }
        }
    }

    /// Copies a regular file with its time of change, and returns what it was. The new name appears when the copy is whole and lasts.
    @discardableResult
    func copy(
        _ name: FileName, to newName: FileName, in target: borrowing FileDescriptor
    ) throws(FileFailure) -> FileEntry {
        let source = try file(beneath: name)
        let before = try source.entry(named: name)
        let temporary = FileName.temporary()
        let copy = try target.create(temporary)
        do throws(FileFailure) {
            try source.pour(into: copy)
            guard try source.entry(named: name) == before else { throw .changing }
            // A file system that keeps no times still keeps the file.
            _ = csys_set_modified(copy.number, before.modified)
            try copy.sync()
            try target.renameExclusively(temporary, to: newName, in: target)
        } catch {
            try? target.unlink(temporary)
            throw error
        }
        try target.syncFolder()
        return before
    }

    private func pour(into copy: borrowing FileDescriptor) throws(FileFailure) {
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = try read(into: &buffer)
            if count == 0 { return }
            try copy.write(buffer.span.extracting(..<count))
        }
    }
}
