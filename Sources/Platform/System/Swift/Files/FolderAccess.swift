package import Domain
internal import Glibc

/// What this process may do in a folder, found out without changing anything.
package enum FolderAccess {
    /// Throws the reason why this process can't create files in an existing folder.
    package static func checkWritable(_ path: FolderPath) throws(FileFailure) {
        try FileDescriptor.folder(path.asRoot).checkWritable()
    }

    /// Throws the reason why this process can't create files in a folder, or create the folder itself where it does
    /// not exist yet.
    package static func checkCreatable(_ path: FolderPath) throws(FileFailure) {
        var folder = path
        while true {
            do throws(FileFailure) { return try checkWritable(folder) } catch {
                guard error == .missing, folder.bytes.count > 1, folder.bytes.contains(UInt8(ascii: "/")) else {
                    throw error
                }
                folder = folder.folder
            }
        }
    }
}

extension FileDescriptor {
    /// Throws unless entries can be created in this folder.
    func checkWritable() throws(FileFailure) {
        let number = number
        _ = try FileFailure.checked { unsafe faccessat(number, ".", W_OK | X_OK, AT_EACCESS) }
    }
}
