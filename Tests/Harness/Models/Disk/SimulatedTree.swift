import Domain

/// The folders and files of a simulated disk, both as the running system sees them and as they would be after a power
/// cut.
///
/// A file's content is durable once the file is synced, a name once its folder is. Any part of what isn't synced may
/// survive a power cut, with two exceptions: of several changes to one name, a later one never survives without the
/// earlier ones; and a rename never loses its file, as the old name disappears only where the new one appeared. Folders
/// are durable as soon as they are created.
struct SimulatedTree {
    typealias Names = [FileName: UInt64]

    private(set) var folders: [FolderPath: Names] = [:]
    private var lasting: [FolderPath: Names] = [:]
    /// Name changes that aren't synced, oldest first.
    private var pending: [NameChange] = []
    /// The files by inode number, which starts at 1.
    private var inodes: [SimulatedInode?] = []
    private var lastSerial: UInt64 = 0

    mutating func makeFolder(_ path: FolderPath) {
        if folders[path] != nil { return }
        folders[path] = [:]
        lasting[path] = [:]
        if path.folder != path { makeFolder(path.folder) }
    }

    func inode(_ name: FileName, in folder: FolderPath) throws(FileFailure) -> UInt64? {
        guard let names = folders[folder] else { throw .missing }
        return names[name]
    }

    func file(_ name: FileName, in folder: FolderPath) throws(FileFailure) -> SimulatedInode {
        guard let number = try inode(name, in: folder), let file = self[number] else { throw .missing }
        return file
    }

    subscript(number: UInt64) -> SimulatedInode? {
        get { inodes[Int(number) - 1] }
        set { inodes[Int(number) - 1] = newValue }
    }

    /// Creates an empty file. Inode numbers of removed files are reused immediately. Throws `.exists` if the name is
    /// taken.
    mutating func create(_ name: FileName, in folder: FolderPath, modified: UTCNanos) throws(FileFailure) {
        guard try inode(name, in: folder) == nil else { throw .exists }
        let place = inodes.firstIndex { $0 == nil } ?? inodes.count
        if place == inodes.count { inodes.append(nil) }
        let number = UInt64(place + 1)
        lastSerial += 1
        // Referenced by its name and by the pending change that created it.
        self[number] = SimulatedInode(
            bytes: [], synced: nil, modified: modified, changed: modified, serial: lastSerial, ways: 2)
        folders[folder]?[name] = number
        pending.append(NameChange(link: end(number, name, folder)))
    }

    /// Replaces the content of a file.
    mutating func fill(
        _ name: FileName, in folder: FolderPath, with bytes: [UInt8], modified: UTCNanos
    ) throws(FileFailure) {
        guard let number = try inode(name, in: folder) else { throw .missing }
        self[number]?.bytes = bytes
        self[number]?.modified = modified
        self[number]?.changed = modified
    }

    mutating func sync(_ name: FileName, in folder: FolderPath) throws(FileFailure) {
        guard let number = try inode(name, in: folder) else { throw .missing }
        let bytes = self[number]?.bytes
        self[number]?.synced = bytes
    }

    mutating func unlink(_ name: FileName, in folder: FolderPath) throws(FileFailure) {
        guard let number = try inode(name, in: folder) else { throw .missing }
        folders[folder]?[name] = nil
        pending.append(NameChange(unlink: end(number, name, folder)))
        close(number)
    }

    /// Renames a file, replacing any file with the new name.
    mutating func rename(
        _ name: FileName, from source: FolderPath, to newName: FileName, in target: FolderPath
    ) throws(FileFailure) {
        guard let number = try inode(name, in: source), folders[target] != nil else { throw .missing }
        folders[source]?[name] = nil
        let replaced = folders[target]?.updateValue(number, forKey: newName)
        pending.append(NameChange(link: end(number, newName, target), unlink: end(number, name, source)))
        open(number)
        if let replaced { close(replaced) }
    }

    /// Makes the names in a folder durable. A file moved in from another folder may keep its old name there until that
    /// folder is synced too.
    mutating func sync(_ folder: FolderPath) throws(FileFailure) {
        guard folders[folder] != nil else { throw .missing }
        guard pending.contains(where: { $0.touches(folder) }) else { return }
        var (due, kept): ([NameChange], [NameChange]) = ([], [])
        var needed: Set<NameLocation> = []
        for event in pending.reversed() {
            if !event.touches(folder), !event.touches(needed) {
                kept.append(event)
            } else if event.arrives(in: folder), event.unlink.map({ needed.contains($0.place) }) == false {
                due.append(NameChange(link: event.link))
                kept.append(NameChange(unlink: event.unlink))
                if let link = event.link { needed.insert(link.place) }
            } else {
                due.append(event)
                event.note(in: &needed)
            }
        }
        for event in due.reversed() { last(event) }
        pending = kept.reversed()
        for event in due { if let link = event.link { close(link.inode) } }
    }

    /// Cuts the power: the generator decides what survives of everything that wasn't synced.
    mutating func cut(_ rng: inout SplitMix64) {
        var lost: Set<NameLocation> = []
        for event in pending {
            let mayLast = !event.touches(lost)
            switch mayLast ? rng.next() % 3 : 0 {
            case 0: event.note(in: &lost)
            case 1 where event.link != nil && event.unlink.map { $0.place.folder } != event.link?.place.folder:
                last(NameChange(link: event.link))
                if let unlink = event.unlink { lost.insert(unlink.place) }
            default: last(event)
            }
        }
        pending = []
        folders = lasting
        collect()
        for place in inodes.indices {
            guard let left = inodes[place]?.left(&rng) else { continue }
            inodes[place]?.bytes = left
            inodes[place]?.synced = left
        }
    }

    private func end(_ number: UInt64, _ name: FileName, _ folder: FolderPath) -> NameChange.End {
        NameChange.End(inode: number, place: NameLocation(folder: folder, name: name))
    }

    private mutating func last(_ event: NameChange) {
        if let link = event.link {
            let replaced = lasting[link.place.folder]?.updateValue(link.inode, forKey: link.place.name)
            open(link.inode)
            if let replaced { close(replaced) }
        }
        if let gone = event.unlink, lasting[gone.place.folder]?[gone.place.name] == gone.inode {
            lasting[gone.place.folder]?[gone.place.name] = nil
            close(gone.inode)
        }
    }

    private mutating func open(_ number: UInt64) {
        self[number]?.ways += 1
    }

    /// Drops one reference to a file, and forgets it when no name refers to it now or after a power cut.
    private mutating func close(_ number: UInt64) {
        self[number]?.ways -= 1
        if self[number]?.ways == 0 { self[number] = nil }
    }

    /// Recounts the references to each file after a power cut and forgets files without any.
    private mutating func collect() {
        for place in inodes.indices { inodes[place]?.ways = 0 }
        for names in [folders, lasting].joined().map(\.value) { for number in names.values { open(number) } }
        for place in inodes.indices where inodes[place]?.ways == 0 { inodes[place] = nil }
    }
}

/// A file of a simulated disk, with any number of names.
struct SimulatedInode {
    /// The content that the running system sees.
    var bytes: [UInt8]
    /// The content guaranteed to survive a power cut; `nil` if the file was never synced.
    var synced: [UInt8]?
    /// When the content was changed, as far as users don't set another time.
    var modified: UTCNanos
    /// When the content or `modified` was set.
    var changed: UTCNanos
    /// Distinguishes this file from earlier ones with the same inode number.
    let serial: UInt64
    /// A reference count: the names that refer to it, now and after a power cut, and the pending changes that may
    /// create one.
    var ways: Int

    /// Chooses what a power cut leaves: everything, the synced content, the first half, or as many zeros.
    func left(_ rng: inout SplitMix64) -> [UInt8] {
        if synced == bytes { return bytes }
        switch rng.next() % 4 {
        case 0: return bytes
        case 1: return synced ?? []
        case 2: return Array(bytes.prefix(bytes.count / 2))
        default: return [UInt8](repeating: 0, count: bytes.count)
        }
    }
}

/// A name in a folder.
struct NameLocation: Hashable {
    let folder: FolderPath
    let name: FileName
}

/// A name change that a power cut may undo until the folder is synced.
struct NameChange {
    struct End {
        let inode: UInt64
        let place: NameLocation
    }

    /// The name that is created.
    var link: End?
    /// The name that is removed.
    var unlink: End?

    func touches(_ folder: FolderPath) -> Bool {
        link?.place.folder == folder || unlink?.place.folder == folder
    }

    /// Whether it creates or removes one of these names.
    func touches(_ places: Set<NameLocation>) -> Bool {
        if places.isEmpty { return false }
        return link.map { places.contains($0.place) } == true || unlink.map { places.contains($0.place) } == true
    }

    /// Adds the names it creates and removes to `places`.
    func note(in places: inout Set<NameLocation>) {
        if let link { places.insert(link.place) }
        if let unlink { places.insert(unlink.place) }
    }

    /// Whether it moves a file into this folder from another.
    func arrives(in folder: FolderPath) -> Bool {
        guard let link, let unlink else { return false }
        return link.place.folder == folder && unlink.place.folder != folder
    }
}
