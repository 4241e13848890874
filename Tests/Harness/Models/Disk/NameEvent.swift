import Domain

/// Where a file has a name.
struct NamePlace: Hashable {
    let folder: FolderPath
    let name: FileName
}

/// A change of names that a power cut may undo until its folder is synced.
struct NameEvent {
    struct End {
        let inode: UInt64
        let place: NamePlace
    }

    /// A name that comes.
    var link: End?
    /// A name that goes.
    var unlink: End?

    func touches(_ folder: FolderPath) -> Bool {
        link?.place.folder == folder || unlink?.place.folder == folder
    }

    /// Whether it comes or goes at one of these places.
    func touches(_ places: Set<NamePlace>) -> Bool {
        if places.isEmpty { return false }
        return link.map { places.contains($0.place) } == true || unlink.map { places.contains($0.place) } == true
    }

    /// Adds the places where it comes and goes.
    func note(in places: inout Set<NamePlace>) {
        if let link { places.insert(link.place) }
        if let unlink { places.insert(unlink.place) }
    }

    /// Whether a file comes into this folder from another.
    func arrives(in folder: FolderPath) -> Bool {
        guard let link, let unlink else { return false }
        return link.place.folder == folder && unlink.place.folder != folder
    }
}
