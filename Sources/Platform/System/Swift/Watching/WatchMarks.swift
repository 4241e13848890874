internal import Domain
internal import Glibc

/// What the kernel watches for one listener: a folder, and some below it.
struct WatchMarks {
    private let folder: FolderPath
    private let mailbox: Mailbox
    private let inotify: Inotify
    private let own: Int32
    private var below: [FileName: Int32] = [:]

    /// Begins with the folder itself.
    init(_ folder: FolderPath, _ mailbox: Mailbox, _ inotify: Inotify) throws(FileFailure) {
        self.folder = folder
        self.mailbox = mailbox
        self.inotify = inotify
        own = try inotify.add(Inotify.Listener(mailbox: mailbox, folder: nil), at: folder)
    }

    /// Leaves what is not wanted any more, and tells how it went with each that is and has no mark yet, in order.
    mutating func keep(_ wanted: Set<FileName>, on executor: ThreadExecutor) async -> [(FileName, FolderChange)] {
        for (name, watch) in below where !wanted.contains(name) {
            remove(name, watch)
            below[name] = nil
        }
        return await mark(wanted.filter { below[$0] == nil }.sorted(), on: executor)
    }

    /// Tries a folder once more whose mark was lost: another may have come in its place.
    mutating func renew(_ name: FileName, on executor: ThreadExecutor) async -> FolderChange {
        if let watch = below.removeValue(forKey: name) { remove(name, watch) }
        return await mark([name], on: executor)[0].1
    }

    func end() {
        remove(nil, own)
        for (name, watch) in below { remove(name, watch) }
    }

    private mutating func mark(_ names: [FileName], on executor: ThreadExecutor) async -> [(FileName, FolderChange)] {
        let answers = await executor.run { [folder, mailbox, inotify] in
            names.map { name in
                Result { () throws(FileFailure) in
                    try inotify.add(Inotify.Listener(mailbox: mailbox, folder: name), at: folder.appending(name))
                }
            }
        }
        return zip(names, answers).map { name, answer in
            switch answer {
            case .success(let watch):
                below[name] = watch
                return (name, .watching)
            case .failure(let failure):
                return (name, .unavailable(code: failure.code))
            }
        }
    }

    private func remove(_ name: FileName?, _ watch: Int32) {
        inotify.remove(Inotify.Listener(mailbox: mailbox, folder: name), watch)
    }
}

extension FileFailure {
    /// The number to show for a watch that can't be.
    var code: Int32 {
        switch self {
        case .missing: ENOENT
        case .denied: EACCES
        case .full: ENOSPC
        case .nameTooLong: ENAMETOOLONG
        case .failed(let code): code
        default: EIO
        }
    }
}
