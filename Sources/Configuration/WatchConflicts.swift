import Domain

/// A watch with its position in the file.
struct LocatedWatch {
    var watch: WatchFolder
    let key: String
    let value: FieldValue
}

/// Detects conflicts between folders as far as their paths show them. Links and mounts are checked at the start only.
struct WatchConflicts {
    /// The service's own folders, each with its key.
    let own: [(key: String, folder: FolderPath)]

    func check(_ watches: [LocatedWatch], _ reader: inout FieldReader) {
        for (index, placed) in watches.enumerated() {
            checkAlone(placed, &reader)
            for (otherIndex, other) in watches.enumerated() where otherIndex != index {
                check(placed, isFirst: index < otherIndex, against: other, &reader)
            }
        }
    }

    private func checkAlone(_ placed: LocatedWatch, _ reader: inout FieldReader) {
        let watch = placed.watch
        if let other = own.first(where: { watch.path.isWithin($0.folder) || $0.folder.isWithin(watch.path) }) {
            report(placed, "path", against: other.key, &reader)
        }
        if let other = own.first(where: { watch.outbox.isWithin($0.folder) }) {
            report(placed, "outbox", against: other.key, &reader)
        }
        for (name, target) in watch.namedTargets where target == watch.path {
            report(placed, name, against: placed.key + ".path", &reader)
        }
    }

    private func check(
        _ placed: LocatedWatch, isFirst: Bool, against other: LocatedWatch, _ reader: inout FieldReader
    ) {
        let watch = placed.watch
        if watch.name == other.watch.name, !isFirst {
            report(placed, "name", against: other.key + ".name", &reader)
        }
        if watch.path.isWithin(other.watch.path), !(watch.path == other.watch.path && isFirst) {
            report(placed, "path", against: other.key + ".path", &reader)
        }
        for (name, target) in watch.namedTargets where target == other.watch.path {
            report(placed, name, against: other.key + ".path", &reader)
        }
    }

    private func report(_ placed: LocatedWatch, _ name: String, against other: String, _ reader: inout FieldReader) {
        let isWord = placed.key.hasPrefix("--")
        let key = !isWord ? placed.key + "." + name : name == "outbox" ? "--outbox" : placed.key
        let value = placed.value[name]?.value ?? placed.value
        reader.report(.conflict(with: isWord && other.hasPrefix("--") ? "--watch" : other), key: key, at: value)
    }
}

extension WatchFolder {
    /// The folders that the service writes into.
    fileprivate var namedTargets: [(name: String, folder: FolderPath)] {
        [("outbox", outbox), ("failed", failed), ("archive", archive)]
    }
}
