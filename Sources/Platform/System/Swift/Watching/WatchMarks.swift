internal import Domain
internal import Glibc

/// The inotify watches of one listener: a folder and selected folders below it.
struct WatchMarks {
    private let folder: FolderPath
    private let mailbox: Mailbox
    private let inotify: Inotify
    private let own: Int32
    private var below: [FileName: Int32] = [:]

    /// Starts with the folder itself.
    init(_ folder: FolderPath, _ mailbox: Mailbox, _ inotify: Inotify) throws(FileFailure) {
        self.folder = folder
        self.mailbox = mailbox
        self.inotify = inotify
        own = try inotify.add(Inotify.Listener(mailbox: mailbox, folder: nil), at: folder)
    }

    /// Removes the watches that are no longer selected and adds the missing ones. Returns the result of each addition,
    /// sorted by name.
    mutating func keep(_ selected: Set<FileName>, on executor: ThreadExecutor) async -> [(FileName, FolderChange)] {
        for (name, watch) in below where !selected.contains(name) {
            remove(name, watch)
            below[name] = nil
        }
        return await mark(selected.filter { below[$0] == nil }.sorted(), on: executor)
    }

    /// Watches a folder again whose watch was lost: it may have been replaced.
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
                return (name, .unavailable(code: failure.watchErrno))
            }
        }
    }

    private func remove(_ name: FileName?, _ watch: Int32) {
        inotify.remove(Inotify.Listener(mailbox: mailbox, folder: name), watch)
    }
}

extension FileFailure {
    /// The errno to report for a watch that failed.
    var watchErrno: Int32 {
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
