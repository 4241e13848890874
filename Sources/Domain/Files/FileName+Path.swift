/// A name that leads through folders.
extension FileName {
    /// The name alone: `x.png` of `a/b/x.png`.
    package var last: FileName {
        bytes.lastIndex(of: 47).map { FileName(bytes: Array(bytes[($0 + 1)...])) } ?? self
    }

    /// The folders that it leads through: `a/b` of `a/b/x.png`; `nil` when it leads through none.
    package var parent: FileName? {
        bytes.lastIndex(of: 47).map { FileName(bytes: Array(bytes[..<$0])) }
    }

    /// The folder that holds it where `root` is the folder that it is used with.
    package func holder(in root: FolderPath) -> FolderPath { parent.map(root.appending) ?? root }

    /// Each name on the way, the last one too.
    package var components: [FileName] {
        bytes.split(separator: 47).map { FileName(bytes: Array($0)) }
    }

    /// An entry of the folder that has this name.
    package func appending(_ name: FileName) -> FileName {
        FileName(bytes: bytes + [47] + name.bytes)
    }

    /// Whether it leads through the folder of that name, at any depth.
    package func isBelow(_ folder: FileName) -> Bool {
        bytes.count > folder.bytes.count && bytes[folder.bytes.count] == 47 && bytes.starts(with: folder.bytes)
    }
}
