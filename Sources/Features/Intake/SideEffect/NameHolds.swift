import Domain

/// Names that sources are being moved to: two of one name that end at once must not be torn from what lay beside them.
actor NameHolds {
    private struct Place: Hashable {
        let folder: FolderPath
        let name: FileName
    }

    private var held: Set<Place> = []

    /// `false`: somebody else is about to use it.
    func take(_ name: FileName, in folder: FolderPath) -> Bool {
        held.insert(Place(folder: folder, name: name)).inserted
    }

    func letGo(_ name: FileName, in folder: FolderPath) {
        held.remove(Place(folder: folder, name: name))
    }
}
