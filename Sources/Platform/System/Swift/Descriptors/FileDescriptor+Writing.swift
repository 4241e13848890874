package import Domain

extension FileDescriptor {
    /// Writes a whole file into this folder and fsyncs it; what had the name is unlinked first, so that neither a link
    /// nor a second name of the same inode leads the bytes elsewhere. A write that fails leaves no file.
    package func write(
        _ bytes: [UInt8], to name: FileName, _ sharing: FileSharing = .group
    ) throws(FileFailure) {
        do {
            try fill(create(name, sharing), bytes, name)
        } catch .exists {
            try unlink(name)
            try fill(create(name, sharing), bytes, name)
        }
    }

    /// Writes under a temporary name, fsyncs, renames over `name`, fsyncs the folder: readers see the old content or
    /// the new, and so does the next start.
    package func replace(
        _ name: FileName, with bytes: [UInt8], _ sharing: FileSharing = .group
    ) throws(FileFailure) {
        let temporary = FileName.temporary()
        try fill(create(temporary, sharing), bytes, temporary)
        do {
            try rename(temporary, to: name, in: self)
        } catch {
            try? unlink(temporary)
            throw error
        }
        try syncFolder()
    }

    /// Fills a file just made and fsyncs it. What failed in part is unlinked: half a file is worse than none.
    private func fill(
        _ file: consuming FileDescriptor, _ bytes: [UInt8], _ name: FileName
    ) throws(FileFailure) {
        do {
            try file.write(bytes)
            try file.sync()
        } catch {
            try? unlink(name)
            throw error
        }
    }
}

extension FileName {
    /// A hidden name that nobody else has, for what is renamed when it is whole.
    package static func temporary() -> FileName {
        FileName(".\(String(randomSeed(), radix: 36)).part")
    }
}
